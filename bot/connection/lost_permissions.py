"""Channels in which Discord no longer lets the bot post: it makes no vain calls there, people are
told where they can still be told, and once the right is back what is newest is posted.

What a letter was given up for stands in the database, so a restart forgets nothing of it.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from typing import Any

import discord

from bot.connection.permissions import ChannelPermissions
from bot.core.game_service import GameService
from bot.i18n.catalogue import catalogue_for
from bot.runtime import errors
from bot.runtime.metrics import Metrics
from bot.ui.page import Embed, Page

log = logging.getLogger(__name__)

GONE = {10003: "the channel is gone", 10004: "the server is gone"}
REFUSED = {
    50001: "no access to the channel",
    50013: "no permission to write there",
    50083: "the thread is closed",
}
"""What may change again, by Discord's code."""
THREAD_CLOSED = 50083
HOPELESS = GONE | REFUSED
AGAIN = 600.0
"""Seconds after which a channel is asked again where nothing is known to have changed."""
MOST_REVIVED = 10
"""Posts made up for in a channel; what was before is in `/history`."""


@dataclass(slots=True, kw_only=True)
class Refusal:
    """Which code a channel was refused with last, when, and whether it is known what is missing there: only
    then can it be seen that it is back."""

    code: int
    at: float
    cause_known: bool


class LostPermissions:
    """Where the referee may not write. `steady` counts seconds; those in `regained` hear of a channel in
    which it may again."""

    def __init__(
        self,
        games: GameService,
        permissions: ChannelPermissions,
        metrics: Metrics,
        steady: Callable[[], float] = time.monotonic,
    ) -> None:
        self._games = games
        self._places = permissions
        self._gauges = metrics
        self._steady = steady
        self._refused: dict[int, Refusal] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._listeners: list[Callable[[int], Awaitable[None]]] = []

    def subscribe(self, *listeners: Callable[[int], Awaitable[None]]) -> None:
        """Tell these of every channel in which the bot may write again."""
        self._listeners += listeners

    # --- where letters are sent ----------------------------------------------------------------------------

    def refused(self, channel: int, code: int) -> None:
        """Discord has just said no."""
        if code not in REFUSED:
            return
        if code == 50013 and self._places.missing_in(channel) is None:
            code = THREAD_CLOSED  # Discord does not announce archived threads
        missing = self._places.missing_in(channel)
        if channel not in self._refused:
            known = ", ".join(missing or ()) or "no more is known"
            log.warning("channel %s: %s (%s)", channel, REFUSED[code], known)
        self._refused[channel] = Refusal(code=code, at=self._steady(), cause_known=missing != ())

    def blocked_reason(self, channel: int) -> str:
        """Why nothing can be written in a channel, so that Discord need not be asked; "" where it may be."""
        known = self._refused.get(channel)
        if known is None:
            return ""
        lately = self._steady() - known.at < AGAIN
        return REFUSED[known.code] if self._places.missing_in(channel) or lately else ""

    def restored(self, channel: int) -> None:
        """Something was written there."""
        self._refused.pop(channel, None)

    # --- where it is noticed that a right is back ----------------------------------------------------------

    async def start(self) -> None:
        """Look at the channels in which letters were given up before a restart."""
        for channel in await self._games.store.outbox.blocked_channels(
            list(REFUSED.values()), self._games.store.share
        ):
            self._refused.setdefault(channel, Refusal(code=50013, at=self._steady(), cause_known=True))
            self.look(channel)

    def look_everywhere(self) -> None:
        """Rights in a server may have changed."""
        for channel in list(self._refused):
            self.look(channel)

    def look(self, channel: int, held: discord.Permissions | None = None) -> None:
        """See whether the referee may write in a channel again; `held` is what Discord says it may."""
        known = self._refused.get(channel)
        if known is None or (held is not None and known.code == THREAD_CLOSED):
            return
        missing = self._places.missing_in(channel) if held is None else self._places.missing(channel, held)
        if missing != ():
            known.cause_known = True
        elif known.cause_known or self._steady() - known.at >= AGAIN:
            del self._refused[channel]
            task = asyncio.create_task(self._make_up(channel), name=f"rights in {channel}")
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    @property
    def idle(self) -> bool:
        """Whether nothing is being made up for."""
        return not self._tasks

    async def close(self) -> None:
        """Stop."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _make_up(self, channel: int) -> None:
        """Let what is newest be posted after all."""

        async def revive() -> None:
            async with self._games.store.writing() as tx:
                count = await tx.outbox.retry(channel, list(REFUSED.values()), MOST_REVIVED)
            log.warning("channel %s: posting is possible again; %s posts will be caught up", channel, count)
            for listener in self._listeners:
                await listener(channel)

        await errors.retry_forever(revive, self._gauges, "rights")

    # --- what people are told ------------------------------------------------------------------------------

    def with_remark(self, interaction: discord.Interaction[Any], page: Page) -> Page:
        """The answer to a player, with a note on permissions missing in the channel."""
        channel = interaction.channel_id or 0
        known = self._refused.get(channel)
        if known is None:
            return page
        words = catalogue_for(str(interaction.locale))
        missing = self._places.missing(channel, interaction.app_permissions)
        if known.code == THREAD_CLOSED:
            text = words("muted.thread")
        elif missing:
            named = words.join_list([words.get(f"permission.{p}", p) for p in missing])
            text = words("muted.rights", missing=named)
        else:
            return page
        return replace(page, embeds=(*page.embeds, Embed(text=text, tone="refusal")))
