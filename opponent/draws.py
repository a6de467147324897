"""Draw offers: whether to agree."""

from __future__ import annotations

from engine.scenario import Scenario
from engine.state import State
from engine.system import System


def accepts_draw(system: System, scenario: Scenario, state: State, side: str) -> bool:
    """Whether the side agrees to a draw: it does unless it is ahead on points.

    Only public points count, so that its answer gives nothing hidden away.
    """
    scores = system.display.scores(scenario, system.as_seen_by(scenario, state, ""))
    return scores.get(side, 0) <= scores.get(scenario.enemy(side), 0)
