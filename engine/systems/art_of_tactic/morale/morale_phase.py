"""The Morale Phase (AT-MOR-15): units out of melee try to recover."""

from __future__ import annotations

from engine.ledger import Ledger
from engine.scenario import Scenario
from engine.systems.art_of_tactic.combat.engagement import is_engaged
from engine.systems.art_of_tactic.morale.fortitude_tests import MORALE_PHASE, FortitudeTest, roll_test
from engine.systems.art_of_tactic.morale.morale_levels import set_morale
from engine.systems.art_of_tactic.morale.pursue import end_duties_before_planning
from engine.systems.art_of_tactic.unit_card import NORMAL, units_by_id, uses_level


def morale_phase(scn: Scenario, ledger: Ledger) -> None:
    """Test the Hesitant, Shaken and Panicked units that are not engaged; one that passes recovers a level."""
    if not uses_level(scn, "intermediate"):
        return
    state = ledger.state
    for unit in units_by_id(state):
        if unit["morale"] == NORMAL or is_engaged(scn, state, unit.id):
            continue
        if roll_test(scn, ledger, state, FortitudeTest(unit=unit.id, cause=MORALE_PHASE), "0"):
            set_morale(scn, ledger, unit, unit["morale"] - 1, "AT-MOR-15")
    end_duties_before_planning(ledger)
