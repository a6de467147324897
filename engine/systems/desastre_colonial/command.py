"""Who may be commanded by whom, with how many dice (DC-CMD-01 to 15, DC-CAP-03, DC-CAP-04)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations

from engine import events as ev
from engine.commands import Lead
from engine.errors import IllegalOrder, Refused
from engine.hexes import Hex
from engine.ledger import Ledger
from engine.rules import orders
from engine.scenario import Scenario
from engine.state import State, Unit
from engine.system import Option
from engine.systems.desastre_colonial import sharing
from engine.systems.desastre_colonial.marks import ACTIVATED, ACTIVE, BURDEN, COMMANDED, DONE, ORDERED
from engine.systems.desastre_colonial.values import is_chief, troops

AUTONOMOUS = "autonomous"
KEPT = "kept"  # track: how often the initiative was kept in this run (DC-CMD-16)
SPENT = frozenset({COMMANDED, ACTIVATED, DONE})


def own(state: State, side: str, unit_id: str) -> Unit:
    """A unit or Chief of this side on the map. Raises NotOnTable, NotYours or IllegalOrder."""
    unit = orders.own(state, side, unit_id)
    orders.standing(unit, "DC-GEN-01")
    return unit


def own_chief(state: State, side: str, chief_id: str) -> Unit:
    """A Chief of this side on the map (DC-CMD-01). Raises NotOnTable, NotYours or IllegalOrder."""
    chief = own(state, side, chief_id)
    if not is_chief(chief):
        raise IllegalOrder("DC-CMD-01", "not_a_chief", unit=chief_id)
    return chief


def most_dice(scn: Scenario, state: State, chief: Unit) -> int:
    """The dice a Chief may roll at most: his staff, less for each time the initiative was kept in this run,
    whoever commanded then (DC-CMD-15, DC-CMD-16, DC-CMD-31)."""
    most = chief["staff"] - int(scn.chart("command", "keep_penalty")) * state.tracks.get(KEPT, 0)
    if "3" in (state.pointed(chief.id, BURDEN) | state.pointed(chief.side, BURDEN)):
        return max(int(scn.chart("drame", "least")), most - int(scn.chart("drame", "penalty", "3")))
    return most


def radius(scn: Scenario, chief: Unit, unit: Unit) -> int:
    """How far a Chief reaches to a unit, in hexes: twice as far to an autonomous one (DC-CMD-05,
    DC-CAP-03)."""
    times = int(scn.chart("command", "autonomous_radius")) if AUTONOMOUS in unit.traits else 1
    return chief["radius"] * times


def reach(scn: Scenario, state: State, chief: Unit, steps: int) -> frozenset[Hex]:
    """The hexes a Chief's word reaches in so many steps past the enemy's units; lone enemy Chiefs are no bar
    (DC-CMD-07 to 09)."""
    held = {unit.place for unit in troops(state, scn.enemy(chief.side))}
    found = {chief.place}
    edge = found
    for _ in range(steps):
        near = {to for hex_ in edge for to in scn.grid.neighbours(hex_).values()}
        edge = near - held - found
        found = found | edge
    return frozenset(found)


def barred(scn: Scenario, state: State, chief: Unit, unit: Unit) -> Refused | None:
    """Why a Chief may not command a unit where both stand, apart from whom else he commands; None when he
    may."""
    if is_chief(unit):
        return IllegalOrder("DC-CMD-01", "chief_not_commanded", unit=unit.id)
    if SPENT & state.names_on(unit.id):
        return IllegalOrder("DC-CMD-04", "already_commanded", unit=unit.id)
    steps = radius(scn, chief, unit)
    away = scn.grid.distance(chief.place, unit.place)
    if away > steps:
        return IllegalOrder(
            "DC-CMD-05", "beyond_radius", unit=unit.id, chief=chief.id, away=away, radius=steps
        )
    if unit.place not in reach(scn, state, chief, steps):
        return IllegalOrder("DC-CMD-07", "command_cut", unit=unit.id, chief=chief.id, radius=steps)
    return None


def candidates(scn: Scenario, state: State, chief: Unit) -> Mapping[str, Refused | None]:
    """Every unit of a Chief's side on the map: None for those he may command, else why not (DC-CMD-04 to
    09)."""
    return {unit.id: barred(scn, state, chief, unit) for unit in troops(state, chief.side)}


def eligible(scn: Scenario, state: State, chief: Unit) -> tuple[str, ...]:
    """The units a Chief may command, each taken by itself (DC-CMD-04 to 09)."""
    return tuple(id_ for id_, why in candidates(scn, state, chief).items() if why is None)


def apart(scn: Scenario, chief: Unit, units: Sequence[Unit]) -> Refused | None:
    """Why these may not be commanded together: a pair of them, autonomous units left out, is further apart
    than the Chief's radius (DC-CMD-06, DC-CAP-04)."""
    paired = [unit for unit in units if AUTONOMOUS not in unit.traits]
    for one, other in combinations(paired, 2):
        away = scn.grid.distance(one.place, other.place)
        if away > chief["radius"]:
            return IllegalOrder(
                "DC-CMD-06",
                "too_far_apart",
                unit=one.id,
                other=other.id,
                chief=chief.id,
                away=away,
                radius=chief["radius"],
            )
    return None


def check_lead(scn: Scenario, state: State, chief: Unit, order: Lead) -> tuple[Unit, ...]:
    """The units that a Chief is to command. Raises Refused unless he may command them all together, with so
    many dice (DC-CMD-01 to 13)."""
    units = tuple(own(state, chief.side, id_) for id_ in dict.fromkeys(order.units))
    for unit in units:
        refusal = barred(scn, state, chief, unit)
        if refusal is not None:
            raise refusal
    refusal = apart(scn, chief, units)
    if refusal is not None:
        raise refusal
    most, number = most_dice(scn, state, chief), len(units)
    if number > most:
        raise IllegalOrder("DC-CMD-10", "more_units_than_dice", chief=chief.id, units=number, most=most)
    if order.dice > most:
        raise IllegalOrder("DC-CMD-15", "too_many_dice", chief=chief.id, dice=order.dice, most=most)
    if 0 != order.dice < number:
        raise IllegalOrder("DC-CMD-13", "fewer_dice_than_units", dice=order.dice, units=number)
    return units


def active(state: State, side: str) -> Unit | None:
    """The Chief a side has activated last, as long as it holds the initiative by him (DC-CMD-30)."""
    return next((unit for unit in state.fielded(side) if state.marked(unit.id, ACTIVE)), None)


def check_active(state: State, side: str, chief_id: str) -> Unit:
    """The Chief, if he is the one now active: only he commands (DC-CMD-01, DC-CMD-30). Raises Refused."""
    chief, now = own_chief(state, side, chief_id), active(state, side)
    if now is None or now.id != chief.id:
        raise IllegalOrder("DC-CMD-30", "not_the_active_chief", unit=chief.id, chief=now.id if now else "")
    return chief


def lead(scn: Scenario, ledger: Ledger, side: str, order: Lead) -> None:
    """Let the active Chief command units: declare them, roll, share the dice out (DC-CMD-10 to 24)."""
    chief = check_active(ledger.state, side, order.chief)
    units = check_lead(scn, ledger.state, chief, order)
    declare(scn, ledger, chief, units, order.dice)


def declare(scn: Scenario, ledger: Ledger, chief: Unit, units: tuple[Unit, ...], dice: int) -> None:
    """Mark the units commanded, roll the Chief's own dice, go on to sharing them out (DC-CMD-03, DC-CMD-14).

    Without a number (0) he rolls as many as he may."""
    most = most_dice(scn, ledger.state, chief)
    number = dice or most
    _stay(ledger, chief)
    for unit in units:
        ledger.tell(ev.Marked(name=COMMANDED, on=unit.id, rule="DC-CMD-03"))
    named = tuple(unit.id for unit in units)
    ledger.note("command", "DC-CMD-12", chief=chief.id, units=named, dice=number, most=most)
    faces = ledger.pool("command", number, sides=chief["die"], rule="DC-CMD-14", by=chief.id)
    ledger.tell(ev.Pooled(pool=sharing.POOL, dice=faces, rule="DC-CMD-24"))
    sharing.rolled(scn, ledger, chief, units)


def _stay(ledger: Ledger, chief: Unit) -> None:
    """A Chief moves before he commands, never after (DC-MOV-02)."""
    if ledger.state.marked(chief.id, ORDERED):
        ledger.tell(ev.Unmarked(name=ORDERED, on=chief.id, rule="DC-MOV-02"))
    if ledger.state.selection is not None:
        ledger.tell(ev.Released(unit=ledger.state.selection.unit))


def groups(scn: Scenario, state: State, chief: Unit) -> tuple[tuple[str, ...], ...]:
    """Units a Chief may command together: each one alone, and for each the group that gathers round it, those
    nearest to it first, as many as he has dice (DC-CMD-06, DC-CMD-10)."""
    most = most_dice(scn, state, chief)
    units = [state.units[id_] for id_ in eligible(scn, state, chief)] if most > 0 else []
    found: dict[tuple[str, ...], None] = {(unit.id,): None for unit in units}
    for first in units:
        group: tuple[Unit, ...] = (first,)
        for unit in sorted(units, key=lambda u: (scn.grid.distance(first.place, u.place), u.id)):
            if unit not in group and len(group) < most and apart(scn, chief, (*group, unit)) is None:
                group = (*group, unit)
        found[tuple(sorted(unit.id for unit in group))] = None
    return tuple(found)


def leads(scn: Scenario, state: State, chief: Unit) -> tuple[Option, ...]:
    """The commands a Chief might give, with all his dice (DC-CMD-10, DC-CMD-12): not every set of units is
    listed."""
    most = most_dice(scn, state, chief)
    return tuple(
        Option(command=Lead(chief=chief.id, units=units, dice=most)) for units in groups(scn, state, chief)
    )
