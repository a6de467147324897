"""How long a battle lasts: a number of turns, or from a turn on as long as a die lets it.

That is a fact of the battle and no rule of a book, so the die cites none.
"""

from __future__ import annotations

from engine.ledger import Ledger
from engine.scenario import Scenario

DIE = 6


def is_over(scn: Scenario, ledger: Ledger) -> bool:
    """Whether the battle ends with the game turn that is played out: with its last, or by the die, which is
    rolled here, once a turn."""
    turn, ending = ledger.state.turn, scn.ending
    if turn >= scn.turns or ending is None or turn < ending.turn:
        return turn >= scn.turns
    face = ledger.roll("ending", sides=DIE, rule="", outcome=ending.least.__le__)
    over = face >= ending.least
    ledger.note("ending", "", how="over" if over else "on", face=face, needs=ending.least)
    return over
