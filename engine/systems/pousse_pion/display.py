"""What pictures and texts show of a game of Pousse-pion (rules file, 3). Asks the rules, changes nothing."""

from __future__ import annotations

from engine.display import CounterFace, LeaderRange, Leadership
from engine.hexes import Hex
from engine.scenario import Scenario
from engine.state import State, Unit
from engine.systems.pousse_pion import terrain, zoc
from engine.systems.pousse_pion.command import commanded, superiors
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
from engine.systems.pousse_pion.units import in_order, main_value, max_mv

SHOWN_TO_ALL = (DISORDERED, UNCOMMANDED, VICTORIOUS, DEFENDED)
SHOWN_OF_THE_PLAYER = (MOVED, FIRED, ATTACKED, FOUGHT, STOPPED, CHARGED)


def counter_face(scn: Scenario, state: State, unit: Unit) -> CounterFace:
    """Main value lower left, maximum MV lower right, MO upper right; range as balls, Cd as stripes."""
    moving = unit.side == state.player and state.result is None
    marks = {mark.name for mark in state.marks if mark.on == unit.id}
    names = SHOWN_TO_ALL + (SHOWN_OF_THE_PLAYER if moving else ())
    return CounterFace(
        corners={"sw": str(strength(unit)), "se": str(max_mv(unit)), "ne": str(unit["mo"])},
        balls=unit["range"] if unit.kind == "artillery" else 0,
        stripes=unit["cd"] if unit.kind == "general" else 0,
        states=tuple(name for name in names if name in marks),
        losses=max(0, unit.printed[main_value(unit)] - strength(unit)),
    )


def strength(unit: Unit) -> int:
    """The present main characteristic: Cd, Vc or Vt (PP-GEN-04)."""
    return unit[main_value(unit)]


def costly_to_leave(scn: Scenario, state: State, unit_id: str) -> frozenset[Hex]:
    """The hexes that a unit would pay the surcharge to leave (PP-ZOC-08)."""
    unit = state.units[unit_id]
    zone = zoc.zone(scn, state, scn.enemy(unit.side))
    return frozenset(hex_ for hex_ in zone if zoc.surcharging_enemies(scn, state, unit, hex_))


def contacts(scn: Scenario, state: State) -> tuple[tuple[Hex, Hex], ...]:
    """The hexes of opposing units in contact, those of the first side first (PP-GEN-12)."""
    first, second = scn.side_ids
    return tuple(
        (unit.place, enemy.place)
        for unit in state.units_on_map(first)
        for enemy in terrain.contacts(scn, state, unit.place, second)
    )


def leadership(scn: Scenario, state: State, side: str) -> Leadership:
    """Who is in command now, and the radius of each general (PP-CMD-01, PP-CMD-02)."""
    units = tuple(state.units_on_map(side))
    troops = [unit for unit in units if unit.kind != "general"]
    return Leadership(
        leaders=tuple(_lead(scn, state, unit, troops) for unit in units if unit.kind == "general"),
        unled=tuple(unit.id for unit in troops if not commanded(scn, state, unit)),
    )


def _lead(scn: Scenario, state: State, general: Unit, troops: list[Unit]) -> LeaderRange:
    """One general's reach; none in disorder (PP-CMD-04). An army general leads any corps."""
    orderly = in_order(state, general)
    hexes = scn.grid.within(general.place, general["cd"]) if orderly else frozenset()
    return LeaderRange(
        leader=general.id,
        side=general.side,
        corps="" if "army" in general.traits else general.corps,
        hexes=hexes,
        units=tuple(u.id for u in troops if u.place in hexes and general in superiors(state, u)),
    )
