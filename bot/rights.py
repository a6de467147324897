"""Channels in which Discord does not let the referee write any more: nobody asks there in vain, people are
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

from bot import mishap
from bot.desk import Desk
from bot.gauges import Gauges
from bot.page import Note, Page
from bot.places import Places
from bot.words import speak

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
    seen: bool


class Rights:
    """Where the referee may not write. `steady` counts seconds; those in `regained` hear of a channel in
    which he may again."""

    def __init__(
        self,
        desk: Desk,
        places: Places,
        gauges: Gauges,
        steady: Callable[[], float] = time.monotonic,
    ) -> None:
        self._desk = desk
        self._places = places
        self._gauges = gauges
        self._steady = steady
        self._refused: dict[int, Refusal] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self.regained: list[Callable[[int], Awaitable[None]]] = []

    # --- where letters are sent ----------------------------------------------------------------------------

    def refused(self, channel: int, code: int) -> None:
        """Discord has just said no."""
        if code not in REFUSED:
            return
        if code == 50013 and self._places.lacking(channel) is None:
            code = THREAD_CLOSED  # nobody tells of threads that are put away
        lacking = self._places.lacking(channel)
        if channel not in self._refused:
            known = ", ".join(lacking or ()) or "no more is known"
            log.warning("channel %s: %s (%s)", channel, REFUSED[code], known)
        self._refused[channel] = Refusal(code=code, at=self._steady(), seen=lacking != ())

    def why_not(self, channel: int) -> str:
        """Why nothing can be written in a channel, so that Discord need not be asked; "" where it may be."""
        known = self._refused.get(channel)
        if known is None:
            return ""
        lately = self._steady() - known.at < AGAIN
        return REFUSED[known.code] if self._places.lacking(channel) or lately else ""

    def granted(self, channel: int) -> None:
        """Something was written there."""
        self._refused.pop(channel, None)

    # --- where it is noticed that a right is back ----------------------------------------------------------

    async def start(self) -> None:
        """Look at the channels in which letters were given up before a restart."""
        for channel in await self._desk.store.ask(lambda r: r.silenced(list(REFUSED.values()))):
            self._refused.setdefault(channel, Refusal(code=50013, at=self._steady(), seen=True))
            self.look(channel)

    def look_everywhere(self) -> None:
        """Rights in a server may have changed."""
        for channel in list(self._refused):
            self.look(channel)

    def look(self, channel: int, held: discord.Permissions | None = None) -> None:
        """See whether the referee may write in a channel again; `held` is what Discord says he may."""
        known = self._refused.get(channel)
        if known is None or (held is not None and known.code == THREAD_CLOSED):
            return
        lacking = self._places.lacking(channel) if held is None else self._places.missing(channel, held)
        if lacking != ():
            known.seen = True
        elif known.seen or self._steady() - known.at >= AGAIN:
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
            async with self._desk.store.writing() as w:
                found = await w.revive(channel, list(REFUSED.values()), MOST_REVIVED)
            log.warning("channel %s: may be written in again; %s posts are made up for", channel, found)
            for listener in self.regained:
                await listener(channel)

        await mishap.insist(revive, self._gauges, "rights")

    # --- what people are told ------------------------------------------------------------------------------

    def remarked(self, interaction: discord.Interaction[Any], page: Page) -> Page:
        """The answer to somebody, with a word on what the referee lacks to write where he asks."""
        channel = interaction.channel_id or 0
        known = self._refused.get(channel)
        if known is None:
            return page
        words = speak(str(interaction.locale))
        missing = self._places.missing(channel, interaction.app_permissions)
        if known.code == THREAD_CLOSED:
            text = words("muted.thread")
        elif missing:
            named = words.several([words.get(f"permission.{p}", p) for p in missing])
            text = words("muted.rights", missing=named)
        else:
            return page
        return replace(page, notes=(*page.notes, Note(text=text, tone="refusal")))
