"""What pictures and words show of a Pousse-pion table (rules file, 3)."""

from __future__ import annotations

from collections.abc import Mapping

from engine.hexes import Hex
from engine.scenario import Scenario
from engine.state import State, Unit
from engine.system import Face
from engine.systems.pousse_pion.marks import (
    ATTACKED,
    CHARGED,
    DEFENDED,
    DISORDERED,
    FIRED,
    FOUGHT,
    MOVED,
    STOPPED,
    UNCOMMANDED,
    VICTORIOUS,
)

SHOWN_TO_ALL = (DISORDERED, UNCOMMANDED, VICTORIOUS, DEFENDED)
SHOWN_OF_THE_PLAYER = (MOVED, FIRED, ATTACKED, FOUGHT, STOPPED, CHARGED)
MAIN = {"general": "cd", "infantry": "vc", "cavalry": "vc", "artillery": "vt"}


def face(scn: Scenario, state: State, unit: Unit) -> Face:
    """Main value lower left, maximum MV lower right, MO upper right; range as balls, Cd as stripes."""
    main = MAIN[unit.kind]
    corners = {"sw": str(unit[main]), "se": str(unit.printed["mv"]), "ne": str(unit["mo"])}
    moving = unit.side == state.player and state.result is None
    names = SHOWN_TO_ALL + (SHOWN_OF_THE_PLAYER if moving else ())
    borne = {mark.name for mark in state.marks if mark.on == unit.id}
    return Face(
        corners=corners,
        balls=unit["range"] if unit.kind == "artillery" else 0,
        stripes=unit["cd"] if unit.kind == "general" else 0,
        states=tuple(name for name in names if name in borne),
        losses=max(0, unit.printed[main] - unit[main]),
    )


def zones(scn: Scenario, state: State) -> Mapping[str, frozenset[Hex]]:
    """Zones of control by side."""
    return dict.fromkeys(scn.side_ids, frozenset())
