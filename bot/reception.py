"""How an interaction is received: age, acknowledgement, the work, the answer. Never silent."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import datetime
from functools import partial
from typing import Any, TypeVar

import aiohttp
import discord

from bot import clerk, post, tracing
from bot.desk import By
from bot.gallery import LARGEST, Gallery
from bot.gauges import Gauges
from bot.page import Form, Note, Page
from bot.painter import Unpainted
from bot.words import FIRST, speak
from engine.errors import Refused
from storage import DatabaseTrouble, StaleTable

log = logging.getLogger(__name__)

Interaction = discord.Interaction[Any]
Work = Callable[[By], Awaitable[Page]]
Asking = Callable[[By], Awaitable[Page | Form]]
Suit = Callable[[int, str, Page], Awaitable[Page]]
T = TypeVar("T")

OLDEST = 2.5
"""Seconds: whoever asked earlier has already been told that there was no answer."""
ACKNOWLEDGED_IN = 2.0
ANSWERED_IN = 30.0
TOKEN_LIFE = 14 * 60.0
TRIES = 3
UNKNOWN_INTERACTION = 10062
TOKEN_EXPIRED = 50027
LOST = (aiohttp.ClientError, OSError, TimeoutError, discord.DiscordServerError)
"""Errors after which nobody knows whether Discord took the call."""


class Reception:
    """Receives interactions. `busy` holds those under way, so that a stopping bot can finish them; `clock`
    says how old they are; `suit` makes a page as the one who asked likes it."""

    def __init__(
        self,
        gallery: Gallery,
        clock: Callable[[], datetime] = discord.utils.utcnow,
        suit: Suit | None = None,
        gauges: Gauges | None = None,
    ) -> None:
        self.gallery = gallery
        self.clock = clock
        self.suit = suit
        self.gauges = gauges or Gauges()
        self.busy: set[asyncio.Task[Any]] = set()
        self.closed = False

    async def serve(self, interaction: Interaction, work: Work, *, replacing: bool = False) -> None:
        """Acknowledge, do the work, answer privately. `replacing` puts the answer where the button was."""
        if self._too_old(interaction):
            return
        task = asyncio.current_task()
        assert task is not None
        self.busy.add(task)
        try:
            if await self._acknowledge(interaction, replacing):
                await self.answer(interaction, await self._page(interaction, work))
        finally:
            self.busy.discard(task)

    async def ask(self, interaction: Interaction, work: Asking, *, replacing: bool = False) -> None:
        """Answer with a form, which must come at once; with a page when there is none to fill in."""
        if self._too_old(interaction):
            return
        found = await self._page(interaction, work)
        if isinstance(found, Form):
            await _open(interaction, found)
        elif await self._acknowledge(interaction, replacing):
            await self.answer(interaction, found)

    def _too_old(self, interaction: Interaction) -> bool:
        """Whether it is not to be obeyed any more: the person has been told that there was no answer."""
        tracing.interaction.set(interaction.id)
        if self.closed or self._age(interaction) > OLDEST:
            log.info("interaction %s comes too late; it is not obeyed", interaction.id)
            self.gauges.late.inc()
            return True
        return False

    async def _acknowledge(self, interaction: Interaction, replacing: bool) -> bool:
        """Acknowledge, and measure it; whether to go on."""
        go_on = await _acknowledge(interaction, replacing)
        if go_on:
            self.gauges.acknowledged.observe(max(0.0, self._age(interaction)))
        return go_on

    async def _page(self, interaction: Interaction, work: Callable[[By], Awaitable[T]]) -> T | Page:
        """What the work leads to; every error becomes a page, too."""
        by = asker(interaction)
        words = speak(by.language)
        try:
            if interaction.guild_id is None or interaction.channel_id is None:
                return Page(notes=(Note(text=words("refusal.not_here"), tone="refusal"),))
            return await work(by)
        except Refused as refused:
            return clerk.refusal(by, refused)
        except StaleTable:
            return Page(notes=(Note(text=words("stale"), tone="refusal"),))
        except DatabaseTrouble as trouble:
            number = self._note(interaction, trouble)
            reason = words.get(f"trouble.{trouble.reason}", trouble.reason)
            return Page(notes=(Note(text=words("disk", reason=reason, reference=number), tone="refusal"),))
        except Exception as error:
            number = self._note(interaction, error)
            return Page(notes=(Note(text=words("broken", reference=number), tone="refusal"),))

    def _age(self, interaction: Interaction) -> float:
        """Seconds since the person pressed or typed."""
        return (self.clock() - interaction.created_at).total_seconds()

    def _note(self, interaction: Interaction, error: BaseException) -> str:
        """Write an error into the log; the number by which it is found there."""
        number = secrets.token_hex(4)
        self.gauges.failed.labels(kind=type(error).__name__).inc()
        log.error("%s: interaction %s failed", number, interaction.id, exc_info=error)
        return number

    async def failed(self, interaction: Interaction, error: BaseException) -> None:
        """Answer an interaction for which nothing else was found: an unknown command, a bad option."""
        number = self._note(interaction, error)
        words = speak(asker(interaction).language)
        page = Page(notes=(Note(text=words("broken", reference=number), tone="refusal"),))
        if interaction.response.is_done() or await self._acknowledge(interaction, False):
            await self.answer(interaction, page)

    async def refuse(self, interaction: Interaction, key: str) -> None:
        """Answer with one sentence."""

        async def say(by: By) -> Page:
            return Page(notes=(Note(text=speak(by.language)(key), tone="refusal"),))

        await self.serve(interaction, say)

    async def answer(self, interaction: Interaction, page: Page) -> None:
        """Put the page where the person who asked sees it."""
        for rule, reason in {note.cause for note in page.notes if note.cause[1]}:
            self.gauges.refused.labels(rule=rule, reason=reason).inc()
        if self.suit is not None:
            page = await self.suit(interaction.user.id, str(interaction.locale), page)
        page, png = await self.drawn(page, interaction.filesize_limit, str(interaction.locale))
        for attempt in range(TRIES):
            try:
                if self._age(interaction) > TOKEN_LIFE:
                    break
                async with asyncio.timeout(ANSWERED_IN):
                    await interaction.edit_original_response(**post.edited(page, png))
                self.gauges.answered.observe(max(0.0, self._age(interaction)))
                return
            except LOST:
                log.warning("the answer to %s may not have arrived", interaction.id)
                await asyncio.sleep(0.5 * 2**attempt)
            except discord.HTTPException as error:
                log.warning("the answer to %s was refused: %s %s", interaction.id, error.status, error.code)
                break
        await _too_late(interaction)

    async def drawn(
        self, page: Page, largest: int = LARGEST, language: str = FIRST
    ) -> tuple[Page, bytes | None]:
        """The page and its picture of at most `largest` bytes; when it cannot be drawn, the page says so."""
        if page.picture is None:
            return page, None
        try:
            return page, await self.gallery.png(page.picture, largest)
        except Unpainted:
            return without_picture(page, language), None

    async def finish(self, within: float) -> None:
        """Take nothing more; let what has begun come to its end, for so many seconds."""
        self.closed = True
        others = {t for t in self.busy if t is not asyncio.current_task()}
        if others:
            await asyncio.wait(others, timeout=within)


def without_picture(page: Page, language: str = FIRST) -> Page:
    """The page with a line instead of its picture."""
    text = f"{page.text}\n{speak(language)('post.no_picture')}".strip()
    return replace(page, text=text, picture=None)


def asker(interaction: Interaction) -> By:
    """Who asks."""
    return By(
        user=interaction.user.id,
        name=interaction.user.display_name,
        interaction=interaction.id,
        guild=interaction.guild_id or 0,
        channel=interaction.channel_id or 0,
        language=str(interaction.locale),
        public=interaction.message is not None and not interaction.message.flags.ephemeral,
        at=interaction.created_at,
        manages=interaction.permissions.manage_guild,
        roles=_roles(interaction),
        sees=partial(_sees, interaction),
    )


def _roles(interaction: Interaction) -> frozenset[int]:
    """The roles that the person who asks holds in this server."""
    who = interaction.user
    return frozenset(role.id for role in who.roles) if isinstance(who, discord.Member) else frozenset()


def _sees(interaction: Interaction, channel: int) -> bool:
    """Whether the person who asks may look into a channel of this server. Of a private thread nobody here
    knows who is in it."""
    if channel == interaction.channel_id:
        return True
    found = interaction.guild.get_channel_or_thread(channel) if interaction.guild is not None else None
    if found is None or not isinstance(interaction.user, discord.Member):
        return False
    if isinstance(found, discord.Thread) and (found.is_private() or found.parent is None):
        return False
    return found.permissions_for(interaction.user).view_channel


async def _acknowledge(interaction: Interaction, replacing: bool) -> bool:
    """Tell Discord that an answer will come; whether to go on.

    Where nobody can know whether it arrived, the work goes on: an order must not get lost, and the answer
    is sent by another way. Only an interaction that Discord no longer knows is let go.
    """
    try:
        async with asyncio.timeout(ACKNOWLEDGED_IN):
            await interaction.response.defer(ephemeral=True, thinking=not replacing)
    except discord.HTTPException as error:
        if error.code == UNKNOWN_INTERACTION:
            log.info("interaction %s is unknown by now; it is not obeyed", interaction.id)
            return False
        log.warning("acknowledging %s: %s %s", interaction.id, error.status, error.code)
    except discord.InteractionResponded:
        log.debug("interaction %s was acknowledged before", interaction.id)
    except (*LOST, TypeError) as error:  # TypeError: a body that is not Discord's (captive portals)
        log.warning("acknowledging %s: %s", interaction.id, type(error).__name__)
    return True


async def _open(interaction: Interaction, form: Form) -> None:
    """Show a form. Where it is lost, nothing is: the person asks again."""
    try:
        async with asyncio.timeout(ACKNOWLEDGED_IN):
            await interaction.response.send_modal(post.modal(form))
    except (discord.InteractionResponded, discord.HTTPException, *LOST, TypeError) as error:
        log.warning("the form for %s may not have arrived: %s", interaction.id, type(error).__name__)


async def _too_late(interaction: Interaction) -> None:
    """The last resort: a line in the channel, without anything private in it."""
    channel = interaction.channel
    if not isinstance(channel, discord.abc.Messageable):
        return
    try:
        async with asyncio.timeout(ANSWERED_IN):
            text = f"<@{interaction.user.id}> {speak(str(interaction.locale))('too_late')}"
            await channel.send(text)
    except (*LOST, discord.HTTPException):
        log.warning("interaction %s could not be answered at all", interaction.id)
