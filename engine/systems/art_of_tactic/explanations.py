"""What follows from the numbers of a note, for the sentences that explain results."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.scenario import Scenario
from engine.system import ExplainNote


def explain_modifiers(scn: Scenario, facts: Mapping[str, Any]) -> dict[str, str]:
    """What all modifiers add to a value (AT-MEL-25)."""
    return {"change": f"{int(facts['value']) - int(facts['base']):+d}"}


EXPLANATIONS: Mapping[str, ExplainNote] = dict.fromkeys(("shot", "melee", "test"), explain_modifiers)
