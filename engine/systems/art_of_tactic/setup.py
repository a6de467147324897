"""Set-up (R-78): both sides place their units in secret in their own zones; all are revealed together."""

from __future__ import annotations

from engine.battle.reinforcements import ReinforcementRules
from engine.commands import Done
from engine.hexes import Hex
from engine.ledger import Ledger
from engine.rules import setup
from engine.rules.hidden_setup import overlaps
from engine.scenario import Scenario
from engine.state import State, Unit
from engine.systems.art_of_tactic.movement.terrain import terrain_refusal
from engine.systems.art_of_tactic.orders.planning import set_waiting_for
from engine.systems.art_of_tactic.zones.zone_of_control import covers

RULE = "AT-GEN-02"


def has_setup(scn: Scenario) -> bool:
    """Whether the scenario begins with a set-up phase (R-78)."""
    return scn.option("setup") not in ("", "no")


def placeable(scn: Scenario, unit: Unit) -> bool:
    """Whether its owner may place a unit: all of them (R-78)."""
    return True


SETUP = setup.SetupRules(
    placeable=placeable,
    barred=terrain_refusal,
    fixed_rule=RULE,
    zone_rule="AT-GEN-05",
    complete_rule=RULE,
    boxed_rule="AT-GEN-09",
)


def controlled(scn: Scenario, state: State, hex_: Hex, side: str) -> bool:
    """Whether a hex is in the zone of control of a side's units (AT-ZOC-01)."""
    return any(covers(scn, state, unit, hex_) for unit in state.units_on_map(side))


REINFORCEMENTS = ReinforcementRules(setup=SETUP, controlled=controlled)


def battle_fault(scn: Scenario) -> str:
    """Units that could be placed in the same hex in secret, where one alone can stand (AT-GEN-05), or ""."""
    return next((f"{what} (AT-GEN-05, R-78)" for what in overlaps(scn)), "")


def finish(scn: Scenario, ledger: Ledger, side: str, command: Done) -> None:
    """End a side's set-up; all units are revealed when the last side is done (R-78)."""
    SETUP.check_all_placed(ledger.state, side)
    set_waiting_for(scn, ledger, ledger.state.active - {side})


def time_out(scn: Scenario, ledger: Ledger, side: str) -> None:
    """Place the units of a side that are still off the map, and end its set-up."""
    SETUP.place_the_rest(scn, ledger, side)
    finish(scn, ledger, side, Done())
