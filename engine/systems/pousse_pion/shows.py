"""What pictures and words show of a Pousse-pion table (rules file, 3)."""

from __future__ import annotations

from collections.abc import Mapping

from engine.hexes import Hex
from engine.scenario import Scenario
from engine.state import State, Unit
from engine.system import Face
from engine.systems.pousse_pion import ground, pursuit, zoc
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
from engine.systems.pousse_pion.values import main, top

SHOWN_TO_ALL = (DISORDERED, UNCOMMANDED, VICTORIOUS, DEFENDED)
SHOWN_OF_THE_PLAYER = (MOVED, FIRED, ATTACKED, FOUGHT, STOPPED, CHARGED)

proposals = pursuit.proposals


def face(scn: Scenario, state: State, unit: Unit) -> Face:
    """Main value lower left, maximum MV lower right, MO upper right; range as balls, Cd as stripes."""
    moving = unit.side == state.player and state.result is None
    borne = {mark.name for mark in state.marks if mark.on == unit.id}
    names = SHOWN_TO_ALL + (SHOWN_OF_THE_PLAYER if moving else ())
    return Face(
        corners={"sw": str(strength(unit)), "se": str(top(unit)), "ne": str(unit["mo"])},
        balls=unit["range"] if unit.kind == "artillery" else 0,
        stripes=unit["cd"] if unit.kind == "general" else 0,
        states=tuple(name for name in names if name in borne),
        losses=max(0, unit.printed[main(unit)] - strength(unit)),
    )


def strength(unit: Unit) -> int:
    """The present main characteristic: Cd, Vc or Vt (PP-GEN-04)."""
    return unit[main(unit)]


def zones(scn: Scenario, state: State) -> Mapping[str, frozenset[Hex]]:
    """Zones of control by side (PP-ZOC-01)."""
    return {side: zoc.zone(scn, state, side) for side in scn.side_ids}


def costly(scn: Scenario, state: State, unit_id: str) -> frozenset[Hex]:
    """The hexes that a unit would pay the surcharge to leave (PP-ZOC-08)."""
    unit = state.units[unit_id]
    zone = zoc.zone(scn, state, scn.enemy(unit.side))
    return frozenset(hex_ for hex_ in zone if zoc.dear(scn, state, unit, hex_))


def contacts(scn: Scenario, state: State) -> tuple[tuple[Hex, Hex], ...]:
    """The hexes of opposing units in contact, those of the first side first (PP-GEN-12)."""
    first, second = scn.side_ids
    return tuple(
        (unit.place, enemy.place)
        for unit in state.fielded(first)
        for enemy in ground.contacts(scn, state, unit.place, second)
    )
