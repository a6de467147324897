"""Submit a batch: its legal orders one after another, each as a separate entry, until one is refused.

What is not yet given is kept in the same transaction as the order that was: whatever happens in between, no
order is given twice and none is lost."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bot.beacon.announced_orders import DiceAwaited
from bot.core.game import Game
from bot.core.game_access import GameAccess, OrderTransaction
from bot.core.order_rules.side_of_player import side_of_player
from bot.core.requests.actor import Actor
from bot.core.requests.sent_in_time import check_stamp
from bot.features.batch_orders.check import Line, check_lines
from bot.features.team import service as team_service
from bot.runtime.worker_threads import in_thread
from engine.commands import Command, Done, Seal
from engine.errors import IllegalOrder, Refused
from notation import order_text
from storage import Draft, Entry


class AlreadySubmitted(Exception):
    """That draft has been given already, or another has taken its place."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Submitted:
    """The table after it, the entries made, the line that stopped it and why, the lines not given.

    `repeated`: this very press had been obeyed before; nothing was done now.
    """

    game: Game
    entries: tuple[Entry, ...] = ()
    stopped: tuple[Line, Refused] | None = None
    left: tuple[Line, ...] = ()
    repeated: bool = False


async def submit(games: GameAccess, game_id: int, actor: Actor, draft: int, stamp: int) -> Submitted:
    """Give what a draft holds. Raises Refused, Spent, and Stale when it was judged on an older table."""
    async with games.locked(game_id):
        game = await games.game(game_id)
        if await games.was_obeyed(actor):
            return Submitted(game=game, repeated=True)
        stored_draft = await games.draft(game_id, actor.user)
        if stored_draft is None or stored_draft.number != draft or not stored_draft.text:
            raise AlreadySubmitted
        side = side_of_player(game, actor.user)
        await games.check_time(game, side, actor)
        check_stamp(game, actor, stamp, game.simultaneous)
        plan = await in_thread(check_lines, game.seen(side), side, stored_draft.text)
        return await _give(games, game, actor, side, stored_draft, plan.good, plan.bad)


async def _give(
    games: GameAccess,
    game: Game,
    actor: Actor,
    side: str,
    draft: Draft,
    good: Sequence[Line],
    bad: Sequence[Line],
) -> Submitted:
    entries: list[Entry] = []
    for place, line in enumerate(good):
        try:
            command = _read(game, side, line)
            _check_mates(game, side, actor.user, command)
            rest = _Rest(draft, _in_order(good[place + 1 :], bad))
            outcome = await games.give(game, side, command, actor.user, None if entries else actor, rest.keep)
        except Refused as refused:  # an order that waits for its dice is given
            remaining = _in_order(good[place + (isinstance(refused, DiceAwaited) and refused.fresh) :], bad)
            return Submitted(game=game, entries=tuple(entries), stopped=(line, refused), left=remaining)
        game = outcome.game
        entries.append(outcome.entry)
    return Submitted(game=game, entries=tuple(entries), left=tuple(bad))


def _check_mates(game: Game, side: str, user: int, command: Command) -> None:
    """Raises IllegalOrder for the end of a phase in which teammates' units can act: it needs confirmation."""
    if isinstance(command, (Done, Seal)) and (mates := team_service.left(game, side, user)):
        raise IllegalOrder("", "mates_can_act", mate=str(next(iter(mates))))


@dataclass(frozen=True, slots=True)
class _Rest:
    """What is left of a draft once an order of it is given."""

    draft: Draft
    lines: tuple[Line, ...]

    async def keep(self, tx: OrderTransaction) -> None:
        text = "\n".join(line.text for line in self.lines)
        await tx.drafts.shorten(self.draft.game, self.draft.user, text)


def _in_order(*parts: Sequence[Line]) -> tuple[Line, ...]:
    return tuple(sorted((line for part in parts for line in part), key=lambda line: line.number))


def _read(game: Game, side: str, line: Line) -> Command:
    """The order on a line, read against the table as its side may know it."""
    visible = game.seen(side)
    return order_text.read(line.text, visible.system, visible.scenario, visible.state, side)
