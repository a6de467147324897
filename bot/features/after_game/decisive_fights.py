"""The fights that decided a game: how far each came out from what was to be expected of it. Pure.

The balance of a position is the strength of a side's units less that of the enemy's, and the difference of
their points, where a point counts as much as a unit of mean strength. For each fight the order is played
again with the dice of that fight fallen in every other way (or in SAMPLES ways at random, of many), all other
dice of the order as they fell. The swing of the fight is the balance that came out less the mean of those.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from math import prod
from statistics import fmean

from bot.core.game import Game
from bot.features.after_game.course_of_game import most_losses, strength
from bot.reports.report_sections import Fight
from engine.errors import Refused
from engine.events import Event, Rolled
from engine.evolve import replay
from engine.ledger import SeededDice
from engine.referee import play
from engine.state import State
from storage import Entry

SAMPLES, MOST_WAYS = 12, 36
"""Random ways in which the dice of a fight are rolled again; ways up to which all are counted."""
MOST_WEIGHED = 36
"""Fights that are weighed; of more those between the strongest units."""
LEAST_SWING = 0.5
"""Below this a fight decided nothing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Swing:
    """A fight and by how much it went better for `side` than was to be expected, in points of strength."""

    fight: Fight
    entry: Entry
    turn: int
    side: str
    gain: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Scale:
    """How a position is measured: what a point counts in points of strength; how many losses a unit takes,
    where losses are counted."""

    point: float
    capacity: int


def decisive(game: Game, fights: Sequence[Fight], most: int) -> tuple[Swing, ...]:
    """At most so many fights with the largest swings, the largest first; none in which little turned.

    `game` is the referee's own, of two sides; `fights` those of its log that stand.
    """
    sides = game.scenario.side_ids
    if len(sides) != 2:
        return ()
    swings = [swing for swing in _swings(game, fights, sides[0]) if abs(swing.gain) >= LEAST_SWING]
    swings.sort(key=lambda swing: (-abs(swing.gain), swing.entry.seq))
    return tuple(
        swing if swing.gain > 0 else replace(swing, side=sides[1], gain=-swing.gain)
        for swing in swings[:most]
    )


def _swings(game: Game, fights: Sequence[Fight], side: str) -> Iterator[Swing]:
    """The swing of each fight for a side."""
    about = {id(event): fight for fight in fights for event in fight.events if isinstance(event, Rolled)}
    weighed = {id(fight) for fight in _largest(game, fights)}
    state, scale = State(), None
    for entry in game.entries:
        if entry.struck is not None:
            continue
        after = replay(state, entry.events)
        scale = scale or _scale(game, after)
        if entry.seq <= game.record.imported_after:  # other players fought there
            state = after
            continue
        here = {id(f): f for e in entry.events if (f := about.get(id(e))) is not None and id(f) in weighed}
        for fight in here.values():
            undo = _undo_before(game, entry)
            if (mean := _expected(game, state, entry, fight, undo, side, scale)) is not None:
                gain = balance(game, after, side, scale) - mean
                yield Swing(fight=fight, entry=entry, turn=state.turn, side=side, gain=gain)
        state = after


def _undo_before(game: Game, entry: Entry) -> int:
    """The number of the newest undo before an entry that took dice back, 0 without any."""
    undone = (
        e.struck
        for e in game.entries
        if e.struck is not None and e.struck < entry.seq and any(isinstance(x, Rolled) for x in e.events)
    )
    return max(undone, default=0)


def balance(game: Game, state: State, side: str, scale: Scale) -> float:
    """The balance of a position for a side, in points of strength."""
    scores = game.system.display.scores(game.scenario, state)
    own = scores.get(side, 0) - scores.get(game.scenario.enemy(side), 0)
    return own * scale.point + sum(
        strength(game, unit, scale.capacity) * (1 if unit.side == side else -1)
        for unit in state.units.values()
        if unit.side in game.scenario.side_ids
    )


def _scale(game: Game, state: State) -> Scale:
    """The scale of a game whose counters are all in a position."""
    capacity = most_losses(game)
    known = [value for unit in state.units.values() if (value := strength(game, unit, capacity)) > 0]
    return Scale(point=fmean(known) if known else 0.0, capacity=capacity)


def _largest(game: Game, fights: Sequence[Fight]) -> list[Fight]:
    """The fights with dice between the strongest units, in order."""
    printed = {
        unit.id: unit for entry in game.entries[:1] for unit in replay(State(), entry.events).units.values()
    }

    capacity = most_losses(game)

    def stake(fight: Fight) -> int:
        facts = getattr(fight.main, "facts", {})
        named = {str(facts.get(role, "")) for role in ("unit", "target")}
        return sum(strength(game, printed[id_], capacity) for id_ in named if id_ in printed)

    rolled = [fight for fight in fights if any(isinstance(event, Rolled) for event in fight.events)]
    kept = {id(fight) for fight in sorted(rolled, key=stake, reverse=True)[:MOST_WEIGHED]}
    return [fight for fight in rolled if id(fight) in kept]


class _OtherDice:
    """The dice of an order as they fell, but for some that fall as `faces` say, or at random by `seed`."""

    def __init__(
        self, fell: Mapping[str, int], free: Mapping[str, int], seed: int, faces: Sequence[int] = ()
    ) -> None:
        self._faces = {**fell, **dict(zip(free, faces, strict=False))}
        if not faces:
            self._faces = {key: face for key, face in fell.items() if key not in free}
        self._random = SeededDice(b"%d" % seed)

    def draw(self, key: str, sides: int) -> int:
        """The face of that key."""
        face = self._faces.get(key, 0)
        return face if 1 <= face <= sides else self._random.draw(key, sides)


def _expected(
    game: Game, before: State, entry: Entry, fight: Fight, undo: int, side: str, scale: Scale
) -> float | None:
    """The mean balance after an order, however the dice of one of its fights fall; None where the order
    cannot be played again as it was."""
    command = entry.command
    if command is None or not entry.side:
        return None
    rolled = replace(game, entries=tuple(e for e in game.entries if e.seq < entry.seq)).rolled
    fell = {key: face for event in entry.events for key, face, _ in _dice(event)}
    free = {key: sides for event in fight.events for key, _, sides in _dice(event)}
    ways: list[tuple[int, ...]] = [()] * SAMPLES
    if prod(free.values()) <= MOST_WAYS:
        ways = list(product(*(range(1, sides + 1) for sides in free.values())))

    def after(dice: _OtherDice) -> State | None:
        try:
            events = play(
                game.system, game.scenario, before, entry.side, command, dice, entry.seq, undo, rolled
            )
        except Refused:
            return None
        return replay(before, events)

    played = after(_OtherDice(fell, {}, 0))
    if played is None or played != replay(before, entry.events):
        return None
    others = [after(_OtherDice(fell, free, seed, faces)) for seed, faces in enumerate(ways)]
    return fmean(balance(game, state, side, scale) for state in others if state is not None)


def _dice(event: Event) -> Iterator[tuple[str, int, int]]:
    """Key, face and faces of each die of a roll."""
    if isinstance(event, Rolled):
        for ordinal, face in enumerate(event.dice, start=1):
            yield f"{event.key}/{ordinal}", face, event.sides
