"""Zones of control: which units control a hex. Who has one, and how far, is for the rulebook to say."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from engine.hexes import Hex
from engine.scenario import Scenario
from engine.state import State, Unit

Contact = Callable[[Scenario, Hex, Hex], bool]
"""Whether units on two hexes are in contact."""


def units_in_contact(scn: Scenario, state: State, hex_: Hex, side: str, contact: Contact) -> Iterator[Unit]:
    """The units of a side in contact with a hex, clockwise from the first direction of the grid."""
    for near in scn.grid.neighbours(hex_).values():
        for unit in state.on(near):
            if unit.side == side and contact(scn, hex_, near):
                yield unit


@dataclass(frozen=True, slots=True, eq=False)
class ZocReach:
    """How far zones extend on a map: for every hex, the neighbours that a unit on it could control; and those
    from which one could control it, clockwise."""

    hexes: Mapping[Hex, frozenset[Hex]]
    origins: Mapping[Hex, tuple[Hex, ...]]


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class ZocRules:
    """How zones of control work in a rulebook.

    `extends`: whether terrain and hexside let a zone extend from a hex to its neighbour. `exerts_any`:
    whether a unit on the map exerts a zone at all in this position. The map is examined once per scenario,
    the units once per state.
    """

    extends: Callable[[Scenario, Hex, Hex], bool]
    exerts_any: Callable[[Scenario, State, Unit], bool]

    def reach(self, scn: Scenario) -> ZocReach:
        """How far zones extend on the map of a scenario."""
        return scn.cached(self, lambda: self._reach(scn))

    def _reach(self, scn: Scenario) -> ZocReach:
        around = {hex_: tuple(near.values()) for hex_, near in scn.grid.neighbours_of.items()}
        reach = {
            hex_: frozenset(near for near in all_near if self.extends(scn, hex_, near))
            for hex_, all_near in around.items()
        }
        origins = {
            hex_: tuple(near for near in all_near if hex_ in reach[near]) for hex_, all_near in around.items()
        }
        return ZocReach(reach, origins)

    def exerts(self, scn: Scenario, state: State, unit: Unit, hex_: Hex) -> bool:
        """Whether a unit controls a hex."""
        return (
            unit.hex is not None
            and hex_ in self.reach(scn).hexes[unit.hex]
            and self.exerts_any(scn, state, unit)
        )

    def controllers(self, scn: Scenario, state: State, hex_: Hex, side: str) -> tuple[Unit, ...]:
        """The units of `side` that control a hex, clockwise; friends in it cancel nothing."""
        return tuple(
            unit
            for near in self.reach(scn).origins[hex_]
            for unit in state.on(near)
            if unit.side == side and self.exerts_any(scn, state, unit)
        )

    def controlled(self, scn: Scenario, state: State, hex_: Hex, side: str) -> bool:
        """Whether `side` controls a hex."""
        return hex_ in self.zone(scn, state, side)

    def zone(self, scn: Scenario, state: State, side: str) -> frozenset[Hex]:
        """Every hex that a side controls in this position."""
        reach = self.reach(scn)
        return state.cached((reach, side), lambda: self._zone(scn, state, side, reach.hexes))

    def _zone(
        self, scn: Scenario, state: State, side: str, reach: Mapping[Hex, frozenset[Hex]]
    ) -> frozenset[Hex]:
        units = state.units_on_map(side)
        return frozenset().union(*(reach[unit.place] for unit in units if self.exerts_any(scn, state, unit)))

    def zones(self, scn: Scenario, state: State) -> dict[str, frozenset[Hex]]:
        """The hexes that each side controls."""
        return {side: self.zone(scn, state, side) for side in scn.side_ids}
