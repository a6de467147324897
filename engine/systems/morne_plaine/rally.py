"""Rally (MP-RAL): who gets morale back, by which condition, and how much."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from engine.commands import Done, Rally
from engine.ledger import Ledger
from engine.scenario import Scenario
from engine.state import State, Unit
from engine.system import Option
from engine.systems.morne_plaine.command import commanded, leader_of
from engine.systems.morne_plaine.losses import gain_morale
from engine.systems.morne_plaine.marks import MOVED
from engine.systems.morne_plaine.terrain import leader_adjacent
from engine.systems.morne_plaine.units import demoralised
from engine.systems.morne_plaine.zoc import controlled


@dataclass(frozen=True, slots=True, kw_only=True)
class Gain:
    """A unit that rallies: the conditions met, "A", "B" or "AB", and the morale points it gains."""

    unit: str
    conditions: str
    points: int


def gains(scn: Scenario, state: State, side: str) -> tuple[Gain, ...]:
    """Every unit of a side that rallies now (MP-RAL-1 to 8)."""
    every = (_gain(scn, state, unit) for unit in state.units_on_map(side))
    return tuple(gain for gain in every if gain is not None)


def _gain(scn: Scenario, state: State, unit: Unit) -> Gain | None:
    """One unit's gain, or None. O-3 and O-8 are switches."""
    lost = unit.printed.get("mv", 0) - unit["mv"]
    if unit.kind == "leader" or lost <= 0:
        return None
    if not unit.corps and scn.option("independent_units") == "yes":
        return None
    steady, led = resting(scn, state, unit), beside_leader(scn, state, unit)
    if demoralised(unit) and scn.option("demoralised_rally") == "leader_only":
        steady = False
    if not (steady or led):
        return None
    points = int(scn.chart("rally", "both_conditions" if steady and led else "one_condition"))
    conditions = ("A" if steady else "") + ("B" if led else "")
    return Gain(unit=unit.id, conditions=conditions, points=min(points, lost))


def resting(scn: Scenario, state: State, unit: Unit) -> bool:
    """Condition A: in command now, has not moved, in no enemy zone (MP-RAL-3, 6, 7)."""
    return (
        commanded(scn, state, unit)
        and not state.marked(unit.id, MOVED)
        and not controlled(scn, state, unit.place, scn.enemy(unit.side))
    )


def beside_leader(scn: Scenario, state: State, unit: Unit) -> bool:
    """Condition B: next to the leader of its own corps, no water or cliff between (MP-RAL-4)."""
    leader = leader_of(state, unit)
    return leader is not None and leader_adjacent(scn, unit.place, leader.place)


def rally(scn: Scenario, ledger: Ledger, side: str) -> None:
    """Carry the rally phase out for one side; no draw is made (MP-RAL-5, 9)."""
    for gain in gains(scn, ledger.state, side):
        ledger.note("rally", "MP-RAL-5", unit=gain.unit, conditions=gain.conditions, points=gain.points)
        gain_morale(ledger, gain.unit, gain.points, "MP-RAL-5")


def list_options(scn: Scenario, state: State, side: str, unit_id: str) -> Iterable[Option]:
    """Rally, or Done, which does the same (MP-RAL-9)."""
    return () if unit_id else (Option(command=Rally()), Option(command=Done()))
