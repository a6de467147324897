"""The sequence of play (section 2; PP-GEN-01, PP-CMD-03): what comes next when no side owes a decision."""

from __future__ import annotations

from engine import events as ev
from engine.battle import reinforcements, turn_end
from engine.commands import Command, Expired
from engine.ledger import Ledger
from engine.rules.setup import counter_unit, has_setup, hiding, setup_only
from engine.rules.turns import next_player_turn, remove_marks
from engine.scenario import Scenario
from engine.state import ELIMINATED, State
from engine.systems.pousse_pion import command, fire, rally, victory
from engine.systems.pousse_pion.combat import combat
from engine.systems.pousse_pion.marks import OF_A_PHASE, OF_A_TURN, OWNS
from engine.systems.pousse_pion.movement import charge, manoeuvre, movement
from engine.systems.pousse_pion.movement.step_cost import MANOEUVRE
from engine.systems.pousse_pion.setup import SETUP
from engine.systems.pousse_pion.units import max_mv
from engine.systems.pousse_pion.zoc import controlled

OPENING = "opening"
"""Before the first player turn."""
START = "start"
"""The start of a player turn, where a Stratege may call a Manoeuvre phase (PP-MOV-43)."""
PHASES = ("fire", "movement", "combat", "rally")
"""The phases of a player turn in order; "setup", "start" and "manoeuvre" may come before them."""
LIST_OPTIONS = {
    "fire": (fire.list_options,),
    "movement": (movement.list_options, charge.list_options),
    "combat": (combat.list_options,),
}
"""What may be done in the phases that are passed when nothing can be."""
OPTIONAL = {"fire": "PP-FIR-01", "movement": "PP-MOV-01", "combat": "PP-CBT-01"}
"""The rules by which no unit need do it."""


def start(scn: Scenario, ledger: Ledger) -> None:
    """Put every counter in its place and say who holds what."""
    for counter in scn.counters.values():
        unit = counter_unit(counter, {"mp": counter.values["mv"], "manoeuvres": 0})
        ledger.tell(ev.Introduced(counter=unit, rule="PP-GEN-06"))
    for objective in scn.objectives:
        if objective.owner:
            ledger.tell(ev.Marked(name=OWNS, on=objective.id, to=objective.owner, rule="PP-VIC-02"))
    ledger.tell(ev.Began(phase=OPENING, turn=1, player=scn.side_ids[0], rule="PP-GEN-01"))


def follow(scn: Scenario, ledger: Ledger) -> None:
    """Go on to what is left to do, the next phase, player turn or game turn."""
    state = ledger.state
    if state.agenda and state.agenda[0].kind == manoeuvre.TASK:
        manoeuvre.ask(scn, ledger)
    elif state.phase == OPENING:
        _begin_player_turn(scn, ledger, 1, state.player)
    elif state.phase == "setup":
        if setup_only(scn):
            _end_player_turn(scn, ledger)
        else:
            _begin_turn_after_setup(scn, ledger, state.turn, state.player)
    elif state.phase == reinforcements.PHASE:
        _begin_turn_after_setup(scn, ledger, state.turn, state.player)
    elif state.phase in (START, MANOEUVRE):
        _begin_phase(scn, ledger, "fire")
    elif state.phase == "fire":
        _begin_phase(scn, ledger, "movement")
    elif state.phase == "movement":
        _begin_phase(scn, ledger, "combat")
    elif state.phase == "combat":
        _begin_phase(scn, ledger, "rally")
    else:
        _end_player_turn(scn, ledger)


def _begin_player_turn(scn: Scenario, ledger: Ledger, turn: int, side: str) -> None:
    """Each side's first player turn begins with set-up where the scenario has it (section 2), others
    with the dice and conditions of reinforcements, which enter in the Movement phase (PP-MOV-41)."""
    if turn == 1 and has_setup(scn):
        ledger.tell(ev.Began(phase="setup", turn=turn, player=side, owing=(side,), rule="PP-GEN-01"))
    elif not reinforcements.begin_check(scn, ledger, turn, side):
        _begin_turn_after_setup(scn, ledger, turn, side)


def _begin_turn_after_setup(scn: Scenario, ledger: Ledger, turn: int, side: str) -> None:
    """Remove last turn's markers, restore the MV of both sides (PP-GEN-08), ask the generals who may call a
    Manoeuvre phase (PP-MOV-43)."""
    remove_marks(ledger, OF_A_TURN, (u.id for u in ledger.state.units.values() if u.side == side))
    for unit in tuple(ledger.state.units.values()):
        if unit.place != ELIMINATED and unit["mp"] != max_mv(unit):
            was, now = unit["mp"], max_mv(unit)
            ledger.tell(ev.Changed(unit=unit.id, value="mp", was=was, now=now, rule="PP-GEN-08"))
    generals = manoeuvre.candidates(scn, ledger.state, side)
    if generals:
        _begin(scn, ledger, START, turn, side)
        ledger.tell(ev.Pushed(kind=manoeuvre.TASK, about=generals, rule="PP-MOV-43"))
    else:
        _begin_phase(scn, ledger, "fire", turn=turn, side=side)


def _begin_phase(scn: Scenario, ledger: Ledger, phase: str, *, turn: int = 0, side: str = "") -> None:
    """Begin a phase, by default of the same player turn. The Rally phase plays itself; another in which the
    side can do nothing is passed."""
    turn, side = turn or ledger.state.turn, side or ledger.state.player
    manoeuvre.end(scn, ledger)
    _begin(scn, ledger, phase, turn, side)
    if phase == "movement":
        command.deal_movement_points(scn, ledger, side)
    if phase == "rally":
        rally.rally(scn, ledger, side)
    elif _can_do_anything(scn, ledger.state, phase, side):
        ledger.tell(ev.Owed(sides=(side,)))
    else:
        ledger.note("passed", OPTIONAL[phase], phase=phase, side=side)


def _begin(scn: Scenario, ledger: Ledger, phase: str, turn: int, side: str) -> None:
    """Remove the markers of the phase before, begin, check command (PP-CMD-03)."""
    remove_marks(ledger, OF_A_PHASE, ledger.state.units)
    ledger.tell(ev.Began(phase=phase, turn=turn, player=side, rule="PP-CMD-03"))
    command.check_command(scn, ledger)


def _can_do_anything(scn: Scenario, state: State, phase: str, side: str) -> bool:
    """Whether a phase is opened. No unit fires at or fights units that are hidden: a phase that opened would
    say that some are near (R-03)."""
    if phase in ("fire", "combat") and hiding(scn, state):
        return False
    own_units = [unit.id for unit in state.units.values() if unit.side == side]
    return any(
        any(True for _ in list_options(scn, state, side, id_))
        for id_ in own_units
        for list_options in LIST_OPTIONS[phase]
    )


def _end_player_turn(scn: Scenario, ledger: Ledger) -> None:
    """The other side's player turn, the next game turn, or the end of the last one (PP-GEN-01)."""
    last_to_play = ledger.state.player == scn.side_ids[-1]
    over = last_to_play and turn_end.ends_battle(scn, ledger, controlled)
    following = None if over else next_player_turn(scn, ledger.state)
    if following is None:
        victory.end(scn, ledger)
    else:
        _begin_player_turn(scn, ledger, *following)


def done(scn: Scenario, ledger: Ledger, side: str, order: Command) -> None:
    """Nothing more in this phase (PP-MOV-01)."""
    if ledger.state.phase == "setup":
        SETUP.check_all_placed(ledger.state, side)
    ledger.tell(ev.Owed(sides=()))


def timeout(scn: Scenario, ledger: Ledger, side: str, order: Expired) -> None:
    """A player turn abandoned, or out of time: the phases still to come are lost, but the Rally phase plays
    itself as ever (PP-GEN-01). In set-up the units still off the map are placed, and the turn goes on."""
    if ledger.state.phase == "setup":
        SETUP.place_the_rest(scn, ledger, side)
        done(scn, ledger, side, order)
        return
    ledger.note("abandoned", "PP-GEN-01", side=side, phase=ledger.state.phase)
    ledger.tell(ev.Owed(sides=()))
    _begin_phase(scn, ledger, "rally")
