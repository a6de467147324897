"""Line of sight, which is also the line of fire (DC-TER-10 to 19, C-01, C-02)."""

from __future__ import annotations

from itertools import pairwise

from engine.hexes import Hex
from engine.rules.line_of_sight import blocking_hexes, fraction_along, hexes_between, too_far
from engine.scenario import Scenario
from engine.state import State
from engine.systems.desastre_colonial.general.values import skirmisher, unit_on
from engine.systems.desastre_colonial.terrain.terrain import elevated, obstacle, obstacle_between


def sees(scn: Scenario, state: State, a: Hex, b: Hex) -> bool:
    """Whether nothing blocks the line between two hexes, at any distance that the weather of the battle
    allows (DC-TER-18, DC-TER-19)."""
    return not blocked(scn, state, a, b) and not too_far(scn, state, scn.grid.distance(a, b))


def blocked(scn: Scenario, state: State, a: Hex, b: Hex) -> tuple[Hex, ...]:
    """The hexes that block the line between the centres of two hexes, in either direction (DC-TER-10 to 17).

    The two hexes themselves never block (DC-TER-15). Where the line follows a hexside both hexes beside it
    must block; on the map's border only one hex is beside it, and it decides (DC-TER-16, C-02).
    """
    return state.cached(("blocked", a, b), lambda: _blocked(scn, state, a, b))


def _blocked(scn: Scenario, state: State, a: Hex, b: Hex) -> tuple[Hex, ...]:
    both_low = not elevated(scn, state, a) and not elevated(scn, state, b)

    def blocks(hex_: Hex) -> bool:
        if elevated(scn, state, hex_):
            return True
        return both_low and (obstacle(scn, state, hex_) or _unit_blocks(scn, state, hex_))

    hexes = blocking_hexes(scn.grid, a, b, blocks, border_blocks=True)
    return hexes or (_behind_linear_obstacles(scn, a, b) if both_low else ())


def _unit_blocks(scn: Scenario, state: State, hex_: Hex) -> bool:
    """Whether a unit in a hex blocks the line: any but skirmishers (DC-TER-17)."""
    unit = unit_on(state, hex_)
    return unit is not None and not skirmisher(unit) and scn.option("los.units_block") != "no"


def _behind_linear_obstacles(scn: Scenario, a: Hex, b: Hex) -> tuple[Hex, ...]:
    """The hexes behind linear obstacles that the line crosses, except those of the two hexes themselves
    (DC-TER-03, DC-TER-15)."""
    entered = (hex_ for hex_, through in hexes_between(scn.grid, a, b) if through)
    line = (a, *sorted(entered, key=lambda hex_: fraction_along(scn.grid, a, b, hex_)), b)
    return tuple(
        there
        for here, there in pairwise(line)
        if scn.grid.adjacent(here, there)
        and obstacle_between(scn, here, there)
        and scn.hexside(here, there).of not in (a, b)
    )
