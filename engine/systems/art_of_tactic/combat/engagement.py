"""Engagement (AT-MEL-01, -33, -34): which enemies are in melee, and which of them a unit faces."""

from __future__ import annotations

from collections.abc import Iterable

from engine.scenario import Scenario
from engine.state import State, Unit
from engine.systems.art_of_tactic.combat.modified_values import FRONT, attack_value
from engine.systems.art_of_tactic.marks import ENGAGED, FACES
from engine.systems.art_of_tactic.movement.terrain import slope_prevents_melee


def within_melee_reach(scn: Scenario, unit: Unit, other: Unit) -> bool:
    """Whether two units stand side by side where melee is possible (AT-MEL-33)."""
    if unit.hex is None or other.hex is None or not scn.grid.adjacent(unit.hex, other.hex):
        return False
    return not slope_prevents_melee(scn, unit.hex, other.hex)


def opponents(scn: Scenario, state: State, unit_id: str) -> tuple[Unit, ...]:
    """The enemies a unit is in contact with, by id: still beside it and on the map (AT-MEL-01, AT-MEL-34)."""
    unit = state.units[unit_id]
    enemies = (state.units[id_] for id_ in sorted(state.targets_of_mark(unit_id, ENGAGED)))
    return tuple(enemy for enemy in enemies if within_melee_reach(scn, unit, enemy))


def is_engaged(scn: Scenario, state: State, unit_id: str) -> bool:
    """Whether a unit has at least one contact (AT-MEL-01)."""
    return bool(opponents(scn, state, unit_id))


def adjacent_enemies(scn: Scenario, state: State, unit: Unit) -> list[Unit]:
    """The enemies within melee reach of a unit, in contact or not."""
    return [u for u in state.units_on_map() if u.side != unit.side and within_melee_reach(scn, unit, u)]


def faced_enemy(scn: Scenario, state: State, unit_id: str) -> Unit | None:
    """The enemy a unit faces and attacks, or None (AT-MEL-21)."""
    faced = state.targets_of_mark(unit_id, FACES)
    return next((enemy for enemy in opponents(scn, state, unit_id) if enemy.id in faced), None)


def strongest_first(scn: Scenario, state: State, unit: Unit, enemies: Iterable[Unit]) -> tuple[Unit, ...]:
    """Enemies in order of their total Attack Value against a unit, then of their ids (AT-MEL-13)."""
    return tuple(sorted(enemies, key=lambda e: (-attack_value(scn, state, e, unit, FRONT).total, e.id)))
