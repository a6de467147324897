"""What may be laid over a Pousse-pion map on request: command, range and sight.

Asks the rules, changes nothing. The price of a path is in `routes`, who comes in `reinforcements`.
"""

from __future__ import annotations

from engine.scenario import Scenario
from engine.state import State, Unit
from engine.system import Lead, Leadership
from engine.systems.pousse_pion.command import commanded, superiors
from engine.systems.pousse_pion.fire import AIM
from engine.systems.pousse_pion.values import in_order


def leadership(scn: Scenario, state: State, side: str) -> Leadership:
    """Who is in command as the table stands now, and how far each general reaches (PP-CMD-01, PP-CMD-02)."""
    units = tuple(state.fielded(side))
    troops = [unit for unit in units if unit.kind != "general"]
    return Leadership(
        leads=tuple(_lead(scn, state, unit, troops) for unit in units if unit.kind == "general"),
        unled=tuple(unit.id for unit in troops if not commanded(scn, state, unit)),
    )


def _lead(scn: Scenario, state: State, general: Unit, troops: list[Unit]) -> Lead:
    """One general's reach; none while he is in disorder (PP-CMD-04). An army general leads any corps."""
    orderly = in_order(state, general)
    hexes = scn.grid.within(general.place, general["cd"]) if orderly else frozenset()
    return Lead(
        leader=general.id,
        side=general.side,
        corps="" if "army" in general.traits else general.corps,
        hexes=hexes,
        units=tuple(u.id for u in troops if u.place in hexes and general in superiors(state, u)),
    )


sight = AIM.sight  # the range of a battery and what it sees, PP-FIR-03, PP-FIR-05 to 10
