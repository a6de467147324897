"""Command (MP-CMD): which units are within reach of the leader of their own corps.

Out of command only the movement allowance is less; no step is barred for it (MP-CMD-4).
"""

from __future__ import annotations

from engine import events as ev
from engine.battle.weather import slowed
from engine.ledger import Ledger
from engine.scenario import Scenario
from engine.state import State, Unit
from engine.systems.morne_plaine.marks import UNCOMMANDED


def leader_of(state: State, unit: Unit) -> Unit | None:
    """The leader of a unit's own corps, when it is on the map (MP-CMD-2)."""
    return next(
        (
            u
            for u in state.units_on_map(unit.side)
            if u.kind == "leader" and u.corps == unit.corps and u.corps
        ),
        None,
    )


def commanded(scn: Scenario, state: State, unit: Unit) -> bool:
    """Whether a unit is in command where it stands now (MP-CMD-1, 5, 6, 7; O-8 for units of no corps)."""
    if unit.kind == "leader" or (not unit.corps and scn.option("independent_units") == "yes"):
        return True
    leader = leader_of(state, unit)
    if leader is None or leader.hex is None or unit.hex is None:
        return False
    return scn.grid.distance(unit.hex, leader.hex) <= leader["radius"]


def allowance(unit: Unit, in_command: bool) -> int:
    """Movement points for this player-turn: MA, or half of it rounded down out of command (MP-CMD-3)."""
    return unit["ma"] if in_command else unit["ma"] // 2


def check_command(scn: Scenario, ledger: Ledger, side: str) -> None:
    """The check of a player-turn: marks the units out of command, deals out movement points (MP-GEN-6)."""
    for unit in list(ledger.state.units_on_map(side)):
        in_command = commanded(scn, ledger.state, unit)
        if not in_command:
            ledger.tell(ev.Marked(name=UNCOMMANDED, on=unit.id, rule="MP-CMD-1"))
        full = allowance(unit, in_command)
        points = slowed(scn, ledger.state, full)
        if unit["mp"] != points:
            rule = "MP-CMD-3" if points == full else ""
            ledger.tell(ev.Changed(unit=unit.id, value="mp", was=unit["mp"], now=points, rule=rule))
