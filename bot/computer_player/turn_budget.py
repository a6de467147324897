"""How long the computer player may think: so many seconds for each turn of its side."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from bot.core.game import Game
from opponent.levels import EASY, HARD, NORMAL

A_TURN = 45.0
"""Seconds for a turn of one side, waiting for others included: it answers within a minute."""
MOST_GAMES = 200
LOWER = {HARD: NORMAL, NORMAL: EASY}
"""The level below each."""


@dataclass(slots=True)
class _Spent:
    """What a side has spent on a turn, in seconds, and the level that it plays at."""

    turn: tuple[int, str]
    level: str
    seconds: float = 0.0


class TurnBudget:
    """What is left of each game's time. `a_turn` is in seconds."""

    def __init__(self, a_turn: float = A_TURN) -> None:
        self._a_turn = a_turn
        self._spent: OrderedDict[int, _Spent] = OrderedDict()

    def level(self, game: Game, side: str) -> str:
        """The level that a side plays at in this turn; "" for rules of thumb."""
        spent = self._of(game, side)
        return spent.level if spent.seconds < self._a_turn else ""

    @contextmanager
    def thinking(self, game: Game, side: str) -> Iterator[float]:
        """Count the time that passes within it; gives the seconds that the side may still think."""
        spent, since = self._of(game, side), asyncio.get_running_loop().time()
        try:
            yield max(0.0, self._a_turn - spent.seconds)
        finally:
            spent.seconds += asyncio.get_running_loop().time() - since

    def lower(self, game: Game, side: str) -> None:
        """Let a side play a level lower for the rest of the turn."""
        spent = self._of(game, side)
        spent.level = LOWER.get(spent.level, "")

    def give_up(self, game: Game, side: str) -> None:
        """Let a side play by rules of thumb for the rest of the turn."""
        self._of(game, side).level = ""

    def _of(self, game: Game, side: str) -> _Spent:
        turn, spent = (game.state.turn, side), self._spent.pop(game.record.id, None)
        if spent is None or spent.turn != turn:
            spent = _Spent(turn, game.seat(side).level)
        self._spent[game.record.id] = spent
        while len(self._spent) > MOST_GAMES:
            self._spent.popitem(last=False)
        return spent
