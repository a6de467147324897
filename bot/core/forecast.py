"""What an attack, a charge or a shot can lead to: the referee's exact chances, summed up. Pure."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from bot.core.game import Game
from engine import events as ev
from engine.commands import Answer, Attack, Bombard, Charge, Command, Done, Step, Volley
from engine.errors import Refused
from engine.evolve import replay
from engine.ledger import SeededDice
from engine.referee import Chance, chances, play, samples
from engine.state import ELIMINATED, State
from scenarios.presentation import Presentation, presentation

RESULTS, CHARGED = ("miss", "hit", "strong"), ("broken", "held")
MOST, TRIALS, MOST_BETWEEN = 600, 100, 20
"""Ways the dice can fall that are counted one by one; trials where there are more; orders and answers between
the declaration of an attack and its end."""
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
    hurt: Fraction = Fraction(0)
    remarks: tuple[ev.Noted, ...] = ()
    """All remarks of one outcome: who rolls how many dice, and why."""


def forecast(game: Game, side: str, command: Fight, trials: int = TRIALS) -> Forecast:
    """What a command leads to on the table as `side` sees it, by so many trials where there are too many ways
    to count. Raises Refused when it is not possible."""
    visible = game.system.as_seen_by(game.scenario, game.state, side)
    state = _in_its_phase(game, visible, side, command)
    chances, sampled = _chances(game, state, side, command, trials)
    book = presentation(game.scenario.system)
    remarks = [(c.probability, e) for c in chances for e in [_remark(c, command)] if e is not None]
    return Forecast(
        command=command,
        own=_fate(chances, striker(command), book),
        other=_fate(chances, command.target, book),
        beaten=share(chances, lambda c: _retreats(c, command.target) or gone(c, command.target)),
        estimate=state is not visible,
        remark=remarks[0][1] if remarks else ev.Noted(kind=NEVER_FOUGHT),
        cells=_cells(remarks),
        results=tuple(
            (r, sum((p for p, e in remarks if e.facts.get("result") == r), Fraction(0)))
            for r in _results(command)
        ),
        sampled=sampled,
        hurt=share(chances, lambda c: _hurt(c, command.target, book)),
        remarks=tuple(e for e in chances[0].events if isinstance(e, ev.Noted)),
    )


def _chances(
    game: Game, state: State, side: str, command: Command, trials: int
) -> tuple[tuple[Chance, ...], int]:
    """Every way the dice can fall, or so many trials; the number of trials, 0 when all were counted.

    Questions that stand in the way of the dice are answered with no, unless a side has said otherwise.
    """
    state = _undisturbed(game, state)
    if _engages(game, state, command):
        share = Fraction(1, trials)
        fought = (_fought(game, state, side, command, SeededDice(b"%d" % n)) for n in range(trials))
        return tuple(Chance(probability=share, events=events) for events in fought), trials
    most = MOST if not isinstance(command, Volley) else trials
    if _ways(game, state, side, command) <= most:
        try:
            return chances(game.system, game.scenario, state, side, command, most), 0
        except OverflowError:
            pass
    return samples(game.system, game.scenario, state, side, command, trials), trials


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
            break
        if state.questions:
            speaker, order = state.questions[0].side, Answer(option=state.questions[0].default)
            continue
        takes = game.system.phases[state.phase].takes
        fight = Attack in takes and Step not in takes
        if side not in state.active or not (fight or Done in takes):
            break
        speaker, order = side, begun if fight else Done()
    return history


def _over(events: tuple[ev.Event, ...], command: Command) -> bool:
    target = getattr(command, "target", "")
    return any(
        isinstance(e, ev.Noted) and "result" in e.facts and e.facts.get("target") == target for e in events
    )


def _ways(game: Game, state: State, side: str, command: Command) -> int:
    """In how many ways the first dice can fall, which are rolled in any case."""
    events = play(game.system, game.scenario, state, side, command, SeededDice(b"0"))
    first = next((e for e in events if isinstance(e, ev.Rolled)), None)
    return int(first.sides) ** len(first.dice) if first is not None else 1


def _undisturbed(game: Game, state: State) -> State:
    """The position if every optional question is answered no, except where a standing order is known."""
    no = {kind: "no" for kind, answers in game.system.standing_answers.items() if "no" in answers}
    if not no:
        return state
    standing = {s: {**no, **state.standing.get(s, {})} for s in game.scenario.side_ids}
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


def _fate(chances: tuple[Chance, ...], unit: str, book: Presentation) -> UnitFate:
    return UnitFate(
        loss=_loss(chances, unit, {**dict.fromkeys(book.strength, 1), LOSSES: -1}),
        morale=_loss(chances, unit, dict.fromkeys(book.morale, 1)),
        shaken=share(chances, lambda c: _shaken(c, unit)),
        back=share(chances, lambda c: _retreats(c, unit) and not gone(c, unit)),
        gone=share(chances, lambda c: gone(c, unit)),
    )


def share(chances: tuple[Chance, ...], holds: Callable[[Chance], bool]) -> Fraction:
    """The probability of those that fit."""
    return sum((c.probability for c in chances if holds(c)), Fraction(0))


def gone(chance: Chance, unit: str) -> bool:
    """Whether a unit is eliminated in it."""
    return any(isinstance(e, ev.Placed) and e.unit == unit and e.place == ELIMINATED for e in chance.events)


def _retreats(chance: Chance, unit: str) -> bool:
    return any(isinstance(e, ev.Moved) and e.unit == unit and e.manner in BACK for e in chance.events)


def _hurt(chance: Chance, unit: str, book: Presentation) -> bool:
    lost = any(
        isinstance(e, ev.Changed)
        and e.unit == unit
        and (
            (e.value in (*book.strength, *book.morale) and e.now < e.was)
            or (e.value == LOSSES and e.now > e.was)
        )
        for e in chance.events
    )
    return lost or gone(chance, unit)


def _shaken(chance: Chance, unit: str) -> bool:
    return any(
        isinstance(e, ev.Noted) and e.kind in TESTS and e.facts.get("unit") == unit
        and e.facts.get("result") == TESTS[e.kind]
        for e in chance.events
    )  # fmt: skip


def _loss(chances: tuple[Chance, ...], unit: str, counted: Mapping[str, int]) -> Fraction:
    """Mean loss of some of its numbers, 1 for those that fall and -1 for those that grow."""
    return sum(
        (
            c.probability * (e.was - e.now) * counted[e.value]
            for c in chances
            for e in c.events
            if isinstance(e, ev.Changed) and e.unit == unit and e.value in counted
        ),
        Fraction(0),
    )


def _remark(chance: Chance, command: Fight) -> ev.Noted | None:
    """The referee's remark of the fight itself; None of a charge that never came about."""
    remarks = (
        e
        for e in chance.events
        if isinstance(e, ev.Noted) and "result" in e.facts and e.facts.get("target") == command.target
    )
    return next(remarks, None)


def _cells(remarks: list[tuple[Fraction, ev.Noted]]) -> tuple[tuple[int, str], ...]:
    """The cell of the results table for each natural die, where one was read."""
    cells = {int(str(e.facts["die"])): str(e.facts["result"]) for _, e in remarks if e.kind == "attack"}
    return tuple(sorted(cells.items()))
