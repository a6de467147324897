"""Ranged combat by order: Fire Ranged Weapons and Move and Fire (AT-RNG, AT-ORD-30, AT-ORD-44)."""

from __future__ import annotations

from engine.ledger import Ledger
from engine.scenario import Scenario
from engine.state import State, Unit
from engine.systems.art_of_tactic.combat.engagement import is_engaged
from engine.systems.art_of_tactic.combat.line_of_sight import in_sight
from engine.systems.art_of_tactic.combat.shots import FIRE, MOVE_AND_FIRE, Shot, shoot
from engine.systems.art_of_tactic.unit_card import order_of, units_by_id


def fire_ranged_weapons(scn: Scenario, ledger: Ledger) -> None:
    """Step 2: all Fire Ranged Weapons orders, simultaneously (AT-RNG-02)."""
    shots = _shots_at_written_targets(scn, ledger, "fire_ranged_weapons")
    shoot(scn, ledger, shots, FIRE, "0")


def move_and_fire(scn: Scenario, ledger: Ledger) -> None:
    """The shots of units that end a Move and Fire out of contact, simultaneously (AT-ORD-44, R-20)."""
    shots = _shots_at_written_targets(scn, ledger, "move_and_fire")
    shoot(scn, ledger, shots, MOVE_AND_FIRE, "end")


def _shots_at_written_targets(scn: Scenario, ledger: Ledger, order: str) -> list[Shot]:
    """The shots that an order can make now; a unit that cannot shoot holds its fire and spends nothing."""
    state = ledger.state
    shots = []
    for unit in units_by_id(state):
        if order_of(state, unit.id) != order:
            continue
        target = state.units[state.orders[unit.id]["target"]]
        rule, reason = hindrance(scn, state, unit, target)
        if reason:
            ledger.note("held_fire", rule, unit=unit.id, target=target.id, reason=reason)
        else:
            shots.append(Shot(unit=unit, target=target))
    return shots


def hindrance(scn: Scenario, state: State, unit: Unit, target: Unit) -> tuple[str, str]:
    """The rule and the reason why a unit cannot shoot at its target; two empty strings when it can."""
    if is_engaged(scn, state, unit.id):
        return "AT-RNG-11", "in_melee"
    if target.hex is None:
        return "AT-RNG-01", "target_gone"
    if unit["ammo"] < 1:
        return "AT-RNG-01", "no_ammunition"
    if is_engaged(scn, state, target.id):
        return "AT-RNG-11", "target_in_melee"
    if scn.grid.distance(unit.place, target.hex) > unit["range"]:
        return "AT-RNG-05", "out_of_range"
    return ("", "") if in_sight(scn, state, unit, target) else ("AT-RNG-06", "out_of_sight")
