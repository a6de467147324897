"""The sequence of play (MP-GEN-3 to 6): what comes when nobody owes a decision."""

from __future__ import annotations

from engine import events as ev
from engine.commands import Command, Expired
from engine.ledger import Ledger
from engine.rules import opening as counters
from engine.rules import turns
from engine.rules.setup import has_setup, hiding, setup_only
from engine.scenario import Scenario
from engine.state import State
from engine.systems.morne_plaine import combat, fire, movement, rally, setup, victory
from engine.systems.morne_plaine.command import check_command
from engine.systems.morne_plaine.marks import CHARGED, OF_A_COMBAT, OF_A_TURN, OWNS, REACTED

OPENING = "opening"
PHASES = ("bombardment", "movement", "combat", "rally")


def opening(scn: Scenario, ledger: Ledger) -> None:
    """Put every counter on the table and say who holds what."""
    for counter in scn.counters.values():
        unit = counters.unit(counter, {"mp": 0})
        ledger.tell(ev.Introduced(counter=unit, rule="MP-GEN-20"))
    for objective in scn.objectives:
        if objective.owner and objective.scored == "passing":
            ledger.tell(ev.Marked(name=OWNS, on=objective.id, to=objective.owner, rule="MP-VIC-3"))
    ledger.tell(ev.Began(phase=OPENING, turn=1, player=scn.side_ids[0], rule="MP-GEN-1"))


def follow(scn: Scenario, ledger: Ledger) -> None:
    """Go on to the next phase, player-turn or game turn (MP-GEN-3, 4, 5)."""
    state = ledger.state
    choice = victory.next_choice(scn, state) if state.phase == OPENING else None
    if choice is not None:
        ledger.tell(ev.Asked(question=choice, rule="MP-VIC-1", only=choice.side))
    elif state.phase == OPENING:
        _begin_player_turn(scn, ledger, 1, state.player)
    elif state.phase == "setup" and not setup_only(scn):
        _begin_fighting(scn, ledger, state.turn, state.player)
    elif state.phase in PHASES[:-1]:
        _begin_phase(scn, ledger, PHASES[PHASES.index(state.phase) + 1])
    else:
        _end_player_turn(scn, ledger)


def _begin_player_turn(scn: Scenario, ledger: Ledger, turn: int, side: str) -> None:
    if turn == 1 and has_setup(scn):
        ledger.tell(ev.Began(phase="setup", turn=turn, player=side, owing=(side,), rule="MP-SET-1"))
        return
    _begin_fighting(scn, ledger, turn, side)


def _begin_fighting(scn: Scenario, ledger: Ledger, turn: int, side: str) -> None:
    """Wipe last turn's markers, check command (MP-GEN-6), begin the first phase."""
    own = {u.id for u in ledger.state.units.values() if u.side == side}
    turns.wipe(ledger, OF_A_TURN, own)
    check_command(scn, ledger, side)
    _begin_phase(scn, ledger, PHASES[0], turn=turn, side=side)


def _begin_phase(scn: Scenario, ledger: Ledger, phase: str, *, turn: int = 0, side: str = "") -> None:
    """Begin a phase; one in which the side can do nothing passes by itself."""
    turn, side = turn or ledger.state.turn, side or ledger.state.player
    if ledger.state.phase == "combat":
        _end_combat(ledger)
    if phase == "movement":
        turns.wipe(ledger, frozenset({REACTED}), set(ledger.state.units))
    if phase == "combat":
        turns.wipe(ledger, OF_A_COMBAT, set(ledger.state.units))
    ledger.tell(ev.Began(phase=phase, turn=turn, player=side, rule="MP-GEN-4"))
    if _anything_to_do(scn, ledger.state, phase, side):
        ledger.tell(ev.Owed(sides=(side,)))
    else:
        ledger.note("passed", "MP-GEN-8", phase=phase, side=side)


def _anything_to_do(scn: Scenario, state: State, phase: str, side: str) -> bool:
    """Whether a phase is opened. Nobody fires at or fights units that are hidden: a phase that opened would
    say that some are near (MP-SET-6, 9)."""
    if phase in ("bombardment", "combat") and hiding(scn, state):
        return False
    if phase == "rally":
        return bool(rally.gains(scn, state, side))
    offers = {"bombardment": fire.offers, "movement": movement.offers, "combat": combat.offers}[phase]
    return any(any(True for _ in offers(scn, state, side, unit.id)) for unit in state.fielded(side))


def _end_combat(ledger: Ledger) -> None:
    """Victors, and the bonus of charges, last to the end of the combat phase (MP-CBT-60, MP-CHG-40)."""
    turns.wipe(ledger, OF_A_COMBAT | {CHARGED}, set(ledger.state.units))


def _end_player_turn(scn: Scenario, ledger: Ledger) -> None:
    """The other side's player-turn, the next game turn, or the end of the last one (MP-GEN-2, 3)."""
    after = turns.after(scn, ledger.state)
    if after is None:
        victory.end(scn, ledger, "last_turn", "MP-VIC-7")
    else:
        _begin_player_turn(scn, ledger, *after)


def done(scn: Scenario, ledger: Ledger, side: str, order: Command) -> None:
    """Nothing more in this phase; the rally phase is carried out (MP-GEN-8, MP-RAL-9, MP-SET-4)."""
    if ledger.state.phase == "setup":
        setup.SETUP.check_all_placed(ledger.state, side)
    if ledger.state.phase == "rally":
        rally.rally(scn, ledger, side, order)
    ledger.tell(ev.Owed(sides=()))


def timeout(scn: Scenario, ledger: Ledger, side: str, order: Expired) -> None:
    """A player-turn abandoned, or its time up: the phases still to come are lost (MP-GEN-10). In set-up
    the units still off the map are placed, and the turn goes on."""
    if ledger.state.phase == "setup":
        setup.SETUP.place_the_rest(scn, ledger, side)
        done(scn, ledger, side, order)
        return
    _end_combat(ledger)
    ledger.note("abandoned", "MP-GEN-10", side=side, phase=ledger.state.phase)
    ledger.tell(ev.Owed(sides=()))
    _end_player_turn(scn, ledger)
