"""What a unit is (MP-GEN-20 to 25, MP-MOR-1), and the checks that every order goes through first."""

from __future__ import annotations

from engine.hexes import Hex
from engine.rules import order_checks
from engine.state import State, Unit

MOUNTED = frozenset({"cavalry", "leader"})


def own_unit(state: State, side: str, unit_id: str) -> tuple[Unit, Hex]:
    """A unit of this side on the map, and its hex. Raises NotOnTable, NotYours or IllegalOrder."""
    unit = order_checks.own_unit(state, side, unit_id)
    return unit, order_checks.hex_on_map(unit, "MP-GEN-12", "MP-SET-4")


def mounted(unit: Unit) -> bool:
    """Whether a unit is cavalry or a leader (MP-GEN-21, MP-GEN-22)."""
    return unit.kind in MOUNTED


def demoralised(unit: Unit) -> bool:
    """Whether its morale is 0; leaders never are (MP-MOR-1).

    It bars what MP-MOR-2 lists (zones of control: `zoc`, `step_cost`; `charge`, `odds`) and an advance into a
    zone (MP-ADV-5), nothing else (MP-MOR-3).
    """
    return unit.kind != "leader" and unit["mv"] <= 0


def morale(unit: Unit) -> int:
    """Current MV; for a leader CS plus command radius (MP-GEN-25)."""
    return unit["cs"] + unit["radius"] if unit.kind == "leader" else unit["mv"]
