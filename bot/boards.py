"""Keeps the boards: one message for each game, one for each server that wants it, edited when they say other
things than what stands, pinned where that is allowed.

A board follows from what is committed: after a restart everything unfinished is looked at once, and a board
that is right is left alone. It waits for the letters of its channel: reports come first.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
from dataclasses import dataclass, replace
from typing import Protocol

import discord

from bot import mishap, post, standings
from bot.desk import Desk
from bot.gauges import Gauges
from bot.letters import LanguageIn
from bot.page import Page
from bot.rights import HOPELESS, Rights
from bot.rounds import Rounds
from bot.say import boards as saying
from bot.say.names import Names
from bot.wire import LOST, STRANGE, Bell, Patience, passing, told
from bot.words import speak
from engine.errors import NotOnTable
from storage import Board, Reading

log = logging.getLogger(__name__)

GAME, SERVER = "game", "server"
SETTING = "board"
"""The name under which a server says in which channel its board is."""
LOST_MESSAGE = frozenset({10008, 30046})
"""The message to edit is gone, or too old."""
LOOKED_BACK = 10
"""Messages among which the line is that somebody has pinned something."""

Key = tuple[str, int]


class Places(Protocol):
    """Discord's channels, as boards need them."""

    def channel(self, number: int) -> discord.PartialMessageable:
        """A channel to write in."""

    def may_pin(self, number: int) -> bool:
        """Whether the referee may pin there, as far as he knows."""

    def shows(self, board: int, channel: int) -> bool:
        """Whether everybody who sees the one channel may see the other."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """What a board should be: its page (None: it should not be there), where, pinned or not, for good."""

    page: Page | None
    channel: int
    pinned: bool = True
    last: bool = False


class Boards:
    """Looks after all boards. `pause` seconds pass between two edits of one; `rights` knows where nothing can
    be written."""

    def __init__(
        self,
        desk: Desk,
        places: Places,
        tongue: LanguageIn,
        rights: Rights,
        pause: float = 2.0,
        patience: Patience = Patience(),  # noqa: B008 - nothing can change it
        gauges: Gauges | None = None,
        bell: Bell | None = None,
    ) -> None:
        self._desk = desk
        self._places = places
        self._tongue = tongue
        self._rights = rights
        self._patience = patience
        self._gauges = gauges or Gauges()
        self._unpinned: set[int] = set()
        again = (pause, patience.pause, self._gauges, bell)
        self.games: Rounds[int] = Rounds("boards", self._keep_game, *again)
        self.servers: Rounds[int] = Rounds("servers", self._keep_server, *again)

    # --- called by others ----------------------------------------------------------------------------------

    def wake(self, game: int | None) -> None:
        """Something has happened in that game; None: perhaps with a lobby that is no more."""
        if game is None:
            self._every_server()
        else:
            self.games.want(game)

    def wake_server(self, server: int) -> None:
        """Something has happened in a server: with a game, or with where its board is to be."""
        self.servers.want(server)

    async def start(self) -> None:
        """Look at every board there is or ought to be."""
        for game in await self._desk.store.games("playing"):
            self.games.want(game.id)
            self.servers.want(game.guild)
        for board in await self._desk.store.ask(lambda r: r.boards()):
            (self.games if board.kind == GAME else self.servers).want(board.about)
        self.games.start()
        self.servers.start()

    @property
    def idle(self) -> bool:
        """Whether nothing is under way."""
        return self.games.idle and self.servers.idle

    async def close(self) -> None:
        """Finish what is under way."""
        await asyncio.gather(self.games.close(), self.servers.close())

    def _every_server(self) -> None:
        async def all_of_them() -> None:
            for board in await self._desk.store.ask(lambda r: r.boards(SERVER)):
                self.servers.want(board.about)

        insisting = mishap.insist(all_of_them, self._gauges, "servers", pause=self._patience.pause)
        self._task = asyncio.create_task(insisting, name="boards of servers")

    async def wake_channel(self, channel: int) -> None:
        """The referee may write in a channel again: look at the boards that are there, or ought to be."""
        for board in await self._desk.store.ask(lambda r: r.boards()):
            if board.channel == channel:
                (self.games if board.kind == GAME else self.servers).want(board.about)
        if (game := await self._desk.store.number_in(channel)) is not None:
            self.games.want(game)

    # --- what ought to be there ----------------------------------------------------------------------------

    async def _keep_game(self, game: int) -> None:
        """Make the board of a game what it should be."""
        board = await self._desk.store.ask(lambda r: r.board(GAME, game))
        try:
            table = await self._desk.table(game)
        except NotOnTable:
            if board is not None:
                await self._make(board, Wanted(page=None, channel=board.channel))
            return
        self.servers.want(table.game.guild)
        channel, over = table.game.channel, table.game.status == "over"
        if table.game.status == "lobby" or (over and board is None):
            return
        if await self._desk.store.ask(lambda r: r.waits_for(channel)):
            return  # the postman says when he is through
        names = Names(speak(self._tongue(channel, table.game.guild)), table)
        last_map = await standings.last_map(self._desk, table)
        paused = await standings.paused(self._desk, game)
        page = saying.game(names, await self._desk.times(table), last_map, paused)
        if board is None:
            lobby = await self._desk.store.letter_for(game, "lobby")
            message = lobby.posted if lobby is not None and lobby.posted else 0
            board = Board(kind=GAME, about=game, channel=channel, message=message)
        await self._make(board, Wanted(page=page, channel=channel, pinned=not over, last=over))

    async def _keep_server(self, server: int) -> None:
        """Make the board of a server what it should be."""

        async def known(r: Reading) -> tuple[Board | None, int | None]:
            return await r.board(SERVER, server), (await r.settings(server)).get(SETTING)

        board, channel = await self._desk.store.ask(known)
        if board is not None and board.channel != channel:
            await self._make(board, Wanted(page=None, channel=board.channel))
            board = None
        if channel is None:
            return
        words = speak(self._tongue(channel, server))
        found = await standings.of_server(self._desk, server, lambda c: self._places.shows(channel, c))
        page = await asyncio.to_thread(saying.server, words, found)
        board = board or Board(kind=SERVER, about=server, channel=channel)
        await self._make(board, Wanted(page=page, channel=channel))

    # --- what is done about it -----------------------------------------------------------------------------

    async def _make(self, board: Board, wanted: Wanted) -> None:
        """Bring a board to what it should be, and write down what was done. Raises what Discord says."""
        if self._rights.why_not(board.channel):
            return  # looked at again once he may
        channel = self._places.channel(board.channel)
        if wanted.page is None:
            await self._delete(channel, board.message)
            await self._forget(board)
            return
        try:
            board = await self._shown(channel, board, wanted.page)
        except discord.HTTPException as error:
            if error.code not in HOPELESS:
                raise
            if not board.message or error.code == 50001:
                self._rights.refused(board.channel, error.code)
            log.warning("the board in channel %s cannot be kept: %s", board.channel, HOPELESS[error.code])
            return
        await self._set_pin(channel, board, wanted)
        if wanted.last:
            await self._forget(board)

    async def _forget(self, board: Board) -> None:
        """Look after a board no more."""
        self._unpinned.discard(board.message)
        async with self._desk.store.writing() as w:
            await w.forget_board(board.kind, board.about)

    async def _shown(self, channel: discord.PartialMessageable, board: Board, page: Page) -> Board:
        """The board once its message shows the page: edited, or posted anew where there is none to edit."""
        said = hashlib.sha256(repr(page).encode()).hexdigest()[:16]
        if board.message and board.said == said:
            return board
        if not (board.message and await self._edit(channel, board.message, page)):
            number = f"{board.kind} {board.about} {board.message}"
            nonce = f"b{hashlib.sha256(number.encode()).hexdigest()[:20]}"
            sending = channel.send(**post.sent(page, None), nonce=nonce, silent=True)
            made = await told(sending, self._patience.sent)
            self._unpinned.discard(board.message)
            board = replace(board, message=made.id, pinned=False)
        board = replace(board, said=said)
        async with self._desk.store.writing() as w:
            await w.keep_board(board)
        return board

    async def _set_pin(self, channel: discord.PartialMessageable, board: Board, wanted: Wanted) -> None:
        """Pin the message of a board, or unpin it. Where that is not allowed it goes without."""
        if board.pinned == wanted.pinned or (wanted.pinned and not self._pinnable(board)):
            return
        message = channel.get_partial_message(board.message)
        try:
            await told(message.pin() if wanted.pinned else message.unpin(), self._patience.sent)
        except discord.Forbidden:
            self._unpinned.add(board.message)
            return
        except discord.HTTPException as error:
            if passing(error):
                raise
            log.info("the board in channel %s is not pinned: %s %s", board.channel, error.status, error.code)
            self._unpinned.add(board.message)
            return
        async with self._desk.store.writing() as w:
            await w.keep_board(replace(board, pinned=wanted.pinned))
        if wanted.pinned:
            await self._hush(channel, board.message)

    def _pinnable(self, board: Board) -> bool:
        return board.message not in self._unpinned and self._places.may_pin(board.channel)

    async def _edit(self, channel: discord.PartialMessageable, message: int, page: Page) -> bool:
        """Edit a message; False when it is not there any more. One too old to be edited is taken away."""
        try:
            known = channel.get_partial_message(message)
            await told(known.edit(**post.edited(page, None)), self._patience.sent)
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
            await told(channel.get_partial_message(message).delete(), self._patience.sent)
        except discord.HTTPException as error:
            if passing(error):
                raise
            log.info("message %s stays: %s %s", message, error.status, error.code)

    async def _hush(self, channel: discord.PartialMessageable, message: int) -> None:
        """Take away the line that says that the referee has pinned that message, if that can be done."""
        try:
            async with asyncio.timeout(self._patience.sent):
                async for line in channel.history(limit=LOOKED_BACK):
                    about = line.reference.message_id if line.reference is not None else None
                    if line.type is discord.MessageType.pins_add and about == message:
                        await line.delete()
        except (*LOST, *STRANGE, discord.HTTPException) as error:
            log.info("the line about a pin stays: %s", type(error).__name__)
