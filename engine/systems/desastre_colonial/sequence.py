"""The sequence of play: which phase follows which (section 2, DC-GEN-01 to 08).

Tasks on the agenda come first. Without any, a phase goes on as long as its player can do anything in it; then
comes the step that follows it in `NEXT`.
"""

from __future__ import annotations

from collections.abc import Mapping

from engine import events as ev
from engine.battle import reinforcements
from engine.commands import Command, Expired
from engine.ledger import Ledger
from engine.rules import setup as counters
from engine.rules.setup import has_setup
from engine.scenario import Scenario
from engine.system import Procedure
from engine.systems.desastre_colonial import phases, runs, turns
from engine.systems.desastre_colonial.command import dice_sharing, initiative
from engine.systems.desastre_colonial.events import handing_back
from engine.systems.desastre_colonial.general.agenda import CarryOut, carry_on, push
from engine.systems.desastre_colonial.general.marks import INITIATIVE, LOW_AMMO
from engine.systems.desastre_colonial.general.values import COLONIAL, NATIVE
from engine.systems.desastre_colonial.setup.setup import SETUP

OPENING = "opening"
OVER = "over"
"""Task: the player has finished the phase."""


def open_game(scn: Scenario, ledger: Ledger) -> None:
    """Put every counter on the table, and the initiative where the scenario says (S1, DC-GEN-03)."""
    for counter in scn.counters.values():
        ledger.tell(ev.Introduced(counter=counters.counter_unit(counter, {"mp": 0}), rule="DC-GEN-01"))
        if LOW_AMMO in counter.traits:
            ledger.tell(ev.Marked(name=LOW_AMMO, on=counter.id, rule="DC-FIR-27"))
        if counter.formation:
            ledger.tell(ev.Marked(name=counter.formation, on=counter.id, rule="DC-FOR-01"))
    ledger.tell(ev.Marked(name=INITIATIVE, on=initiative.first(scn), rule="DC-GEN-03"))
    ledger.tell(ev.Began(phase=OPENING, turn=1, player=scn.side_ids[0], rule="DC-GEN-03"))


def set_up(scn: Scenario, ledger: Ledger) -> None:
    """The Colonial player places, then the Native one (S2); then come Faux Pas (S3) or the first turn."""
    state = ledger.state
    if has_setup(scn) and state.phase == OPENING:
        _begin_setup(ledger, COLONIAL)
    elif has_setup(scn) and state.player != NATIVE:
        _begin_setup(ledger, NATIVE)
    elif phases.is_played(scn, "faux_pas"):
        phases.begin(scn, ledger, "faux_pas", NATIVE)
    else:
        turns.begin_first(scn, ledger)


def _begin_setup(ledger: Ledger, side: str) -> None:
    turn = ledger.state.turn
    ledger.tell(ev.Began(phase="setup", turn=turn, player=side, owing=(side,), rule="DC-GEN-03"))


def concede_command(scn: Scenario, ledger: Ledger) -> None:
    """The active Chief can neither move nor command (DC-CMD-19)."""
    initiative.concede(scn, ledger, initiative.NOBODY)


NEXT: Mapping[str, Procedure] = {
    OPENING: set_up,
    "setup": set_up,
    "faux_pas": turns.begin_first,
    reinforcements.PHASE: turns.after_reinforcements,
    "initiative": turns.pass_to_opponent,
    "command": concede_command,
    "sharing": runs.skip_sharing,
    "movement": runs.after_moves,
    "fire": runs.begin_melees,
    "melee": runs.after_melees,
    "drame": runs.after_drame,
    "chiefs": turns.after_phase_at_end,
    "free_move": turns.after_phase_at_end,
    "waves": turns.after_phase_at_end,
}
"""What follows each phase when its player is done, or can do nothing in it."""


def follow(scn: Scenario, ledger: Ledger) -> None:
    """Carry out the next task; without any go on with the phase, or with what follows it."""
    state = ledger.state
    if state.agenda:
        carry_on(scn, ledger)
    elif phases.can_act(scn, state):
        ledger.tell(ev.Owed(sides=(state.player,)))
    else:
        end_phase(scn, ledger, ())


def end_phase(scn: Scenario, ledger: Ledger, about: tuple[str, ...]) -> None:
    """End the phase and go on to what follows it."""
    phase = ledger.state.phase
    if phase in phases.PHASES:
        phases.PHASES[phase].end(scn, ledger)
    NEXT[phase](scn, ledger)


# --- orders -------------------------------------------------------------------------------------------------


def recheck(scn: Scenario, ledger: Ledger) -> None:
    """After an order: its player owes another decision only if there is one left in the phase."""
    if ledger.state.result is None and ledger.state.active:
        ledger.tell(ev.Owed(sides=()))


def done(scn: Scenario, ledger: Ledger, side: str, order: Command) -> None:
    """End the phase; in the command phase this is to command no unit (DC-CMD-11, DC-CMD-19)."""
    state = ledger.state
    if state.phase == "setup":
        SETUP.check_all_placed(state, side)
    ledger.tell(ev.Owed(sides=()))
    if state.phase == "command":
        concede_command(scn, ledger)
    else:
        push(ledger, OVER)


def timeout(scn: Scenario, ledger: Ledger, side: str, order: Expired) -> None:
    """When time runs out do the least that the rules allow (7.1).

    Counters still to be placed are placed. The side with the initiative activates a Chief who commands no
    unit, which costs it the initiative and only this Chief; a Chief already active commands no unit. Dice are
    shared out in the best way. No unit moves or fires any more, and the initiative is declined; melees are
    fought in the order of their hexes. Free moves are forgone; a wave comes as 7.1 says.
    """
    phase = ledger.state.phase
    if phase == "sharing":
        dice_sharing.expire(scn, ledger, side)
        return
    ledger.note("phase_abandoned", phases.PHASES[phase].rule, side=side, phase=phase)
    if phase not in ("initiative", "command", "faux_pas"):  # a Faux Pas goes on with its next effect
        push(ledger, OVER)  # below whatever is left to do
    phases.PHASES[phase].expire(scn, ledger, side)
    ledger.tell(ev.Owed(sides=()))
    if phase == "command":
        concede_command(scn, ledger)


def _begin_run(scn: Scenario, ledger: Ledger, about: tuple[str, ...]) -> None:
    """Begin the run of a side that could have handed the initiative back (DC-DRA-08)."""
    initiative.begin_run(ledger, about[0])


def _pass_initiative(scn: Scenario, ledger: Ledger, about: tuple[str, ...]) -> None:
    """Give a side the initiative by a card (DC-DRA-08)."""
    turns.pass_initiative(scn, ledger, about[0])


TASKS: Mapping[str, CarryOut] = {
    OVER: end_phase,
    handing_back.HAND: _pass_initiative,
    handing_back.RUN: _begin_run,
    **runs.TASKS,
}
