"""The effects of the Faux Pas (table 5.12): quarrels among Chiefs, units scattered, short of ammunition,
demoralised, ground that nobody knew."""

from __future__ import annotations

from collections.abc import Callable

from engine import events as ev
from engine.ledger import Ledger
from engine.scenario import Scenario
from engine.state import Question, State, Unit
from engine.systems.desastre_colonial import ground, losses, placing, values
from engine.systems.desastre_colonial.asking import ask, push
from engine.systems.desastre_colonial.marks import FAUX_PAS, LOW_AMMO, SCATTERED

COLONIAL, NATIVE = "colonial", "native"
QUARREL, VICTIM, COMPANION, COLUMN, CELL, GROUND = (
    "quarrel", "victim", "companion", "ground_column", "ground_hex", "ground_terrain",
)  # fmt: skip
PICK, WAIT, CHANGE, NEXT = "pick", "wait_for_places", "change_ground", "next_effect"
NONE = "none"

Effect = Callable[[Scenario, Ledger, str, int], None]


def prepare(scn: Scenario, ledger: Ledger, number: str) -> None:
    """What is asked once, before the effects: the Chief whom tensions concern (5.12, 1)."""
    chiefs = sorted(values.chiefs(ledger.state, COLONIAL), key=lambda c: (-c["staff"], -c["die"], c.id))
    if number == "1" and chiefs:
        names = tuple(chief.id for chief in chiefs)
        ask(scn, ledger, QUARREL, NATIVE, NATIVE, names, names[0], rule="DC-FAU-04")


def quarrelled(scn: Scenario, ledger: Ledger, question: Question, option: str) -> None:
    """The Chief whom tensions concern."""
    ledger.tell(ev.Marked(name=FAUX_PAS, on=option, to="1", rule="DC-FAU-04"))


def places(number: str, effect: str) -> bool:
    """Whether units are put on other hexes by that effect."""
    return number == "2" or (number, effect) == ("5", "E2")


def apply(scn: Scenario, ledger: Ledger, number: str, effect: str, gravity: int) -> None:
    """Apply one effect of a Faux Pas with so many points of Gravity."""
    EFFECTS[number](scn, ledger, effect, gravity)


# --- 1: tensions ------------------------------------------------------------------------------------------


def _tensions(scn: Scenario, ledger: Ledger, effect: str, gravity: int) -> None:
    """Less staff, a shorter reach, a worse die, where the Gravity is enough for it."""
    chief = next((c for c in values.chiefs(ledger.state, COLONIAL) if _named(ledger.state, c)), None)
    if chief is None:
        return
    value, now = TENSIONS[effect](scn, chief, gravity)
    if chief[value] != now:
        ledger.tell(ev.Changed(unit=chief.id, value=value, was=chief[value], now=now, rule="DC-FAU-04"))
    else:
        ledger.note("no_effect", "DC-FAU-04", unit=chief.id, effect=effect, gravity=gravity)


def _named(state: State, chief: Unit) -> bool:
    return FAUX_PAS in state.names_on(chief.id)


def _staff(scn: Scenario, chief: Unit, gravity: int) -> tuple[str, int]:
    suffers = chief["staff"] <= int(scn.chart("faux_pas", "per_gravity")) * gravity
    return "staff", chief["staff"] - (int(scn.chart("faux_pas", "staff")) if suffers else 0)


def _radius(scn: Scenario, chief: Unit, gravity: int) -> tuple[str, int]:
    suffers = chief["radius"] <= int(scn.chart("faux_pas", "per_gravity")) * gravity
    by = int(scn.chart("faux_pas", "radius_divided_by"))
    return "radius", -(-chief["radius"] // by) if suffers else chief["radius"]


def _die(scn: Scenario, chief: Unit, gravity: int) -> tuple[str, int]:
    for least, (was, now) in scn.chart("faux_pas", "lower_die").items():
        if gravity >= int(least) and chief["die"] == was:
            return "die", int(now)
    return "die", chief["die"]


TENSIONS = {"E1": _staff, "E2": _radius, "E3": _die}


# --- 2: scattered -----------------------------------------------------------------------------------------


def _scattered(scn: Scenario, ledger: Ledger, effect: str, gravity: int) -> None:
    """So many units, picked by the Colonial player, are put elsewhere by the Native one; with those put far
    away a Chief may go."""
    push(ledger, WAIT, rule="DC-FAU-04")
    push(ledger, PICK, COLONIAL, "scattered", effect, str(gravity), str(gravity), rule="DC-FAU-04")


def _places(scn: Scenario, ledger: Ledger, about: tuple[str, ...]) -> None:
    """Let the Native player put the units that wait."""
    if placing.waiting(ledger.state):
        ledger.tell(ev.Owed(sides=(NATIVE,)))
    else:
        push(ledger, NEXT, rule="DC-FAU-03")


def accompanied(scn: Scenario, ledger: Ledger, question: Question, option: str) -> None:
    """The Chief who goes with the scattered units, or nobody."""
    if option != NONE:
        ledger.tell(ev.Marked(name=SCATTERED, on=option, to=placing.WITH, rule="DC-FAU-04"))


# --- 2 to 5: units picked one by one ----------------------------------------------------------------------


def _pick(scn: Scenario, ledger: Ledger, about: tuple[str, ...]) -> None:
    """Ask a side for the next unit that an effect strikes; none twice."""
    side, what, effect, gravity, left = about
    fit = tuple(unit.id for unit in _victims(scn, ledger.state, what))
    if int(left) > 0 and fit:
        push(ledger, PICK, side, what, effect, gravity, str(int(left) - 1), rule="DC-FAU-04")
        ask(scn, ledger, VICTIM, side, f"{what} {effect} {gravity}", fit, fit[0], rule="DC-FAU-04")
    elif what == "scattered" and effect == "E1" and placing.waiting(ledger.state):
        chiefs = tuple(sorted(chief.id for chief in values.chiefs(ledger.state, COLONIAL)))
        if chiefs:
            ask(scn, ledger, COMPANION, COLONIAL, effect, (*chiefs, NONE), NONE, rule="DC-FAU-04")


def _victims(scn: Scenario, state: State, what: str) -> tuple[Unit, ...]:
    """The units that an effect may still strike, by id."""
    side = NATIVE if what == "redeployed" else COLONIAL
    fit = (unit for unit in values.troops(state, side) if not _struck_already(scn, state, unit, what))
    return tuple(sorted(fit, key=lambda unit: unit.id))


def _struck_already(scn: Scenario, state: State, unit: Unit, what: str) -> bool:
    """Whether an effect has struck a unit before, or cannot."""
    if what == "low_ammo":
        return state.marked(unit.id, LOW_AMMO) or values.weapon(scn, unit) is None
    if what == "demoralised":
        return unit["losses"] > unit.printed.get("losses", 0)
    return SCATTERED in state.names_on(unit.id)


def struck(scn: Scenario, ledger: Ledger, question: Question, option: str) -> None:
    """What an effect does to the unit picked for it."""
    what, effect, gravity = question.about.split()
    if what == "low_ammo":
        ledger.tell(ev.Marked(name=LOW_AMMO, on=option, rule="DC-FIR-27"))
    elif what == "demoralised":
        losses.lose(scn, ledger, option, int(scn.chart("faux_pas", "losses")), "DC-FAU-04")
    elif what == "redeployed":
        placing.mark(ledger, option, placing.ANYWHERE)
    elif effect == "E1":
        placing.mark(ledger, option, placing.ROWS)
    else:
        placing.mark(ledger, option, placing.REACH, int(gravity))


def _ammunition(scn: Scenario, ledger: Ledger, effect: str, gravity: int) -> None:
    """So many units, named by the Native player, start short of ammunition."""
    push(ledger, PICK, NATIVE, "low_ammo", effect, str(gravity), str(gravity), rule="DC-FAU-04")


def _demoralised(scn: Scenario, ledger: Ledger, effect: str, gravity: int) -> None:
    """So many units, others for each effect, start with a loss."""
    push(ledger, PICK, NATIVE, "demoralised", effect, str(gravity), str(gravity), rule="DC-FAU-04")


# --- 5: unknown ground ------------------------------------------------------------------------------------


def _unknown(scn: Scenario, ledger: Ledger, effect: str, gravity: int) -> None:
    """So many clear and empty hexes become terrain, or so many native units are put elsewhere."""
    if effect == "E1":
        push(ledger, CHANGE, str(gravity), rule="DC-FAU-04")
    else:
        push(ledger, WAIT, rule="DC-FAU-04")
        push(ledger, PICK, NATIVE, "redeployed", effect, str(gravity), str(gravity), rule="DC-FAU-04")


def _clear(scn: Scenario, state: State) -> tuple[str, ...]:
    """The clear hexes that nobody stands on."""
    plain = scn.chart("clear_terrain")
    return tuple(h for h in sorted(scn.grid) if ground.terrain(scn, state, h) in plain and not state.on(h))


def _change(scn: Scenario, ledger: Ledger, about: tuple[str, ...]) -> None:
    """Ask for the column of the next hex to change, since one question cannot offer a whole map."""
    columns = tuple(dict.fromkeys(hex_[:2] for hex_ in _clear(scn, ledger.state)))
    if int(about[0]) > 0 and columns:
        push(ledger, CHANGE, str(int(about[0]) - 1), rule="DC-FAU-04")
        ask(scn, ledger, COLUMN, NATIVE, NATIVE, (*columns, NONE), NONE, rule="DC-FAU-04")


def column(scn: Scenario, ledger: Ledger, question: Question, option: str) -> None:
    """Ask for the hex of that column; or leave the ground as it is."""
    cells = tuple(hex_ for hex_ in _clear(scn, ledger.state) if hex_[:2] == option)
    if cells:
        ask(scn, ledger, CELL, NATIVE, option, cells, cells[0], rule="DC-FAU-04")


def cell(scn: Scenario, ledger: Ledger, question: Question, option: str) -> None:
    """Ask what that hex turns out to be."""
    kinds = tuple(scn.chart("semi_desert"))
    ask(scn, ledger, GROUND, NATIVE, option, kinds, kinds[0], rule="DC-FAU-04")


def changed(scn: Scenario, ledger: Ledger, question: Question, option: str) -> None:
    """The hex is not what the map said."""
    ledger.tell(ev.Painted(thing=question.about, terrain=option, rule="DC-FAU-04"))


EFFECTS: dict[str, Effect] = {
    "1": _tensions,
    "2": _scattered,
    "3": _ammunition,
    "4": _demoralised,
    "5": _unknown,
}
"""By the number of the Faux Pas."""
TASKS = {PICK: _pick, WAIT: _places, CHANGE: _change}
ANSWERS = {
    QUARREL: quarrelled,
    VICTIM: struck,
    COMPANION: accompanied,
    COLUMN: column,
    CELL: cell,
    GROUND: changed,
}
