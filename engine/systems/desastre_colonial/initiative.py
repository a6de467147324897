"""Who holds the initiative: Chiefs activated and deactivated, the initiative kept, lost, conceded
(DC-CMD-15 to 19, DC-CMD-28 to 34, DC-GEN-02 to 08)."""

from __future__ import annotations

from collections.abc import Iterable

from engine import events as ev
from engine.commands import Activate, Done, Lead
from engine.errors import IllegalOrder
from engine.ledger import Ledger
from engine.rules.turns import wipe
from engine.scenario import Scenario
from engine.state import Question, State, Unit
from engine.system import Option
from engine.systems.desastre_colonial import command
from engine.systems.desastre_colonial.asking import ask, push
from engine.systems.desastre_colonial.command import KEPT
from engine.systems.desastre_colonial.marks import (
    ACTIVATED,
    ACTIVE,
    BURDEN,
    DEACTIVATED,
    FORFEIT,
    INITIATIVE,
    NAMED,
    OF_A_MOVE,
    ORDERED,
)
from engine.systems.desastre_colonial.sharing import ONES
from engine.systems.desastre_colonial.values import chiefs

KEEP = "keep"
CANNOT_KEEP = frozenset({"2", "3"})  # values of the cards .5 that forbid it (5.11)
RESOLUTION = "resolution"  # task: the resolution of the run (DC-CMD-34)
WHY = {
    "no_dice": "DC-CMD-18",
    "nobody": "DC-CMD-19",
    "lost": "DC-CMD-29",
    "declined": "DC-CMD-28",
    "no_chief": "DC-CMD-28",
    "card": "DC-DRA-08",
}
"""Why the initiative is conceded, and the rule that says so."""


# --- who holds it -------------------------------------------------------------------------------------------


def first(scn: Scenario) -> str:
    """The side that has the initiative in the first turn (DC-GEN-03)."""
    return str(scn.chart("first_initiative"))


def holder(state: State) -> str:
    """The side that has the initiative: the one so marked, else whose decision it is."""
    return next((mark.on for mark in state.marks if mark.name == INITIATIVE), state.player)


def take(ledger: Ledger, side: str) -> None:
    """Give a side the initiative, and take it from the other."""
    held = [mark.on for mark in ledger.state.marks if mark.name == INITIATIVE]
    for other in held:
        if other != side:
            ledger.tell(ev.Unmarked(name=INITIATIVE, on=other, rule="DC-GEN-02"))
    if side not in held:
        ledger.tell(ev.Marked(name=INITIATIVE, on=side, rule="DC-GEN-02"))


def able(scn: Scenario, state: State, side: str) -> bool:
    """Whether a side has a Chief left to activate (DC-GEN-08, DC-CMD-33, DC-CHF-05)."""
    return any(not state.marked(chief.id, DEACTIVATED) for chief in chiefs(state, side))


def run(scn: Scenario, ledger: Ledger, side: str) -> None:
    """Begin a run: nothing kept yet, no 1s yet (DC-CMD-17, DC-DRA-01)."""
    fresh = (KEPT, ONES) if side == "colonial" else (KEPT,)
    for track in fresh:
        was = ledger.state.tracks.get(track, 0)
        if was:
            ledger.tell(ev.Changed(value=track, was=was, now=0, rule="DC-CMD-17"))
    _choose(ledger, side)


def _choose(ledger: Ledger, side: str) -> None:
    """Let the side name a Chief."""
    turn = ledger.state.turn
    ledger.tell(ev.Began(phase="initiative", turn=turn, player=side, owing=(side,), rule="DC-CMD-01"))


# --- a Chief activated --------------------------------------------------------------------------------------


def check(state: State, side: str, chief_id: str) -> Unit:
    """A Chief whom the side may activate now. Raises NotOnTable, NotYours or IllegalOrder (DC-CMD-33)."""
    chief = command.own_chief(state, side, chief_id)
    if state.marked(chief.id, DEACTIVATED):
        raise IllegalOrder("DC-CMD-33", "chief_deactivated", unit=chief.id)
    if chief not in (open_to := may_activate(state, side)):
        raise IllegalOrder("DC-DRA-08", "other_chief_named", unit=chief.id, chief=open_to[0].id)
    return chief


def activate(scn: Scenario, ledger: Ledger, side: str, order: Activate) -> None:
    """Activate a Chief: he may move if it is for the first time this turn, then he commands (DC-MOV-01). One
    without a die to roll concedes (DC-CMD-18), as does one who can neither move nor command (DC-CMD-19)."""
    chief = check(ledger.state, side, order.chief)
    if _activate(scn, ledger, chief) and scn.option("chiefs.move") == "first_activation":
        ledger.tell(ev.Marked(name=ORDERED, on=chief.id, rule="DC-MOV-01"))
    if command.most_dice(scn, ledger.state, chief) <= 0:
        concede(scn, ledger, "no_dice")
    elif not ledger.state.marked(chief.id, ORDERED) and not command.eligible(scn, ledger.state, chief):
        ledger.note("nobody_to_command", "DC-CMD-19", chief=chief.id)
        concede(scn, ledger, "nobody")
    else:
        turn = ledger.state.turn
        ledger.tell(ev.Began(phase="command", turn=turn, player=side, owing=(side,), rule="DC-CMD-01"))


def lead(scn: Scenario, ledger: Ledger, side: str, order: Lead) -> None:
    """Activate a Chief and let him command at once, where he stands (DC-CMD-01, DC-MOV-02)."""
    chief = check(ledger.state, side, order.chief)
    units = command.check_lead(scn, ledger.state, chief, order)
    _activate(scn, ledger, chief)
    if units:
        command.declare(scn, ledger, chief, units, order.dice)
    else:
        concede(scn, ledger, "nobody")


def command_units(scn: Scenario, ledger: Ledger, side: str, order: Lead) -> None:
    """Let the Chief just activated command units, or nobody, which is to concede (DC-CMD-10 to 19)."""
    if order.units:
        command.lead(scn, ledger, side, order)
    else:
        command.check_active(ledger.state, side, order.chief)
        concede(scn, ledger, "nobody")


def _activate(scn: Scenario, ledger: Ledger, chief: Unit) -> bool:
    """Mark the Chief active; the one before him commands no more this turn (DC-CMD-30). Whether it is for the
    first time this turn."""
    state, before = ledger.state, command.active(ledger.state, chief.side)
    if before is not None and before.id != chief.id:
        ledger.tell(ev.Unmarked(name=ACTIVE, on=before.id, rule="DC-CMD-30"))
        ledger.tell(ev.Marked(name=DEACTIVATED, on=before.id, rule="DC-CMD-30"))
    if before is None or before.id != chief.id:
        ledger.tell(ev.Marked(name=ACTIVE, on=chief.id, rule="DC-CMD-01"))
    _hamper(ledger, chief)
    first = ACTIVATED not in state.names_on(chief.id)
    if first:
        number = 1 + sum(
            unit.kind == "chief" and ACTIVATED in state.names_on(unit.id) for unit in state.units.values()
        )
        ledger.tell(ev.Marked(name=ACTIVATED, on=chief.id, to=str(number), rule="DC-MOV-01"))
    return first


def _hamper(ledger: Ledger, chief: Unit) -> None:
    """What a card has laid on the side now weighs on the Chief it activates (cards .5)."""
    for value in sorted(ledger.state.pointed(chief.side, BURDEN)):
        ledger.tell(ev.Unmarked(name=BURDEN, on=chief.side, to=value, rule="DC-DRA-08"))
        ledger.tell(ev.Marked(name=BURDEN, on=chief.id, to=value, rule="DC-DRA-08"))
    wipe(ledger, frozenset({NAMED}), (chief.id,))


def may_activate(state: State, side: str) -> tuple[Unit, ...]:
    """The Chiefs a side may activate now, by id (DC-CMD-33); only the one that a card names, if it does."""
    able = sorted((c for c in chiefs(state, side) if not state.marked(c.id, DEACTIVATED)), key=lambda c: c.id)
    return tuple(c for c in able if NAMED in state.names_on(c.id)) or tuple(able)


def offers(scn: Scenario, state: State, side: str, unit_id: str) -> Iterable[Option]:
    """Of a Chief that may be activated: just that, or at once with a command (DC-CMD-30)."""
    chief = state.units.get(unit_id)
    if chief is None or chief not in may_activate(state, side):
        return ()
    return (Option(command=Activate(chief=unit_id)), *command.leads(scn, state, chief))


def command_offers(scn: Scenario, state: State, side: str, unit_id: str) -> Iterable[Option]:
    """Of the active Chief: whom he may command; apart from him, Done, which is to command nobody
    (DC-CMD-19)."""
    if not unit_id:
        return (Option(command=Done()),)
    chief = command.active(state, side)
    return command.leads(scn, state, chief) if chief is not None and chief.id == unit_id else ()


# --- the initiative kept or lost ----------------------------------------------------------------------------


def moved(scn: Scenario, ledger: Ledger) -> None:
    """After the moves: ask whether the initiative is kept, if every commanded unit was activated and there
    is a Chief with a die left to roll; else it is lost (DC-CMD-28, DC-CMD-29)."""
    state = ledger.state
    chief = command.active(state, state.player)
    if chief is None:
        push(ledger, RESOLUTION, rule="DC-CMD-34")
    elif state.marked(chief.id, FORFEIT):
        concede(scn, ledger, "lost")
    elif state.pointed(chief.id, BURDEN) & CANNOT_KEEP:
        concede(scn, ledger, "card")
    elif not _could_go_on(scn, state):
        concede(scn, ledger, "no_chief")
    else:
        ask(scn, ledger, KEEP, chief.side, chief.id, ("yes", "no"), "no", rule="DC-CMD-28")


def _could_go_on(scn: Scenario, state: State) -> bool:
    """Whether some Chief would have a die to roll if the initiative were kept once more (DC-CMD-15)."""
    chief = command.active(state, state.player)
    times = _penalty(scn, state, chief.id) if chief is not None else 1
    less = int(scn.chart("command", "keep_penalty")) * times
    return any(command.most_dice(scn, state, chief) - less > 0 for chief in may_activate(state, state.player))


def _penalty(scn: Scenario, state: State, chief_id: str) -> int:
    """How often keeping the initiative counts: once, and more for a Chief hampered by a card 1.5."""
    values = state.pointed(chief_id, BURDEN)
    return 1 + sum(int(scn.chart("drame", "penalty", value)) for value in values)


def kept(scn: Scenario, ledger: Ledger, question: Question, option: str) -> None:
    """Keep the initiative, with a die less for whoever is activated now, or decline it (DC-CMD-28,
    DC-CMD-31)."""
    if option != "yes":
        concede(scn, ledger, "declined")
        return
    was = ledger.state.tracks.get(KEPT, 0)
    now = was + _penalty(scn, ledger.state, question.about)
    ledger.tell(ev.Changed(value=KEPT, was=was, now=now, rule="DC-CMD-15"))
    ledger.note("kept", "DC-CMD-28", side=question.side, times=now)
    _choose(ledger, question.side)


def concede(scn: Scenario, ledger: Ledger, why: str) -> None:
    """Lose, decline or concede the initiative: the Chief activated last commands no more this turn
    (DC-CMD-32), and the run is resolved (DC-CMD-34).

    With the switch that leaves him active, one who had nobody to command, or no die, is deactivated all the
    same: otherwise the turn would not end.
    """
    state = ledger.state
    side, chief = state.player, command.active(state, state.player)
    ledger.note("conceded", WHY[why], side=side, chief=chief.id if chief else "", why=why)
    if chief is not None:
        spent = scn.option("command.chief_deactivated_on_loss") != "no" or why in ("no_dice", "nobody")
        wipe(ledger, OF_A_MOVE | {ACTIVE, FORFEIT}, (chief.id,))
        if spent:
            ledger.tell(ev.Marked(name=DEACTIVATED, on=chief.id, rule="DC-CMD-32"))
    ledger.tell(ev.Owed(sides=()))
    push(ledger, RESOLUTION, rule="DC-CMD-34")


def nobody(scn: Scenario, ledger: Ledger) -> None:
    """The Chief who is active can command nobody and move no more (DC-CMD-19)."""
    concede(scn, ledger, "nobody")


def decline(ledger: Ledger) -> None:
    """See to it that the initiative is not kept after the moves (7.1: time up, it is declined)."""
    chief = command.active(ledger.state, ledger.state.player)
    if chief is not None and not ledger.state.marked(chief.id, FORFEIT):
        ledger.tell(ev.Marked(name=FORFEIT, on=chief.id, rule="DC-CMD-28"))


def expire(scn: Scenario, ledger: Ledger, side: str) -> None:
    """When time is up a Chief is activated and commands nobody (DC-CMD-19): the one active before, so that no
    other is lost; else the weakest, with the fewest dice, the smallest die, the smallest radius."""
    now = command.active(ledger.state, side)
    able = may_activate(ledger.state, side)
    weakest = min(able, key=lambda c: (c != now, c["staff"], c["die"], c["radius"], c.id))
    lead(scn, ledger, side, Lead(chief=weakest.id, units=(), dice=0))


ANSWERS = {KEEP: kept}
