"""The referee: start a game, play a command, list options. Knows no rulebook by name."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from engine.commands import Answer, Command, Draw, Expired, Instruct, JudgeAction, Resign
from engine.errors import GameOver, NotOnTable, NotYours, Refused, WrongPhase
from engine.events import Answered, Ended, Event, Instructed
from engine.fog import arrival_audience
from engine.ledger import Dice, Ledger
from engine.rules import standing_answers
from engine.scenario import Scenario
from engine.state import State
from engine.system import Option, System

MOST_FOLLOWING = 5000


def start(
    system: System, scenario: Scenario, dice: Dice, rolled: Mapping[str, int] | None = None
) -> tuple[Event, ...]:
    """The events that set the game up and lead to the first decision. `rolled` as for `play`."""
    ledger = Ledger(State(), dice, rolled=rolled)
    system.start(scenario, ledger)
    _continue(system, scenario, ledger)
    return _addressed(system, scenario, ledger)


def play(
    system: System,
    scenario: Scenario,
    state: State,
    side: str,
    command: Command,
    dice: Dice,
    order: int = 0,
    undo: int = 0,
    rolled: Mapping[str, int] | None = None,
) -> tuple[Event, ...]:
    """The events the command leads to, up to the next decision. Changes nothing itself.

    `order` is the number of the order in the game's log, `undo` that of the newest undo that took dice back;
    rolls are keyed by them. With `rolled` they are keyed by stream instead, that is by side and purpose: it
    counts the rolls of each stream that the log holds. Raises Refused, before the first die, when the command
    is refused.
    """
    ledger = Ledger(state, dice, order, undo, rolled)
    obey(system, scenario, ledger, side, command)
    _continue(system, scenario, ledger)
    return _addressed(system, scenario, ledger)


def obey(system: System, scenario: Scenario, ledger: Ledger, side: str, command: Command) -> None:
    """Carry out the command alone, without what follows by itself. Raises Refused like `play`."""
    state = ledger.state
    if state.result is not None:
        raise GameOver("", "game_over", winner=state.result.winner)
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
        _carry_out(system, scenario, ledger, side, command)


def proceed(
    system: System, scenario: Scenario, state: State, dice: Dice, order: int = 0
) -> tuple[Event, ...]:
    """What happens by itself where no side has to act, up to the next decision."""
    ledger = Ledger(state, dice, order)
    _continue(system, scenario, ledger)
    return _addressed(system, scenario, ledger)


def judge(
    system: System,
    scenario: Scenario,
    state: State,
    side: str,
    action: JudgeAction,
    dice: Dice,
    order: int = 0,
) -> tuple[Event, ...]:
    """What a judge's action leads to, up to the next decision. Raises NotOnTable."""
    if action.kind not in system.judge_actions:
        raise NotOnTable("", "no_such_trial", kind=action.kind, known=tuple(system.judge_actions))
    ledger = Ledger(state, dice, order)
    system.judge_actions[action.kind](scenario, ledger, side, action)
    _continue(system, scenario, ledger)
    return _addressed(system, scenario, ledger)


def _addressed(system: System, scenario: Scenario, ledger: Ledger) -> tuple[Event, ...]:
    """The events, each naming who may know of it."""
    happened = zip(ledger.before, ledger.events, strict=True)
    return tuple(announced(system, scenario, before, event) for before, event in happened)


def announced(system: System, scenario: Scenario, before: State, event: Event) -> Event:
    """An event, naming who may know of it, by the state before it."""
    only = system.audience(scenario, before, event) or arrival_audience(scenario, before, event)
    return event if only == event.only else replace(event, only=only)


def check_admitted(system: System, state: State, side: str, kind: type[Command]) -> None:
    """Raises NotYours or WrongPhase unless a side may give an order of that kind now, whatever it says."""
    if state.questions:
        _check_answers(state, side, kind)
    phase = system.phases[state.phase]
    if side not in state.active and kind not in phase.anytime:
        raise NotYours(system.turns_rule, "not_your_turn", side=side, player=state.player, phase=state.phase)
    if kind not in phase.takes:
        fitting = tuple(p.name for p in system.phases.values() if kind in p.takes)
        name = kind.__name__.lower()
        raise WrongPhase(system.sequence_rule, "wrong_phase", order=name, phase=state.phase, fitting=fitting)


def _check_answers(state: State, side: str, kind: type[Command]) -> None:
    """Raises NotYours or WrongPhase unless such an order answers the first question."""
    question = state.questions[0]
    if side != question.side:
        raise NotYours("", "question_waits_for_other", side=question.side, kind=question.kind)
    if kind is not Answer:
        raise WrongPhase("", "question_waits", kind=question.kind, about=question.about)


def _carry_out(system: System, scenario: Scenario, ledger: Ledger, side: str, command: Command) -> None:
    check_admitted(system, ledger.state, side, type(command))
    system.phases[ledger.state.phase].takes[type(command)](scenario, ledger, side, command)


def _instruct(system: System, ledger: Ledger, side: str, order: Instruct) -> None:
    """Lay an answer ready for questions of a kind; a question already asked gets it at once."""
    standing_answers.check_standing_answer(system, order)
    ledger.tell(Instructed(side=side, kind=order.kind, answer=order.answer, only=side))


def _expire(system: System, scenario: Scenario, ledger: Ledger, side: str, command: Expired) -> None:
    """Play the legal default of what a side has to decide."""
    questions = ledger.state.questions
    if questions and questions[0].side == side:
        answer(system, scenario, ledger, questions[0].default)
    elif questions or side not in ledger.state.active:
        raise NotYours("", "nothing_open", side=side)
    else:
        system.timeout(scenario, ledger, side, command)


def _answer(system: System, scenario: Scenario, ledger: Ledger, side: str, command: Command) -> None:
    question = ledger.state.questions[0]
    _check_answers(ledger.state, side, type(command))
    assert isinstance(command, Answer)
    if command.option not in question.options:
        kind = question.kind
        raise Refused("", "no_such_option", kind=kind, option=command.option, options=question.options)
    answer(system, scenario, ledger, command.option)


def answer(system: System, scenario: Scenario, ledger: Ledger, option: str) -> None:
    """Answer the first question and do what follows from the answer."""
    question = ledger.state.questions[0]
    ledger.tell(Answered(option=option, only=question.side if question.secret else ""))
    system.answers[question.kind](scenario, ledger, question, option)


def _continue(system: System, scenario: Scenario, ledger: Ledger) -> None:
    """Go on by the rulebook while no side has to act; answer questions that have a standing answer."""
    for _ in range(MOST_FOLLOWING):
        if is_settled(ledger.state):
            return
        go_on(system, scenario, ledger)
    raise RuntimeError(f"{system.name} does not go on: stuck in {ledger.state.phase}")


def is_settled(state: State) -> bool:
    """Whether nothing more happens by itself: a side has to act, or the game is over."""
    if state.result is not None:
        return True
    if state.questions:
        return standing_answers.chosen_option(state, state.questions[0]) is None
    return bool(state.active) and not state.agenda


def go_on(system: System, scenario: Scenario, ledger: Ledger) -> None:
    """Do the next thing that happens by itself, in a position that is not settled."""
    questions = ledger.state.questions
    option = standing_answers.chosen_option(ledger.state, questions[0]) if questions else None
    if option is not None:
        answer(system, scenario, ledger, option)
    else:
        system.follow(scenario, ledger)


def options(
    system: System, scenario: Scenario, state: State, side: str, unit: str | None = None
) -> tuple[Option, ...]:
    """What the side may do now: with one unit, without any unit (""), or everything (None)."""
    return tuple(each_option(system, scenario, state, side, unit))


def each_option(
    system: System,
    scenario: Scenario,
    state: State,
    side: str,
    unit: str | None = None,
    *,
    moves: bool = True,
) -> Iterator[Option]:
    """The same one by one: whether there is any is known sooner than all. Without `moves` no moves and steps
    are listed, which takes less time."""
    if state.result is not None:
        return
    if state.questions:
        question = state.questions[0]
        if question.side == side:
            yield from (Option(command=Answer(option=o)) for o in question.options)
        return
    if side not in state.active:
        return
    phase = system.phases[state.phase]
    offers = phase.options if moves or phase.without_moves is None else phase.without_moves
    own = [u.id for u in state.units.values() if u.side == side]
    for id_ in ("", *own) if unit is None else (unit,):
        yield from offers(scenario, state, side, id_)
