"""What follows from the numbers of a note, for the sentences that explain results."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.scenario import Scenario
from engine.system import ExplainNote


def explain_fire(scn: Scenario, facts: Mapping[str, Any]) -> dict[str, int]:
    """Bases and dice that fired; dice that protection may have rerolled, and did (DC-PRO-02)."""
    protection = sum(int(factor.split()[1]) for factor in facts["factors"])
    return {
        "n_bases": len(facts["bases"]),
        "n_dice": len(facts["dice"]),
        "protection": max(0, protection),
        "again": len(facts["rerolled"]),
    }


EXPLANATIONS: Mapping[str, ExplainNote] = {"fire": explain_fire}
