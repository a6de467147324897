"""What an attack, a charge or a shot can lead to: the referee's exact chances, summed up. Pure."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from bot.core.game import Game
from engine import events as ev
from engine.commands import Answer, Attack, Bombard, Charge, Command, Done, Step, Volley
from engine.errors import Refused
from engine.evolve import replay
from engine.ledger import SeededDice
from engine.odds.chances import Chance, Weigh, chances, samples
from engine.referee import play
from engine.scenario import Scenario
from engine.state import ELIMINATED, State
from engine.system import System
from scenarios.presentation import Presentation, presentation

RESULTS, CHARGED = ("miss", "hit", "strong"), ("broken", "held")
MOST, TRIALS, MOST_BETWEEN = 2000, 100, 20
"""Ways that are followed one by one; trials where there are more; orders and answers between the declaration
of an attack and its end."""
NEVER_FOUGHT = "charge_lost"
"""The kind of the remark where there is none: the fight never came about."""
LOSSES = "losses"
"""A number that grows as a unit loses."""
BACK = frozenset({"retreat", "rout"})
"""How a beaten unit moves."""
TESTS = {"morale_test": "failed", "morale": "rout", "native_morale": "rout"}
"""The tests of morale, by the referee's remark, and how they come out when they fail."""

Fight = Attack | Bombard | Charge | Volley


def striker(command: Fight) -> str:
    """The unit that fights; of a volley, the first that fires."""
    return command.shooters[0].partition("/")[0] if isinstance(command, Volley) else command.unit


@dataclass(frozen=True, slots=True, kw_only=True)
class UnitFate:
    """What can become of one unit: its mean loss in strength and in morale points, and probabilities.

    `shaken`: it fails a morale test; `back`: it retreats and lives; `gone`: it is eliminated.
    """

    loss: Fraction
    shaken: Fraction
    back: Fraction
    gone: Fraction
    morale: Fraction = Fraction(0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Forecast:
    """What can happen to the unit (`own`) and its target (`other`).

    `beaten`: the probability that the target retreats or is eliminated; `hurt`: that it loses anything at
    all. `estimate` when the order belongs to another phase, `sampled` the number of trials when not all ways
    were counted. `remark` is the referee's remark of one outcome, for the parts that no die changes; `cells`
    the results by modified-die order, `results` the chances of fire, or of a charge.
    """

    command: Fight
    own: UnitFate
    other: UnitFate
    beaten: Fraction
    estimate: bool
    remark: ev.Noted
    cells: tuple[tuple[int, str], ...] = ()
    results: tuple[tuple[str, Fraction], ...] = ()
    sampled: int = 0
    hurt: Fraction
    remarks: tuple[ev.Noted, ...] = ()
    """All remarks of one outcome: who rolls how many dice, and why."""


def forecast(game: Game, side: str, command: Fight) -> Forecast:
    """What a command leads to on the table as `side` sees it, worked out once for a state.

    Raises Refused when it is not possible.
    """
    return game.state.cached(("forecast", side, command), lambda: _forecast(game, side, command))


def _forecast(game: Game, side: str, command: Fight) -> Forecast:
    visible = game.system.as_seen_by(game.scenario, game.state, side)
    state = _in_its_phase(game, visible, side, command)
    book = presentation(game.scenario.system)
    chances, sampled = _chances(game, state, side, command, book)
    remarks = [(c, e) for c in chances for e in [_remark(c.events, command)] if e is not None]
    own, other = (
        [(c.probability, _suffered(c.events, unit, book)) for c in chances]
        for unit in (striker(command), command.target)
    )
    return Forecast(
        command=command,
        own=_fate(own),
        other=_fate(other),
        beaten=_mean((p, s.back or s.gone) for p, s in other),
        estimate=state is not visible,
        remark=remarks[0][1] if remarks else ev.Noted(kind=NEVER_FOUGHT),
        cells=_cells(remarks),
        results=tuple(
            (r, _mean((c.probability, e.facts.get("result") == r) for c, e in remarks))
            for r in _results(command)
        ),
        sampled=sampled,
        hurt=_mean((p, s.hurt or s.gone) for p, s in other),
        remarks=tuple(e for e in chances[0].events if isinstance(e, ev.Noted)),
    )


def _chances(
    game: Game, state: State, side: str, command: Fight, book: Presentation
) -> tuple[tuple[Chance, ...], int]:
    """Every way that makes a difference, or so many trials; the number of trials, 0 when all were counted.

    Questions that stand in the way of the dice are answered with no, unless a side has said otherwise.
    """
    state = undisturbed(game.system, game.scenario, state)
    if _engages(game, state, command):
        share = Fraction(1, TRIALS)
        fought = (_fought(game, state, side, command, SeededDice(b"%d" % n)) for n in range(TRIALS))
        return tuple(Chance(probability=share, events=events) for events in fought), TRIALS
    try:
        return chances(game.system, game.scenario, state, side, command, MOST, weigh(command, book)), 0
    except OverflowError:
        return samples(game.system, game.scenario, state, side, command, TRIALS), TRIALS


def weigh(command: Fight, book: Presentation) -> Weigh:
    """What counts of the events of an outcome: what both units suffer, and the result that is read."""

    def weighed(events: Sequence[ev.Event]) -> Hashable:
        remark = _remark(events, command)
        result = remark.facts["result"] if remark is not None and _is_told(remark, command) else ""
        return result, _suffered(events, striker(command), book), _suffered(events, command.target, book)

    return weighed


def _engages(game: Game, state: State, command: Command) -> bool:
    """Whether an attack is only declared in this phase, while units move, and fought later."""
    return isinstance(command, Attack) and Step in game.system.phases[state.phase].takes


def _fought(game: Game, state: State, side: str, command: Command, dice: SeededDice) -> tuple[ev.Event, ...]:
    """An attack that is only declared now, carried to its end with nothing else done in between."""
    history: tuple[ev.Event, ...] = ()
    speaker, order, begun = side, command, command
    for number in range(MOST_BETWEEN):
        events = play(game.system, game.scenario, state, speaker, order, dice, order=number)
        history, state = (*history, *events), replay(state, events)
        if state.result is not None or _over(events, begun):
            return history
        if state.questions:
            speaker, order = state.questions[0].side, Answer(option=state.questions[0].default)
            continue
        takes = game.system.phases[state.phase].takes
        fight = Attack in takes and Step not in takes
        if side not in state.active or not (fight or Done in takes):
            return history
        speaker, order = side, begun if fight else Done()
    return history


def _over(events: tuple[ev.Event, ...], command: Command) -> bool:
    target = getattr(command, "target", "")
    return any(
        isinstance(e, ev.Noted) and "result" in e.facts and e.facts.get("target") == target for e in events
    )


def undisturbed(system: System, scenario: Scenario, state: State) -> State:
    """The position if every optional question is answered no, except where a standing order is known."""
    no = {kind: "no" for kind, answers in system.standing_answers.items() if "no" in answers}
    if not no:
        return state
    standing = {s: {**no, **state.standing.get(s, {})} for s in scenario.side_ids}
    return replace(state, standing=standing)


def _results(command: Fight) -> tuple[str, ...]:
    """What can come of a shot, or of a charge that reaches its target."""
    if isinstance(command, Charge):
        return CHARGED
    return RESULTS if isinstance(command, Bombard) else ()


def forecasts(game: Game, side: str, unit: str, target: str) -> tuple[Forecast, ...]:
    """The ways a unit can hurt a target. Raises the refusal of the attack when there is none."""
    forecasts: list[Forecast] = []
    refused: list[Refused] = []
    known = {kind for phase in game.system.phases.values() for kind in phase.takes}
    kinds: tuple[type[Attack | Charge | Bombard], ...] = (Attack, Charge, Bombard)
    for command in (kind(unit=unit, target=target) for kind in kinds if kind in known):
        try:
            forecasts.append(forecast(game, side, command))
        except Refused as error:
            refused.append(error)
    if not forecasts:
        artillery = game.state.units[unit].kind == "artillery"
        raise refused[-1 if artillery else 0]
    return tuple(forecasts)


def _in_its_phase(game: Game, visible: State, side: str, command: Command) -> State:
    """The table as it would be if the phase of that order were open now."""
    phases = game.system.phases
    if visible.result is None and side in visible.active and type(command) in phases[visible.phase].takes:
        return visible
    phase = next(p.name for p in phases.values() if type(command) in p.takes)
    return replace(
        visible, phase=phase, player=side, active=frozenset({side}), questions=(), agenda=(), result=None
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class _Suffered:
    """What one unit suffers in one outcome: points of strength and of morale, whether it lost any on the way,
    failed a test of morale, retreated, was eliminated."""

    loss: int
    morale: int
    hurt: bool
    shaken: bool
    back: bool
    gone: bool


def _suffered(events: Iterable[ev.Event], unit: str, book: Presentation) -> _Suffered:
    loss, morale, hurt, shaken, back, gone = 0, 0, False, False, False, False
    for e in events:
        if isinstance(e, ev.Noted):
            tested = e.kind in TESTS and e.facts.get("unit") == unit
            shaken = shaken or (tested and e.facts.get("result") == TESTS[e.kind])
        elif isinstance(e, ev.Changed) and e.unit == unit:
            points = e.now - e.was if e.value == LOSSES else e.was - e.now
            loss += points if e.value == LOSSES or e.value in book.strength else 0
            morale += points if e.value in book.morale else 0
            hurt = hurt or (points > 0 and e.value in (LOSSES, *book.strength, *book.morale))
        elif isinstance(e, ev.Moved) and e.unit == unit:
            back = back or e.manner in BACK
        elif isinstance(e, ev.Placed) and e.unit == unit:
            gone = gone or e.place == ELIMINATED
    return _Suffered(loss=loss, morale=morale, hurt=hurt, shaken=shaken, back=back, gone=gone)


def _fate(outcomes: Sequence[tuple[Fraction, _Suffered]]) -> UnitFate:
    return UnitFate(
        loss=_mean((p, s.loss) for p, s in outcomes),
        morale=_mean((p, s.morale) for p, s in outcomes),
        shaken=_mean((p, s.shaken) for p, s in outcomes),
        back=_mean((p, s.back and not s.gone) for p, s in outcomes),
        gone=_mean((p, s.gone) for p, s in outcomes),
    )


def _mean(numbers: Iterable[tuple[Fraction, int]]) -> Fraction:
    """The mean of numbers with their probabilities; of what is true or false, how probable it is."""
    return sum((p * number for p, number in numbers if number), Fraction(0))


def share(chances: tuple[Chance, ...], holds: Callable[[Chance], bool]) -> Fraction:
    """The probability of those that fit."""
    return sum((c.probability for c in chances if holds(c)), Fraction(0))


def gone(chance: Chance, unit: str) -> bool:
    """Whether a unit is eliminated in it."""
    return any(isinstance(e, ev.Placed) and e.unit == unit and e.place == ELIMINATED for e in chance.events)


def _remark(events: Iterable[ev.Event], command: Fight) -> ev.Noted | None:
    """The referee's remark of the fight itself; None of a charge that never came about."""
    remarks = (
        e
        for e in events
        if isinstance(e, ev.Noted) and "result" in e.facts and e.facts.get("target") == command.target
    )
    return next(remarks, None)


def _is_told(remark: ev.Noted, command: Fight) -> bool:
    """Whether a forecast tells how often a remark comes out so."""
    return remark.kind == "attack" or remark.facts["result"] in _results(command)


def _cells(remarks: list[tuple[Chance, ev.Noted]]) -> tuple[tuple[int, str], ...]:
    """The cell of the results table for each natural die, where one was read."""
    attacks = ((c.faces("combat"), str(e.facts["result"])) for c, e in remarks if e.kind == "attack")
    return tuple(sorted({face: cell for faces, cell in attacks for face in faces}.items()))
