"""The referee: start a game, play a command, list options, find chances. Knows no rulebook by name."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from engine import standing
from engine.commands import Answer, Command, Draw, Expired, Instruct, Resign, Try
from engine.errors import GameOver, NotOnTable, NotYours, Refused, WrongPhase
from engine.events import Answered, Ended, Event, Instructed
from engine.evolve import evolve, replay
from engine.ledger import Dice, ForcedDice, Ledger, OutOfDice, SeededDice
from engine.scenario import Scenario
from engine.state import State
from engine.system import Option, System

MOST_FOLLOWING = 5000
MOST_BRANCHES = 20_000


def start(system: System, scenario: Scenario, dice: Dice) -> tuple[Event, ...]:
    """The events that set the game up and lead to the first decision."""
    ledger = Ledger(State(), dice)
    system.opening(scenario, ledger)
    _follow(system, scenario, ledger)
    return _addressed(system, scenario, State(), ledger.events)


def play(
    system: System,
    scenario: Scenario,
    state: State,
    side: str,
    command: Command,
    dice: Dice,
    order: int = 0,
    undo: int = 0,
) -> tuple[Event, ...]:
    """The events the command leads to, up to the next decision. Changes nothing itself.

    `order` is the number of the order in the game's log, `undo` that of the newest undo that took dice back;
    rolls are keyed by them. Raises Refused, before the first die, when the command is not to be obeyed.
    """
    if state.result is not None:
        raise GameOver("", "game_over", winner=state.result.winner)
    ledger = Ledger(state, dice, order, undo)
    if isinstance(command, Resign):
        system.resign(scenario, ledger, side, command)
    elif isinstance(command, Draw):
        ledger.tell(Ended(winner="", level="draw", reason="agreed"))
    elif isinstance(command, Instruct):
        _instruct(system, ledger, side, command)
    elif isinstance(command, Expired):
        _expire(system, scenario, ledger, side, command)
    elif state.questions:
        _answer(system, scenario, ledger, side, command)
    else:
        _obey(system, scenario, ledger, side, command)
    _follow(system, scenario, ledger)
    return _addressed(system, scenario, state, ledger.events)


def proceed(
    system: System, scenario: Scenario, state: State, dice: Dice, order: int = 0
) -> tuple[Event, ...]:
    """What happens of itself on a table where nobody owes a decision, up to the next decision."""
    ledger = Ledger(state, dice, order)
    _follow(system, scenario, ledger)
    return _addressed(system, scenario, state, ledger.events)


def attempt(
    system: System, scenario: Scenario, state: State, side: str, trial: Try, dice: Dice, order: int = 0
) -> tuple[Event, ...]:
    """What a judge's trial leads to on the table as it stands, up to the next decision. Raises NotOnTable."""
    if trial.kind not in system.trials:
        raise NotOnTable("", "no_such_trial", kind=trial.kind, known=tuple(system.trials))
    ledger = Ledger(state, dice, order)
    system.trials[trial.kind](scenario, ledger, side, trial)
    _follow(system, scenario, ledger)
    return _addressed(system, scenario, state, ledger.events)


def _addressed(
    system: System, scenario: Scenario, state: State, events: Sequence[Event]
) -> tuple[Event, ...]:
    """The events, each naming who may know of it."""
    found = []
    for event in events:
        only = system.audience(scenario, state, event)
        found.append(event if only == event.only else replace(event, only=only))
        state = evolve(state, event)
    return tuple(found)


def admit(system: System, state: State, side: str, kind: type[Command]) -> None:
    """Raises NotYours or WrongPhase unless a side may give an order of that kind now, whatever it says."""
    if state.questions:
        _asked(state, side, kind)
    phase = system.phases[state.phase]
    if side not in state.active and kind not in phase.anytime:
        raise NotYours(system.turns, "not_your_turn", side=side, player=state.player, phase=state.phase)
    if kind not in phase.takes:
        fitting = tuple(p.name for p in system.phases.values() if kind in p.takes)
        name = kind.__name__.lower()
        raise WrongPhase(system.sequence, "wrong_phase", order=name, phase=state.phase, fitting=fitting)


def _asked(state: State, side: str, kind: type[Command]) -> None:
    """Raises NotYours or WrongPhase unless such an order answers the first question."""
    question = state.questions[0]
    if side != question.side:
        raise NotYours("", "question_waits_for_other", side=question.side, kind=question.kind)
    if kind is not Answer:
        raise WrongPhase("", "question_waits", kind=question.kind, about=question.about)


def _obey(system: System, scenario: Scenario, ledger: Ledger, side: str, command: Command) -> None:
    admit(system, ledger.state, side, type(command))
    system.phases[ledger.state.phase].takes[type(command)](scenario, ledger, side, command)


def _instruct(system: System, ledger: Ledger, side: str, order: Instruct) -> None:
    """Lay an answer to questions of a kind ready; one that waits already gets it at once."""
    standing.check(system, order)
    ledger.tell(Instructed(side=side, kind=order.kind, answer=order.answer, only=side))


def _expire(system: System, scenario: Scenario, ledger: Ledger, side: str, command: Expired) -> None:
    """The legal default of whatever is open for a side."""
    questions = ledger.state.questions
    if questions and questions[0].side == side:
        settle(system, scenario, ledger, questions[0].default)
    elif questions or side not in ledger.state.active:
        raise NotYours("", "nothing_open", side=side)
    else:
        system.timeout(scenario, ledger, side, command)


def _answer(system: System, scenario: Scenario, ledger: Ledger, side: str, command: Command) -> None:
    question = ledger.state.questions[0]
    _asked(ledger.state, side, type(command))
    assert isinstance(command, Answer)
    if command.option not in question.options:
        asked = question.kind
        raise Refused("", "no_such_option", kind=asked, option=command.option, options=question.options)
    settle(system, scenario, ledger, command.option)


def settle(system: System, scenario: Scenario, ledger: Ledger, option: str) -> None:
    """Answer the first question and do what follows from the answer."""
    question = ledger.state.questions[0]
    ledger.tell(Answered(option=option, only=question.side if question.secret else ""))
    system.answers[question.kind](scenario, ledger, question, option)


def _follow(system: System, scenario: Scenario, ledger: Ledger) -> None:
    """Let the rulebook go on while something is left to do and nobody owes a decision; questions that their
    side has answered beforehand do not wait."""
    for _ in range(MOST_FOLLOWING):
        state = ledger.state
        if state.result is not None:
            return
        if state.questions:
            option = standing.fits(state, state.questions[0])
            if option is None:
                return
            settle(system, scenario, ledger, option)
        elif state.active and not state.agenda:
            return
        else:
            system.follow(scenario, ledger)
    raise RuntimeError(f"{system.name} asks nobody: stuck in {ledger.state.phase}")


def options(
    system: System, scenario: Scenario, state: State, side: str, unit: str | None = None
) -> tuple[Option, ...]:
    """What the side may do now: with one unit, apart from any unit (""), or all of it (None)."""
    if state.result is not None:
        return ()
    if state.questions:
        question = state.questions[0]
        if question.side != side:
            return ()
        return tuple(Option(command=Answer(option=o)) for o in question.options)
    if side not in state.active:
        return ()
    offers = system.phases[state.phase].offers
    if unit is not None:
        return tuple(offers(scenario, state, side, unit))
    own = [u.id for u in state.units.values() if u.side == side]
    return tuple(o for id_ in ("", *own) for o in offers(scenario, state, side, id_))


@dataclass(frozen=True, slots=True, kw_only=True)
class Chance:
    """One way a command can turn out: how likely, and the events of it."""

    probability: Fraction
    events: tuple[Event, ...]


def chances(
    system: System, scenario: Scenario, state: State, side: str, command: Command, most: int = MOST_BRANCHES
) -> tuple[Chance, ...]:
    """Every way the dice can fall for a command, each with its exact probability; they sum to 1.

    Raises Refused when the command is not obeyed, OverflowError when the tree has more than `most` leaves.
    """
    return tuple(_branches(system, scenario, state, side, command, most))


def samples(
    system: System, scenario: Scenario, state: State, side: str, command: Command, number: int
) -> tuple[Chance, ...]:
    """So many trials of a command, all alike probable, for when there are too many ways to count.

    Raises Refused when the command is not obeyed.
    """
    share = Fraction(1, number)
    return tuple(
        Chance(probability=share, events=play(system, scenario, state, side, command, SeededDice(b"%d" % n)))
        for n in range(number)
    )


def _branches(
    system: System, scenario: Scenario, state: State, side: str, command: Command, most: int
) -> Iterator[Chance]:
    waiting: list[tuple[tuple[int, ...], Fraction]] = [((), Fraction(1))]
    leaves = 0
    while waiting:
        faces, probability = waiting.pop()
        try:
            events = play(system, scenario, state, side, command, ForcedDice(faces))
        except OutOfDice as wanted:
            share = probability / wanted.sides
            waiting += [((*faces, face), share) for face in range(wanted.sides, 0, -1)]
            continue
        leaves += 1
        if leaves > most:
            raise OverflowError(f"more than {most} ways to fall")
        yield Chance(probability=probability, events=events)


def table(events: Sequence[Event]) -> State:
    """The table after these events, from an empty one."""
    return replay(State(), events)
