"""After melee: contacts that ended, winners that turn to the next enemy or pursue (AT-MEL-30 to -34)."""

from __future__ import annotations

from dataclasses import dataclass

from engine import events as ev
from engine.ledger import Ledger
from engine.scenario import Scenario
from engine.state import State, Unit
from engine.systems.art_of_tactic.combat.engagement import (
    adjacent_enemies,
    faced_enemy,
    opponents,
    strongest_first,
)
from engine.systems.art_of_tactic.combat.facing import choose_enemies_to_face, face_enemy, turn_towards
from engine.systems.art_of_tactic.marks import ENGAGED, FACES
from engine.systems.art_of_tactic.morale import pursue
from engine.systems.art_of_tactic.unit_card import SHAKEN, order_of, units_by_id

LEAVING_ORDERS = ("flee", "panic", "retreat")  # units with these seek no enemy


@dataclass(frozen=True, slots=True, kw_only=True)
class _Separation:
    """The contacts of a unit that ended this turn (AT-MEL-34): ids of enemies, and of those it faced."""

    unit: Unit
    former_opponents: frozenset[str]
    faced: frozenset[str]


def end_melees(scn: Scenario, ledger: Ledger) -> None:
    """End contacts, turn winners to their next enemies, order pursuits (6.2, step 7)."""
    pursue.end_duties_at_turn_end(ledger)
    before = ledger.state
    separations = [_separation(scn, before, unit) for unit in units_by_id(before)]
    for separation in separations:
        _end_contacts(ledger, separation)
    for separation in separations:
        if separation.faced and not _is_leaving(before, separation.unit):
            _turn_to_next_enemy(scn, ledger, before, separation.unit)
    choose_enemies_to_face(scn, ledger)
    _turn_to_faced_enemies(scn, ledger)
    for separation in separations:
        unit = ledger.state.units[separation.unit.id]
        if unit["morale"] < SHAKEN and not _is_leaving(ledger.state, unit):
            pursue.order_pursuit(
                scn,
                ledger,
                unit,
                former_opponents=separation.former_opponents,
                faced=separation.faced,
            )


def _separation(scn: Scenario, state: State, unit: Unit) -> _Separation:
    """The contacts of a unit with enemies that it no longer touches (AT-MEL-34)."""
    remaining = {enemy.id for enemy in opponents(scn, state, unit.id)}
    return _Separation(
        unit=unit,
        former_opponents=state.targets_of_mark(unit.id, ENGAGED) - remaining,
        faced=state.targets_of_mark(unit.id, FACES) - remaining,
    )


def _end_contacts(ledger: Ledger, separation: _Separation) -> None:
    """Remove the marks of the contacts that ended (AT-MEL-34)."""
    for name, enemies in ((ENGAGED, separation.former_opponents), (FACES, separation.faced)):
        for enemy in sorted(enemies):
            ledger.tell(ev.Unmarked(name=name, on=separation.unit.id, to=enemy, rule="AT-MEL-34"))


def _is_leaving(state: State, unit: Unit) -> bool:
    """Whether a unit's order takes it out of melee."""
    return order_of(state, unit.id) in LEAVING_ORDERS


def _turn_to_next_enemy(scn: Scenario, ledger: Ledger, before: State, unit: Unit) -> None:
    """Put a unit whose opponent is gone in contact with the strongest enemy beside it (AT-MEL-30, -32)."""
    enemies = strongest_first(scn, before, unit, adjacent_enemies(scn, before, unit))
    if not enemies:
        return
    enemy = enemies[0]
    for on, to in ((unit.id, enemy.id), (enemy.id, unit.id)):
        if not ledger.state.marked(on, ENGAGED, to):
            ledger.tell(ev.Marked(name=ENGAGED, on=on, to=to, rule="AT-MEL-30"))
    face_enemy(scn, ledger, unit, enemy)
    ledger.note("turned", "AT-MEL-30", unit=unit.id, target=enemy.id)


def _turn_to_faced_enemies(scn: Scenario, ledger: Ledger) -> None:
    """Turn every engaged unit towards the enemy it faces, one with a Defense Zone as well (AT-MEL-12)."""
    for unit in units_by_id(ledger.state):
        enemy = faced_enemy(scn, ledger.state, unit.id)
        if enemy is not None:
            turn_towards(scn, ledger, unit, enemy)
