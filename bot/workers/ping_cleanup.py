"""Takes calls away: as soon as a side has done what it was called for, or owes nothing any more. So it does
with questions that are answered or have lapsed, with posts that ask for a substitute, and with calls to a
lobby whose seats are taken or whose game has begun.

Calls are posts of the outbox; what is to go follows from the table as it is. So no
call is forgotten, whatever happens in between.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

import discord

from bot.connection.lost_permissions import LostPermissions
from bot.connection.timeouts import Timeouts, within_timeout
from bot.connection.wake_signal import WakeSignal
from bot.core.game import Game
from bot.core.game_service import GameService
from bot.core.who_acts import comes_next, still_pending, users
from bot.features.agreements.consent import known
from bot.features.lobby import join_rules
from bot.features.lobby.page import empty_sides
from bot.features.my_games import summaries
from bot.runtime.metrics import Metrics
from bot.workers.keyed_worker import KeyedWorker
from engine.errors import NotOnTable
from storage import OutboxMessage, TurnPing

CALL, REMINDER, DAILY, OVERDUE = "call", "reminder", "daily", "overdue"
QUESTIONS, WANTED = frozenset({"undo_asked", "draw_asked", "pause_asked"}), "wanted"
LAST, NEXT = "last_to_lock", "next"
INVITED, FULL = frozenset({"called", "invitation"}), "full"
UNDECIDED = frozenset({"wait", "substitute"})
"""What the clock may do at a deadline that leaves the decision to the side."""
GONE = frozenset({10003, 10004, 10008, 50013})
"""The channel or the message is gone, or not ours to delete: then the ping is gone, too."""
LATER = frozenset({50001, 50083})
"""We do not see the channel, or the thread is put away: that may change."""


def of(post: OutboxMessage, message: int, game: Game) -> TurnPing | None:
    """The ping that a message became; None when it mentions no one.

    `game` is as it was when the post was written.
    """
    if post.game is None or not passing(post):
        return None
    # A question lapses when more is known of the game.
    after = int(post.body["stamp"] if post.kind in QUESTIONS else post.body.get("last", game.last))
    return TurnPing(
        message=message,
        game=post.game,
        channel=post.channel,
        kind=post.kind,
        side=str(post.body.get("side", "")),
        after=after,
    )


def calling(post: OutboxMessage) -> bool:
    """Whether a message pings a player until they have acted."""
    if post.kind == OVERDUE:
        return post.body.get("what") in UNDECIDED
    return post.kind in (CALL, REMINDER, DAILY, LAST)


def passing(post: OutboxMessage) -> bool:
    """Whether the message of a post goes as soon as it has served."""
    return calling(post) or post.kind in QUESTIONS or post.kind in (WANTED, NEXT, FULL, *INVITED)


def same(one: OutboxMessage, other: OutboxMessage) -> bool:
    """Whether two posts call the same side of a game."""
    return (one.kind, one.game, one.body.get("side")) == (other.kind, other.game, other.body.get("side"))


def spent(
    game: Game | None,
    standing: Sequence[TurnPing],
    seated: int = 0,
    paused: bool = False,
    settled: Collection[int] = (),
) -> list[TurnPing]:
    """Those of the calls of one game that are to go. `seated` is the message that told of the last change of
    players, `paused` whether the game stands still; `settled` are questions that have their answer, and posts
    that no longer need a substitute."""
    if game is None:
        return list(standing)
    return [c for c in standing if c.message in settled or _spent(game, c, standing, seated, paused)]


def _spent(game: Game, call: TurnPing, standing: Sequence[TurnPing], seated: int, paused: bool) -> bool:
    if call.kind in QUESTIONS:
        return not game.playing or call.after != known(game)
    if call.kind == WANTED:
        return not game.playing
    if call.kind == FULL or call.kind in INVITED:
        return game.record.status != "lobby" or (call.kind == FULL and bool(empty_sides(game)))
    if call.kind == NEXT:
        return paused or not comes_next(game, call.side)
    if call.kind == LAST and game.owing != (call.side,):
        return True
    over = paused or not still_pending(game, call.side, call.after) or call.message < seated
    return over or _said_again(game, call, standing)


def _said_again(game: Game, call: TurnPing, standing: Sequence[TurnPing]) -> bool:
    """Whether a later post calls the same people: a call calls all, a reminder only one."""
    others = (c for c in standing if c.kind in (CALL, LAST, REMINDER, DAILY, OVERDUE))
    later = [c for c in others if c.side == call.side and c.message > call.message]
    alone = len(users(game, call.side)) == 1
    return any(c.kind in (CALL, LAST, OVERDUE) or alone for c in later)


class TurnPings:
    """Looks after the calls of all games. `channel` finds a channel by its number, `rights` knows where
    nothing can be done."""

    def __init__(
        self,
        games: GameService,
        channel: Callable[[int], discord.PartialMessageable],
        lost_permissions: LostPermissions,
        timeouts: Timeouts = Timeouts(),  # noqa: B008 - nothing can change it
        metrics: Metrics | None = None,
        wake_signal: WakeSignal | None = None,
    ) -> None:
        self._games = games
        self._channel = channel
        self._rights = lost_permissions
        self._patience = timeouts
        self.rounds: KeyedWorker[int] = KeyedWorker(
            "pings", self._look, 0.0, timeouts.pause, metrics, wake_signal
        )

    def wake(self, game_id: int | None) -> None:
        """Something has happened in that game."""
        if game_id is not None:
            self.rounds.schedule(game_id)

    async def start(self) -> None:
        """Look at the calls that stand in games in which something has happened."""
        unchecked = await self._games.store.games.unchecked_ids()
        for call in await self._games.store.turn_pings.all():
            if call.game in unchecked:
                self.rounds.schedule(call.game)
        self.rounds.start()

    async def wake_channel(self, channel: int) -> None:
        """The referee may do as it should in a channel again."""
        for call in await self._games.store.turn_pings.all():
            if call.channel == channel:
                self.rounds.schedule(call.game)

    async def _look(self, game_id: int) -> None:
        """Delete the outdated pings of one game. Raises errors worth a retry."""
        if not await self._games.served.here(game_id):
            return
        standing = await self._games.store.turn_pings.all(game_id)
        if not standing:
            return
        try:
            game: Game | None = await self._games.game(game_id)
        except NotOnTable:
            game = None
        seat_changes = [
            await self._games.store.outbox.last_posted(game_id, kind) for kind in ("relieved", "replaced")
        ]
        seated = max((post.posted or 0 for post in seat_changes if post is not None), default=0)
        paused = await summaries.paused(self._games, game_id)
        settled = [c.message for c in standing if game is not None and await self._settled(c)]
        for call in spent(game, standing, seated, paused, settled):
            await self._take_away(call)

    async def _settled(self, call: TurnPing) -> bool:
        """Whether a question was answered with no, a substitute is no longer needed, or no seat is open."""
        if call.kind == WANTED:
            return call.side not in await self._games.store.vacancies.of_game(call.game)
        if call.kind in INVITED:
            game = await self._games.game(call.game)
            rules = await self._games.store.join_rules.of_game(call.game)
            return not join_rules.open_sides(game, rules)
        if call.kind not in QUESTIONS:
            return False
        refused = await self._games.store.outbox.of_game(call.game, call.kind.replace("asked", "refused"))
        now = {"stamp": call.after, "side": call.side}
        return any(now.items() <= post.body.items() for post in refused)

    async def _take_away(self, call: TurnPing) -> None:
        """Delete the message of a call; where that is not allowed now, later."""
        if self._rights.blocked_reason(call.channel):
            return
        try:
            message = self._channel(call.channel).get_partial_message(call.message)
            await within_timeout(message.delete(), self._patience.sent)
        except discord.HTTPException as error:
            if error.code in LATER:
                if error.code == 50001:
                    self._rights.refused(call.channel, error.code)
                return
            if error.code not in GONE:
                raise
        async with self._games.store.writing(apart=True) as tx:
            await tx.turn_pings.delete(call.message)
