"""What may be laid over a Morne Plaine map on request: command, range and sight, the price of a path.

Asks the rules (`command`, `fire`, `toll`) and changes nothing.
"""

from __future__ import annotations

from engine.hexes import Hex
from engine.rules import routes as planning
from engine.scenario import Scenario
from engine.state import State
from engine.system import Lead, Leadership, Way
from engine.systems.morne_plaine.command import commanded, leader_of
from engine.systems.morne_plaine.fire import AIM
from engine.systems.morne_plaine.movement import TERMS
from engine.systems.morne_plaine.routes import charged


def leadership(scn: Scenario, state: State, side: str) -> Leadership:
    """Who is in command as the table stands now, and within which radius of whom (MP-CMD-1, 2)."""
    units = tuple(state.fielded(side))
    troops = [u for u in units if u.kind != "leader"]
    led = {u.id: leader_of(state, u) for u in troops if commanded(scn, state, u)}
    return Leadership(
        leads=tuple(
            Lead(
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


sight = AIM.sight  # the range of a gun, MP-BOM-4, and by the switch what it sees, MP-BOM-7, O-1


def way(scn: Scenario, state: State, unit_id: str, path: tuple[Hex, ...], order: str = "") -> Way:
    """The price of a path, step by step, up to the first step that is forbidden (MP-MOV-2, MP-CHG-10)."""
    unit = state.units[unit_id]
    return planning.way(TERMS, scn, state, unit_id, path, lambda path: charged(scn, state, unit, path))
