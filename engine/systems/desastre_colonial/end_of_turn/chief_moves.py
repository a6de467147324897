"""Moves of Chiefs at the end of the turn, by an optional rule (DC-MOV-03).

Without that option a Chief moves in the command phase, at their first activation (DC-MOV-01, DC-MOV-02).
"""

from __future__ import annotations

from engine import events as ev
from engine.ledger import Ledger
from engine.rules.turns import remove_marks
from engine.scenario import Scenario
from engine.state import State
from engine.systems.desastre_colonial.general.marks import ACTIVATED, MOVED, OF_A_MOVE, ORDERED


def next_to_move(state: State) -> str:
    """The Chief whose move is next: of those who have not moved the one activated last, of either side
    (DC-MOV-03); "" when there is none."""
    waiting = [
        (int(mark.to), mark.on)
        for mark in state.marks
        if mark.name == ACTIVATED and mark.to.isdigit() and state.units[mark.on].hex is not None
    ]
    return max(waiting, default=(0, ""))[1]


def begin(scn: Scenario, ledger: Ledger) -> None:
    """Let the next Chief move (DC-MOV-03)."""
    chief_id = next_to_move(ledger.state)
    if chief_id:
        ledger.tell(ev.Marked(name=ORDERED, on=chief_id, rule="DC-MOV-03"))


def end(scn: Scenario, ledger: Ledger) -> None:
    """End the move of a Chief (DC-MOV-03)."""
    chief_id = next_to_move(ledger.state)
    if chief_id:
        remove_marks(ledger, OF_A_MOVE | {MOVED, ACTIVATED}, (chief_id,))
