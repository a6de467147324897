"""After a restart: what was acknowledged and never answered is answered now."""

from __future__ import annotations

import asyncio
import logging
from dataclasses import replace
from typing import Any

import discord

from bot import post, tracing
from bot.answering import TRIES
from bot.clerk import Clerk
from bot.desk import By
from bot.gallery import LARGEST
from bot.owed import Owing
from bot.page import Note, Page
from bot.reception import Reception
from bot.sending import delivered
from bot.wire import LOST
from bot.words import speak
from engine.errors import Refused
from storage import Receipt

log = logging.getLogger(__name__)

ORIGINAL: Any = "@original"
"""The answer of an interaction, among the messages of its webhook."""


class Redeeming:
    """Answers what was left, by the reception's file of it."""

    def __init__(self, clerk: Clerk, reception: Reception) -> None:
        self.clerk = clerk
        self.reception = reception
        self._patience = reception.patience
        self._task: asyncio.Task[None] | None = None

    def start(self, client: discord.Client) -> None:
        """Begin, unless it is under way. `client` is logged in."""
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self.redeem(client), name="redeeming")
            self.reception.busy.add(self._task)
            self._task.add_done_callback(self.reception.busy.discard)

    async def redeem(self, client: discord.Client) -> None:
        """Answer all that was left."""
        left = self.reception.owed.left(self.reception.clock())
        if left:
            log.info("%s interactions were left without an answer", len(left))
        await asyncio.gather(*(self._answer(client, owing) for owing in left))

    async def _answer(self, client: discord.Client, owing: Owing) -> None:
        """Answer one; where that cannot be done, it is let go."""
        tracing.interaction.set(owing.interaction)
        try:
            obeyed = await self.clerk.desk.store.receipt(owing.interaction)
            page = await self._told(owing, obeyed)
            shown = await self.reception.suited(page, owing.user, owing.language)
            await self._send(client, owing, *shown, anew=owing.replacing and obeyed is None)
        except Exception as error:
            log.error("interaction %s is left without an answer", owing.interaction, exc_info=error)
        self.reception.owed.end(owing.interaction)

    async def _told(self, owing: Owing, obeyed: Receipt | None) -> Page:
        """What became of it: where it was an order, the page that it led to."""
        words = speak(owing.language)
        if obeyed is None:
            return Page(notes=(Note(text=words("restarted.undone"), tone="refusal"),))
        note = Note(text=words("restarted.done"))
        by = By(
            user=owing.user,
            name="",
            interaction=owing.interaction,
            guild=owing.guild,
            channel=owing.channel,
            language=owing.language,
        )
        try:
            page = await self.clerk.again(by, obeyed)
        except Refused:  # the game is gone meanwhile
            page = None
        return Page(notes=(note,)) if page is None else replace(page, notes=(note, *page.notes))

    async def _send(
        self, client: discord.Client, owing: Owing, page: Page, png: bytes | None, *, anew: bool
    ) -> None:
        """Put the page where the answer was to stand; `anew`: below it, where something of use stands."""
        hook = discord.Webhook.partial(owing.application, owing.token, client=client)
        hook.type = discord.WebhookType.application  # else the library lets it say nothing in private

        async def put(page: Page, png: bytes | None) -> None:
            if anew:
                await hook.send(**post.sent(page, png), ephemeral=True)
            else:
                await hook.edit_message(ORIGINAL, **post.edited(page, png))

        for attempt in range(TRIES):
            try:
                async with asyncio.timeout(self._patience.answered):
                    drawn = self.reception.drawn
                    await delivered(page, LARGEST, owing.language, drawn, put, first=(page, png))
                return
            except LOST:
                await asyncio.sleep(self._patience.pause * 0.5 * 2**attempt)
            except discord.HTTPException as error:  # never acknowledged, dismissed, too old
                log.info("interaction %s cannot be answered: %s", owing.interaction, error.code)
                return
        log.warning("the answer to %s may not have arrived", owing.interaction)
