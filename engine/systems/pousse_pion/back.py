"""A step taken back by going to the hex just left (PP-MOV-29 to 33): the automatic cancellation.

The table remembers the steps of the unit in hand; `stepping` forgets them when a step had a consequence.
"""

from __future__ import annotations

from engine import events as ev
from engine.ledger import Ledger
from engine.state import State, Taken, Unit
from engine.systems.pousse_pion.arrival import OF_A_STEP

RULE = "PP-MOV-29"


def point(state: State, unit: Unit) -> Taken | None:
    """The step a unit would take back, or None: it must be in hand still and have MV left (PP-MOV-30)."""
    hand = state.selection
    if hand is None or hand.unit != unit.id or not hand.steps or unit["mp"] < 1:
        return None
    return hand.steps[-1]


def take_back(ledger: Ledger, unit: Unit, taken: Taken) -> None:
    """Put a unit back as it was before its step: hex, MV, road alternation and marks (PP-MOV-29)."""
    ledger.tell(ev.Moved(unit=unit.id, origin=unit.place, hex=taken.origin, manner="back", rule=RULE))
    had = taken.had.get("mp", unit["mp"])
    if had != unit["mp"]:
        ledger.tell(ev.Changed(unit=unit.id, value="mp", was=unit["mp"], now=had, rule=RULE))
    now = ledger.state.names_on(unit.id) & OF_A_STEP
    for name in sorted(now - taken.marks):
        ledger.tell(ev.Unmarked(name=name, on=unit.id, rule=RULE))
    for name in sorted((taken.marks & OF_A_STEP) - now):
        ledger.tell(ev.Marked(name=name, on=unit.id, rule=RULE))
