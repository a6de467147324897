"""Keeps the boards: one message for each game, one for each server that wants it, edited when they say other
things than what stands, pinned where that is allowed.

A board follows from what is committed: after a restart everything unfinished is looked at once, and a board
that is right is left alone. It waits for the posts of its channel: reports come first.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
from dataclasses import dataclass, replace
from functools import partial
from typing import Protocol

import discord

from bot.connection.lost_permissions import HOPELESS, LostPermissions
from bot.connection.rest_guard import passing
from bot.connection.timeouts import CONNECTION_ERRORS, UNREADABLE, Timeouts, within_timeout
from bot.connection.wake_signal import WakeSignal
from bot.core.game_service import GameService
from bot.core.report_pictures import FILM_POST
from bot.features.my_games import page as my_games_page
from bot.features.my_games import summaries
from bot.features.tournaments import page as tournament_page
from bot.features.tournaments import words as tournament_words
from bot.features.tournaments.state.event import Event
from bot.i18n.catalogue import catalogue_for
from bot.i18n.names import Names
from bot.runtime import errors
from bot.runtime.metrics import Metrics
from bot.runtime.worker_threads import in_thread
from bot.transport import messages
from bot.ui.page import Page
from bot.workers.keyed_worker import KeyedWorker
from bot.workers.outbox_page_registry import LanguageIn
from engine.errors import NotOnTable
from storage import StatusMessage

log = logging.getLogger(__name__)

GAME, SERVER, TOURNAMENT, FOLLOWED = "game", "server", "tournament", "followed"
SETTING = "board"
"""The name under which a server says in which channel its board is."""
LOST_MESSAGE = frozenset({10008, 30046})
"""The message to edit is gone, or too old."""
LOOKED_BACK = 10
"""How many messages are searched for the pin notice."""

AT_ONCE = 20
"""Boards looked at together at the start."""

Key = tuple[str, int]


class Places(Protocol):
    """Discord's channels, as boards need them."""

    def channel(self, number: int) -> discord.PartialMessageable:
        """A channel to write in."""

    def may_pin(self, number: int) -> bool:
        """Whether the referee may pin there, as far as it knows."""

    def server(self, number: int) -> str:
        """What a server is called; "" where it is not known."""

    async def learn(self, number: int) -> None:
        """Ask what is to be known of a server of another shard."""

    def shows(self, board: int, channel: int) -> bool:
        """Whether everybody who sees the one channel may see the other."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DesiredMessage:
    """What a board should be: its page (None: it should not be there), where, pinned or not, for good."""

    page: Page | None
    channel: int
    pinned: bool = True
    last: bool = False


class StatusMessages:
    """Looks after all boards. `pause` seconds pass between two edits of one; `rights` knows where nothing can
    be written."""

    def __init__(
        self,
        games: GameService,
        places: Places,
        language_in: LanguageIn,
        lost_permissions: LostPermissions,
        pause: float = 2.0,
        timeouts: Timeouts = Timeouts(),  # noqa: B008 - nothing can change it
        metrics: Metrics | None = None,
        wake_signal: WakeSignal | None = None,
    ) -> None:
        self._games = games
        self._places = places
        self._language_in = language_in
        self._rights = lost_permissions
        self._patience = timeouts
        self._gauges = metrics or Metrics()
        self._unpinned: set[int] = set()
        self._task: asyncio.Task[None] | None = None
        again = (pause, timeouts.pause, self._gauges, wake_signal)
        self.games: KeyedWorker[int] = KeyedWorker("status_messages", self._keep_game, *again)
        self.servers: KeyedWorker[int] = KeyedWorker("servers", self._keep_server, *again)
        self.tournaments: KeyedWorker[int] = KeyedWorker("tournament_cards", self._keep_tournament, *again)
        self.followed: KeyedWorker[int] = KeyedWorker("followed_cards", self._keep_followed, *again)
        self._keepers = {
            GAME: self.games,
            SERVER: self.servers,
            TOURNAMENT: self.tournaments,
            FOLLOWED: self.followed,
        }

    # --- called by others ----------------------------------------------------------------------------------

    def wake(self, game_id: int | None) -> None:
        """Something has changed in that game; None: in any, perhaps a lobby that was deleted."""
        if game_id is None:
            self._every_server()
        else:
            self.games.schedule(game_id)

    def wake_server(self, server: int) -> None:
        """Something has happened in a server: with a game, or with where its board is to be."""
        self.servers.schedule(server)

    def wake_tournament(self, tournament: int) -> None:
        """Something has changed in a tournament."""
        self.tournaments.schedule(tournament)

    async def wake_tournaments(self) -> None:
        """Look at the card of every tournament that has one or ought to have one."""
        known = [board.about for board in await self._games.store.status_messages.all(TOURNAMENT)]
        for tournament in {*known, *await self._games.store.tournaments.unfinished_ids()}:
            self.tournaments.schedule(tournament)

    async def start(self) -> None:
        """Look at every board there is or ought to be where something has happened, a few at a time."""
        for keeper in self._keepers.values():
            keeper.start()
        self._every_server()
        for board in await self._games.store.status_messages.all(FOLLOWED):
            self.followed.schedule(board.about)
        await self.wake_tournaments()
        unchecked = await self._games.store.games.unchecked_ids()
        playing = await self._games.store.games.ids_playing()
        boards = {board.about for board in await self._games.store.status_messages.all(GAME)}
        for game_id in sorted(unchecked & (playing | boards)):
            self.games.schedule(game_id)
            await self.games.room(AT_ONCE)

    @property
    def idle(self) -> bool:
        """Whether nothing is under way."""
        return all(keeper.idle for keeper in self._keepers.values())

    async def close(self) -> None:
        """Finish what is under way."""
        if self._task is not None:
            self._task.cancel()
        await asyncio.gather(*(keeper.close() for keeper in self._keepers.values()))

    def _every_server(self) -> None:
        async def all_of_them() -> None:
            for kind in (SERVER, FOLLOWED):
                for board in await self._games.store.status_messages.all(kind):
                    self._keepers[kind].schedule(board.about)

        insisting = errors.retry_forever(all_of_them, self._gauges, "servers", pause=self._patience.pause)
        self._task = asyncio.create_task(insisting, name="boards of servers")

    async def wake_channel(self, channel: int) -> None:
        """The referee may write in a channel again: look at the boards that are there, or ought to be."""
        for board in await self._games.store.status_messages.all():
            if board.channel == channel:
                self._keepers[board.kind].schedule(board.about)
        if (game_id := await self._games.store.games.id_in_channel(channel)) is not None:
            self.games.schedule(game_id)

    # --- what ought to be there ----------------------------------------------------------------------------

    async def _keep_game(self, game_id: int) -> None:
        """Make the board of a game what it should be."""
        if not await self._games.served.here(game_id):
            return
        board = await self._games.store.status_messages.get(GAME, game_id)
        try:
            game = await self._games.game(game_id)
        except NotOnTable:
            if board is not None:
                await self._make(board, DesiredMessage(page=None, channel=board.channel))
            return
        self.servers.schedule(game.record.guild)
        channel, over = game.record.channel, game.record.status == "over"
        if game.record.status == "lobby" or (over and board is None):
            return
        if await self._games.store.outbox.is_waiting(channel, FILM_POST):
            return  # the outbox sender says when it is through
        names = Names(catalogue_for(self._language_in(channel, game.record.guild)), game)
        last_map = await summaries.last_map(self._games, game)
        paused = await summaries.paused(self._games, game_id)
        handicap = await self._games.store.tournaments.handicap_of(game_id)
        say = tournament_words.handicap_at_end if game.state.result else tournament_words.handicap
        about = say(names, handicap)
        page = my_games_page.game(names, await self._games.game_clock(game), last_map, paused, about)
        if board is None:
            lobby = await self._games.store.outbox.last_posted(game_id, "lobby")
            message = lobby.posted if lobby is not None and lobby.posted else 0
            board = StatusMessage(kind=GAME, about=game_id, channel=channel, message=message)
        await self._make(board, DesiredMessage(page=page, channel=channel, pinned=not over, last=over))

    async def _keep_server(self, server: int) -> None:
        """Make the board of a server what it should be."""
        if not self._games.store.share.holds(server):
            return
        async with self._games.store.reading() as tx:
            board = await tx.status_messages.get(SERVER, server)
            channel = (await tx.settings.of_guild(server)).get(SETTING)
        if board is not None and board.channel != channel:
            await self._make(board, DesiredMessage(page=None, channel=board.channel))
            board = None
        if channel is None:
            return
        words = catalogue_for(self._language_in(channel, server))
        games = await summaries.of_server(self._games, server, lambda c: self._places.shows(channel, c))
        page = await in_thread(my_games_page.server, words, games)
        board = board or StatusMessage(kind=SERVER, about=server, channel=channel)
        await self._make(board, DesiredMessage(page=page, channel=channel))

    async def _keep_tournament(self, tournament: int) -> None:
        """Make the card of a tournament what it should be, on its own server."""
        board = await self._games.store.status_messages.get(TOURNAMENT, tournament)
        stored = await self._games.store.tournaments.load(tournament)
        share = self._games.store.share
        if not share.holds(None if stored is None else stored.record.guild):
            return
        if stored is None:
            if board is not None:
                await self._make(board, DesiredMessage(page=None, channel=board.channel))
            return
        for server in stored.servers:
            self.followed.schedule(server.id)
        board = board or StatusMessage(kind=TOURNAMENT, about=tournament, channel=stored.record.channel)
        await self._make_card(board, Event.of(stored), stored.record.guild)

    async def _keep_followed(self, number: int) -> None:
        """Make the card of a tournament what it should be on a server that follows it."""
        board = await self._games.store.status_messages.get(FOLLOWED, number)
        tournament = await self._games.store.tournaments.tournament_of_server(number)
        stored = await self._games.store.tournaments.load(tournament) if tournament is not None else None
        if not self._games.store.share.holds(None if stored is None else stored.record.guild):
            return
        servers = stored.servers if stored is not None else ()
        server = next((s for s in servers if s.id == number and s.left is None), None)
        if board is not None and (server is None or server.channel != board.channel):
            await self._make(board, DesiredMessage(page=None, channel=board.channel))
            board = None
        if server is not None and stored is not None:
            await self._places.learn(server.guild)
            board = board or StatusMessage(kind=FOLLOWED, about=number, channel=server.channel)
            await self._make_card(board, Event.of(stored), server.guild)

    async def _make_card(self, board: StatusMessage, event: Event, guild: int) -> None:
        over = event.status in ("over", "cancelled")
        if over and not board.message:
            return
        channel, now = board.channel, self._games.clock()
        words = catalogue_for(self._language_in(channel, guild))
        draw = partial(tournament_page.card, here=guild, home=self._places.server(event.home))
        page = await in_thread(draw, words, event, now)
        await self._make(board, DesiredMessage(page=page, channel=channel, pinned=not over, last=over))

    # --- what is done about it -----------------------------------------------------------------------------

    async def _make(self, board: StatusMessage, desired: DesiredMessage) -> None:
        """Bring a board to what it should be, and write down what was done. Raises what Discord says."""
        if self._rights.blocked_reason(board.channel):
            return  # looked at again once it may
        channel = self._places.channel(board.channel)
        if desired.page is None:
            await self._delete(channel, board.message)
            await self._forget(board)
            return
        try:
            board = await self._update(channel, board, desired.page)
        except discord.HTTPException as error:
            if error.code not in HOPELESS:
                raise
            if not board.message or error.code == 50001:
                self._rights.refused(board.channel, error.code)
            log.warning("the board in channel %s cannot be updated: %s", board.channel, HOPELESS[error.code])
            return
        await self._set_pin(channel, board, desired)
        if desired.last:
            await self._forget(board)

    async def _forget(self, board: StatusMessage) -> None:
        """Look after a board no more."""
        self._unpinned.discard(board.message)
        async with self._games.store.writing(apart=True) as tx:
            await tx.status_messages.delete(board.kind, board.about)

    async def _update(
        self, channel: discord.PartialMessageable, board: StatusMessage, page: Page
    ) -> StatusMessage:
        """The board after its message was edited, or posted again if there was none to edit."""
        digest = hashlib.sha256(repr(page).encode()).hexdigest()[:16]
        if board.message and board.digest == digest:
            return board
        if not (board.message and await self._edit(channel, board.message, page)):
            number = f"{board.kind} {board.about} {board.message}"
            nonce = f"b{hashlib.sha256(number.encode()).hexdigest()[:20]}"
            sending = channel.send(**messages.as_message(page, None), nonce=nonce, silent=True)
            message = await within_timeout(sending, self._patience.sent)
            self._unpinned.discard(board.message)
            board = replace(board, message=message.id, pinned=False)
        board = replace(board, digest=digest)
        async with self._games.store.writing(apart=True) as tx:
            await tx.status_messages.save(board)
        return board

    async def _set_pin(
        self, channel: discord.PartialMessageable, board: StatusMessage, desired: DesiredMessage
    ) -> None:
        """Pin the message of a board, or unpin it. Where that is not allowed it goes without."""
        if board.pinned == desired.pinned or (desired.pinned and not self._pinnable(board)):
            return
        message = channel.get_partial_message(board.message)
        try:
            await within_timeout(message.pin() if desired.pinned else message.unpin(), self._patience.sent)
        except discord.Forbidden:
            self._unpinned.add(board.message)
            return
        except discord.HTTPException as error:
            if passing(error):
                raise
            log.info("the board in channel %s is not pinned: %s %s", board.channel, error.status, error.code)
            self._unpinned.add(board.message)
            return
        async with self._games.store.writing(apart=True) as tx:
            await tx.status_messages.save(replace(board, pinned=desired.pinned))
        if desired.pinned:
            await self._hush(channel, board.message)

    def _pinnable(self, board: StatusMessage) -> bool:
        return board.message not in self._unpinned and self._places.may_pin(board.channel)

    async def _edit(self, channel: discord.PartialMessageable, message: int, page: Page) -> bool:
        """Edit a message; False when it no longer exists. One too old to edit is deleted."""
        try:
            known = channel.get_partial_message(message)
            await within_timeout(known.edit(**messages.as_edit(page, None)), self._patience.sent)
        except discord.HTTPException as error:
            if error.code not in LOST_MESSAGE:
                raise
            if error.code != 10008:
                await self._delete(channel, message)
            return False
        return True

    async def _delete(self, channel: discord.PartialMessageable, message: int) -> None:
        """Delete a message of ours; where that cannot be, let it lie. Raises what may pass."""
        try:
            await within_timeout(channel.get_partial_message(message).delete(), self._patience.sent)
        except discord.HTTPException as error:
            if passing(error):
                raise
            log.info("message %s could not be deleted: %s %s", message, error.status, error.code)

    async def _hush(self, channel: discord.PartialMessageable, message: int) -> None:
        """Delete the notice that the bot has pinned that message, if possible."""
        try:
            async with asyncio.timeout(self._patience.sent):
                async for line in channel.history(limit=LOOKED_BACK):
                    about = line.reference.message_id if line.reference is not None else None
                    if line.type is discord.MessageType.pins_add and about == message:
                        await line.delete()
        except (*CONNECTION_ERRORS, *UNREADABLE, discord.HTTPException) as error:
            log.info("the pin notice could not be deleted: %s", type(error).__name__)
