"""Lines of sight, which are those of fire (DC-TER-10 to 19, C-01, C-02)."""

from __future__ import annotations

from itertools import pairwise

from engine.hexes import Hex
from engine.rules.sight import along, crossed, screens
from engine.scenario import Scenario
from engine.state import State
from engine.systems.desastre_colonial import values
from engine.systems.desastre_colonial.ground import elevated, obstacle, obstacle_between

SKIRMISHER = "skirmisher"


def sees(scn: Scenario, state: State, a: Hex, b: Hex) -> bool:
    """Whether nothing blocks the line between two hexes, however far apart (DC-TER-18, DC-TER-19)."""
    return not blocked(scn, state, a, b)


def blocked(scn: Scenario, state: State, a: Hex, b: Hex) -> tuple[Hex, ...]:
    """The hexes that block the line between the centres of two hexes, both ways (DC-TER-10 to 17).

    The two hexes never do (DC-TER-15). Where the line follows a hexside both hexes beside it must block;
    along the map's border there is but one, and it decides (DC-TER-16, C-02).
    """
    return state.kept(("blocked", a, b), lambda: _blocked(scn, state, a, b))


def _blocked(scn: Scenario, state: State, a: Hex, b: Hex) -> tuple[Hex, ...]:
    level = not elevated(scn, state, a) and not elevated(scn, state, b)

    def blocks(hex_: Hex) -> bool:
        if elevated(scn, state, hex_):
            return True
        return level and (obstacle(scn, state, hex_) or _held(scn, state, hex_))

    found = screens(scn.grid, a, b, blocks, border_blocks=True)
    return found or (_walls(scn, state, a, b) if level else ())


def _held(scn: Scenario, state: State, hex_: Hex) -> bool:
    """Whether a unit stands there that others cannot see past (DC-TER-17)."""
    unit = values.unit_on(state, hex_)
    return unit is not None and SKIRMISHER not in unit.traits and scn.option("los.units_block") != "no"


def _walls(scn: Scenario, state: State, a: Hex, b: Hex) -> tuple[Hex, ...]:
    """The hexes behind linear obstacles that the line crosses, but for those of the two hexes (DC-TER-03,
    DC-TER-15)."""
    cut = (hex_ for hex_, through in crossed(scn.grid, a, b) if through)
    line = (a, *sorted(cut, key=lambda hex_: along(scn.grid, a, b, hex_)), b)
    return tuple(
        there
        for here, there in pairwise(line)
        if scn.grid.adjacent(here, there)
        and obstacle_between(scn, state, here, there)
        and scn.hexside(here, there).of not in (a, b)
    )
