"""Friends on the way (PP-MOV-34 to 38): a unit that steps onto one goes on at once.

Nothing moves before the whole crossing is known, so that no two counters share a hex between two orders.
"""

from __future__ import annotations

from engine import events as ev
from engine.hexes import Hex
from engine.ledger import Ledger
from engine.rules.moving import Toll
from engine.scenario import Scenario
from engine.state import Question, State, Unit
from engine.systems.pousse_pion import stepping
from engine.systems.pousse_pion.toll import footing, onward, toll

KIND = "crossing"
RULE = "PP-MOV-37"


def begin(scn: Scenario, ledger: Ledger, unit_id: str, over: tuple[Hex, ...]) -> None:
    """Go on from the last of some friends' hexes: where there is only one way on, that way; else the player
    is asked. Time up, it is the cheapest, the first clockwise of equals (PP-MOV-35 to 37)."""
    unit = ledger.state.units[unit_id]
    ways = _ways_on(scn, ledger.state, unit, over)
    if len(ways) == 1:
        _go_on(scn, ledger, unit_id, (*over, *ways), passing=any(price.passing for price in ways.values()))
        return
    question = Question(
        kind=KIND,
        side=unit.side,
        about=unit_id,
        options=tuple(ways),
        default=min(ways, key=lambda hex_: ways[hex_].cost),
    )
    ledger.tell(
        ev.Pushed(kind=KIND, about=(unit_id, *over), rule=RULE), ev.Asked(question=question, rule=RULE)
    )


def settle(scn: Scenario, ledger: Ledger, question: Question, option: str) -> None:
    """Go on by the hex chosen, past the next friend if one stands there (PP-MOV-36)."""
    unit_id, *over = ledger.state.agenda[0].about
    ledger.tell(ev.Popped())
    ways = _ways_on(scn, ledger.state, ledger.state.units[unit_id], tuple(over))
    _go_on(scn, ledger, unit_id, (*over, option), passing=ways[option].passing)


def _go_on(scn: Scenario, ledger: Ledger, unit_id: str, path: tuple[Hex, ...], *, passing: bool) -> None:
    if passing:
        begin(scn, ledger, unit_id, path)
    else:
        stepping.go(scn, ledger, unit_id, path)


def _ways_on(scn: Scenario, state: State, unit: Unit, over: tuple[Hex, ...]) -> dict[Hex, Toll]:
    """How a unit can go on after these friends' hexes."""
    at = footing(state, unit)
    for hex_ in over:
        price = toll(scn, state, unit, at, hex_)
        assert isinstance(price, Toll), f"{unit.id} to {hex_}: {price}"
        at = price.footing
    return onward(scn, state, unit, at)
