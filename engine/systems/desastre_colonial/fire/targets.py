"""Which units may fire, and at which targets: arcs, ranges, line of fire (DC-FIR-02 to 10)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.errors import IllegalOrder, Refused
from engine.hexes import Hex
from engine.rules import order_checks
from engine.rules.fire import check_visible
from engine.rules.line_of_sight import in_reach
from engine.scenario import Scenario
from engine.state import State, Unit
from engine.systems.desastre_colonial.general import engagements
from engine.systems.desastre_colonial.general.marks import ACTIVATED, FIRED, SHOT_AT, SQUARE
from engine.systems.desastre_colonial.general.values import bases, is_chief, troops, weapon, weapon_range
from engine.systems.desastre_colonial.terrain import sight

OBSTACLES = ("already_fired", "not_in_arc", "out_of_range", "hidden_by_weather", "no_line_of_sight")
"""The reasons why a base cannot fire at a target, from the one nearest to the base to the farthest."""


def arc(scn: Scenario, state: State, unit: Unit, base: str) -> frozenset[Hex]:
    """The hexes of the map in the arc of a base, at any distance (DC-FIR-06, DC-FIR-07).

    In line the arc is the cone between the two directions beside the vertex that the base faces; in square
    it is the cone of the three directions about the hexside.
    """
    facing, square = unit.facing[base], state.marked(unit.id, SQUARE)

    def cone() -> frozenset[Hex]:
        directions, whole_map = scn.grid.directions, scn.grid.columns + scn.grid.rows
        three = scn.grid.fan(unit.place, directions[facing], whole_map)
        if square:
            return three
        return three & scn.grid.fan(unit.place, directions[(facing + 1) % len(directions)], whole_map)

    return scn.cached(("arc", unit.place, facing, square), cone)


# --- checks -------------------------------------------------------------------------------------------------


def check_unit(scn: Scenario, state: State, unit: Unit) -> None:
    """Raises IllegalOrder unless a unit may fire at all (DC-FIR-02 to 04)."""
    if is_chief(unit) or weapon(scn, unit) is None:
        raise IllegalOrder("DC-FIR-02", "no_weapon", unit=unit.id)
    if ACTIVATED not in state.marks_on(unit.id):
        raise IllegalOrder("DC-FIR-02", "not_activated", unit=unit.id)
    enemy = engagements.target_of(state, unit)
    if enemy:
        raise IllegalOrder("DC-FIR-03", "fire_when_engaged", unit=unit.id, target=enemy)
    if all(state.marked(unit.id, FIRED, base) for base in bases(unit)):
        raise IllegalOrder("DC-FIR-04", "already_fired", unit=unit.id)


def check_shot(scn: Scenario, state: State, unit: Unit, base: str, target: Unit) -> None:
    """Raises IllegalOrder unless a base of a unit that may fire can fire at a target (DC-FIR-04 to 08)."""
    facts = {"unit": unit.id, "base": base, "target": target.id, "hex": target.place}
    away, reach = scn.grid.distance(unit.place, target.place), weapon_range(scn, unit)
    if state.marked(unit.id, FIRED, base):
        raise IllegalOrder("DC-FIR-04", "already_fired", **facts)
    if target.place not in arc(scn, state, unit, base):
        raise IllegalOrder("DC-FIR-05", "not_in_arc", **facts)
    if away > reach:
        raise IllegalOrder("DC-FIR-08", "out_of_range", **facts, away=away, range=reach)
    check_visible(scn, state, unit, target)
    blocking = sight.blocked(scn, state, unit.place, target.place)
    if blocking:
        raise IllegalOrder("DC-FIR-08", "no_line_of_sight", **facts, by=blocking)


def check_target(scn: Scenario, state: State, side: str, target_id: str) -> Unit:
    """The unit to fire at. Raises NotOnTable, or IllegalOrder unless it may be named now (DC-FIR-10)."""
    target, _ = order_checks.enemy_unit(state, side, target_id, "DC-FIR-09", "DC-FIR-26", "DC-FIR-08")
    if is_chief(target):
        raise IllegalOrder("DC-GEN-11", "chief_is_no_unit", unit=target_id)
    if state.marked(target_id, SHOT_AT):
        raise IllegalOrder("DC-FIR-10", "target_named_before", target=target_id)
    return target


def refusal_of_unit(scn: Scenario, state: State, unit: Unit) -> Refused | None:
    """Why a unit may not fire at all, or None (DC-FIR-02 to 04)."""
    return order_checks.refusal(check_unit, scn, state, unit)


def refusal_of_base(scn: Scenario, state: State, unit: Unit, base: str, target: Unit) -> Refused | None:
    """Why a base cannot fire at a target, or None (DC-FIR-04 to 08)."""
    return order_checks.refusal(check_shot, scn, state, unit, base, target)


def most_telling(refusals: Sequence[Refused]) -> Refused | None:
    """Of the refusals of several bases, the one whose obstacle is nearest to the target; None of none."""
    return max(refusals, key=lambda refusal: OBSTACLES.index(refusal.reason), default=None)


# --- lists --------------------------------------------------------------------------------------------------


def able_bases(scn: Scenario, state: State, unit: Unit, target: Unit) -> tuple[str, ...]:
    """The bases of a unit that can fire at a target now."""
    if refusal_of_unit(scn, state, unit) is not None or state.marked(target.id, SHOT_AT):
        return ()
    return tuple(base for base in bases(unit) if refusal_of_base(scn, state, unit, base, target) is None)


def targets(scn: Scenario, state: State, unit_id: str) -> tuple[Unit, ...]:
    """The enemy units that some base of a unit can fire at now (DC-FIR-05, DC-FIR-08, DC-FIR-09)."""
    return state.cached(("fire targets", unit_id), lambda: _targets(scn, state, state.units[unit_id]))


def _targets(scn: Scenario, state: State, unit: Unit) -> tuple[Unit, ...]:
    if unit.hex is None or refusal_of_unit(scn, state, unit) is not None:
        return ()
    return tuple(enemy for enemy in in_range(scn, state, unit) if able_bases(scn, state, unit, enemy))


def in_range(scn: Scenario, state: State, unit: Unit) -> Iterator[Unit]:
    """The enemy units within the range of a unit's weapon, in sight or not."""
    reach = in_reach(scn, state, weapon_range(scn, unit))
    enemies = troops(state, scn.enemy(unit.side))
    return (enemy for enemy in enemies if scn.grid.distance(unit.place, enemy.place) <= reach)


def why_silent(scn: Scenario, state: State, unit: Unit) -> str:
    """The reason why a unit may not fire at all now, "" when it may (DC-FIR-02 to 04)."""
    refusal = refusal_of_unit(scn, state, unit)
    return "" if refusal is None else refusal.reason


def why_not_at(scn: Scenario, state: State, unit: Unit, target: Unit) -> str:
    """The reason why no base of a unit can fire at a target, "" when a base can; whether or not the unit may
    fire at all (DC-FIR-04 to 10)."""
    if state.marked(target.id, SHOT_AT):
        return "target_named_before"
    refusals = [refusal_of_base(scn, state, unit, base, target) for base in bases(unit)]
    refusal = most_telling([refusal for refusal in refusals if refusal is not None])
    return "" if None in refusals or refusal is None else refusal.reason
