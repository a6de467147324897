"""Lone Chiefs whose hex an enemy unit enters: they join a friendly unit or are lost (DC-MOV-19, DC-MEL-10).

Moves, advances and routs call `flee` when they bring a unit into a hex.
"""

from __future__ import annotations

from engine import events as ev
from engine.hexes import Hex
from engine.ledger import Ledger
from engine.rules.losses import eliminate
from engine.scenario import Scenario
from engine.state import Question, State, Unit
from engine.systems.desastre_colonial.general.agenda import ask
from engine.systems.desastre_colonial.general.values import chiefs_on, is_chief, troops

FLIGHT = "flight"
"""Question: where an overrun Chief goes."""
RULE = "DC-MOV-19"


def flee(scn: Scenario, ledger: Ledger, hex_: Hex, side: str) -> None:
    """Have the Chiefs of a side flee from a hex that holds an enemy unit and none of their own
    (DC-MOV-19)."""
    unit_sides = {unit.side for unit in ledger.state.on(hex_) if not is_chief(unit)}
    if unit_sides == {scn.enemy(side)}:
        for chief in chiefs_on(ledger.state, hex_, side):
            _flee(scn, ledger, chief)


def _flee(scn: Scenario, ledger: Ledger, chief: Unit) -> None:
    hexes = refuges(scn, ledger.state, chief)
    if hexes:
        ask(scn, ledger, FLIGHT, chief.side, chief.id, hexes, hexes[0], rule=RULE)
    else:
        ledger.note("chief_lost", RULE, chief=chief.id, hex=chief.place)
        eliminate(ledger, chief.id, RULE)


def refuges(scn: Scenario, state: State, chief: Unit) -> tuple[Hex, ...]:
    """The hexes of friendly units up to 2 hexes from a lone Chief, nearest first (DC-MOV-19)."""
    reach = int(scn.chart("movement", "flight"))
    by_distance = sorted(
        (scn.grid.distance(chief.place, friend.place), friend.place) for friend in troops(state, chief.side)
    )
    return tuple(hex_ for away, hex_ in by_distance if away <= reach)


def settle_flight(scn: Scenario, ledger: Ledger, question: Question, option: str) -> None:
    """Move the Chief to the hex their player chose (DC-MOV-19)."""
    chief = ledger.state.units[question.about]
    ledger.tell(ev.Moved(unit=chief.id, origin=chief.place, hex=option, manner=FLIGHT, rule=RULE))


ANSWERS = {FLIGHT: settle_flight}
