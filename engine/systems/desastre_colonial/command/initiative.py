"""The initiative: held, kept, lost, declined or conceded (DC-GEN-02 to 08, DC-CMD-15 to 19, 28 to 34)."""

from __future__ import annotations

from engine import events as ev
from engine.ledger import Ledger
from engine.rules.turns import remove_marks
from engine.scenario import Scenario
from engine.state import Question, State, Unit
from engine.systems.desastre_colonial.command import command
from engine.systems.desastre_colonial.command.command import CHAOS, CONFUSION, KEPT
from engine.systems.desastre_colonial.command.dice_sharing import ONES
from engine.systems.desastre_colonial.general import marks
from engine.systems.desastre_colonial.general.agenda import NO, YES, ask, push
from engine.systems.desastre_colonial.general.values import COLONIAL, by_id, chiefs

KEEP = "keep"
"""Question: whether the initiative is kept."""
RESOLUTION = "resolution"
"""Task: the resolution of the run (DC-CMD-34)."""
NO_DICE, NOBODY, LOST, DECLINED, NO_CHIEF, CARD = "no_dice", "nobody", "lost", "declined", "no_chief", "card"
CONCESSION_RULES = {
    NO_DICE: "DC-CMD-18",
    NOBODY: "DC-CMD-19",
    LOST: "DC-CMD-29",
    DECLINED: "DC-CMD-28",
    NO_CHIEF: "DC-CMD-28",
    CARD: "DC-DRA-08",
}
"""The rule by which the initiative passes, by why: no die to roll, no unit commanded, a unit not activated,
its player's choice, no Chief with a die left, a Drame card."""


# --- who holds it -------------------------------------------------------------------------------------------


def first(scn: Scenario) -> str:
    """The side that has the initiative in turn 1 (DC-GEN-03)."""
    return str(scn.chart("first_initiative"))


def holder(state: State) -> str:
    """The side that has the initiative: the one marked, else the player of the phase."""
    return next((mark.on for mark in state.marks if mark.name == marks.INITIATIVE), state.player)


def give_to(ledger: Ledger, side: str) -> None:
    """Give the initiative to a side, which may have it already."""
    holders = [mark.on for mark in ledger.state.marks if mark.name == marks.INITIATIVE]
    for other in holders:
        if other != side:
            ledger.tell(ev.Unmarked(name=marks.INITIATIVE, on=other, rule="DC-GEN-02"))
    if side not in holders:
        ledger.tell(ev.Marked(name=marks.INITIATIVE, on=side, rule="DC-GEN-02"))


def has_chief_left(state: State, side: str) -> bool:
    """Whether a side has a Chief left to activate (DC-GEN-08, DC-CMD-33, DC-CHF-05)."""
    return any(not state.marked(chief.id, marks.DEACTIVATED) for chief in chiefs(state, side))


def may_activate(state: State, side: str) -> tuple[Unit, ...]:
    """The Chiefs a side may activate now, by id (DC-CMD-33); only the one named by card 3.5, if any."""
    able = by_id(chief for chief in chiefs(state, side) if not state.marked(chief.id, marks.DEACTIVATED))
    return tuple(chief for chief in able if marks.NAMED in state.marks_on(chief.id)) or able


def begin_run(ledger: Ledger, side: str) -> None:
    """Begin a run: the initiative not yet kept, no 1s yet (DC-CMD-17, DC-DRA-01)."""
    for track in (KEPT, ONES) if side == COLONIAL else (KEPT,):
        was = ledger.state.tracks.get(track, 0)
        if was:
            ledger.tell(ev.Changed(value=track, was=was, now=0, rule="DC-CMD-17"))
    _choose_chief(ledger, side)


def _choose_chief(ledger: Ledger, side: str) -> None:
    """Begin the phase in which the side names a Chief."""
    turn = ledger.state.turn
    ledger.tell(ev.Began(phase="initiative", turn=turn, player=side, owing=(side,), rule="DC-CMD-01"))


# --- kept or lost -------------------------------------------------------------------------------------------


def after_moves(scn: Scenario, ledger: Ledger) -> None:
    """Ask whether the initiative is kept, if every commanded unit was activated and a Chief would have a die
    to roll; else it is lost (DC-CMD-28, DC-CMD-29)."""
    state = ledger.state
    chief = command.active(state, state.player)
    if chief is None:
        push(ledger, RESOLUTION, rule="DC-CMD-34")
    elif state.marked(chief.id, marks.FORFEIT):
        concede(scn, ledger, LOST)
    elif state.targets_of_mark(chief.id, marks.BURDEN) & {CONFUSION, CHAOS}:
        concede(scn, ledger, CARD)
    elif not _a_die_would_be_left(scn, state, chief):
        concede(scn, ledger, NO_CHIEF)
    else:
        ask(scn, ledger, KEEP, chief.side, chief.id, (YES, NO), NO, rule="DC-CMD-28")


def _a_die_would_be_left(scn: Scenario, state: State, active: Unit) -> bool:
    """Whether some Chief would have a die to roll if the initiative were kept (DC-CMD-15)."""
    fewer = int(scn.chart("command", "keep_penalty")) * _times_kept(scn, state, active.id)
    able = may_activate(state, state.player)
    return any(command.most_dice(scn, state, chief) - fewer > 0 for chief in able)


def _times_kept(scn: Scenario, state: State, chief_id: str) -> int:
    """How often keeping the initiative counts: once, or twice for a Chief under card 1.5."""
    cards = state.targets_of_mark(chief_id, marks.BURDEN)
    return 1 + sum(int(scn.chart("drame", "penalty").get(value, 0)) for value in cards)


def settle_keep(scn: Scenario, ledger: Ledger, question: Question, option: str) -> None:
    """Keep the initiative, with one die less from now on, or decline it (DC-CMD-28, DC-CMD-31)."""
    if option != YES:
        concede(scn, ledger, DECLINED)
        return
    was = ledger.state.tracks.get(KEPT, 0)
    now = was + _times_kept(scn, ledger.state, question.about)
    ledger.tell(ev.Changed(value=KEPT, was=was, now=now, rule="DC-CMD-15"))
    ledger.note("kept", "DC-CMD-28", side=question.side, times=now)
    _choose_chief(ledger, question.side)


def concede(scn: Scenario, ledger: Ledger, why: str) -> None:
    """Lose, decline or concede the initiative: the Chief activated last is deactivated (DC-CMD-32), then the
    run is resolved (DC-CMD-34).

    A switch leaves them active. But a Chief without a die or without a unit to command is always deactivated,
    or the turn would never end.
    """
    state = ledger.state
    side, chief = state.player, command.active(state, state.player)
    ledger.note("conceded", CONCESSION_RULES[why], side=side, chief=chief.id if chief else "", why=why)
    if chief is not None:
        remove_marks(ledger, marks.OF_A_MOVE | {marks.ACTIVE, marks.FORFEIT}, (chief.id,))
        if scn.option("command.chief_deactivated_on_loss") != "no" or why in (NO_DICE, NOBODY):
            ledger.tell(ev.Marked(name=marks.DEACTIVATED, on=chief.id, rule="DC-CMD-32"))
    ledger.tell(ev.Owed(sides=()))
    push(ledger, RESOLUTION, rule="DC-CMD-34")


def decline_in_advance(scn: Scenario, ledger: Ledger, side: str) -> None:
    """Have the initiative lost after the moves (7.1: declined when time runs out)."""
    chief = command.active(ledger.state, ledger.state.player)
    if chief is not None and not ledger.state.marked(chief.id, marks.FORFEIT):
        ledger.tell(ev.Marked(name=marks.FORFEIT, on=chief.id, rule="DC-CMD-28"))


ANSWERS = {KEEP: settle_keep}
