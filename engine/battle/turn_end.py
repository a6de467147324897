"""The end of a game turn, as far as the battle and not the rulebook says what happens in it."""

from __future__ import annotations

from engine.battle import exits, length, weather
from engine.battle.reinforcements import Controlled
from engine.ledger import Ledger
from engine.scenario import Scenario


def ends_battle(scn: Scenario, ledger: Ledger, controlled: Controlled) -> bool:
    """Let units leave by their exits, then say whether the battle is over; if not, roll for the weather of
    the next turn."""
    exits.leave_map(scn, ledger, controlled)
    if length.is_over(scn, ledger):
        return True
    weather.begin_turn(scn, ledger, ledger.state.turn + 1)
    return False
