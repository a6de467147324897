"""The course of a finished game: scores and strength after each turn, and how long each side took. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta

from bot.core.game import Game
from bot.core.who_acts import paused_after
from engine.evolve import replay
from engine.state import ELIMINATED, State, Unit


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnEnd:
    """A position at the end of a turn (0: before the first): points and strength left of each side."""

    turn: int
    scores: Mapping[str, int]
    strength: Mapping[str, float]


@dataclass(frozen=True, slots=True, kw_only=True)
class CourseOfGame:
    """Turn by turn how the game went; how long it waited for each side, and how many orders each gave."""

    turns: tuple[TurnEnd, ...]
    waited: Mapping[str, timedelta]
    orders: Mapping[str, int]

    @property
    def scored(self) -> bool:
        """Whether points changed in the course of it."""
        return len({tuple(sorted(turn.scores.items())) for turn in self.turns}) > 1


def course_of_game(game: Game) -> CourseOfGame:
    """The course of a game, the referee's own. Orders that were taken back count for the time they took;
    those of an imported beginning, which others gave, do not. No one is waited for in a pause."""
    sides, state, capacity = game.scenario.side_ids, State(), most_losses(game)
    turns: dict[int, TurnEnd] = {}
    waited, orders = dict.fromkeys(sides, timedelta()), Counter[str]()
    owing, since, paused = frozenset[str](), game.record.created, False
    for entry in game.entries:
        ours = entry.seq > game.record.imported_after
        for side in owing if entry.seq > game.record.imported_after + 1 and not paused else ():
            waited[side] += max(entry.at - since, timedelta())
        since, paused = entry.at, paused_after(entry, paused)
        if entry.struck is not None:
            continue
        orders[entry.side] += ours and entry.kind == "order"
        before, state = state, replay(state, entry.events)
        turn = before.turn if state.turn != before.turn else state.turn
        turns[turn] = _turn_end(game, turn, state, capacity)
        owing = frozenset(state.questions[0].side if state.questions else s for s in state.active)
        owing &= frozenset(sides)
    if state.turn not in turns:
        turns[state.turn] = _turn_end(game, state.turn, state, capacity)
    return CourseOfGame(turns=tuple(turns[turn] for turn in sorted(turns)), waited=waited, orders=orders)


def _turn_end(game: Game, turn: int, state: State, capacity: int) -> TurnEnd:
    scores = game.system.display.scores(game.scenario, state)
    left = dict.fromkeys(game.scenario.side_ids, 0.0)
    for unit in state.units.values():
        if unit.side in left:
            left[unit.side] += strength(game, unit, capacity)
    return TurnEnd(
        turn=turn, scores={side: scores.get(side, 0) for side in game.scenario.side_ids}, strength=left
    )


def most_losses(game: Game) -> int:
    """Where counters count their losses, the most that any of them has taken; 0 elsewhere."""
    return max((unit["losses"] for unit in game.state.units.values() if "losses" in unit.printed), default=0)


def strength(game: Game, unit: Unit, capacity: int) -> int:
    """What is left of a unit: its strength, or its figures where its counter has no strength; where losses
    are counted, how many it can still take. `capacity` as of `most_losses`. Nothing of an eliminated one."""
    if unit.place == ELIMINATED:
        return 0
    if capacity and "losses" in unit.printed:
        return max(0, capacity - unit["losses"])
    return game.system.display.strength(unit) or unit["figures"]
