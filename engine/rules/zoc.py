"""Zones of control: which units control a hex. Who has one, and how far, is for the rulebook to say."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from engine.hexes import Hex
from engine.scenario import Scenario
from engine.state import State, Unit


@dataclass(frozen=True, slots=True, eq=False)
class Spread:
    """How far zones spread over a map: of every hex, the neighbours that a counter on it could control."""

    hexes: Mapping[Hex, frozenset[Hex]]


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Zones:
    """Zones of control as a rulebook has them.

    `spreads`: whether ground and hexside let one spread from a hex to its neighbour, whoever stands where.
    `has`: whether a unit on the map has one at all, as the table stands. The map is looked at once a battle,
    the counters once a table.
    """

    spreads: Callable[[Scenario, Hex, Hex], bool]
    has: Callable[[Scenario, State, Unit], bool]

    def spread(self, scn: Scenario) -> Spread:
        """How far zones spread over the map of a scenario."""
        return scn.kept(self, lambda: self._spread(scn))

    def _spread(self, scn: Scenario) -> Spread:
        return Spread(
            {
                hex_: frozenset(near for near in around.values() if self.spreads(scn, hex_, near))
                for hex_, around in scn.grid.around.items()
            }
        )

    def exerts(self, scn: Scenario, state: State, unit: Unit, hex_: Hex) -> bool:
        """Whether a unit controls a hex."""
        return (
            unit.hex is not None and hex_ in self.spread(scn).hexes[unit.hex] and self.has(scn, state, unit)
        )

    def controllers(self, scn: Scenario, state: State, hex_: Hex, side: str) -> tuple[Unit, ...]:
        """The units of `side` that control a hex, clockwise; friends in it cancel nothing."""
        spread = self.spread(scn).hexes
        return tuple(
            unit
            for near in scn.grid.neighbours(hex_).values()
            if hex_ in spread[near]
            for unit in state.on(near)
            if unit.side == side and self.has(scn, state, unit)
        )

    def controlled(self, scn: Scenario, state: State, hex_: Hex, side: str) -> bool:
        """Whether `side` controls a hex."""
        return hex_ in self.zone(scn, state, side)

    def zone(self, scn: Scenario, state: State, side: str) -> frozenset[Hex]:
        """Every hex that a side controls, as the table stands."""
        spread = self.spread(scn)
        return state.kept((spread, side), lambda: self._zone(scn, state, side, spread.hexes))

    def _zone(
        self, scn: Scenario, state: State, side: str, spread: Mapping[Hex, frozenset[Hex]]
    ) -> frozenset[Hex]:
        own = state.fielded(side)
        return frozenset().union(*(spread[unit.place] for unit in own if self.has(scn, state, unit)))
