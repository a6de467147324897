"""The sequence of play (section 2; PP-GEN-01, PP-CMD-03): what comes when nobody owes a decision."""

from __future__ import annotations

from engine import events as ev
from engine.commands import Command, Expired
from engine.ledger import Ledger
from engine.rules import opening as counters
from engine.rules.setup import has_setup, setup_only
from engine.rules.turns import after, wipe
from engine.scenario import Scenario
from engine.state import ELIMINATED, State
from engine.systems.pousse_pion import charge, combat, command, fire, manoeuvre, movement, rally, victory
from engine.systems.pousse_pion.marks import OF_A_PHASE, OF_A_TURN, OWNS
from engine.systems.pousse_pion.setup import SETUP
from engine.systems.pousse_pion.values import top

OPENING = "opening"
START = "start"
PHASES = ("fire", "movement", "combat", "rally")
OFFERS = {
    "fire": (fire.offers,),
    "movement": (movement.offers, charge.offers),
    "combat": (combat.offers,),
}
"""What may be done in the phases that pass by themselves when nothing can be."""
FREE = {"fire": "PP-FIR-01", "movement": "PP-MOV-01", "combat": "PP-CBT-01"}
"""The rules by which nobody need do it."""


def opening(scn: Scenario, ledger: Ledger) -> None:
    """Put every counter on the table and say who holds what."""
    for counter in scn.counters.values():
        unit = counters.unit(counter, {"mp": counter.values["mv"], "manoeuvres": 0})
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
    elif state.phase == "setup" and not setup_only(scn):
        _begin_fighting(scn, ledger, state.turn, state.player)
    elif state.phase in ("setup", PHASES[-1]):
        _end_player_turn(scn, ledger)
    else:
        _begin_phase(scn, ledger, _next_phase(state.phase))


def _next_phase(phase: str) -> str:
    return PHASES[PHASES.index(phase) + 1] if phase in PHASES else PHASES[0]


def _begin_player_turn(scn: Scenario, ledger: Ledger, turn: int, side: str) -> None:
    if turn == 1 and has_setup(scn):
        ledger.tell(ev.Began(phase="setup", turn=turn, player=side, owing=(side,), rule="PP-GEN-01"))
        return
    _begin_fighting(scn, ledger, turn, side)


def _begin_fighting(scn: Scenario, ledger: Ledger, turn: int, side: str) -> None:
    """Wipe last turn's markers, restore the MV of both sides (PP-GEN-08), ask whoever may call a Manoeuvre
    phase (PP-MOV-43)."""
    wipe(ledger, OF_A_TURN, (u.id for u in ledger.state.units.values() if u.side == side))
    for unit in tuple(ledger.state.units.values()):
        if unit.place != ELIMINATED and unit["mp"] != top(unit):
            was, now = unit["mp"], top(unit)
            ledger.tell(ev.Changed(unit=unit.id, value="mp", was=was, now=now, rule="PP-GEN-08"))
    generals = manoeuvre.candidates(scn, ledger.state, side)
    if generals:
        _begin(scn, ledger, START, turn, side)
        ledger.tell(ev.Pushed(kind=manoeuvre.TASK, about=generals, rule="PP-MOV-43"))
    else:
        _begin_phase(scn, ledger, PHASES[0], turn=turn, side=side)


def _begin_phase(scn: Scenario, ledger: Ledger, phase: str, *, turn: int = 0, side: str = "") -> None:
    """Begin a phase; the Rally phase plays itself, and one in which the side can do nothing passes."""
    turn, side = turn or ledger.state.turn, side or ledger.state.player
    manoeuvre.end(scn, ledger)
    _begin(scn, ledger, phase, turn, side)
    if phase == "rally":
        rally.rally(scn, ledger, side)
        return
    if phase == "movement":
        command.deal(scn, ledger, side)
    _owe(scn, ledger, phase, side)


def _begin(scn: Scenario, ledger: Ledger, phase: str, turn: int, side: str) -> None:
    """Wipe the markers of the phase before, begin, look at command (PP-CMD-03)."""
    wipe(ledger, OF_A_PHASE, ledger.state.units)
    ledger.tell(ev.Began(phase=phase, turn=turn, player=side, rule="PP-CMD-03"))
    command.check(scn, ledger)


def _owe(scn: Scenario, ledger: Ledger, phase: str, side: str) -> None:
    if _anything_to_do(scn, ledger.state, phase, side):
        ledger.tell(ev.Owed(sides=(side,)))
    else:
        ledger.note("passed", FREE[phase], phase=phase, side=side)


def _anything_to_do(scn: Scenario, state: State, phase: str, side: str) -> bool:
    own = [unit.id for unit in state.units.values() if unit.side == side]
    return any(any(True for _ in offer(scn, state, side, id_)) for id_ in own for offer in OFFERS[phase])


def _end_player_turn(scn: Scenario, ledger: Ledger) -> None:
    """The other side's player turn, the next game turn, or the end of the last one (PP-GEN-01)."""
    following = after(scn, ledger.state)
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
    """A player turn abandoned, or its time up: the phases still to come are lost, but the Rally phase plays
    itself as ever (PP-GEN-01). In set-up the units still off the map are placed, and the turn goes on."""
    if ledger.state.phase == "setup":
        SETUP.place_the_rest(scn, ledger, side)
        done(scn, ledger, side, order)
        return
    ledger.note("abandoned", "PP-GEN-01", side=side, phase=ledger.state.phase)
    ledger.tell(ev.Owed(sides=()))
    _begin_phase(scn, ledger, "rally")
