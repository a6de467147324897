"""Moves of Chiefs at the end of the turn, where that is agreed (DC-MOV-03).

Without that option a Chief moves in the command phase at his first activation, by the orders of `movement`
(DC-MOV-01, DC-MOV-02). What becomes of a lone one is `refuge`.
"""

from __future__ import annotations

from collections.abc import Iterable

from engine import events as ev
from engine.ledger import Ledger
from engine.rules.turns import wipe
from engine.scenario import Scenario
from engine.state import State
from engine.system import Option
from engine.systems.desastre_colonial import movement
from engine.systems.desastre_colonial.marks import ACTIVATED, MOVED, OF_A_MOVE, ORDERED


def awaited(state: State) -> str:
    """The Chief whose move is next at the end of the turn: of those that have not made theirs the one
    activated last, whichever side he is on (DC-MOV-03); "" when there is none."""
    waiting = [
        (int(mark.to), mark.on)
        for mark in state.marks
        if mark.name == ACTIVATED and mark.to.isdigit() and state.units[mark.on].hex is not None
    ]
    return max(waiting, default=(0, ""))[1]


def begin(scn: Scenario, ledger: Ledger) -> None:
    """It is the turn of one Chief to move (DC-MOV-03)."""
    chief = awaited(ledger.state)
    if chief:
        ledger.tell(ev.Marked(name=ORDERED, on=chief, rule="DC-MOV-03"))


def end(scn: Scenario, ledger: Ledger) -> None:
    """He has moved: he is no longer waited for (DC-MOV-03)."""
    chief = awaited(ledger.state)
    if chief:
        wipe(ledger, OF_A_MOVE | {MOVED, ACTIVATED}, (chief,))


def offers(scn: Scenario, state: State, side: str, unit_id: str) -> Iterable[Option]:
    """The steps of the Chief whose move it is; or Done (DC-MOV-02, DC-MOV-03)."""
    return movement.offers(scn, state, side, unit_id)
