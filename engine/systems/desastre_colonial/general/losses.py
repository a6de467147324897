"""Losses, and the elimination of units that have taken five (3.2, DC-FIR-26, DC-MEL-29, DC-ROU-22)."""

from __future__ import annotations

from engine import events as ev
from engine.ledger import Ledger
from engine.rules.losses import alive, eliminate
from engine.scenario import Scenario

LOSSES = "losses"
ELIMINATION_RULES = {"DC-MEL": "DC-MEL-29", "DC-ROU": "DC-ROU-22", "DC-ROU-46": "DC-ROU-46"}
"""The rule that eliminates a unit, by the rule of its last loss or that rule's chapter; else DC-FIR-26."""


def lose(scn: Scenario, ledger: Ledger, unit_id: str, points: int, rule: str) -> bool:
    """Give a unit losses by a rule, and eliminate it at its last step; whether it is still on the map
    (DC-FIR-26, DC-MEL-29, DC-ROU-22)."""
    if points > 0 and alive(ledger, unit_id):
        steps, was = int(scn.chart("eliminated_at")), ledger.state.units[unit_id][LOSSES]
        now = min(steps, was + points)
        ledger.tell(ev.Changed(unit=unit_id, value=LOSSES, was=was, now=now, rule=rule))
        if now >= steps:
            chapter = ELIMINATION_RULES.get(rule[:6], "DC-FIR-26")
            eliminate(ledger, unit_id, ELIMINATION_RULES.get(rule, chapter))
    return alive(ledger, unit_id)


def recover(ledger: Ledger, unit_id: str, points: int, rule: str) -> None:
    """Remove up to `points` losses from a unit, by a rule."""
    was = ledger.state.units[unit_id][LOSSES]
    if min(points, was) > 0:
        ledger.tell(ev.Changed(unit=unit_id, value=LOSSES, was=was, now=was - min(points, was), rule=rule))
