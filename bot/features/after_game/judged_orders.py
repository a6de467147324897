"""The orders of a finished game that are judged afterwards, each by what its side knew then. Pure."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from bot.core.game import Game
from engine.commands import (
    Answer,
    Attack,
    Bombard,
    Charge,
    Command,
    Done,
    Move,
    Rally,
    Volley,
    Write,
)
from engine.evolve import replay
from engine.state import State
from opponent import View
from opponent.advice.comparison import Comparison

JUDGED = (Answer, Attack, Bombard, Charge, Done, Move, Rally, Volley, Write)
MOST = 48
"""Orders of a game that are judged; of more, as many spread evenly over it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgedOrder:
    """An order: the number of its entry, its turn and side, the position before it, the referee's own."""

    seq: int
    turn: int
    side: str
    command: Command
    before: State

    def view(self, game: Game) -> View:
        """What its side knew."""
        return View(game.system, game.scenario, self.before, self.side)


@dataclass(frozen=True, slots=True, kw_only=True)
class Moment:
    """An order and what would have been better."""

    order: JudgedOrder
    comparison: Comparison


def judged_orders(game: Game) -> list[JudgedOrder]:
    """The orders that are judged, oldest first: not those of an imported beginning or of the set-up,
    nor those taken back. `game` is the referee's own."""
    found = list(_orders(game))
    if len(found) <= MOST:
        return found
    return [found[n * len(found) // MOST] for n in range(MOST)]


def _orders(game: Game) -> Iterator[JudgedOrder]:
    state = State()
    for entry in game.active_entries:
        before, state = state, replay(state, entry.events)
        if (
            entry.kind == "order"
            and entry.side in game.scenario.side_ids
            and isinstance(entry.command, JUDGED)
            and entry.seq > game.record.imported_after
            and not game.system.role_of(before.phase)
        ):
            turn = max(1, before.turn)
            yield JudgedOrder(seq=entry.seq, turn=turn, side=entry.side, command=entry.command, before=before)
