"""What follows from the numbers of a note, for the sentences that explain results."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.rules.combat import explain_attack
from engine.scenario import Scenario
from engine.system import ExplainNote


def explain_fire(scn: Scenario, facts: Mapping[str, Any]) -> dict[str, int]:
    """What distance takes off the fire number (PP-FIR-11)."""
    far = int(facts["vt"]) - int(facts["cover"]) - int(facts["number"])
    return {"far": far, "sides": int(scn.chart("fire", "die"))}


def explain_charge(scn: Scenario, facts: Mapping[str, Any]) -> dict[str, str | int]:
    """Main value and morale of both sides, and the difference (PP-CHG-15)."""
    own, theirs = (int(facts[f"{of}main"]) + int(facts[f"{of}mo"]) for of in ("", "target_"))
    return {"own": own, "theirs": theirs, "more": str(own - theirs)}


EXPLANATIONS: Mapping[str, ExplainNote] = {
    "attack": explain_attack,
    "fire": explain_fire,
    "charge": explain_charge,
}
