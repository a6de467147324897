"""What stands on a Unit Card (rules file, 3): class, figures, abilities, level of the game."""

from __future__ import annotations

from engine.scenario import Scenario
from engine.state import State, Unit

LEVELS = ("basic", "intermediate", "advanced", "expert")
STAFF, NINJA = "general_staff", "ninja"  # traits
NORMAL, HESITANT, SHAKEN, PANICKED = range(4)


def plays(scn: Scenario, level: str) -> bool:
    """Whether the game uses the rules of a level: it uses its own and all lower ones (R-02)."""
    return LEVELS.index(scn.option("level") or LEVELS[0]) >= LEVELS.index(level)


def cavalry(unit: Unit) -> bool:
    """Whether it is cavalry; all others are infantry (3.1)."""
    return unit.kind == "cavalry"


def ranged(unit: Unit) -> bool:
    """Whether its card shows Firepower (3.1)."""
    return unit.printed.get("firepower", 0) > 0


def commanded(unit: Unit) -> bool:
    """Whether it has a Commander figure, or is a General Staff with a figure left (AT-ORD-13)."""
    return unit["commander"] > 0 or (STAFF in unit.traits and unit["figures"] > 0)


def lost(unit: Unit) -> int:
    """Figures lost so far, the Commander included (AT-MOR-10)."""
    return max(0, unit.printed["figures"] - unit["figures"])


def order(state: State, unit: str) -> str:
    """The name of the order that lies open beside a unit, "" before the reveal."""
    return state.orders.get(unit, {}).get("order", "")
