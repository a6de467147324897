"""Lone Chiefs into whose hex an enemy unit comes: they go to their men, or are lost (DC-MOV-19, DC-MEL-10).

Whoever brings a unit into a hex asks `flee`: moves, advances, routs.
"""

from __future__ import annotations

from engine import events as ev
from engine.hexes import Hex
from engine.ledger import Ledger
from engine.rules.losses import eliminate
from engine.scenario import Scenario
from engine.state import Question, State, Unit
from engine.systems.desastre_colonial import asking
from engine.systems.desastre_colonial.values import chiefs_on, is_chief

FLIGHT = "flight"
RULE = "DC-MOV-19"


def flee(scn: Scenario, ledger: Ledger, hex_: Hex, side: str) -> None:
    """Let the lone Chiefs of a side in a hex that an enemy unit has entered go to their men, or be lost
    (DC-MOV-19). Where a unit of theirs stands with them they are not alone, and nothing happens."""
    holders = {unit.side for unit in ledger.state.on(hex_) if not is_chief(unit)}
    if holders == {scn.enemy(side)}:
        for chief in chiefs_on(ledger.state, hex_, side):
            _flee(scn, ledger, chief)


def _flee(scn: Scenario, ledger: Ledger, chief: Unit) -> None:
    goals = refuges(scn, ledger.state, chief)
    if not goals:
        ledger.note("chief_lost", RULE, chief=chief.id, hex=chief.place)
        eliminate(ledger, chief.id, RULE)
        return
    asking.ask(scn, ledger, FLIGHT, chief.side, chief.id, goals, goals[0], rule=RULE)


def refuges(scn: Scenario, state: State, chief: Unit) -> tuple[Hex, ...]:
    """The hexes a lone Chief may flee to: those of friendly units up to 2 hexes away, the nearest first
    (DC-MOV-19)."""
    reach, grid = int(scn.chart("movement", "flight")), scn.grid
    found = (
        (grid.distance(chief.place, friend.place), friend.place)
        for friend in state.fielded(chief.side)
        if not is_chief(friend)
    )
    return tuple(hex_ for away, hex_ in sorted(found) if away <= reach)


def _fled(scn: Scenario, ledger: Ledger, question: Question, option: str) -> None:
    chief = ledger.state.units[question.about]
    ledger.tell(ev.Moved(unit=chief.id, origin=chief.place, hex=option, manner=FLIGHT, rule=RULE))


ANSWERS = {FLIGHT: _fled}
