"""Units in touch across a hexside. What bars it is for the rulebook to say."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from engine.hexes import Hex
from engine.scenario import Scenario
from engine.state import State, Unit

Contact = Callable[[Scenario, Hex, Hex], bool]
"""Whether units on two hexes are in contact."""


def touching(scn: Scenario, state: State, hex_: Hex, side: str, contact: Contact) -> Iterator[Unit]:
    """The units of a side in contact with a hex, clockwise from the first direction of the grid."""
    for near in scn.grid.neighbours(hex_).values():
        for unit in state.on(near):
            if unit.side == side and contact(scn, hex_, near):
                yield unit
