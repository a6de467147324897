"""Who is in melee with whom, from which side each attack comes, who is the strongest (rules file, 4.8)."""

from __future__ import annotations

from collections.abc import Iterable

from engine.scenario import Scenario
from engine.state import State, Unit
from engine.systems.art_of_tactic.board import facing, sheer
from engine.systems.art_of_tactic.card import order
from engine.systems.art_of_tactic.marks import ENGAGED, FACES, LAIN, LATECOMER, LOCKED
from engine.systems.art_of_tactic.values import FLANK, FRONT, attack
from engine.systems.art_of_tactic.zones import guards

ALL_AROUND = "all_around_defense"


def opponents(scn: Scenario, state: State, unit_id: str) -> tuple[Unit, ...]:
    """The enemies a unit is in contact with, by id: still beside it and on the map (AT-MEL-01, AT-MEL-34)."""
    unit = state.units[unit_id]
    others = (state.units[id_] for id_ in sorted(state.pointed(unit_id, ENGAGED)))
    return tuple(other for other in others if touching(scn, unit, other))


def touching(scn: Scenario, unit: Unit, other: Unit) -> bool:
    """Whether two units stand side by side where melee is possible (AT-MEL-33)."""
    if unit.hex is None or other.hex is None or not scn.grid.adjacent(unit.hex, other.hex):
        return False
    return not sheer(scn, unit.hex, other.hex)


def engaged(scn: Scenario, state: State, unit_id: str) -> bool:
    """Whether a unit has at least one contact (AT-MEL-01)."""
    return bool(opponents(scn, state, unit_id))


def faced(scn: Scenario, state: State, unit_id: str) -> Unit | None:
    """The enemy a unit faces and attacks, or None (AT-MEL-21)."""
    at = state.pointed(unit_id, FACES)
    return next((enemy for enemy in opponents(scn, state, unit_id) if enemy.id in at), None)


def strongest(scn: Scenario, state: State, unit: Unit, enemies: Iterable[Unit]) -> tuple[Unit, ...]:
    """The enemies in order of their total Attack Value against a unit, then of their ids (AT-MEL-13)."""
    return tuple(sorted(enemies, key=lambda e: (-attack(scn, state, e, unit, FRONT).total, e.id)))


def side(scn: Scenario, state: State, attacker: Unit, defender: Unit) -> str:
    """From which side of the defender an attack comes: front, flank or rear (AT-MEL-05 to AT-MEL-11).

    A front attack by a unit out of the ambush in which it lay before this turn is one on the flank (R-53).
    """
    if order(state, defender.id) == ALL_AROUND:
        return FRONT
    found = _met(scn, state, attacker, defender)
    return FLANK if found == FRONT and _pounces(scn, state, attacker, defender) else found


def _met(scn: Scenario, state: State, attacker: Unit, defender: Unit) -> str:
    """The side by the rules of facing alone."""
    if guards(scn, state, defender):
        found = geometry(scn, attacker, defender, "defense_zone")
        return FLANK if found == FRONT and _too_many(scn, state, attacker, defender) else found
    late = state.marked(defender.id, LATECOMER, attacker.id)
    if late or state.marked(defender.id, LOCKED):
        return geometry(scn, attacker, defender, "normal")
    return FRONT


def geometry(scn: Scenario, attacker: Unit, defender: Unit, kind: str) -> str:
    """The side of the defender on which a neighbour stands; kind "normal" or "defense_zone" (AT-DZ-04)."""
    ways = scn.grid.directions
    way = scn.grid.direction(defender.place, attacker.place)
    assert way is not None, f"{attacker.id} attacks {defender.id} from afar"
    turn = (ways.index(way) - ways.index(facing(scn.grid, defender))) % len(ways)
    return next(str(name) for name, turns in scn.chart("facing", kind).items() if turn in turns)


def _too_many(scn: Scenario, state: State, attacker: Unit, defender: Unit) -> bool:
    """Whether stronger enemies already take all the front a Defense Zone has (AT-MEL-11, C-04)."""
    before = [
        enemy
        for enemy in opponents(scn, state, defender.id)
        if geometry(scn, enemy, defender, "defense_zone") == FRONT
    ]
    room = int(scn.chart("frontal_enemies", order(state, defender.id)))
    return attacker.id not in [e.id for e in strongest(scn, state, defender, before)[:room]]


def _pounces(scn: Scenario, state: State, attacker: Unit, defender: Unit) -> bool:
    """Whether an attack comes out of an ambush, through its Defense Zone (R-53)."""
    if not (state.marked(attacker.id, LAIN) and guards(scn, state, attacker)):
        return False
    return geometry(scn, defender, attacker, "defense_zone") == FRONT
