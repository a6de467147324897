"""The Execution Phase (6.2), steps 1 to 7: each a function of the table alone, which holds all orders."""

from __future__ import annotations

from collections.abc import Mapping

from engine.hexes import Hex
from engine.ledger import Ledger
from engine.scenario import Scenario
from engine.state import State
from engine.systems.art_of_tactic import aftermath, fatigue, fire, flight, melee, moving, reveal


def defensive(scn: Scenario, ledger: Ledger) -> None:
    """Step 1: facings, Defense Zones, Kill Zones (AT-DZ-02, AT-DZ-10)."""
    reveal.turn(scn, ledger)
    fire.aim(scn, ledger)


def movement(scn: Scenario, ledger: Ledger) -> None:
    """Step 3: all movement orders in lock-step, shots after them, then whom everybody faces (AT-MOV-02)."""
    fatigue.exert(scn, ledger)
    paths = {**_written(scn, ledger.state, "movement"), **flight.pursuit_paths(scn, ledger.state)}
    moving.move_step(scn, ledger, "movement", paths)
    fire.move_and_fire(scn, ledger)
    melee.choose_targets(scn, ledger)


def fighting(scn: Scenario, ledger: Ledger) -> None:
    """Step 5: melee; at its end the exhausted surrender (AT-FAT-04)."""
    melee.melee(scn, ledger)
    fatigue.surrender(scn, ledger)


def retreat(scn: Scenario, ledger: Ledger) -> None:
    """Step 6: Retreat, Flee and Panic in lock-step (AT-MOR-35)."""
    fatigue.exert(scn, ledger)
    paths = {**_written(scn, ledger.state, "retreat"), **flight.forced_paths(scn, ledger.state)}
    moving.move_step(scn, ledger, "retreat", paths)


def turn_end(scn: Scenario, ledger: Ledger) -> None:
    """Step 7: contacts that are over, winners, duties to pursue; fatigue (R-04)."""
    aftermath.part(scn, ledger)
    fatigue.turn_end(scn, ledger)


def _written(scn: Scenario, state: State, step: str) -> Mapping[str, tuple[Hex, ...]]:
    """The paths written in orders of a step, by unit."""
    names = scn.chart("step_orders", step)
    return {
        unit.id: tuple(words["path"].split())
        for unit in state.fielded()
        if (words := state.orders.get(unit.id, {})).get("order") in names and words.get("path")
    }
