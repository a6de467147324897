"""The sequence of play (MP-GEN-3 to 10): what comes next when no side owes a decision."""

from __future__ import annotations

from engine import events as ev
from engine.battle import reinforcements, turn_end
from engine.commands import Command, Expired
from engine.ledger import Ledger
from engine.rules.setup import counter_unit, has_setup, hiding, setup_only
from engine.rules.turns import next_player_turn, remove_marks
from engine.scenario import Scenario
from engine.state import State
from engine.systems.morne_plaine import fire, rally, victory
from engine.systems.morne_plaine.combat import combat
from engine.systems.morne_plaine.command import check_command
from engine.systems.morne_plaine.marks import CHARGED, OF_A_COMBAT, OF_A_TURN, OWNS, REACTED
from engine.systems.morne_plaine.movement import movement
from engine.systems.morne_plaine.setup import REINFORCEMENTS, SETUP
from engine.systems.morne_plaine.zoc import controlled

OPENING = "opening"
"""Before the first player-turn: objectives may be chosen (O-9)."""
PHASES = ("bombardment", "movement", "combat", "rally")
"""The phases of a player-turn in order (MP-GEN-4); the first player-turns may begin with "setup"."""


def start(scn: Scenario, ledger: Ledger) -> None:
    """Put every counter in its place and say who holds what."""
    for counter in scn.counters.values():
        ledger.tell(ev.Introduced(counter=counter_unit(counter, {"mp": 0}), rule="MP-GEN-20"))
    for objective in scn.objectives:
        if objective.owner and objective.scored == "passing":
            ledger.tell(ev.Marked(name=OWNS, on=objective.id, to=objective.owner, rule="MP-VIC-3"))
    ledger.tell(ev.Began(phase=OPENING, turn=1, player=scn.side_ids[0], rule="MP-GEN-1"))


def follow(scn: Scenario, ledger: Ledger) -> None:
    """Go on to the next phase, player-turn or game turn (MP-GEN-3 to 5)."""
    state = ledger.state
    if state.phase == OPENING:
        _choose_objectives_or_begin(scn, ledger)
    elif state.phase == "setup":
        if setup_only(scn):  # MP-SET-8, 9
            _end_player_turn(scn, ledger)
        else:
            _begin_bombardment(scn, ledger, state.turn, state.player)
    elif state.phase == reinforcements.PHASE:
        _begin_bombardment(scn, ledger, state.turn, state.player)
    elif state.phase == "bombardment":
        _begin_phase(scn, ledger, "movement")
    elif state.phase == "movement":
        _begin_phase(scn, ledger, "combat")
    elif state.phase == "combat":
        _begin_phase(scn, ledger, "rally")
    else:
        _end_player_turn(scn, ledger)


def _choose_objectives_or_begin(scn: Scenario, ledger: Ledger) -> None:
    """Ask for the next objective to be chosen (O-9); when all are, the first player-turn begins."""
    choice = victory.next_choice(scn, ledger.state)
    if choice is not None:
        ledger.tell(ev.Asked(question=choice, rule="MP-VIC-1", only=choice.side))
    else:
        _begin_player_turn(scn, ledger, 1, ledger.state.player)


def _begin_player_turn(scn: Scenario, ledger: Ledger, turn: int, side: str) -> None:
    """Each side's first player-turn begins with set-up where the scenario has it (MP-SET-1); others with the
    reinforcements that arrive."""
    if turn == 1 and has_setup(scn):
        ledger.tell(ev.Began(phase="setup", turn=turn, player=side, owing=(side,), rule="MP-SET-1"))
    elif not REINFORCEMENTS.begin(scn, ledger, turn, (side,)):
        _begin_bombardment(scn, ledger, turn, side)


def _begin_bombardment(scn: Scenario, ledger: Ledger, turn: int, side: str) -> None:
    """Remove last turn's markers, check command (MP-GEN-6), begin the first phase."""
    own_units = {u.id for u in ledger.state.units.values() if u.side == side}
    remove_marks(ledger, OF_A_TURN, own_units)
    check_command(scn, ledger, side)
    _begin_phase(scn, ledger, "bombardment", turn=turn, side=side)


def _begin_phase(scn: Scenario, ledger: Ledger, phase: str, *, turn: int = 0, side: str = "") -> None:
    """Begin a phase, by default of the same player-turn; one in which the side can do nothing is passed."""
    turn, side = turn or ledger.state.turn, side or ledger.state.player
    if phase == "movement":
        remove_marks(ledger, frozenset({REACTED}), ledger.state.units)  # MP-BOM-20
    if phase == "combat":
        remove_marks(ledger, OF_A_COMBAT, ledger.state.units)
    if phase == "rally":
        _end_combat(ledger)
    ledger.tell(ev.Began(phase=phase, turn=turn, player=side, rule="MP-GEN-4"))
    if _can_do_anything(scn, ledger.state, phase, side):
        ledger.tell(ev.Owed(sides=(side,)))
    else:
        ledger.note("passed", "MP-GEN-8", phase=phase, side=side)


def _can_do_anything(scn: Scenario, state: State, phase: str, side: str) -> bool:
    """Whether a phase is opened. No unit fires at or fights units that are hidden: a phase that opened would
    say that some are near (MP-SET-6, 9)."""
    if phase == "rally":
        return bool(rally.gains(scn, state, side))
    if phase in ("bombardment", "combat") and hiding(scn, state):
        return False
    list_options = {
        "bombardment": fire.list_options,
        "movement": movement.list_options,
        "combat": combat.list_options,
    }[phase]
    return any(any(True for _ in list_options(scn, state, side, u.id)) for u in state.units_on_map(side))


def _end_combat(ledger: Ledger) -> None:
    """Victorious status and charge bonuses last to the end of the combat phase (MP-CBT-60, MP-CHG-40)."""
    remove_marks(ledger, OF_A_COMBAT | {CHARGED}, ledger.state.units)


def _end_player_turn(scn: Scenario, ledger: Ledger) -> None:
    """The other side's player-turn, the next game turn, or the end of the last one (MP-GEN-2, 3)."""
    last_to_play = ledger.state.player == scn.side_ids[-1]
    over = last_to_play and turn_end.ends_battle(scn, ledger, controlled)
    following = None if over else next_player_turn(scn, ledger.state)
    if following is None:
        victory.end(scn, ledger, "last_turn", "MP-VIC-7")
    else:
        _begin_player_turn(scn, ledger, *following)


def done(scn: Scenario, ledger: Ledger, side: str, order: Command) -> None:
    """Nothing more in this phase; the rally phase is carried out (MP-GEN-8, MP-RAL-9, MP-SET-4)."""
    if ledger.state.phase == "setup":
        SETUP.check_all_placed(ledger.state, side)
    if ledger.state.phase == "rally":
        rally.rally(scn, ledger, side)
    ledger.tell(ev.Owed(sides=()))


def timeout(scn: Scenario, ledger: Ledger, side: str, order: Expired) -> None:
    """A player-turn abandoned, or out of time: the phases still to come are lost (MP-GEN-10). In set-up the
    units still off the map are placed, and the turn goes on."""
    if ledger.state.phase == "setup":
        SETUP.place_the_rest(scn, ledger, side)
        done(scn, ledger, side, order)
        return
    if ledger.state.phase == reinforcements.PHASE:
        REINFORCEMENTS.place_the_rest(scn, ledger, side)
    _end_combat(ledger)
    ledger.note("abandoned", "MP-GEN-10", side=side, phase=ledger.state.phase)
    ledger.tell(ev.Owed(sides=()))
    _end_player_turn(scn, ledger)
