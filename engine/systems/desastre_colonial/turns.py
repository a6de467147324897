"""A turn, T0 to T4 of section 2.2 (DC-GEN-01 to 04, DC-GEN-07, DC-GEN-08).

The initiative passes until no Chief is left to activate, then comes the end of the turn.
"""

from __future__ import annotations

from engine import events as ev
from engine.battle import weather
from engine.battle.reinforcements import sides_after
from engine.ledger import Ledger
from engine.rules.turns import remove_marks
from engine.scenario import Scenario
from engine.systems.desastre_colonial import phases, victory
from engine.systems.desastre_colonial.command import initiative
from engine.systems.desastre_colonial.end_of_turn import chief_moves
from engine.systems.desastre_colonial.events import handing_back
from engine.systems.desastre_colonial.general.marks import INITIATIVE, OF_A_TURN
from engine.systems.desastre_colonial.general.values import NATIVE
from engine.systems.desastre_colonial.setup.setup import REINFORCEMENTS

END_OF_TURN = ("chiefs", "free_move", "waves")
"""The phases after the last run, in order."""


def begin_first(scn: Scenario, ledger: Ledger) -> None:
    """Begin the first turn; the scenario says who has the initiative, if no side has it yet (DC-GEN-03)."""
    if not any(mark.name == INITIATIVE for mark in ledger.state.marks):
        initiative.give_to(ledger, initiative.first(scn))
    _begin(scn, ledger, ledger.state.turn)


def after_reinforcements(scn: Scenario, ledger: Ledger) -> None:
    """The reinforcements of the other side, or the turn itself."""
    state = ledger.state
    if not REINFORCEMENTS.begin(scn, ledger, state.turn, sides_after(scn, state.player)):
        _give_initiative(scn, ledger, state.turn)


def _begin(scn: Scenario, ledger: Ledger, turn: int) -> None:
    """Begin a turn with the reinforcements that arrive, if there are any."""
    if not REINFORCEMENTS.begin(scn, ledger, turn, scn.side_ids):
        _give_initiative(scn, ledger, turn)


def _give_initiative(scn: Scenario, ledger: Ledger, turn: int) -> None:
    """T0: every unit is uncommanded again (DC-GEN-01), the holder of the initiative starts (DC-GEN-02)."""
    remove_marks(ledger, OF_A_TURN, ledger.state.units)
    holder = initiative.holder(ledger.state)
    ledger.tell(ev.Began(phase="initiative", turn=turn, player=holder, rule="DC-GEN-02"))
    pass_initiative(scn, ledger, holder)


def pass_initiative(scn: Scenario, ledger: Ledger, side: str) -> None:
    """T1: give a side the initiative. Without a Chief left it hands it straight back (DC-GEN-07). When
    neither side has one the turn ends; the side that got it last starts the next turn (DC-GEN-04,
    DC-GEN-08)."""
    other = scn.enemy(side)
    initiative.give_to(ledger, side)
    other_has_chief = initiative.has_chief_left(ledger.state, other)
    if initiative.has_chief_left(ledger.state, side):
        if not (other_has_chief and handing_back.ask_hand_back(scn, ledger, side)):
            initiative.begin_run(ledger, side)
    elif other_has_chief:
        ledger.note("handed_back", "DC-GEN-07", side=side)
        initiative.give_to(ledger, other)
        initiative.begin_run(ledger, other)
    else:
        ledger.note("no_chief_left", "DC-GEN-08", side=side)
        _go_on_to(scn, ledger, END_OF_TURN)


def pass_to_opponent(scn: Scenario, ledger: Ledger) -> None:
    """A side that was to name a Chief has none left (DC-GEN-07)."""
    pass_initiative(scn, ledger, scn.enemy(ledger.state.player))


def after_phase_at_end(scn: Scenario, ledger: Ledger) -> None:
    """T2, T3: go on to the next phase at the end of the turn; that of the Chiefs comes again for each Chief
    (DC-MOV-03)."""
    phase = ledger.state.phase
    _go_on_to(scn, ledger, END_OF_TURN[END_OF_TURN.index(phase) + (phase != "chiefs") :])


def _go_on_to(scn: Scenario, ledger: Ledger, candidates: tuple[str, ...]) -> None:
    """Begin the first of these phases that is played; after the last check victory, then begin the next turn
    (T4)."""
    chief_id = chief_moves.next_to_move(ledger.state)
    for phase in candidates:
        if phases.is_played(scn, phase) and (chief_id or phase != "chiefs"):
            side = ledger.state.units[chief_id].side if phase == "chiefs" else NATIVE
            phases.begin(scn, ledger, phase, side)
            return
    if not victory.decided(scn, ledger):
        weather.begin_turn(scn, ledger, ledger.state.turn + 1)
        _begin(scn, ledger, ledger.state.turn + 1)
