"""After a restart, answer the interactions that the previous run acknowledged and did not answer; after a
shard was taken over, those of the process that had it."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from dataclasses import replace
from typing import Any

import discord

from bot.connection.timeouts import CONNECTION_ERRORS
from bot.core.requests.actor import Actor
from bot.features.orders.service import OrderService
from bot.i18n.catalogue import catalogue_for
from bot.images.picture_cache import LARGEST
from bot.runtime import logging as runtime_logging
from bot.transport import messages
from bot.transport.interactions import InteractionHandler
from bot.transport.responses import TRIES, send_line, send_with_picture
from bot.ui.page import Embed, Page
from engine.errors import Refused
from storage import DatabaseTrouble, PendingAnswer, Receipt, Store

log = logging.getLogger(__name__)

ORIGINAL: Any = "@original"
"""The answer of an interaction, among the messages of its webhook."""


class PendingAnswerJob:
    """Answers what was left, by the reception's file of it."""

    def __init__(self, store: Store, orders: OrderService, interactions: InteractionHandler) -> None:
        self.store = store
        self.orders = orders
        self.interactions = interactions
        self._patience = interactions.timeouts
        self._task: asyncio.Task[None] | None = None

    def start(self, client: discord.Client) -> None:
        """Begin, unless it is under way. `client` is logged in."""
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self.run(client), name="redeeming")
            self.interactions.busy.add(self._task)
            self._task.add_done_callback(self.interactions.busy.discard)

    async def run(self, client: discord.Client) -> None:
        """Answer all that was left."""
        with suppress(DatabaseTrouble):
            await self.interactions.pending_answers.load()
        unanswered = self.interactions.pending_answers.left(self.interactions.discord_clock())
        if unanswered:
            log.info("%s interactions have no answer yet", len(unanswered))
        # Discord may deliver one again to a session that is resumed: it is answered here or there.
        mine = [owing for owing in unanswered if self.interactions.claim(owing.interaction)]
        await asyncio.gather(*(self._answer(client, owing) for owing in mine))

    async def _answer(self, client: discord.Client, owing: PendingAnswer) -> None:
        """Answer one, or drop it if that is impossible."""
        runtime_logging.interaction.set(owing.interaction)
        try:
            obeyed = await self.store.receipts.get(owing.interaction)
            page = await self._result_page(owing, obeyed)
            response = await self.interactions.with_preferences(page, owing.user, owing.language)
            below = owing.replacing and obeyed is None
            if not await self._send(client, owing, *response, below=below) and obeyed is not None:
                await self._tell_channel(client, owing)
        except Exception as error:
            log.error("interaction %s stays without an answer", owing.interaction, exc_info=error)
        self.interactions.pending_answers.end(owing.interaction)

    async def _result_page(self, owing: PendingAnswer, obeyed: Receipt | None) -> Page:
        """What became of it: where it was an order, the page that it led to."""
        words = catalogue_for(owing.language)
        if obeyed is None:
            return Page(embeds=(Embed(text=words("restarted.undone"), tone="refusal"),))
        note = Embed(text=words("restarted.done"))
        actor = Actor(
            user=owing.user,
            name="",
            interaction=owing.interaction,
            guild=owing.guild,
            channel=owing.channel,
            language=owing.language,
        )
        try:
            page = await self.orders.repeat(actor, obeyed)
        except Refused:  # the game is gone meanwhile
            page = None
        return Page(embeds=(note,)) if page is None else replace(page, embeds=(note, *page.embeds))

    async def _send(
        self, client: discord.Client, owing: PendingAnswer, page: Page, png: bytes | None, *, below: bool
    ) -> bool:
        """Put the page in place of the answer, or with `below` below it if that already shows something;
        whether Discord still took it."""
        hook = discord.Webhook.partial(owing.application, owing.token, client=client)
        hook.type = discord.WebhookType.application  # else the library lets it say nothing in private

        async def put(page: Page, png: bytes | None) -> None:
            if below:
                await hook.send(**messages.as_message(page, png), ephemeral=True)
            else:
                await hook.edit_message(ORIGINAL, **messages.as_edit(page, png))

        for attempt in range(TRIES):
            try:
                async with asyncio.timeout(self._patience.answered):
                    draw = self.interactions.draw
                    await send_with_picture(page, LARGEST, owing.language, draw, put, first=(page, png))
                return True
            except CONNECTION_ERRORS:
                await asyncio.sleep(self._patience.pause * 0.5 * 2**attempt)
            except discord.HTTPException as error:  # never acknowledged, dismissed, too old
                log.info("interaction %s cannot be answered: %s", owing.interaction, error.code)
                return False
        log.warning("the answer to %s may not have arrived", owing.interaction)
        return True

    async def _tell_channel(self, client: discord.Client, owing: PendingAnswer) -> None:
        """Say in the channel that what was done was not answered: Discord may have told the person that
        there was no response."""
        channel = client.get_partial_messageable(owing.channel)
        await send_line(channel, owing.user, owing.language, owing.interaction, self._patience)
