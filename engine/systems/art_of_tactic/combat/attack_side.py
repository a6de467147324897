"""From which side of the defender an attack in melee comes: front, flank or rear (AT-MEL-05 to AT-MEL-11)."""

from __future__ import annotations

from engine.scenario import Scenario
from engine.state import State, Unit
from engine.systems.art_of_tactic.combat.engagement import opponents, strongest_first
from engine.systems.art_of_tactic.combat.modified_values import FLANK, FRONT
from engine.systems.art_of_tactic.directions import direction_to, facing, hexsides_clockwise
from engine.systems.art_of_tactic.marks import ENGAGED_AT_TURN_START, HIDDEN_AT_TURN_START, LATECOMER
from engine.systems.art_of_tactic.unit_card import order_of
from engine.systems.art_of_tactic.zones.defense_zone import has_defense_zone

ALL_AROUND_DEFENSE = "all_around_defense"


def attack_side(scn: Scenario, state: State, attacker: Unit, defender: Unit) -> str:
    """The side of the defender on which an attack falls: front, flank or rear."""
    if order_of(state, defender.id) == ALL_AROUND_DEFENSE:
        return side_on_chart(scn, attacker, defender, ALL_AROUND_DEFENSE)  # AT-MEL-08
    side = _side_by_facing(scn, state, attacker, defender)
    if side == FRONT and _attacks_out_of_ambush(scn, state, attacker, defender):
        return FLANK
    return side


def _side_by_facing(scn: Scenario, state: State, attacker: Unit, defender: Unit) -> str:
    """The side of the defender before All-Around Defense and ambushes are considered."""
    if has_defense_zone(scn, state, defender):
        side = defense_zone_side(scn, attacker, defender)
        if side == FRONT and not _has_frontal_place(scn, state, attacker, defender):
            return FLANK  # AT-MEL-11
        return side
    came_later = state.marked(defender.id, LATECOMER, attacker.id)  # AT-MEL-06, C-02
    if came_later or state.marked(defender.id, ENGAGED_AT_TURN_START):
        return side_on_chart(scn, attacker, defender, "normal")  # AT-MEL-05
    return FRONT  # AT-MEL-07


def defense_zone_side(scn: Scenario, attacker: Unit, defender: Unit) -> str:
    """The side on which a neighbour stands of a unit with a Defense Zone (AT-DZ-04)."""
    return side_on_chart(scn, attacker, defender, "defense_zone")


def side_on_chart(scn: Scenario, attacker: Unit, defender: Unit, row: str) -> str:
    """The side on which a neighbour stands, by a row of the facing chart ("normal", "defense_zone" ...)."""
    direction = direction_to(scn, defender, attacker.place)
    hexsides = hexsides_clockwise(scn.grid, facing(scn.grid, defender), direction)
    return next(str(side) for side, turns in scn.chart("facing", row).items() if hexsides in turns)


def _has_frontal_place(scn: Scenario, state: State, attacker: Unit, defender: Unit) -> bool:
    """Whether an attacker is among the strongest who fit in the front of a Defense Zone (AT-MEL-11, C-04)."""
    in_front = [e for e in opponents(scn, state, defender.id) if defense_zone_side(scn, e, defender) == FRONT]
    places = int(scn.chart("frontal_enemies", order_of(state, defender.id)))
    frontal = strongest_first(scn, state, defender, in_front)[:places]
    return attacker.id in [enemy.id for enemy in frontal]


def _attacks_out_of_ambush(scn: Scenario, state: State, attacker: Unit, defender: Unit) -> bool:
    """Whether an attacker hidden before this turn attacks through its Defense Zone (R-53)."""
    if not (state.marked(attacker.id, HIDDEN_AT_TURN_START) and has_defense_zone(scn, state, attacker)):
        return False
    return defense_zone_side(scn, defender, attacker) == FRONT
