"""A run from its moves to its resolution: steps E to L of section 2.2 (DC-GEN-05, DC-GEN-06).

Steps A to D, from naming a Chief to sharing out the dice, are in `command`.
"""

from __future__ import annotations

from engine import events as ev
from engine.ledger import Ledger
from engine.rules.turns import remove_marks
from engine.scenario import Scenario
from engine.systems.desastre_colonial import phases, turns
from engine.systems.desastre_colonial.command import initiative
from engine.systems.desastre_colonial.command.dice_sharing import MOVING
from engine.systems.desastre_colonial.events import drame
from engine.systems.desastre_colonial.fire import fire
from engine.systems.desastre_colonial.general import marks
from engine.systems.desastre_colonial.general.agenda import push
from engine.systems.desastre_colonial.general.values import COLONIAL, NATIVE
from engine.systems.desastre_colonial.melee import principal_attacker

FIRING, CLEAR = "firing", "clear"
"""Tasks: the fire phase begins; the run is cleared."""


def skip_sharing(scn: Scenario, ledger: Ledger) -> None:
    """D: without a unit to share dice out to, go on to the moves."""
    push(ledger, MOVING, rule="DC-CMD-27")


def begin_moves(scn: Scenario, ledger: Ledger, about: tuple[str, ...]) -> None:
    """E: units just activated move at once (DC-GEN-05, DC-CMD-27)."""
    if any(marks.ORDERED in ledger.state.marks_on(unit.id) for unit in ledger.state.units_on_map()):
        phases.begin(scn, ledger, "movement", ledger.state.player)
    else:
        initiative.after_moves(scn, ledger)


def after_moves(scn: Scenario, ledger: Ledger) -> None:
    """F: the initiative is kept or lost (DC-CMD-28, DC-CMD-29)."""
    remove_marks(ledger, marks.OF_A_MOVE, ledger.state.units)
    initiative.after_moves(scn, ledger)


def resolve(scn: Scenario, ledger: Ledger, about: tuple[str, ...]) -> None:
    """G: defenders conform, before the fire (DC-CMD-34, DC-GEN-05, DC-GEN-06)."""
    push(ledger, FIRING, rule="DC-GEN-06")
    principal_attacker.begin(scn, ledger)


def begin_fire(scn: Scenario, ledger: Ledger, about: tuple[str, ...]) -> None:
    """H: the fire phase."""
    phases.begin(scn, ledger, "fire", ledger.state.player)


def begin_melees(scn: Scenario, ledger: Ledger) -> None:
    """I: the melee phase."""
    phases.begin(scn, ledger, "melee", ledger.state.player)


def after_melees(scn: Scenario, ledger: Ledger) -> None:
    """J: a card may let a unit recover (DC-DRA-08), then the run is cleared."""
    push(ledger, CLEAR, rule="DC-GEN-05")
    drame.ask_recovery(scn, ledger)


def clear(scn: Scenario, ledger: Ledger, about: tuple[str, ...]) -> None:
    """J to L: activated units become DONE and the marks of the run end. Then the Native player may draw a
    Drame card after a Colonial run, or the initiative passes."""
    state, side = ledger.state, ledger.state.player
    fire.replenish(scn, ledger)
    if side == COLONIAL:
        _mark_shooters(ledger)
    for unit in tuple(state.units.values()):
        if state.marked(unit.id, marks.ACTIVATED):
            ledger.tell(ev.Unmarked(name=marks.ACTIVATED, on=unit.id, rule="DC-GEN-05"))
            if not ledger.state.marked(unit.id, marks.DONE):
                ledger.tell(ev.Marked(name=marks.DONE, on=unit.id, rule="DC-GEN-05"))
    remove_marks(ledger, marks.OF_A_RUN, ledger.state.units)
    if side == NATIVE:
        drame.end_effects(ledger)
    if side == COLONIAL and phases.is_played(scn, "drame"):
        phases.begin(scn, ledger, "drame", NATIVE)
    else:
        turns.pass_initiative(scn, ledger, scn.enemy(side))


def _mark_shooters(ledger: Ledger) -> None:
    """Mark the Colonial units that fired in this run, until the next Colonial run (cards .2)."""
    remove_marks(ledger, frozenset({marks.SHOOTER}), ledger.state.units)
    for unit in tuple(ledger.state.units_on_map(COLONIAL)):
        if marks.FIRED in ledger.state.marks_on(unit.id):
            ledger.tell(ev.Marked(name=marks.SHOOTER, on=unit.id, rule="DC-DRA-08"))


def after_drame(scn: Scenario, ledger: Ledger) -> None:
    """L: after the choice of a card the Native player gets the initiative."""
    turns.pass_initiative(scn, ledger, NATIVE)


TASKS = {MOVING: begin_moves, initiative.RESOLUTION: resolve, FIRING: begin_fire, CLEAR: clear}
