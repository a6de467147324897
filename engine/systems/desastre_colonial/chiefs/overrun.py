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
from engine.systems.desastre_colonial.general.values import chiefs_on, is_chief, troops, unit_on
from engine.systems.desastre_colonial.terrain.terrain import impassable, impassable_between

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
    """The hexes of friendly units that a lone Chief reaches by a path of at most 2 hexes, nearest first
    (DC-MOV-19); the path crosses no impassable terrain and no hex held by an enemy unit (C-10)."""
    friends = {friend.place for friend in troops(state, chief.side)}
    away = {chief.place: 0}
    for hex_ in (queue := [chief.place]):  # grows while it is read
        if away[hex_] == int(scn.chart("movement", "flight")):
            break
        for near in scn.grid.neighbours(hex_).values():
            if near not in away and _may_cross(scn, state, chief, hex_, near):
                away[near] = away[hex_] + 1
                queue.append(near)
    return tuple(sorted(friends & away.keys(), key=lambda hex_: (away[hex_], hex_)))


def _may_cross(scn: Scenario, state: State, chief: Unit, origin: Hex, to: Hex) -> bool:
    """Whether the path of a lone Chief may lead from a hex to a neighbouring one (DC-TER-09, C-10)."""
    if impassable(scn, state, to) or impassable_between(scn, origin, to):
        return False
    unit = unit_on(state, to)
    return unit is None or unit.side == chief.side


def settle_flight(scn: Scenario, ledger: Ledger, question: Question, option: str) -> None:
    """Move the Chief to the hex their player chose (DC-MOV-19)."""
    chief = ledger.state.units[question.about]
    ledger.tell(ev.Moved(unit=chief.id, origin=chief.place, hex=option, manner=FLIGHT, rule=RULE))


ANSWERS = {FLIGHT: settle_flight}
