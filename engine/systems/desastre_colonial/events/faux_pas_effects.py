"""The effects of each Faux Pas (table 5.12)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from engine import events as ev
from engine.ledger import Ledger
from engine.scenario import Scenario
from engine.state import Question, State, Unit
from engine.systems.desastre_colonial.events import relocation
from engine.systems.desastre_colonial.events.relocation import OWN_ZONE, REACH, ROWS, Relocation
from engine.systems.desastre_colonial.general.agenda import ask, push
from engine.systems.desastre_colonial.general.losses import lose
from engine.systems.desastre_colonial.general.marks import FAUX_PAS, LOW_AMMO, SCATTERED
from engine.systems.desastre_colonial.general.values import COLONIAL, NATIVE, by_id, chiefs, troops, weapon
from engine.systems.desastre_colonial.terrain import terrain

TENSIONS, SCATTERED_UNITS, AMMUNITION, DEMORALISATION, UNKNOWN_GROUND, CHOICE = "1", "2", "3", "4", "5", "6"
"""The Faux Pas by their numbers; CHOICE is the Native player's choice among the others."""
E1, E2, E3 = "E1", "E2", "E3"
"""The effects of a Faux Pas."""
QUARREL, VICTIM, COMPANION = "quarrel", "victim", "companion"
"""Questions: the Chief with tensions, the next unit struck, the Chief who goes with scattered units."""
COLUMN, HEX, TERRAIN = "ground_column", "ground_hex", "ground_terrain"
"""Questions: the column and the hex whose terrain changes, and its new terrain."""
PICK, WAIT, CHANGE, NEXT = "pick", "wait_for_places", "change_ground", "next_effect"
"""Tasks: units are picked one by one, they wait for their hexes, terrain changes, the next effect is
applied."""
NONE = "none"
RULE = "DC-FAU-04"

Effect = Callable[[Scenario, Ledger, str, int], None]


def prepare(scn: Scenario, ledger: Ledger, number: str) -> None:
    """Ask once, before the effects of Tensions, which Chief they concern."""
    best_first = sorted(chiefs(ledger.state, COLONIAL), key=lambda c: (-c["staff"], -c["die"], c.id))
    if number == TENSIONS and best_first:
        options = tuple(chief.id for chief in best_first)
        ask(scn, ledger, QUARREL, NATIVE, NATIVE, options, options[0], rule=RULE)


def settle_quarrel(scn: Scenario, ledger: Ledger, question: Question, option: str) -> None:
    """Mark the Chief who has tensions."""
    ledger.tell(ev.Marked(name=FAUX_PAS, on=option, to=TENSIONS, rule=RULE))


def relocates(number: str, effect: str) -> bool:
    """Whether units are placed in other hexes by an effect."""
    return number == SCATTERED_UNITS or (number, effect) == (UNKNOWN_GROUND, E2)


def apply(scn: Scenario, ledger: Ledger, number: str, effect: str, gravity: int) -> None:
    """Apply an effect of a Faux Pas with so many points of Gravity."""
    EFFECTS[number](scn, ledger, effect, gravity)


# --- 1: tensions --------------------------------------------------------------------------------------------


def _tensions(scn: Scenario, ledger: Ledger, effect: str, gravity: int) -> None:
    """Lower the staff, the radius or the die of the Chief, if the Gravity is high enough."""
    quarrelling = (c for c in chiefs(ledger.state, COLONIAL) if FAUX_PAS in ledger.state.marks_on(c.id))
    chief = next(quarrelling, None)
    if chief is None:
        return
    value, now = TENSION_EFFECTS[effect](scn, chief, gravity)
    if chief[value] != now:
        ledger.tell(ev.Changed(unit=chief.id, value=value, was=chief[value], now=now, rule=RULE))
    else:
        ledger.note("no_effect", RULE, unit=chief.id, effect=effect, gravity=gravity)


def _lower_staff(scn: Scenario, chief: Unit, gravity: int) -> tuple[str, int]:
    suffers = chief["staff"] <= int(scn.chart("faux_pas", "per_gravity")) * gravity
    return "staff", chief["staff"] - (int(scn.chart("faux_pas", "staff")) if suffers else 0)


def _lower_radius(scn: Scenario, chief: Unit, gravity: int) -> tuple[str, int]:
    suffers = chief["radius"] <= int(scn.chart("faux_pas", "per_gravity")) * gravity
    divisor = int(scn.chart("faux_pas", "radius_divided_by"))
    return "radius", -(-chief["radius"] // divisor) if suffers else chief["radius"]


def _lower_die(scn: Scenario, chief: Unit, gravity: int) -> tuple[str, int]:
    for least, (was, now) in scn.chart("faux_pas", "lower_die").items():
        if gravity >= int(least) and chief["die"] == was:
            return "die", int(now)
    return "die", chief["die"]


TENSION_EFFECTS = {E1: _lower_staff, E2: _lower_radius, E3: _lower_die}


# --- 2 to 5: units struck one by one ------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Strike:
    """What strikes the units that a side picks: the kind, the effect, its points of Gravity."""

    kind: str
    effect: str
    gravity: int

    def encode(self) -> tuple[str, str, str]:
        """The strike as words, of a task or, joined by blanks, of a question: "scattered E1 2"."""
        return self.kind, self.effect, str(self.gravity)

    @classmethod
    def decode(cls, kind: str, effect: str, gravity: str) -> Strike:
        """The strike of these words."""
        return cls(kind=kind, effect=effect, gravity=int(gravity))


SCATTER, LOSE_AMMO, DEMORALISE, REDEPLOY = "scattered", "low_ammo", "demoralised", "redeployed"
"""The kinds of strikes."""


def _begin_picking(ledger: Ledger, side: str, strike: Strike) -> None:
    """Have a side pick as many units as there are points of Gravity."""
    push(ledger, PICK, side, *strike.encode(), str(strike.gravity), rule=RULE)


def _scattered(scn: Scenario, ledger: Ledger, effect: str, gravity: int) -> None:
    """The Colonial player picks units, the Native player then places them elsewhere."""
    push(ledger, WAIT, rule=RULE)
    _begin_picking(ledger, COLONIAL, Strike(kind=SCATTER, effect=effect, gravity=gravity))


def _ammunition(scn: Scenario, ledger: Ledger, effect: str, gravity: int) -> None:
    """The Native player picks units that start low on ammunition."""
    _begin_picking(ledger, NATIVE, Strike(kind=LOSE_AMMO, effect=effect, gravity=gravity))


def _demoralised(scn: Scenario, ledger: Ledger, effect: str, gravity: int) -> None:
    """The Native player picks units that start with a loss, others for each effect."""
    _begin_picking(ledger, NATIVE, Strike(kind=DEMORALISE, effect=effect, gravity=gravity))


def _pick(scn: Scenario, ledger: Ledger, about: tuple[str, ...]) -> None:
    """Ask a side for the next unit struck; after the last one, which Chief goes with scattered units."""
    side, kind, effect, gravity, left = about
    strike = Strike.decode(kind, effect, gravity)
    options = tuple(unit.id for unit in _victims(scn, ledger.state, kind))
    if int(left) > 0 and options:
        push(ledger, PICK, side, *strike.encode(), str(int(left) - 1), rule=RULE)
        ask(scn, ledger, VICTIM, side, " ".join(strike.encode()), options, options[0], rule=RULE)
    elif (kind, effect) == (SCATTER, E1) and relocation.waiting(ledger.state):
        companions = tuple(sorted(chief.id for chief in chiefs(ledger.state, COLONIAL)))
        if companions:
            ask(scn, ledger, COMPANION, COLONIAL, effect, (*companions, NONE), NONE, rule=RULE)


def _victims(scn: Scenario, state: State, kind: str) -> tuple[Unit, ...]:
    """The units that a strike may still hit, by id; none twice."""
    side = NATIVE if kind == REDEPLOY else COLONIAL
    return by_id(unit for unit in troops(state, side) if _may_be_struck(scn, state, unit, kind))


def _may_be_struck(scn: Scenario, state: State, unit: Unit, kind: str) -> bool:
    if kind == LOSE_AMMO:
        return not state.marked(unit.id, LOW_AMMO) and weapon(scn, unit) is not None
    if kind == DEMORALISE:
        return unit["losses"] <= unit.printed.get("losses", 0)
    return SCATTERED not in state.marks_on(unit.id)


def settle_victim(scn: Scenario, ledger: Ledger, question: Question, option: str) -> None:
    """Strike the unit that was picked."""
    strike = Strike.decode(*question.about.split())
    if strike.kind == LOSE_AMMO:
        ledger.tell(ev.Marked(name=LOW_AMMO, on=option, rule="DC-FIR-27"))
    elif strike.kind == DEMORALISE:
        lose(scn, ledger, option, int(scn.chart("faux_pas", "losses")), RULE)
    else:
        relocation.relocate(ledger, option, _relocation(strike))


def _relocation(strike: Strike) -> Relocation:
    if strike.kind == REDEPLOY:
        return Relocation(zone=OWN_ZONE)
    if strike.effect == E1:
        return Relocation(zone=ROWS)
    return Relocation(zone=REACH, hexes=strike.gravity)


def settle_companion(scn: Scenario, ledger: Ledger, question: Question, option: str) -> None:
    """Have a Chief go with the scattered units, or none."""
    if option != NONE:
        relocation.add_companion(ledger, option)


def _wait_for_hexes(scn: Scenario, ledger: Ledger, about: tuple[str, ...]) -> None:
    """Let the Native player place the units that wait; without any, go on."""
    if relocation.waiting(ledger.state):
        ledger.tell(ev.Owed(sides=(NATIVE,)))
    else:
        push(ledger, NEXT, rule="DC-FAU-03")


# --- 5: unknown ground --------------------------------------------------------------------------------------


def _unknown_ground(scn: Scenario, ledger: Ledger, effect: str, gravity: int) -> None:
    """The Native player changes clear hexes into terrain (E1), or redeploys Native units (E2)."""
    if effect == E1:
        push(ledger, CHANGE, str(gravity), rule=RULE)
    else:
        push(ledger, WAIT, rule=RULE)
        _begin_picking(ledger, NATIVE, Strike(kind=REDEPLOY, effect=effect, gravity=gravity))


def _clear_hexes(scn: Scenario, state: State) -> tuple[str, ...]:
    """The clear hexes without a counter."""
    clear = scn.chart("clear_terrain")
    return tuple(h for h in sorted(scn.grid) if terrain.at(scn, state, h) in clear and not state.on(h))


def _change_terrain(scn: Scenario, ledger: Ledger, about: tuple[str, ...]) -> None:
    """Ask for the column of the next hex to change; a whole map would be too many options."""
    (left,) = about
    columns = tuple(dict.fromkeys(hex_[:2] for hex_ in _clear_hexes(scn, ledger.state)))
    if int(left) > 0 and columns:
        push(ledger, CHANGE, str(int(left) - 1), rule=RULE)
        ask(scn, ledger, COLUMN, NATIVE, NATIVE, (*columns, NONE), NONE, rule=RULE)


def settle_column(scn: Scenario, ledger: Ledger, question: Question, option: str) -> None:
    """Ask for the hex of that column; none leaves the ground as it is."""
    hexes = tuple(hex_ for hex_ in _clear_hexes(scn, ledger.state) if hex_[:2] == option)
    if hexes:
        ask(scn, ledger, HEX, NATIVE, option, hexes, hexes[0], rule=RULE)


def settle_hex(scn: Scenario, ledger: Ledger, question: Question, option: str) -> None:
    """Ask for the new terrain of that hex."""
    kinds = tuple(scn.chart("semi_desert"))
    ask(scn, ledger, TERRAIN, NATIVE, option, kinds, kinds[0], rule=RULE)


def settle_terrain(scn: Scenario, ledger: Ledger, question: Question, option: str) -> None:
    """Change the terrain of the hex."""
    ledger.tell(ev.Painted(thing=question.about, terrain=option, rule=RULE))


EFFECTS: dict[str, Effect] = {
    TENSIONS: _tensions,
    SCATTERED_UNITS: _scattered,
    AMMUNITION: _ammunition,
    DEMORALISATION: _demoralised,
    UNKNOWN_GROUND: _unknown_ground,
}
TASKS = {PICK: _pick, WAIT: _wait_for_hexes, CHANGE: _change_terrain}
ANSWERS = {
    QUARREL: settle_quarrel,
    VICTIM: settle_victim,
    COMPANION: settle_companion,
    COLUMN: settle_column,
    HEX: settle_hex,
    TERRAIN: settle_terrain,
}
