"""Fog of war: the types of a rulebook's fog functions, and what every rulebook hides."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from engine.events import Event, Marked, Noted, Rolled
from engine.scenario import RESERVE, Scenario
from engine.state import HIDDEN, State

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


def secret_arrivals(scenario: Scenario, state: State, viewer: str) -> frozenset[str]:
    """The units of other sides that wait off the map and are unknown to a viewer until they come."""
    if state.result is not None:
        return frozenset()
    return frozenset(
        id_
        for arrival in scenario.arrivals()
        if arrival.secret and arrival.side != viewer
        for id_ in arrival.units
        if id_ in state.units and state.units[id_].place == RESERVE
    )


def without_secret_arrivals(scenario: Scenario, state: State, viewer: str) -> State:
    """The state without where those units are, and without what lies on them."""
    secret = secret_arrivals(scenario, state, viewer)
    if not secret:
        return state

    def make() -> State:
        units = {id_: replace(u, place=HIDDEN) if id_ in secret else u for id_, u in state.units.items()}
        return replace(state, units=units, marks=frozenset(m for m in state.marks if m.on not in secret))

    return state.cached(("without secret arrivals", viewer), make)


def arrival_audience(scenario: Scenario, state: State, event: Event) -> str:
    """The side that alone may know of what happens to units that wait unknown to the other, or ""."""
    named = ""
    if isinstance(event, Marked):
        named = event.on
    elif isinstance(event, Rolled):
        named = event.by
    elif isinstance(event, Noted):
        units = event.facts.get("units")
        named = str(units[0]) if isinstance(units, tuple) and units else ""
    if named not in state.units:
        return ""
    side = state.units[named].side
    return side if named in secret_arrivals(scenario, state, scenario.enemy(side)) else ""
