"""The advance of a principal attacker into the hex his enemy has left (DC-MEL-33)."""

from __future__ import annotations

from engine import events as ev
from engine.hexes import Hex
from engine.ledger import Ledger
from engine.rules.moving import proposed
from engine.scenario import Scenario
from engine.state import Question, State
from engine.systems.desastre_colonial import reface, refuge, values
from engine.systems.desastre_colonial.asking import ask, push
from engine.systems.desastre_colonial.aspects import in_square
from engine.systems.desastre_colonial.marks import ROUTED

ADVANCE, ENTER, YES, NO = "advance", "enter", "yes", "no"


def offer(scn: Scenario, ledger: Ledger, about: tuple[str, ...]) -> None:
    """Ask the owner of the principal attacker, where the defender's hex is empty now (DC-MEL-33)."""
    unit_id, here, defender_id, there = about
    if vacated(ledger.state, unit_id, here, defender_id, there):
        push(ledger, ENTER, unit_id, there, rule="DC-MEL-33")
        side = ledger.state.units[unit_id].side
        ask(scn, ledger, ADVANCE, side, unit_id, (YES, NO), NO, rule="DC-MEL-33")


def vacated(state: State, unit_id: str, here: Hex, defender_id: str, there: Hex) -> bool:
    """Whether a defender was eliminated or routed out of a hex that nobody else has taken since, and its
    principal attacker still stands where he fought."""
    unit, defender = state.units[unit_id], state.units[defender_id]
    stays = unit.hex == here and ROUTED not in state.names_on(unit_id)
    return stays and defender.hex != there and values.unit_on(state, there) is None


def settle(scn: Scenario, ledger: Ledger, question: Question, option: str) -> None:
    """Enter the hex with free facing, or stay (DC-MEL-33)."""
    task = ledger.state.agenda[0]
    assert task.kind == ENTER, task.kind
    ledger.tell(ev.Popped())
    if option == YES:
        unit_id, there = task.about
        _enter(scn, ledger, unit_id, there)


def _enter(scn: Scenario, ledger: Ledger, unit_id: str, there: Hex) -> None:
    """Move in; a lone chief of the enemy flees (DC-MOV-19). Chiefs stay where they are (DC-MOV-01)."""
    unit = ledger.state.units[unit_id]
    ledger.tell(ev.Moved(unit=unit_id, origin=unit.place, hex=there, manner="advance", rule="DC-MEL-33"))
    refuge.flee(scn, ledger, there, scn.enemy(unit.side))
    if not in_square(ledger.state, ledger.state.units[unit_id]):
        reface.free(ledger, unit_id, "DC-MEL-33")


def proposals(scn: Scenario, state: State) -> tuple[tuple[str, tuple[Hex, ...], str], ...]:
    """The advance its owner is asked about: unit, the hex it stands on and the one it would take, manner."""
    return proposed(state, ENTER, ADVANCE)


TASKS = {ADVANCE: offer}
ANSWERS = {ADVANCE: settle}
