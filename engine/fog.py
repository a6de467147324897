"""Fog of war: the types of a rulebook's fog functions, and what every rulebook hides."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from engine.events import Event
from engine.scenario import Scenario
from engine.state import State

Fog = Callable[[Scenario, State, str], State]
"""(scenario, state, viewer): the state without what that viewer may not know. A spectator is ""."""
Audience = Callable[[Scenario, State, Event], str]
"""(scenario, the state before the event, event): the only side that may know of it, or "" for everyone."""


def addressed_side(scenario: Scenario, state: State, event: Event) -> str:
    """The side that the event itself names as its audience: for rulebooks without hidden units."""
    return event.only


def without_standing_answers(state: State, viewer: str) -> State:
    """The state without the answers that other sides have laid ready: no rulebook shows those."""
    if not state.standing.keys() - {viewer}:
        return state
    own = {side: answers for side, answers in state.standing.items() if side == viewer}
    return state.cached(("without standing answers", viewer), lambda: replace(state, standing=own))
