"""The advance of a principal attacker into the hex that its enemy has left (DC-MEL-33)."""

from __future__ import annotations

from engine import events as ev
from engine.hexes import Hex
from engine.ledger import Ledger
from engine.rules.movement import proposed_move
from engine.scenario import Scenario
from engine.state import Question, State, Unit
from engine.systems.desastre_colonial.chiefs import overrun
from engine.systems.desastre_colonial.general.agenda import NO, YES, ask, pop, push
from engine.systems.desastre_colonial.general.aspects import in_square
from engine.systems.desastre_colonial.general.marks import ROUTED
from engine.systems.desastre_colonial.general.values import unit_on
from engine.systems.desastre_colonial.movement import free_facing

ADVANCE, ENTER = "advance", "enter"
"""Tasks: see whether an advance is possible; enter the hex, if the answer is yes. ADVANCE is also the
question."""
RULE = "DC-MEL-33"


def queue(ledger: Ledger, attacker: Unit, defender: Unit) -> None:
    """Put on the agenda that a principal attacker may advance into its enemy's hex."""
    push(ledger, ADVANCE, attacker.id, attacker.place, defender.id, defender.place, rule=RULE)


def offer(scn: Scenario, ledger: Ledger, about: tuple[str, ...]) -> None:
    """Ask whether the principal attacker advances, if the defender's hex is empty now (DC-MEL-33)."""
    unit_id, here, defender_id, there = about
    if is_vacated(ledger.state, unit_id, here, defender_id, there):
        push(ledger, ENTER, unit_id, there, rule=RULE)
        side = ledger.state.units[unit_id].side
        ask(scn, ledger, ADVANCE, side, unit_id, (YES, NO), NO, rule=RULE)


def is_vacated(state: State, unit_id: str, here: Hex, defender_id: str, there: Hex) -> bool:
    """Whether a defender has left its hex, no unit has entered it, and the attacker still stands in its
    own."""
    unit, defender = state.units[unit_id], state.units[defender_id]
    stands = unit.hex == here and ROUTED not in state.marks_on(unit_id)
    return stands and defender.hex != there and unit_on(state, there) is None


def settle_advance(scn: Scenario, ledger: Ledger, question: Question, option: str) -> None:
    """Enter the hex with free facing, or stay; Chiefs stay in any case (DC-MEL-33, DC-MOV-01)."""
    unit_id, there = pop(ledger, ENTER)
    if option != YES:
        return
    unit = ledger.state.units[unit_id]
    ledger.tell(ev.Moved(unit=unit_id, origin=unit.place, hex=there, manner="advance", rule=RULE))
    overrun.flee(scn, ledger, there, scn.enemy(unit.side))
    if not in_square(ledger.state, unit):
        free_facing.allow(ledger, unit_id, RULE)


def proposals(scn: Scenario, state: State) -> tuple[tuple[str, tuple[Hex, ...], str], ...]:
    """The advance that waits for an answer: unit, its hex and the one it would enter, manner."""
    return proposed_move(state, ENTER, ADVANCE)


TASKS = {ADVANCE: offer}
ANSWERS = {ADVANCE: settle_advance}
