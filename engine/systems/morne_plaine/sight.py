"""Line of sight for guns (option O-1). In the base rules ground never hinders fire (MP-BOM-7)."""

from __future__ import annotations

from engine.hexes import Hex
from engine.rules import sight
from engine.scenario import Scenario

HIGH = frozenset({"village", "woods", "fort", "palm_grove", "dune"})  # stand a level above their ground


def screened(scn: Scenario, a: Hex, b: Hex) -> tuple[Hex, ...]:
    """The hexes that block the line between the centres of two hexes; none without the switch (O-1)."""
    if scn.option("line_of_sight") != "yes":
        return ()
    return sight.screens(scn.grid, a, b, lambda hex_: rises(scn, a, b, hex_))


def rises(scn: Scenario, a: Hex, b: Hex, hex_: Hex) -> bool:
    """Whether a hex stands above the line from one level to the other, at its own place along it."""
    return sight.rises(scn, a, b, hex_, HIGH)
