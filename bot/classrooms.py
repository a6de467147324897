"""Where somebody can learn undisturbed: threads of Discord's, made, found again, taken away."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Mapping
from datetime import timedelta
from typing import TYPE_CHECKING, TypeVar

import discord

from bot import mishap
from bot.books import Classroom, RoomKind
from bot.desk import By
from bot.wire import LOST, Patience, told
from engine.errors import IllegalOrder

if TYPE_CHECKING:
    from bot.client import Grognard

log = logging.getLogger(__name__)

T = TypeVar("T")

LONGEST_NAME = 100
WRITING = ("view_channel", "embed_links", "attach_files")
KINDS: Mapping[RoomKind, str] = {"private": "create_private_threads", "public": "create_public_threads"}
GONE = (10003, 50001)
"""The thread is deleted, or nobody lets the bot in any more."""
SWEPT_AFTER = 60
"""First waits (see `wire.Patience`) after a failure until what it has left is taken away."""
MOST_POSTS = 1
"""Messages in a thread that nobody has written in: Discord's own that somebody was added."""


class Classrooms:
    """Opens and closes threads. No game is known here: nothing of this is in a transaction."""

    def __init__(self, bot: Grognard, patience: Patience = Patience()) -> None:  # noqa: B008 - cannot change
        self.bot = bot
        self._patience = patience
        self._under_way = 0
        self._sweeping: asyncio.Task[None] | None = None

    async def open(self, by: By, name: str) -> Classroom:
        """A thread under the asker's channel with him in it: private, else public, else the channel itself.

        Whether a game is in that channel is for the caller to see. Raises IllegalOrder: no_classroom with
        what is missing, no_thread_now where Discord does not answer.
        """
        self._under_way += 1
        try:
            return await self._open(by, name[:LONGEST_NAME])
        except LOST as error:
            self._sweep_later()  # it may have been made
            raise IllegalOrder("", "no_thread_now") from error
        finally:
            self._under_way -= 1

    async def _told(self, call: Awaitable[T]) -> T:
        """What Discord says to a call, while somebody waits for it."""
        return await told(call, self._patience.answered)

    async def _open(self, by: By, name: str) -> Classroom:
        here = self.bot.get_channel(by.channel)
        above = here.parent if isinstance(here, discord.Thread) else here
        lacking: tuple[str, ...] = ()
        for kind in KINDS if isinstance(above, discord.TextChannel) else ():
            assert isinstance(above, discord.TextChannel)
            if kind == "private" and above.is_news():
                continue  # Discord has none there
            missing = _missing(above, (*WRITING, "send_messages_in_threads", KINDS[kind]))
            lacking = lacking or missing
            thread = None if missing else await self._make(above, kind, name, by.user)
            if thread is not None:
                return Classroom(channel=thread.id, kind=kind, lacking=lacking)
        written = "send_messages_in_threads" if isinstance(here, discord.Thread) else "send_messages"
        if missing := _missing(here, (*WRITING, written)):
            raise IllegalOrder("", "no_classroom", missing=tuple(dict.fromkeys((*missing, *lacking))))
        return Classroom(channel=by.channel, kind="here", lacking=lacking)

    async def _make(
        self, above: discord.TextChannel, kind: RoomKind, name: str, user: int
    ) -> discord.Thread | None:
        """A new thread with somebody in it; None where Discord refuses, whatever the reason."""
        public = discord.ChannelType.news_thread if above.is_news() else discord.ChannelType.public_thread
        sort = discord.ChannelType.private_thread if kind == "private" else public
        try:
            thread = await self._told(above.create_thread(name=name, type=sort, invitable=False))
        except discord.DiscordServerError:
            raise
        except discord.HTTPException as error:
            log.warning("no %s thread in channel %s: %s %s", kind, above.id, error.status, error.code)
            return None
        try:
            await self._told(thread.add_user(discord.Object(user)))
        except (*LOST, discord.HTTPException) as error:
            log.warning("nobody can be brought into thread %s: %s", thread.id, error)
            await self._discard(thread)
            if isinstance(error, LOST):
                raise
            return None
        return thread

    async def again(self, channel: int, user: int) -> bool:
        """Open an archived thread again and see that somebody is in it; False when it is gone or locked."""
        try:
            found = self.bot.get_channel(channel) or await self._told(self.bot.fetch_channel(channel))
            if not isinstance(found, discord.Thread):
                return True
            if found.archived:
                await self._told(found.edit(archived=False))
            await self._told(found.add_user(discord.Object(user)))
        except LOST as error:
            raise IllegalOrder("", "no_thread_now") from error
        except discord.HTTPException as error:
            log.info("thread %s cannot be used any more: %s %s", channel, error.status, error.code)
            return error.code not in (*GONE, 50013, 50083)
        return True

    async def discard(self, room: Classroom) -> None:
        """Take a thread away in which nothing has come about."""
        found = self.bot.get_channel(room.channel)
        if room.kind != "here" and isinstance(found, discord.Thread):
            await self._discard(found)

    async def close(self, channel: int) -> None:
        """Archive a thread whose lessons are over: one of the bot's own, where that is allowed."""
        me = getattr(self.bot.user, "id", 0)
        try:
            found = self.bot.get_channel(channel) or await self._told(self.bot.fetch_channel(channel))
            if isinstance(found, discord.Thread) and found.owner_id == me and not found.archived:
                await self._told(found.edit(archived=True))
        except (*LOST, discord.HTTPException) as error:
            log.info("thread %s is not archived: %s", channel, error)

    def _sweep_later(self) -> None:
        """Take away what a failure has left, once Discord has had time to tell of it."""
        if self._sweeping is None or self._sweeping.done():
            self._sweeping = asyncio.create_task(self._sweep_soon(), name="classrooms")

    async def _sweep_soon(self) -> None:
        await asyncio.sleep(SWEPT_AFTER * self._patience.pause)
        young = timedelta(seconds=SWEPT_AFTER / 2 * self._patience.pause)
        await mishap.insist(lambda: self.sweep(young), self.bot.gauges, "classrooms", over=self.bot.is_closed)

    async def sweep(self, young: timedelta = timedelta(0)) -> None:
        """Take away the empty threads that a run or a call which broke off has left: they hold no game. Those
        so young may get one yet."""
        if self._under_way:
            return
        me = getattr(self.bot.user, "id", 0)
        for thread in [t for guild in self.bot.guilds for t in guild.threads if t.owner_id == me]:
            age = self.bot.desk.clock() - discord.utils.snowflake_time(thread.id)
            empty = thread.message_count <= MOST_POSTS and age >= young
            if empty and await self.bot.store.number_in(thread.id) is None:
                await self._discard(thread)

    async def _discard(self, thread: discord.Thread) -> None:
        """Delete a thread; where that is not allowed, archive it."""
        try:
            await self._told(thread.delete())
        except discord.Forbidden:
            try:
                await self._told(thread.edit(archived=True))
            except (*LOST, discord.HTTPException) as error:
                log.warning("thread %s stays: %s", thread.id, error)
        except (*LOST, discord.HTTPException) as error:
            log.warning("thread %s stays: %s", thread.id, error)


def _missing(channel: object, wanted: tuple[str, ...]) -> tuple[str, ...]:
    """The permissions that the bot lacks in a channel; in one that it does not see, the first of all."""
    if not isinstance(channel, discord.abc.GuildChannel | discord.Thread) or channel.guild.me is None:
        return ("view_channel",)
    held = channel.permissions_for(channel.guild.me)
    return tuple(name for name in wanted if not getattr(held, name))
