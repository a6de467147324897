"""Which page of a tutorial is open. Pure: it follows from the table and the orders of the phase."""

from __future__ import annotations

from collections.abc import Sequence

from engine.commands import Command, Step
from engine.scenario import Lesson, Scenario
from engine.state import State


def lesson(scenario: Scenario, state: State, side: str, given: Sequence[Command]) -> Lesson | None:
    """The page to show to `side` now, or None. `given` are its orders in this phase, oldest first.

    Pages of a phase are turned in order, each by the first order of its kind after the page before it. Steps
    of one unit, one after the other, are one move.
    """
    if side not in state.active or state.result is not None:
        return None
    now = (state.turn, state.phase, side)
    pages = [page for page in scenario.lessons if (page.turn, page.phase, page.side) == now]
    spoken = _kinds(given)
    for page in pages:
        if page.until not in spoken:
            return page
        spoken = spoken[spoken.index(page.until) + 1 :]
    return None


def _kinds(given: Sequence[Command]) -> list[str]:
    """What kind of order each was; a run of steps is a move."""
    kinds, in_hand = [], ""
    for command in given:
        unit = command.unit if isinstance(command, Step) else ""
        if not unit or unit != in_hand:
            kinds.append("move" if unit else type(command).__name__.lower())
        in_hand = unit
    return kinds
