"""What the computer player sees: a position as its side may know it, and nothing else."""

from __future__ import annotations

from engine.commands import Write
from engine.scenario import Scenario
from engine.state import State
from engine.system import System


class View:
    """One side's knowledge of a position.

    The position passes through the rulebook's fog of war as the view is made, so no view holds more than its
    side may know. A decision takes a view only: anything else raises TypeError.
    """

    __slots__ = ("scenario", "side", "state", "system")

    def __init__(self, system: System, scenario: Scenario, state: State, side: str) -> None:
        self.system = system
        self.scenario = scenario
        self.side = side
        self.state = system.as_seen_by(scenario, state, side)

    @property
    def writes_orders(self) -> bool:
        """Whether the side now writes secret orders."""
        state = self.state
        return (
            not state.questions
            and self.side in state.active
            and Write in self.system.phases[state.phase].takes
        )


def require_view(view: object) -> None:
    """Raise TypeError for anything but a view, such as a whole position."""
    if not isinstance(view, View):
        raise TypeError(f"the computer player sees a View, not a {type(view).__name__}")
