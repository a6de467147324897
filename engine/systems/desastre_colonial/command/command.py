"""Commanding units: which ones, with how many dice (DC-CMD-01 to 15, DC-CAP-03, DC-CAP-04)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations

from engine import events as ev
from engine.commands import Lead
from engine.errors import IllegalOrder, Refused
from engine.hexes import Hex
from engine.ledger import Ledger
from engine.rules import order_checks
from engine.scenario import Scenario
from engine.state import State, Unit
from engine.system import Option
from engine.systems.desastre_colonial.command import dice_sharing
from engine.systems.desastre_colonial.general.marks import ACTIVATED, ACTIVE, BURDEN, COMMANDED, DONE, ORDERED
from engine.systems.desastre_colonial.general.values import is_chief, troops

AUTONOMOUS = "autonomous"
KEPT = "kept"
"""Track: how often the initiative was kept in this run (DC-CMD-16)."""
SPENT = frozenset({COMMANDED, ACTIVATED, DONE})
"""The marks of a unit that can no longer be commanded (DC-CMD-04)."""
CONFUSION, CHAOS = "2", "3"
"""Cards 2.5 and 3.5, as the mark BURDEN names them on a Chief (5.11)."""


def own(state: State, side: str, unit_id: str) -> Unit:
    """A unit or Chief of this side on the map. Raises NotOnTable, NotYours or IllegalOrder."""
    unit = order_checks.own_unit(state, side, unit_id)
    order_checks.hex_on_map(unit, "DC-GEN-01")
    return unit


def own_chief(state: State, side: str, chief_id: str) -> Unit:
    """A Chief of this side on the map (DC-CMD-01). Raises NotOnTable, NotYours or IllegalOrder."""
    chief = own(state, side, chief_id)
    if not is_chief(chief):
        raise IllegalOrder("DC-CMD-01", "not_a_chief", unit=chief_id)
    return chief


def most_dice(scn: Scenario, state: State, chief: Unit) -> int:
    """The most dice a Chief may roll: their staff, minus one each time the initiative was kept in this run,
    by any Chief (DC-CMD-15, DC-CMD-16, DC-CMD-31); one less for card 3.5, but at least one."""
    most = chief["staff"] - int(scn.chart("command", "keep_penalty")) * state.tracks.get(KEPT, 0)
    if CHAOS in (state.targets_of_mark(chief.id, BURDEN) | state.targets_of_mark(chief.side, BURDEN)):
        return max(int(scn.chart("drame", "least")), most - int(scn.chart("drame", "penalty", CHAOS)))
    return most


def radius(scn: Scenario, chief: Unit, unit: Unit) -> int:
    """Hexes within which a Chief may command a unit: their radius, twice that for an autonomous unit
    (DC-CMD-05, DC-CAP-03)."""
    times = int(scn.chart("command", "autonomous_radius")) if AUTONOMOUS in unit.traits else 1
    return chief["radius"] * times


def reach(scn: Scenario, state: State, chief: Unit, steps: int) -> frozenset[Hex]:
    """The hexes up to so many steps from a Chief on a path around enemy units; lone enemy Chiefs do not block
    it (DC-CMD-07 to 09)."""
    blocked = {unit.place for unit in troops(state, scn.enemy(chief.side))}
    reached = {chief.place}
    edge = reached
    for _ in range(steps):
        neighbours = {to for hex_ in edge for to in scn.grid.neighbours(hex_).values()}
        edge = neighbours - blocked - reached
        reached = reached | edge
    return frozenset(reached)


def barred(scn: Scenario, state: State, chief: Unit, unit: Unit) -> Refused | None:
    """Why a Chief may not command a unit, apart from the others commanded with it; or None."""
    if is_chief(unit):
        return IllegalOrder("DC-CMD-01", "chief_not_commanded", unit=unit.id)
    if SPENT & state.marks_on(unit.id):
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
    """Every unit of a Chief's side on the map, with why they may not command it, or None (DC-CMD-04 to
    09)."""
    return {unit.id: barred(scn, state, chief, unit) for unit in troops(state, chief.side)}


def eligible(scn: Scenario, state: State, chief: Unit) -> tuple[str, ...]:
    """The units a Chief may command, each on its own (DC-CMD-04 to 09)."""
    return tuple(id_ for id_, refusal in candidates(scn, state, chief).items() if refusal is None)


def too_far_apart(scn: Scenario, chief: Unit, units: Sequence[Unit]) -> Refused | None:
    """Why units may not be commanded together, or None: a pair, autonomous units not counted, is farther
    apart than the Chief's radius (DC-CMD-06, DC-CAP-04)."""
    counted = [unit for unit in units if AUTONOMOUS not in unit.traits]
    for one, other in combinations(counted, 2):
        away = scn.grid.distance(one.place, other.place)
        if away > chief["radius"]:
            facts = {"unit": one.id, "other": other.id, "chief": chief.id}
            return IllegalOrder("DC-CMD-06", "too_far_apart", **facts, away=away, radius=chief["radius"])
    return None


def check_lead(scn: Scenario, state: State, chief: Unit, order: Lead) -> tuple[Unit, ...]:
    """The units of an order to command. Raises Refused unless the Chief may command all of them together,
    with so many dice (DC-CMD-01 to 13)."""
    units = tuple(own(state, chief.side, id_) for id_ in dict.fromkeys(order.units))
    for unit in units:
        refusal = barred(scn, state, chief, unit)
        if refusal is not None:
            raise refusal
    refusal = too_far_apart(scn, chief, units)
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
    """The Chief a side activated last, as long as it holds the initiative through them (DC-CMD-30)."""
    return next((unit for unit in state.units_on_map(side) if state.marked(unit.id, ACTIVE)), None)


def check_active(state: State, side: str, chief_id: str) -> Unit:
    """The Chief of that id. Raises Refused unless that is the active one, who alone commands (DC-CMD-30)."""
    chief, now = own_chief(state, side, chief_id), active(state, side)
    if now is None or now.id != chief.id:
        raise IllegalOrder("DC-CMD-30", "not_the_active_chief", unit=chief.id, chief=now.id if now else "")
    return chief


def lead(scn: Scenario, ledger: Ledger, side: str, order: Lead) -> None:
    """Have the active Chief command units (DC-CMD-10 to 24)."""
    chief = check_active(ledger.state, side, order.chief)
    units = check_lead(scn, ledger.state, chief, order)
    command(scn, ledger, chief, units, order.dice)


def command(scn: Scenario, ledger: Ledger, chief: Unit, units: tuple[Unit, ...], dice: int) -> None:
    """Mark the units commanded and roll the Chief's own die type, with as many dice as allowed where `dice`
    is 0 (DC-CMD-03, DC-CMD-12, DC-CMD-14)."""
    most = most_dice(scn, ledger.state, chief)
    number = dice or most
    _end_move(ledger, chief)
    for unit in units:
        ledger.tell(ev.Marked(name=COMMANDED, on=unit.id, rule="DC-CMD-03"))
    unit_ids = tuple(unit.id for unit in units)
    ledger.note("command", "DC-CMD-12", chief=chief.id, units=unit_ids, dice=number, most=most)
    faces = ledger.pool("command", number, sides=chief["die"], rule="DC-CMD-14", by=chief.id)
    ledger.tell(ev.Pooled(pool=dice_sharing.POOL, dice=faces, rule="DC-CMD-24"))
    dice_sharing.begin(scn, ledger, chief, units)


def _end_move(ledger: Ledger, chief: Unit) -> None:
    """A Chief moves before commanding, never after (DC-MOV-02)."""
    if ledger.state.marked(chief.id, ORDERED):
        ledger.tell(ev.Unmarked(name=ORDERED, on=chief.id, rule="DC-MOV-02"))
    if ledger.state.selection is not None:
        ledger.tell(ev.Released(unit=ledger.state.selection.unit))


def groups(scn: Scenario, state: State, chief: Unit) -> tuple[tuple[str, ...], ...]:
    """Groups of units a Chief may command together: each unit alone, and each with those nearest to it, as
    many as there are dice (DC-CMD-06, DC-CMD-10)."""
    most = most_dice(scn, state, chief)
    units = [state.units[id_] for id_ in eligible(scn, state, chief)] if most > 0 else []
    members: dict[tuple[str, ...], None] = {(unit.id,): None for unit in units}
    for first in units:
        group: tuple[Unit, ...] = (first,)
        for unit in sorted(units, key=lambda u: (scn.grid.distance(first.place, u.place), u.id)):
            if unit not in group and len(group) < most and too_far_apart(scn, chief, (*group, unit)) is None:
                group = (*group, unit)
        members[tuple(sorted(unit.id for unit in group))] = None
    return tuple(members)


def leads(scn: Scenario, state: State, chief: Unit) -> tuple[Option, ...]:
    """Commands a Chief may give with all dice, not every possible one (DC-CMD-10, DC-CMD-12)."""
    most = most_dice(scn, state, chief)
    return tuple(
        Option(command=Lead(chief=chief.id, units=units, dice=most)) for units in groups(scn, state, chief)
    )
