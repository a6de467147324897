"""What bears on the decision at hand: of zones, possible fights and dangers, those shown unasked."""

from __future__ import annotations

from dataclasses import replace

from engine.commands import Attack, Move, Step, Write
from engine.hexes import Hex
from engine.scenario import Scenario
from engine.state import State
from engine.system import System
from engine.view.records import View


def bearing(system: System, scenario: Scenario, state: State, view: View, viewer: str = "") -> View:
    """The view with the enemy zones that the side to move can reach, no zone of its own, the possible fights
    where attacks come, and the hexes in reach of the unit in hand that enemies could fire at.

    `state` is as the viewer may know it. A view with requested overlays stays as it is.
    """
    if view.overlays:
        return view
    phase = system.phases.get(state.phase)
    takes = set(phase.takes) if phase is not None and state.result is None else set()
    side = view.player or viewer
    zones: dict[str, frozenset[Hex]] = {}
    if takes & {Move, Step, Write} and side and any(view.zones.values()):
        near = _within_reach(system, scenario, state, view, side)
        zones = {other: zone & near for other, zone in view.zones.items() if other != side and zone & near}
    return replace(
        view,
        zones=zones,
        clashes=view.clashes if takes & {Attack, Write} else tuple(c for c in view.clashes if not c.odds),
        danger=_under_fire(system, scenario, state, view) if view.reach else frozenset(),
    )


def _within_reach(system: System, scenario: Scenario, state: State, view: View, side: str) -> frozenset[Hex]:
    """The hexes that the unit in hand can move to; where none is in hand, those of all units of a side."""
    chosen = view.counter(view.selected)
    if chosen is not None and chosen.hex:
        around = view.steps.keys() | view.closed
        return frozenset({*view.reach, *around}) or frozenset(view.grid.within(chosen.hex, 2))
    own = (c.id for c in view.counters if c.side == side and c.hex)
    return frozenset(hex_ for unit in own for hex_ in system.display.reach(scenario, state, unit))


def _under_fire(system: System, scenario: Scenario, state: State, view: View) -> frozenset[Hex]:
    """The hexes in reach of the unit in hand that enemies see within range of their fire."""
    chosen = view.counter(view.selected)
    seen: set[Hex] = set()
    for counter in view.counters:
        if chosen is not None and counter.side != chosen.side and counter.hex:
            sight = system.display.sight(scenario, state, counter.id)
            seen |= sight.seen & view.reach.keys() if sight is not None else set()
    return frozenset(seen)
