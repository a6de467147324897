"""Threads to play in: created, reopened, archived, deleted. No game is known here."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Mapping, Sequence
from datetime import datetime
from typing import Literal, TypeVar

import discord

from bot.connection.timeouts import CONNECTION_ERRORS, Timeouts, within_timeout
from bot.core.channels import THREADS, ChannelKind, GameChannel
from engine.errors import IllegalOrder

log = logging.getLogger(__name__)

T = TypeVar("T")

LONGEST_NAME = 100
WRITING = ("view_channel", "embed_links", "attach_files")
CREATING: Mapping[ChannelKind, str] = {
    "private": "create_private_threads",
    "public": "create_public_threads",
}
QUIET_MINUTES: Literal[10080] = 10080
"""Minutes without a message after which Discord hides a thread: the longest it takes, for games by post."""
GONE = (10003, 50001)
"""The thread is deleted, or the bot can no longer enter it."""
NO_MEMBER = (10007, 10013)
"""No such member, no such user."""


class GameThreads:
    """Opens and closes threads; nothing of this is in a transaction. `failed` is called where a thread may
    have been made of which nothing is known."""

    def __init__(
        self,
        client: discord.Client,
        timeouts: Timeouts = Timeouts(),  # noqa: B008 - cannot change
        failed: Callable[[], None] = lambda: None,
    ) -> None:
        self._client = client
        self._timeouts = timeouts
        self.failed = failed
        self.under_way = 0

    async def open(
        self, channel: int, name: str, users: Sequence[int], kinds: Sequence[ChannelKind] = THREADS
    ) -> GameChannel:
        """A channel to play in, of the first of these kinds that can be had: a thread under a channel with
        the users in it (as many as Discord lets in, but at least one), or that channel itself.

        Whether a game is in that channel is for the caller to see. Raises IllegalOrder: no_thread with
        what is missing, no_thread_now where Discord does not answer.
        """
        self.under_way += 1
        try:
            return await self._open(channel, name[:LONGEST_NAME], users, kinds)
        except CONNECTION_ERRORS as error:
            self.failed()
            raise IllegalOrder("", "no_thread_now") from error
        finally:
            self.under_way -= 1

    async def _within_timeout(self, call: Awaitable[T]) -> T:
        """Discord's response to a call that a player waits for."""
        return await within_timeout(call, self._timeouts.answered)

    async def _open(
        self, channel: int, name: str, users: Sequence[int], kinds: Sequence[ChannelKind]
    ) -> GameChannel:
        here, above, me = await self._place(channel)
        all_missing: tuple[str, ...] = ()
        for kind in (kind for kind in kinds if kind in CREATING and isinstance(above, discord.TextChannel)):
            assert isinstance(above, discord.TextChannel)
            if kind == "private" and above.is_news():
                continue  # Discord has none there
            missing = _missing(above, me, (*WRITING, "send_messages_in_threads", CREATING[kind]))
            all_missing = all_missing or missing
            thread = None if missing else await self._make(above, kind, name, users)
            if thread is not None:
                return GameChannel(channel=thread.id, kind=kind, missing=all_missing)
        if "here" in kinds:
            written = "send_messages_in_threads" if isinstance(here, discord.Thread) else "send_messages"
            missing = _missing(here, me, (*WRITING, written))
            if not missing:
                return GameChannel(channel=channel, kind="here", missing=all_missing)
            all_missing = tuple(dict.fromkeys((*missing, *all_missing)))
        where = above.id if isinstance(above, discord.abc.GuildChannel) else channel
        reason = "no_thread" if all_missing else "no_threads_there"
        raise IllegalOrder("", reason, channel=where, missing=all_missing)

    async def _place(self, channel: int) -> tuple[object, object, discord.Member | None]:
        """A channel, the one under which its threads are, and the bot as a member of their server. Discord is
        asked about a server of another shard."""
        here: object = self._client.get_channel(channel)
        if isinstance(here, discord.abc.GuildChannel | discord.Thread):
            return here, here.parent if isinstance(here, discord.Thread) else here, here.guild.me
        assert self._client.user is not None
        try:
            known = await self._within_timeout(self._client.fetch_channel(channel))
            if not isinstance(known, discord.abc.GuildChannel | discord.Thread):
                return known, known, None
            server = await self._within_timeout(self._client.fetch_guild(known.guild.id, with_counts=False))
            me = await self._within_timeout(server.fetch_member(self._client.user.id))
            here = above = await self._within_timeout(server.fetch_channel(channel))
            if isinstance(here, discord.Thread):
                above = await self._within_timeout(server.fetch_channel(here.parent_id))
            return here, above, me
        except discord.DiscordServerError:
            raise
        except discord.HTTPException as error:
            log.warning("channel %s is out of reach: %s %s", channel, error.status, error.code)
            return None, None, None

    async def _make(
        self, above: discord.TextChannel, kind: ChannelKind, name: str, users: Sequence[int]
    ) -> discord.Thread | None:
        """A new thread with at least one of the users in it; None where Discord refuses for any reason."""
        public = discord.ChannelType.news_thread if above.is_news() else discord.ChannelType.public_thread
        sort = discord.ChannelType.private_thread if kind == "private" else public
        try:
            thread = await self._within_timeout(
                above.create_thread(
                    name=name, type=sort, invitable=False, auto_archive_duration=QUIET_MINUTES
                )
            )
        except discord.DiscordServerError:
            raise
        except discord.HTTPException as error:
            log.warning("no %s thread in channel %s: %s %s", kind, above.id, error.status, error.code)
            return None
        added = [await self._add(thread, user) for user in users]
        if any(added) or not users:
            return thread
        await self.delete(thread)
        return None

    async def _add(self, thread: discord.Thread, user: int) -> bool:
        """Add a user to a new thread; False where Discord refuses. A failed call deletes the thread."""
        try:
            await self._within_timeout(thread.add_user(discord.Object(user)))
        except CONNECTION_ERRORS:
            await self.delete(thread)
            raise
        except discord.HTTPException as error:
            log.warning("cannot add a member to thread %s: %s", thread.id, error)
            return False
        return True

    async def has_member(self, guild: int, user: int) -> bool:
        """Whether a user is on a server that the bot is on, of whichever shard. Raises IllegalOrder:
        no_thread_now."""
        try:
            await self._within_timeout(self._client.http.get_member(guild, user))
        except CONNECTION_ERRORS as error:
            raise IllegalOrder("", "no_thread_now") from error
        except discord.HTTPException as error:
            if error.code not in NO_MEMBER:
                log.info("whether a user is on server %s is not known: %s", guild, error.code)
            return False
        return True

    async def reopen(self, channel: int, user: int) -> bool:
        """Unarchive a thread and add a user to it; False when it is gone or locked."""
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

    async def discard(self, opened: GameChannel) -> None:
        """Delete a thread in which no game was opened."""
        thread = self._client.get_channel(opened.channel)
        if opened.kind != "here" and isinstance(thread, discord.Thread):
            await self.delete(thread)

    async def close(self, channel: int) -> None:
        """Archive a thread in which all is over: one of the bot's own, where that is allowed."""
        me = getattr(self._client.user, "id", 0)
        try:
            thread = self._client.get_channel(channel) or await self._within_timeout(
                self._client.fetch_channel(channel)
            )
            if isinstance(thread, discord.Thread) and thread.owner_id == me and not thread.archived:
                await self._within_timeout(thread.edit(archived=True))
        except (*CONNECTION_ERRORS, discord.HTTPException) as error:
            log.info("thread %s could not be archived: %s", channel, error)

    async def delete(self, thread: discord.Thread) -> None:
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

    # --- what is left over -------------------------------------------------------------------------------

    def own(self, before: datetime) -> list[discord.Thread]:
        """The bot's own threads that are not archived and were made before that moment."""
        me = getattr(self._client.user, "id", 0)
        threads = (thread for guild in self._client.guilds for thread in guild.threads)
        return [t for t in threads if t.owner_id == me and discord.utils.snowflake_time(t.id) <= before]


def _missing(channel: object, me: discord.Member | None, needed: tuple[str, ...]) -> tuple[str, ...]:
    """The permissions that the bot lacks in a channel; in one that it does not see, the first of all."""
    if not isinstance(channel, discord.abc.GuildChannel | discord.Thread) or me is None:
        return ("view_channel",)
    held = channel.permissions_for(me)
    return tuple(name for name in needed if not getattr(held, name))
