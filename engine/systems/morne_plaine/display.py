"""What pictures and texts show of a game of Morne Plaine (rules file, 3.2)."""

from __future__ import annotations

from engine.display import CounterFace, LeaderRange, Leadership
from engine.scenario import Scenario
from engine.state import State, Unit
from engine.systems.morne_plaine.command import commanded, leader_of
from engine.systems.morne_plaine.marks import (
    ATTACKED,
    DEFENDED,
    FIRED,
    MOVED,
    STUCK,
    UNCOMMANDED,
    VICTORIOUS,
)
from engine.systems.morne_plaine.units import demoralised

SHOWN_TO_ALL = (VICTORIOUS, DEFENDED, STUCK)
SHOWN_OF_THE_PLAYER = (UNCOMMANDED, MOVED, FIRED, ATTACKED)


def counter_face(scn: Scenario, state: State, unit: Unit) -> CounterFace:
    """CS lower left, MA lower right, MV upper right, BV upper left; range as balls, radius as stripes."""
    corners = {"sw": str(unit["cs"]), "se": str(unit["ma"])}
    if unit.kind != "leader":
        corners["ne"] = str(unit["mv"])
    if unit.kind == "artillery":
        corners["nw"] = str(unit["bv"])
    moving = unit.side == state.player and state.result is None
    names = SHOWN_TO_ALL + (SHOWN_OF_THE_PLAYER if moving else ())
    marks = state.marks_on(unit.id)
    states = tuple(name for name in names if name in marks and state.marked(unit.id, name)) if marks else ()
    if demoralised(unit):
        states = ("demoralised", *states)
    return CounterFace(
        corners=corners,
        balls=unit["range"] if unit.kind == "artillery" else 0,
        stripes=unit["radius"] if unit.kind == "leader" else 0,
        states=states,
        losses=max(0, unit.printed.get("cs", 0) - unit["cs"]),
    )


def leadership(scn: Scenario, state: State, side: str) -> Leadership:
    """Who is in command now, and the radius of each leader (MP-CMD-1, 2)."""
    units = tuple(state.units_on_map(side))
    troops = [u for u in units if u.kind != "leader"]
    led = {u.id: leader_of(state, u) for u in troops if commanded(scn, state, u)}
    return Leadership(
        leaders=tuple(
            LeaderRange(
                leader=leader.id,
                side=side,
                corps=leader.corps,
                hexes=scn.grid.within(leader.place, leader["radius"]),
                units=tuple(id_ for id_, by in led.items() if by is not None and by.id == leader.id),
            )
            for leader in units
            if leader.kind == "leader"
        ),
        unled=tuple(u.id for u in troops if u.id not in led),
    )
