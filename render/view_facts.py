"""What several layers and the legend ask of a view, and what they call manners of movement. Draws nothing."""

from __future__ import annotations

from engine.view import View

FLIGHTS = frozenset({"rout", "flight"})
"""Manners of proposed movements of units in rout."""
RUNS, CHARGES = frozenset({"run", "move_and_fire"}), frozenset({"charge", "assault"})
PURSUITS, RETREATS = frozenset({"pursuit", "pursue"}), frozenset({"retreat", "pull_back"})
ROUTS = FLIGHTS | {"flee", "panic"}
GIVING_WAY = RETREATS | ROUTS
MARCHES = frozenset({"step", "crossing", "march", "free", "chief", "aside", "conform"})
"""Manners of movement by how they are drawn; any other is drawn as a march."""
FEW = 3
"""Possible combats drawn in full; of more, only the odds."""


def in_full(view: View) -> bool:
    """Whether possible combats are drawn in full, with supporters: when they are few, or of one attacker, or
    on request."""
    return (
        bool(view.attacker) or "supports" in view.overlays or len([c for c in view.clashes if c.odds]) <= FEW
    )
