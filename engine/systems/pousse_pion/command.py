"""Command (PP-CMD): who is within reach of a superior in order, and the MV that leaves for moving.

It is checked when a phase begins and frozen as a mark; only `check_command` and
`commanded` look at positions.
"""

from __future__ import annotations

from engine import events as ev
from engine.battle.weather import slowed
from engine.ledger import Ledger
from engine.scenario import Scenario
from engine.state import State, Unit
from engine.systems.pousse_pion.marks import FIRED, UNCOMMANDED
from engine.systems.pousse_pion.units import in_order, max_mv


def superiors(state: State, unit: Unit) -> tuple[Unit, ...]:
    """The generals on the map who may command a unit: of its corps and of the army (PP-CMD-02, PP-CMD-08)."""
    return tuple(
        general
        for general in state.units_on_map(unit.side)
        if general.kind == "general"
        and ("army" in general.traits or (unit.corps != "" and general.corps == unit.corps))
    )


def commanded(scn: Scenario, state: State, unit: Unit) -> bool:
    """Whether a unit is commanded where it stands now (PP-CMD-01, PP-CMD-04 to 07)."""
    if unit.kind == "general":
        return True
    here = unit.hex
    return here is not None and any(
        in_order(state, general) and scn.grid.distance(here, general.place) <= general["cd"]
        for general in superiors(state, unit)
    )


def check_command(scn: Scenario, ledger: Ledger) -> None:
    """Look at the command of both sides on the map; what has changed is told (PP-CMD-03)."""
    state = ledger.state
    for unit in state.units_on_map():
        led = commanded(scn, state, unit)
        if led == state.marked(unit.id, UNCOMMANDED):
            turn = ev.Unmarked if led else ev.Marked
            ledger.tell(turn(name=UNCOMMANDED, on=unit.id, rule="PP-CMD-03"))


def points(scn: Scenario, state: State, unit: Unit) -> int:
    """MV for the Movement phase: the maximum, less for want of command or for having fired (PP-CMD-09,
    PP-FIR-14, PP-FIR-15)."""
    full, led = max_mv(unit), not state.marked(unit.id, UNCOMMANDED)
    if state.marked(unit.id, FIRED):
        return _after_fire(scn, unit, led)
    if led or scn.option("uncommanded.mv") == "full":
        return full
    half = full // int(scn.chart("uncommanded_mv", "divided_by"))
    return min(full, max(half, int(scn.chart("uncommanded_mv", "least"))))


def _after_fire(scn: Scenario, unit: Unit, led: bool) -> int:
    """MV of artillery that has fired in its own turn."""
    left = scn.chart("fire", "mv_after")
    if "horse" not in unit.traits:
        return int(left["foot"])
    return max_mv(unit) // int(left["horse_divided_by"]) if led else int(left["horse_uncommanded"])


def deal_movement_points(scn: Scenario, ledger: Ledger, side: str) -> None:
    """Give the units of a side on the map their MV for the Movement phase (PP-CMD-09, PP-MOV-49)."""
    state = ledger.state
    for unit in state.units_on_map(side):
        full = points(scn, state, unit)
        now = slowed(scn, state, full)
        if now != unit["mp"]:
            rule = _rule(state, unit) if now == full else ""
            ledger.tell(ev.Changed(unit=unit.id, value="mp", was=unit["mp"], now=now, rule=rule))


def _rule(state: State, unit: Unit) -> str:
    """Why a unit has the MV it has."""
    if state.marked(unit.id, FIRED):
        return "PP-FIR-15" if "horse" in unit.traits else "PP-FIR-14"
    return "PP-CMD-09" if state.marked(unit.id, UNCOMMANDED) else "PP-MOV-49"
