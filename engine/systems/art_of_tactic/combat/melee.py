"""The Melee Combat step (AT-MEL-20 to AT-MEL-29, AT-MEL-31)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.ledger import Ledger
from engine.scenario import Scenario
from engine.state import State
from engine.systems.art_of_tactic.combat.attack_side import attack_side
from engine.systems.art_of_tactic.combat.attacks import Attack, roll_attack
from engine.systems.art_of_tactic.combat.casualties import Casualties, take_off
from engine.systems.art_of_tactic.combat.engagement import faced_enemy
from engine.systems.art_of_tactic.combat.modified_values import FRONT, REAR, attack_value, defense
from engine.systems.art_of_tactic.combat.removal import DESTROYED, remove
from engine.systems.art_of_tactic.morale.fortitude_tests import (
    FortitudeTest,
    casualty_tests,
    general_staff_tests,
    take_tests_without_honor,
)
from engine.systems.art_of_tactic.morale.honor import Win, award_honor, wins_over
from engine.systems.art_of_tactic.unit_card import units_by_id

Sides = Mapping[tuple[str, str], str]
"""Ids of attacker and target: the side of the target from which the attack comes."""


def fight_melees(scn: Scenario, ledger: Ledger) -> frozenset[str]:
    """All engaged units attack, simultaneously (6.2, step 5); the units that won an Honor Marker.

    Honor is awarded after all tests of the fight, so that it helps in none of them (C-14).
    """
    sides = _attack_sides(scn, ledger.state)
    before = take_tests_without_honor(scn, ledger, _flank_and_rear_tests(sides), "before")  # AT-MEL-20
    attacks = _attacks(scn, ledger.state, sides)  # AT-MEL-21, AT-MEL-22
    casualties = [_roll(scn, ledger, attack) for attack in attacks]  # AT-MEL-23 to AT-MEL-25
    return award_honor(scn, ledger, before.wins | resolve_casualties(scn, ledger, casualties))  # AT-MEL-31


def resolve_casualties(scn: Scenario, ledger: Ledger, casualties: Sequence[Casualties]) -> frozenset[Win]:
    """Take off the casualties of all melees, then take the tests (AT-MEL-28, AT-MEL-29); who wins Honor."""
    destroyed = take_off(ledger, casualties)  # AT-MEL-28
    wins = wins_over(scn, ledger.state, destroyed)
    remove(ledger, destroyed, DESTROYED, "AT-GEN-09")
    staff_tests = general_staff_tests(scn, ledger, destroyed)  # AT-MOR-16
    tests = [*casualty_tests(casualties), *staff_tests]
    return wins | take_tests_without_honor(scn, ledger, tests, "after").wins  # AT-MEL-29


def _attack_sides(scn: Scenario, state: State) -> Sides:
    """The attacks to be made: one by each engaged unit, on the enemy it faces (AT-MEL-21)."""
    sides = {}
    for unit in units_by_id(state):
        enemy = faced_enemy(scn, state, unit.id)
        if enemy is not None:
            sides[unit.id, enemy.id] = attack_side(scn, state, unit, enemy)
    return sides


def _flank_and_rear_tests(sides: Sides) -> list[FortitudeTest]:
    """One test for every unit attacked in flank or rear; a rear attack counts first (AT-MOR-14)."""
    causes: dict[str, str] = {}
    for (_, target), side in sides.items():
        if side == REAR or (side != FRONT and target not in causes):
            causes[target] = side
    return [FortitudeTest(unit=unit, cause=side) for unit, side in causes.items()]


def _attacks(scn: Scenario, state: State, sides: Sides) -> Sequence[Attack]:
    """The attacks between units still on the map, with their values (AT-MEL-22, AT-MEL-23, AT-MEL-26)."""
    return [
        Attack(
            kind="melee",
            unit=unit,
            target=target,
            side=side,
            value=attack_value(scn, state, unit, target, side),
            defense=defense(scn, state, target),
            dice=unit["figures"] * unit["dice"],
        )
        for (unit_id, target_id), side in sides.items()
        if (unit := state.units[unit_id]).hex and (target := state.units[target_id]).hex
    ]


def _roll(scn: Scenario, ledger: Ledger, attack: Attack) -> Casualties:
    """Roll one attack of the step."""
    return roll_attack(scn, ledger, attack, "0", note="melee", dice_rule="AT-MEL-23", hits_rule="AT-MEL-24")
