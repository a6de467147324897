"""Threads for lessons: created, found again, deleted."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping
from datetime import datetime, timedelta
from typing import TypeVar

import discord

from bot.connection.timeouts import CONNECTION_ERRORS, Timeouts, within_timeout
from bot.core.game_access import Actor
from bot.features.lessons.courses import LessonThread, RoomKind
from bot.runtime import errors
from bot.runtime.metrics import Metrics
from engine.errors import IllegalOrder
from storage import Store

log = logging.getLogger(__name__)

T = TypeVar("T")

LONGEST_NAME = 100
WRITING = ("view_channel", "embed_links", "attach_files")
KINDS: Mapping[RoomKind, str] = {"private": "create_private_threads", "public": "create_public_threads"}
GONE = (10003, 50001)
"""The thread is deleted, or the bot can no longer enter it."""
SWEPT_AFTER = 60
"""First waits (see `Timeouts`) after a failure until its leftovers are deleted."""
MOST_POSTS = 1
"""Messages in an unused thread: Discord's own note that a member was added."""


class LessonThreads:
    """Opens and closes threads. No game is known here: nothing of this is in a transaction."""

    def __init__(
        self,
        client: discord.Client,
        store: Store,
        metrics: Metrics,
        clock: Callable[[], datetime],
        timeouts: Timeouts = Timeouts(),  # noqa: B008 - cannot change
    ) -> None:
        self._client = client
        self._store = store
        self._metrics = metrics
        self._clock = clock
        self._patience = timeouts
        self._under_way = 0
        self._sweeping: asyncio.Task[None] | None = None

    async def open(self, actor: Actor, name: str) -> LessonThread:
        """A thread under the asker's channel with them in it: private, else public, else the channel itself.

        Whether a game is in that channel is for the caller to see. Raises IllegalOrder: no_classroom with
        what is missing, no_thread_now where Discord does not answer.
        """
        self._under_way += 1
        try:
            return await self._open(actor, name[:LONGEST_NAME])
        except CONNECTION_ERRORS as error:
            self._sweep_later()  # it may have been made
            raise IllegalOrder("", "no_thread_now") from error
        finally:
            self._under_way -= 1

    async def _within_timeout(self, call: Awaitable[T]) -> T:
        """Discord's response to a call that a player waits for."""
        return await within_timeout(call, self._patience.answered)

    async def _open(self, actor: Actor, name: str) -> LessonThread:
        here = self._client.get_channel(actor.channel)
        above = here.parent if isinstance(here, discord.Thread) else here
        all_missing: tuple[str, ...] = ()
        for kind in KINDS if isinstance(above, discord.TextChannel) else ():
            assert isinstance(above, discord.TextChannel)
            if kind == "private" and above.is_news():
                continue  # Discord has none there
            missing = _missing(above, (*WRITING, "send_messages_in_threads", KINDS[kind]))
            all_missing = all_missing or missing
            thread = None if missing else await self._make(above, kind, name, actor.user)
            if thread is not None:
                return LessonThread(channel=thread.id, kind=kind, missing=all_missing)
        written = "send_messages_in_threads" if isinstance(here, discord.Thread) else "send_messages"
        if missing := _missing(here, (*WRITING, written)):
            raise IllegalOrder("", "no_classroom", missing=tuple(dict.fromkeys((*missing, *all_missing))))
        return LessonThread(channel=actor.channel, kind="here", missing=all_missing)

    async def _make(
        self, above: discord.TextChannel, kind: RoomKind, name: str, user: int
    ) -> discord.Thread | None:
        """A new thread with a member in it; None where Discord refuses for any reason."""
        public = discord.ChannelType.news_thread if above.is_news() else discord.ChannelType.public_thread
        sort = discord.ChannelType.private_thread if kind == "private" else public
        try:
            thread = await self._within_timeout(above.create_thread(name=name, type=sort, invitable=False))
        except discord.DiscordServerError:
            raise
        except discord.HTTPException as error:
            log.warning("no %s thread in channel %s: %s %s", kind, above.id, error.status, error.code)
            return None
        try:
            await self._within_timeout(thread.add_user(discord.Object(user)))
        except (*CONNECTION_ERRORS, discord.HTTPException) as error:
            log.warning("cannot add a member to thread %s: %s", thread.id, error)
            await self._discard(thread)
            if isinstance(error, CONNECTION_ERRORS):
                raise
            return None
        return thread

    async def again(self, channel: int, user: int) -> bool:
        """Reopen an archived thread and add the player to it; False when it is gone or locked."""
        try:
            thread = self._client.get_channel(channel) or await self._within_timeout(
                self._client.fetch_channel(channel)
            )
            if not isinstance(thread, discord.Thread):
                return True
            if thread.archived:
                await self._within_timeout(thread.edit(archived=False))
            await self._within_timeout(thread.add_user(discord.Object(user)))
        except CONNECTION_ERRORS as error:
            raise IllegalOrder("", "no_thread_now") from error
        except discord.HTTPException as error:
            log.info("thread %s can no longer be used: %s %s", channel, error.status, error.code)
            return error.code not in (*GONE, 50013, 50083)
        return True

    async def discard(self, room: LessonThread) -> None:
        """Take a thread away in which nothing has come about."""
        thread = self._client.get_channel(room.channel)
        if room.kind != "here" and isinstance(thread, discord.Thread):
            await self._discard(thread)

    async def close(self, channel: int) -> None:
        """Archive a thread whose lessons are over: one of the bot's own, where that is allowed."""
        me = getattr(self._client.user, "id", 0)
        try:
            thread = self._client.get_channel(channel) or await self._within_timeout(
                self._client.fetch_channel(channel)
            )
            if isinstance(thread, discord.Thread) and thread.owner_id == me and not thread.archived:
                await self._within_timeout(thread.edit(archived=True))
        except (*CONNECTION_ERRORS, discord.HTTPException) as error:
            log.info("thread %s could not be archived: %s", channel, error)

    def _sweep_later(self) -> None:
        """Delete the leftovers of a failure, once Discord has had time to announce them."""
        if self._sweeping is None or self._sweeping.done():
            self._sweeping = asyncio.create_task(self._sweep_soon(), name="classrooms")

    async def _sweep_soon(self) -> None:
        await asyncio.sleep(SWEPT_AFTER * self._patience.pause)
        young = timedelta(seconds=SWEPT_AFTER / 2 * self._patience.pause)
        await errors.retry_forever(
            lambda: self.sweep(young), self._metrics, "classrooms", over=self._client.is_closed
        )

    async def sweep(self, young: timedelta = timedelta(0)) -> None:
        """Delete the empty threads left by an interrupted run or call: they hold no game. Those
        so young may get one yet."""
        if self._under_way:
            return
        me = getattr(self._client.user, "id", 0)
        for thread in [t for guild in self._client.guilds for t in guild.threads if t.owner_id == me]:
            age = self._clock() - discord.utils.snowflake_time(thread.id)
            empty = thread.message_count <= MOST_POSTS and age >= young
            if empty and await self._store.games.id_in_channel(thread.id) is None:
                await self._discard(thread)

    async def _discard(self, thread: discord.Thread) -> None:
        """Delete a thread; where that is not allowed, archive it."""
        try:
            await self._within_timeout(thread.delete())
        except discord.Forbidden:
            try:
                await self._within_timeout(thread.edit(archived=True))
            except (*CONNECTION_ERRORS, discord.HTTPException) as error:
                log.warning("thread %s could not be deleted: %s", thread.id, error)
        except (*CONNECTION_ERRORS, discord.HTTPException) as error:
            log.warning("thread %s could not be deleted: %s", thread.id, error)


def _missing(channel: object, needed: tuple[str, ...]) -> tuple[str, ...]:
    """The permissions that the bot lacks in a channel; in one that it does not see, the first of all."""
    if not isinstance(channel, discord.abc.GuildChannel | discord.Thread) or channel.guild.me is None:
        return ("view_channel",)
    held = channel.permissions_for(channel.guild.me)
    return tuple(name for name in needed if not getattr(held, name))
