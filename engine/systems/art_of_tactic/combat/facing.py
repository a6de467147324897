"""Whom each engaged unit faces, and so attacks (AT-MEL-03, -04, -09, -10, -12)."""

from __future__ import annotations

from engine import events as ev
from engine.ledger import Ledger
from engine.scenario import Scenario
from engine.state import State, Unit
from engine.systems.art_of_tactic.combat.attack_side import defense_zone_side
from engine.systems.art_of_tactic.combat.engagement import (
    faced_enemy,
    is_engaged,
    opponents,
    strongest_first,
)
from engine.systems.art_of_tactic.combat.modified_values import FRONT
from engine.systems.art_of_tactic.directions import direction_to, turn
from engine.systems.art_of_tactic.marks import FACES, LATECOMER
from engine.systems.art_of_tactic.unit_card import order_of, units_by_id
from engine.systems.art_of_tactic.zones.defense_zone import has_defense_zone


def choose_enemies_to_face(scn: Scenario, ledger: Ledger) -> None:
    """Let every engaged unit that faces no enemy choose the one it will attack (AT-MEL-03, -04)."""
    state = ledger.state
    for unit in units_by_id(state):
        if is_engaged(scn, state, unit.id) and faced_enemy(scn, state, unit.id) is None:
            face_enemy(scn, ledger, unit, _choice(scn, state, unit))


def _choice(scn: Scenario, state: State, unit: Unit) -> Unit:
    """The enemy that a newly engaged unit faces."""
    enemies = opponents(scn, state, unit.id)
    if has_defense_zone(scn, state, unit):  # AT-MEL-10, AT-MEL-12, C-04
        in_front = [enemy for enemy in enemies if defense_zone_side(scn, enemy, unit) == FRONT]
        return strongest_first(scn, state, unit, in_front or enemies)[0]
    first = [e for e in enemies if not state.marked(unit.id, LATECOMER, e.id)] or list(enemies)  # C-02
    if order_of(state, unit.id) == "assault":  # AT-MEL-09
        for enemy in first:
            if enemy.id == state.orders[unit.id].get("target"):
                return enemy
    return strongest_first(scn, state, unit, first)[0]  # AT-MEL-04


def face_enemy(scn: Scenario, ledger: Ledger, unit: Unit, enemy: Unit) -> None:
    """Make a unit face an enemy, and turn it there unless it has a Defense Zone (AT-MEL-03, C-04)."""
    for old in sorted(ledger.state.targets_of_mark(unit.id, FACES) - {enemy.id}):
        ledger.tell(ev.Unmarked(name=FACES, on=unit.id, to=old, rule="AT-MEL-34"))
    ledger.tell(ev.Marked(name=FACES, on=unit.id, to=enemy.id, rule="AT-MEL-03"))
    if not has_defense_zone(scn, ledger.state, unit):
        turn_towards(scn, ledger, unit, enemy)


def turn_towards(scn: Scenario, ledger: Ledger, unit: Unit, enemy: Unit) -> None:
    """Turn a unit towards an adjacent enemy (AT-MEL-03)."""
    turn(scn, ledger, unit, direction_to(scn, unit, enemy.place), "AT-MEL-03")
