"""What follows from the numbers of a note, for the sentences that explain results."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.rules.combat import explain_attack
from engine.scenario import Scenario
from engine.system import ExplainNote


def explain_fire(scn: Scenario, facts: Mapping[str, Any]) -> dict[str, int]:
    """The highest roll that is a strong hit, 0 for none (MP-BOM-12)."""
    chart: Mapping[str, Any] = scn.charts["bombardment"]
    strong = max(0, int(facts["effective"]) - int(chart["strong_hit_below"]))
    return {"strong": strong, "sides": int(chart["die"])}


EXPLANATIONS: Mapping[str, ExplainNote] = {"attack": explain_attack, "fire": explain_fire}
