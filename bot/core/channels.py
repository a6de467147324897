"""Channels as services know them: where to post, and threads to play in."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, Protocol

ChannelKind = Literal["private", "public", "here"]
THREADS: tuple[ChannelKind, ...] = ("private", "public")


@dataclass(frozen=True, slots=True, kw_only=True)
class PostTarget:
    """A channel to post in, and which permissions the user and the bot lack there."""

    channel: int
    asker_lacks: tuple[str, ...] = ()
    bot_lacks: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class GameChannel:
    """A channel to play in: a private or a public thread made for that, or one that was there ("here").
    `missing` are the permissions for want of which it is not of the first kind asked for."""

    channel: int
    kind: ChannelKind
    missing: tuple[str, ...] = ()


class Threads(Protocol):
    """Threads to play in. Nothing of this is in a transaction: an empty thread without a game is deleted
    later by itself."""

    async def open(
        self, channel: int, name: str, users: Sequence[int], kinds: Sequence[ChannelKind] = THREADS
    ) -> GameChannel:
        """A channel to play in, under or beside a channel, of the first of these kinds that can be had.
        Raises IllegalOrder: no_thread, no_thread_now."""

    async def has_member(self, guild: int, user: int) -> bool:
        """Whether a user is on a server that the bot is on. Raises IllegalOrder: no_thread_now."""

    async def reopen(self, channel: int, user: int) -> bool:
        """Unarchive a thread and add a user; False when it is gone or locked. Raises IllegalOrder:
        no_thread_now."""

    async def discard(self, opened: GameChannel) -> None:
        """Delete a thread in which no game was opened."""

    async def close(self, channel: int) -> None:
        """Archive a thread in which all is over."""
