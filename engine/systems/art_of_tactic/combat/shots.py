"""Shots: Firepower, ammunition, casualties and tests (AT-RNG-02 to AT-RNG-04, AT-RNG-13)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from engine import events as ev
from engine.ledger import Ledger
from engine.scenario import Scenario
from engine.state import State, Unit
from engine.systems.art_of_tactic.combat.attacks import Attack, roll_attack
from engine.systems.art_of_tactic.combat.casualties import Casualties, take_off
from engine.systems.art_of_tactic.combat.modified_values import FRONT, defense, firepower
from engine.systems.art_of_tactic.combat.removal import DESTROYED, remove
from engine.systems.art_of_tactic.morale.fortitude_tests import (
    FortitudeTest,
    casualty_tests,
    casualty_tests_by_shooter,
    general_staff_tests,
    take_tests,
)

FIRE, MOVE_AND_FIRE, KILL_ZONE = "fire", "move_and_fire", "kill_zone"
_RULES = {FIRE: "AT-RNG-03", MOVE_AND_FIRE: "AT-ORD-44", KILL_ZONE: "AT-DZ-12"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Shot:
    """A unit that shoots, and its target."""

    unit: Unit
    target: Unit


def shoot(scn: Scenario, ledger: Ledger, shots: Sequence[Shot], kind: str, substep: str) -> None:
    """Simultaneous shots by order; each unit hurt takes one test for all of them (AT-RNG-02, AT-RNG-13)."""
    casualties = _casualties(scn, ledger, shots, kind, substep)
    resolve_casualties(scn, ledger, casualties, casualty_tests(casualties), substep)


def shoot_into_kill_zones(
    scn: Scenario, ledger: Ledger, shots: Sequence[Shot], substep: str
) -> tuple[FortitudeTest, ...]:
    """Simultaneous shots into Kill Zones, with one test for each that hurt (AT-DZ-17, R-51); failed tests."""
    casualties = _casualties(scn, ledger, shots, KILL_ZONE, substep)
    return resolve_casualties(scn, ledger, casualties, casualty_tests_by_shooter(casualties), substep)


def _casualties(
    scn: Scenario, ledger: Ledger, shots: Sequence[Shot], kind: str, substep: str
) -> list[Casualties]:
    """Roll simultaneous shots, all worked out on the position before the first (AT-RNG-02)."""
    attacks = [_attack(scn, ledger.state, shot, kind) for shot in shots]
    casualties = []
    for attack in attacks:
        _spend_ammunition(scn, ledger, attack.unit)
        rule = _RULES[kind]
        casualties.append(
            roll_attack(scn, ledger, attack, substep, note="shot", dice_rule=rule, hits_rule=rule)
        )
    return casualties


def _attack(scn: Scenario, state: State, shot: Shot, kind: str) -> Attack:
    """A shot with its Firepower, its dice and the Defense of its target (AT-RNG-03, AT-RNG-14)."""
    return Attack(
        kind=kind,
        unit=shot.unit,
        target=shot.target,
        side=FRONT,
        value=firepower(scn, state, shot.unit),
        defense=defense(scn, state, shot.target),
        dice=shot.unit["figures"] * shot.unit["fire_dice"],
    )


def _spend_ammunition(scn: Scenario, ledger: Ledger, unit: Unit) -> None:
    """Take the ammunition of one ranged attack; only the unit's own side is told (AT-RNG-04, R-08)."""
    left = max(0, unit["ammo"] - int(scn.chart("ammo_spent")))
    ledger.tell(
        ev.Changed(unit=unit.id, value="ammo", was=unit["ammo"], now=left, rule="AT-RNG-04", only=unit.side)
    )


def resolve_casualties(
    scn: Scenario,
    ledger: Ledger,
    casualties: Sequence[Casualties],
    tests: Iterable[FortitudeTest],
    substep: str,
) -> tuple[FortitudeTest, ...]:
    """Take off the casualties, remove units without figures, take the tests; those failed (AT-MOR-11)."""
    destroyed = take_off(ledger, casualties)
    remove(ledger, destroyed, DESTROYED, "AT-GEN-09")
    staff_tests = general_staff_tests(scn, ledger, destroyed)
    return take_tests(scn, ledger, [*tests, *staff_tests], substep)
