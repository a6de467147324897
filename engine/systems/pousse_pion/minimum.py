"""Minimum movement: a unit that has not moved can always make a step, whatever it costs (PP-MOV-24 to 28)."""

from __future__ import annotations

from dataclasses import dataclass

from engine.rules.moving import Footing, Toll
from engine.systems.pousse_pion.marks import BEGUN

RULE = "PP-MOV-24"


@dataclass(frozen=True, slots=True, kw_only=True)
class Minimum(Toll):
    """A step by minimum movement: it costs all the MV a unit has; `needs` is what it would cost another."""

    needs: int


def allowed(at: Footing) -> bool:
    """Whether a unit may still make such a step: it has not moved this phase, and has MV (PP-MOV-27)."""
    return BEGUN not in at.marks and at.left >= 1
