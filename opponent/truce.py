"""Whether to agree to a draw."""

from __future__ import annotations

from engine.scenario import Scenario
from engine.state import State
from engine.system import System


def accepts_draw(system: System, scenario: Scenario, state: State, side: str) -> bool:
    """Whether the side agrees to a draw: it does unless it stands better on points.

    Points are those that everybody knows of: its answer must not tell what is hidden.
    """
    scores = system.shows.scores(scenario, system.seen(scenario, state, ""))
    return scores.get(side, 0) <= scores.get(scenario.enemy(side), 0)
