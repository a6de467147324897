"""What pictures and words show of a Morne Plaine table (rules file, 3.2)."""

from __future__ import annotations

from collections.abc import Mapping

from engine.hexes import Hex
from engine.scenario import Scenario
from engine.state import State, Unit
from engine.system import Face
from engine.systems.morne_plaine.ground import demoralised
from engine.systems.morne_plaine.marks import (
    ATTACKED,
    DEFENDED,
    FIRED,
    MOVED,
    STUCK,
    UNCOMMANDED,
    VICTORIOUS,
)
from engine.systems.morne_plaine.zoc import zone

SHOWN_TO_ALL = (VICTORIOUS, DEFENDED, STUCK)
SHOWN_OF_THE_PLAYER = (UNCOMMANDED, MOVED, FIRED, ATTACKED)


def face(scn: Scenario, state: State, unit: Unit) -> Face:
    """CS lower left, MA lower right, MV upper right, BV upper left; range as balls, radius as stripes."""
    corners = {"sw": str(unit["cs"]), "se": str(unit["ma"])}
    if unit.kind != "leader":
        corners["ne"] = str(unit["mv"])
    if unit.kind == "artillery":
        corners["nw"] = str(unit["bv"])
    moving = unit.side == state.player and state.result is None
    names = SHOWN_TO_ALL + (SHOWN_OF_THE_PLAYER if moving else ())
    states = tuple(name for name in names if state.marked(unit.id, name))
    if demoralised(unit):
        states = ("demoralised", *states)
    return Face(
        corners=corners,
        balls=unit["range"] if unit.kind == "artillery" else 0,
        stripes=unit["radius"] if unit.kind == "leader" else 0,
        states=states,
        losses=max(0, unit.printed.get("cs", 0) - unit["cs"]),
    )


def zones(scn: Scenario, state: State) -> Mapping[str, frozenset[Hex]]:
    """Zones of control by side."""
    return {side: zone(scn, state, side) for side in scn.side_ids}
