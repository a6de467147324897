"""Losses of troops, and the end of those that have taken too many (3.2, DC-FIR-26, DC-MEL-29, DC-ROU-22)."""

from __future__ import annotations

from engine import events as ev
from engine.ledger import Ledger
from engine.rules.losses import alive, eliminate
from engine.scenario import Scenario

LOSSES = "losses"
FATAL = {"DC-MEL": "DC-MEL-29", "DC-ROU": "DC-ROU-22", "DC-ROU-46": "DC-ROU-46"}
"""The rule by which the last loss eliminates, by that of the loss or its chapter; DC-FIR-26 in any other."""


def lose(scn: Scenario, ledger: Ledger, unit_id: str, n: int, rule: str) -> bool:
    """Take `n` losses, by `rule`; whether the unit still stands on the map (DC-FIR-26, DC-MEL-29, DC-ROU-22).

    All units have the same number of steps; with the last of them a unit is eliminated at once.
    """
    if n > 0 and alive(ledger, unit_id):
        steps, was = int(scn.chart("eliminated_at")), ledger.state.units[unit_id][LOSSES]
        now = min(steps, was + n)
        ledger.tell(ev.Changed(unit=unit_id, value=LOSSES, was=was, now=now, rule=rule))
        if now >= steps:
            eliminate(ledger, unit_id, FATAL.get(rule, FATAL.get(rule[:6], "DC-FIR-26")))
    return alive(ledger, unit_id)


def recover(ledger: Ledger, unit_id: str, n: int, rule: str) -> None:
    """Give back up to `n` losses to a unit, by `rule`."""
    was = ledger.state.units[unit_id][LOSSES]
    if min(n, was) > 0:
        ledger.tell(ev.Changed(unit=unit_id, value=LOSSES, was=was, now=was - min(n, was), rule=rule))
