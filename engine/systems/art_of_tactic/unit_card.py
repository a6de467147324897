"""The Unit Card (rules file, 3): class, abilities, Commander, figures; the level of the game."""

from __future__ import annotations

from engine.scenario import Scenario
from engine.state import State, Unit

LEVELS = ("basic", "intermediate", "advanced", "expert")
GENERAL_STAFF, NINJA = "general_staff", "ninja"  # traits
NORMAL, HESITANT, SHAKEN, PANICKED = range(4)  # Morale Levels (AT-MOR-01)


def uses_level(scn: Scenario, level: str) -> bool:
    """Whether the game uses the rules of a level: it uses its own and all lower ones (R-02)."""
    return LEVELS.index(scn.option("level") or LEVELS[0]) >= LEVELS.index(level)


def is_cavalry(unit: Unit) -> bool:
    """Whether a unit is cavalry; all others are infantry (3.1)."""
    return unit.kind == "cavalry"


def is_ranged(unit: Unit) -> bool:
    """Whether a unit's card shows Firepower (3.1)."""
    return unit.printed.get("firepower", 0) > 0


def has_commander(unit: Unit) -> bool:
    """Whether a unit has a Commander figure, or is a General Staff with a figure left (AT-ORD-13)."""
    return unit["commander"] > 0 or (GENERAL_STAFF in unit.traits and unit["figures"] > 0)


def figures_lost(unit: Unit) -> int:
    """Figures lost so far, the Commander included (AT-MOR-10)."""
    return max(0, unit.printed["figures"] - unit["figures"])


def general_staffs(state: State, unit: Unit) -> tuple[Unit, ...]:
    """The General Staff of a unit's army on the map, other than the unit itself (AT-MOR-60, R-68)."""
    return tuple(u for u in state.units_on_map(unit.side) if GENERAL_STAFF in u.traits and u.id != unit.id)


def order_of(state: State, unit_id: str) -> str:
    """The name of the revealed order of a unit, "" before the reveal."""
    return state.orders.get(unit_id, {}).get("order", "")


def units_by_id(state: State, side: str = "") -> list[Unit]:
    """The units on the map, of one side or of all, sorted by id: the order of resolution (AT-GEN-07)."""
    return sorted(state.units_on_map(side), key=lambda unit: unit.id)
