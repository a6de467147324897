"""The Execution Phase (2.2; 6.2): the reveal, the six steps in fixed order, the turn end.

What belongs to one step takes effect together (AT-GEN-02).
"""

from __future__ import annotations

from collections.abc import Mapping

from engine.ledger import Ledger
from engine.scenario import Scenario
from engine.state import State
from engine.system import Procedure
from engine.systems.art_of_tactic import fatigue
from engine.systems.art_of_tactic.combat.after_melee import end_melees
from engine.systems.art_of_tactic.combat.facing import choose_enemies_to_face
from engine.systems.art_of_tactic.combat.melee import fight_melees
from engine.systems.art_of_tactic.combat.ranged_combat import fire_ranged_weapons, move_and_fire
from engine.systems.art_of_tactic.morale.flee_and_panic import flight_paths
from engine.systems.art_of_tactic.morale.pursue import pursuit_paths
from engine.systems.art_of_tactic.movement.movement_step import move_step
from engine.systems.art_of_tactic.movement.terrain import Path
from engine.systems.art_of_tactic.orders.parameters import written_path
from engine.systems.art_of_tactic.orders.reveal import reveal_orders
from engine.systems.art_of_tactic.orders.special_orders import carry_out_special_orders
from engine.systems.art_of_tactic.zones.defense_zone import turn_to_written_facing
from engine.systems.art_of_tactic.zones.kill_zone import mark_kill_zones


def defensive_orders(scn: Scenario, ledger: Ledger) -> None:
    """Procedure 1: facings, Defense Zones, Kill Zones (AT-DZ-02, AT-DZ-10)."""
    turn_to_written_facing(scn, ledger)
    mark_kill_zones(scn, ledger)


def movement_orders(scn: Scenario, ledger: Ledger) -> None:
    """Procedure 3: movement in lock-step, Move and Fire shots, then which enemies are faced (AT-MOV-02)."""
    fatigue.mark_tiring_orders(scn, ledger)
    paths = {**_written_paths(scn, ledger.state, "movement"), **pursuit_paths(scn, ledger.state)}
    move_step(scn, ledger, "movement", paths)
    move_and_fire(scn, ledger)
    choose_enemies_to_face(scn, ledger)


def melee_combat(scn: Scenario, ledger: Ledger) -> None:
    """Procedure 5: melee; at its end the exhausted surrender (AT-FAT-04, C-14)."""
    awarded = fight_melees(scn, ledger)
    fatigue.surrender_of_exhausted(scn, ledger, awarded)


def retreat_orders(scn: Scenario, ledger: Ledger) -> None:
    """Procedure 6: Retreat, Flee and Panic in lock-step (AT-MOR-35)."""
    fatigue.mark_tiring_orders(scn, ledger)
    paths = {**_written_paths(scn, ledger.state, "retreat"), **flight_paths(scn, ledger.state)}
    move_step(scn, ledger, "retreat", paths)


def turn_end(scn: Scenario, ledger: Ledger) -> None:
    """Procedure 7: ended contacts, winners that turn, duties to pursue; fatigue (R-04)."""
    end_melees(scn, ledger)
    fatigue.count_markers(scn, ledger)


def _written_paths(scn: Scenario, state: State, step: str) -> Mapping[str, Path]:
    """The paths written in the orders of a step, by unit id."""
    orders = {unit.id: state.orders.get(unit.id, {}) for unit in state.units_on_map()}
    return {
        unit_id: path
        for unit_id, order in orders.items()
        if order.get("order") in scn.chart("step_orders", step) and (path := written_path(order))
    }


STEPS: Mapping[str, Procedure] = {
    "reveal": reveal_orders,  # step 0
    "defensive": defensive_orders,
    "ranged": fire_ranged_weapons,  # step 2 (AT-RNG-02)
    "movement": movement_orders,
    "special": carry_out_special_orders,  # step 4 (AT-ORD-50 to -53)
    "melee": melee_combat,
    "retreat": retreat_orders,
    "turn_end": turn_end,
}


def settle(scn: Scenario, ledger: Ledger) -> None:
    """Give a position set up in mid-turn the facings and Kill Zones of its open orders (AT-DZ-02, AT-DZ-10).

    Once the turn ends neither is needed any more.
    """
    steps = tuple(STEPS)
    if ledger.state.phase in steps[steps.index("defensive") : steps.index("turn_end")]:
        defensive_orders(scn, ledger)
