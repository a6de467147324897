"""How an interaction is received: age, acknowledgement, the work, the answer. Never silent."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import datetime
from functools import partial
from typing import Any, TypeVar

import discord

from bot import answering, clerk, post, tracing, wire
from bot.answering import KNOWN_INTERACTION, UNKNOWN_INTERACTION
from bot.desk import By
from bot.gallery import LARGEST, Gallery
from bot.gauges import Gauges
from bot.owed import Owed, Owing
from bot.page import Form, Note, Page
from bot.painter import Unpainted
from bot.sending import bare
from bot.wire import STRANGE, Patience
from bot.words import FIRST, speak
from engine.errors import Refused
from storage import DatabaseTrouble, StaleTable

log = logging.getLogger(__name__)

Interaction = discord.Interaction[Any]
Work = Callable[[By], Awaitable[Page]]
Asking = Callable[[By], Awaitable[Page | Form]]
Suit = Callable[[int, str, Page], Awaitable[Page]]
Remark = Callable[[Interaction, Page], Page]
T = TypeVar("T")

OLDEST = 2.5
"""Seconds: whoever asked earlier has already been told that there was no answer."""
FORM_WITHIN = 1.5
"""Seconds after the press within which a form is found; later it is not opened any more: an answer is due."""
MOST_KNOWN = 10_000
"""Interactions remembered, so that what Discord delivers again is not received again."""
TOKEN_LIFE = 14 * 60.0
LOST = wire.LOST
"""Errors after which nobody knows whether Discord took the call."""


class Reception:
    """Receives interactions. `busy` holds those under way, so that a stopping bot can finish them; `clock`
    says how old they are; `suit` makes a page as the one who asked likes it; `owed` keeps what has been
    acknowledged until it is answered. Of the last `most_known` none is received twice. `remark` adds to an
    answer what is to be said about where it was asked."""

    def __init__(
        self,
        gallery: Gallery,
        clock: Callable[[], datetime] = discord.utils.utcnow,
        suit: Suit | None = None,
        gauges: Gauges | None = None,
        owed: Owed | None = None,
        patience: Patience | None = None,
    ) -> None:
        self.gallery = gallery
        self.clock = clock
        self.suit = suit
        self.gauges = gauges or Gauges()
        self.owed = owed or Owed()
        self.oldest, self.form_within, self.most_known = OLDEST, FORM_WITHIN, MOST_KNOWN
        self.busy: set[asyncio.Task[Any]] = set()
        self.closed = False
        self._known: OrderedDict[int, None] = OrderedDict()
        self.patience = patience or Patience()
        self.remark: Remark = lambda interaction, page: page

    async def serve(self, interaction: Interaction, work: Work, *, replacing: bool = False) -> None:
        """Acknowledge, do the work, answer privately. `replacing` puts the answer where the button was."""
        if self.taken(interaction):
            with self._under_way(interaction):
                if await self._acknowledge(interaction, replacing):
                    await self.answer(interaction, await self._page(interaction, work))

    async def ask(self, interaction: Interaction, work: Asking, *, replacing: bool = False) -> None:
        """Answer with a form, which must come at once; with a page when there is none to fill in, or when the
        form was not found in time."""
        if not self.taken(interaction):
            return
        with self._under_way(interaction):
            working = asyncio.create_task(self._page(interaction, work))
            try:
                left = max(0.2, self.form_within - self._age(interaction))
                in_time = bool((await asyncio.wait({working}, timeout=left))[0])
                if in_time and isinstance(found := working.result(), Form):
                    await self._open(interaction, found)
                elif await self._acknowledge(interaction, replacing and in_time):
                    page = await working
                    if isinstance(page, Form):
                        page = self._told(interaction, "form_late")
                    await self.answer(interaction, page)
            finally:
                working.cancel()

    def taken(self, interaction: Interaction) -> bool:
        """Whether it is to be answered: not what was received before, nor what is too old, since the person
        has been told that there was no answer."""
        tracing.interaction.set(interaction.id)
        if interaction.extras.get("taken"):
            return True
        if interaction.id in self._known:
            log.info("interaction %s is delivered again; it is being answered", interaction.id)
            return False
        if self.closed or self._age(interaction) > self.oldest:
            log.info("interaction %s comes too late; it is not obeyed", interaction.id)
            self.gauges.late.inc()
            return False
        interaction.extras["taken"] = True
        self._known[interaction.id] = None
        while len(self._known) > self.most_known:
            self._known.popitem(last=False)
        return True

    @contextmanager
    def _under_way(self, interaction: Interaction) -> Iterator[None]:
        """Count it among what is under way. What ends without an answer is left to the bot's next life."""
        task = asyncio.current_task()
        assert task is not None
        self.busy.add(task)
        try:
            yield
        finally:
            self.busy.discard(task)
            self.owed.leave(interaction.id)

    async def _acknowledge(self, interaction: Interaction, replacing: bool) -> bool:
        """Acknowledge, and measure it; whether to go on."""
        self.owed.begin(_owing(interaction, replacing))
        go_on = await answering.acknowledge(interaction, replacing, self.patience)
        if not go_on:
            self.owed.end(interaction.id)
        else:
            self.gauges.acknowledged.observe(max(0.0, self._age(interaction)))
        return go_on

    async def _page(self, interaction: Interaction, work: Callable[[By], Awaitable[T]]) -> T | Page:
        """What the work leads to; every error becomes a page, too."""
        words = speak(str(interaction.locale))
        if not interaction.guild_id or not interaction.channel_id or not interaction.user:
            return self._told(interaction, "refusal.not_here")
        by = asker(interaction)
        try:
            return await work(by)
        except Refused as refused:
            return clerk.refusal(by, refused)
        except StaleTable:
            return self._told(interaction, "stale")
        except DatabaseTrouble as trouble:
            number = self._note(interaction, trouble)
            reason = words.get(f"trouble.{trouble.reason}", trouble.reason)
            key = "disk_in_doubt" if trouble.reason == "in_doubt" else "disk"
            return self._told(interaction, key, reason=reason, reference=number)
        except Exception as error:
            return self._broken(interaction, error)

    def _told(self, interaction: Interaction, key: str, **facts: Any) -> Page:
        """A page with one sentence."""
        text = speak(str(interaction.locale))(key, **facts)
        return Page(notes=(Note(text=text, tone="refusal"),))

    def _broken(self, interaction: Interaction, error: BaseException) -> Page:
        """What is told of an error of ours."""
        return self._told(interaction, "broken", reference=self._note(interaction, error))

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
        """Answer an interaction for which nothing else was found: a bad option, a fault of ours."""
        if not self.taken(interaction):
            return
        page = self._broken(interaction, error)
        if interaction.type is discord.InteractionType.autocomplete:
            await self._offer_nothing(interaction)
            return
        with self._under_way(interaction):
            if interaction.response.is_done() or await self._acknowledge(interaction, False):
                await self.answer(interaction, page)

    async def refuse(self, interaction: Interaction, key: str, **facts: Any) -> None:
        """Answer with one sentence; what is still being typed, with nothing to choose."""
        if interaction.type is discord.InteractionType.autocomplete:
            await self._offer_nothing(interaction)
            return

        async def say(by: By) -> Page:
            return self._told(interaction, key, **facts)

        await self.serve(interaction, say)

    async def _offer_nothing(self, interaction: Interaction) -> None:
        if self.taken(interaction):
            with suppress(discord.DiscordException, *LOST, *STRANGE):
                async with asyncio.timeout(self.patience.acknowledged):
                    await interaction.response.autocomplete([])

    async def strange(self, interaction: Interaction) -> None:
        """Answer a kind of interaction that nobody knows: at once, for who knows how to acknowledge it."""
        if self.taken(interaction):
            page = self._told(interaction, "old_command")
            with suppress(discord.DiscordException, *LOST, *STRANGE):
                async with asyncio.timeout(self.patience.acknowledged):
                    await interaction.response.send_message(**post.sent(page, None), ephemeral=True)

    async def _open(self, interaction: Interaction, form: Form) -> None:
        """Show a form. Where it is lost, nothing is: the person asks again."""
        try:
            async with asyncio.timeout(self.patience.acknowledged):
                await interaction.response.send_modal(post.modal(form))
        except discord.HTTPException as error:
            if error.status == 400 and error.code not in (UNKNOWN_INTERACTION, KNOWN_INTERACTION):
                await self.failed(interaction, error)  # Discord does not take this form
            else:
                log.warning("the form for %s: %s %s", interaction.id, error.status, error.code)
        except (discord.InteractionResponded, *LOST, *STRANGE) as error:
            log.warning("the form for %s may not have arrived: %s", interaction.id, type(error).__name__)

    async def answer(self, interaction: Interaction, page: Page) -> None:
        """Put the page where the person who asked sees it."""
        for rule, reason in {note.cause for note in page.notes if note.cause[1]}:
            self.gauges.refused.labels(rule=rule, reason=reason).inc()
        user = interaction.user.id if interaction.user else 0
        try:
            shown = await self.suited(page, user, str(interaction.locale), interaction.filesize_limit)
        except Exception as error:
            shown = self._broken(interaction, error), None
        shown = self.remark(interaction, shown[0]), shown[1]
        await self._put(interaction, *shown)
        self.owed.end(interaction.id)

    async def suited(
        self, page: Page, user: int, language: str, largest: int = LARGEST
    ) -> tuple[Page, bytes | None]:
        """The page as somebody likes it, and its picture."""
        if self.suit is not None:
            page = await self.suit(user, language, page)
        return await self.drawn(page, largest, language)

    async def _put(self, interaction: Interaction, page: Page, png: bytes | None) -> None:
        """Edit the acknowledgement into the answer; where that is not possible any more, say so."""
        in_time = self._age(interaction) <= TOKEN_LIFE
        if in_time and await answering.put(interaction, page, png, self.drawn, self.patience):
            self.gauges.answered.observe(max(0.0, self._age(interaction)))
        else:
            await answering.tell_too_late(interaction, self.patience)

    async def drawn(
        self, page: Page, largest: int = LARGEST, language: str = FIRST
    ) -> tuple[Page, bytes | None]:
        """The page and its picture of at most `largest` bytes; when it cannot be drawn, the page says so."""
        if page.picture is None:
            return page, None
        try:
            return page, await self.gallery.png(page.picture, largest)
        except Unpainted:
            return bare(page, language), None

    async def finish(self, within: float) -> None:
        """Take nothing more; let what has begun come to its end, for so many seconds."""
        self.closed = True
        others = {t for t in self.busy if t is not asyncio.current_task()}
        if others:
            _, late = await asyncio.wait(others, timeout=within)
            for task in late:
                task.cancel()  # answered by whoever comes next
            await asyncio.gather(*late, return_exceptions=True)


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


def _owing(interaction: Interaction, replacing: bool) -> Owing:
    """What must be known to answer it after a restart."""
    return Owing(
        interaction=interaction.id,
        application=interaction.application_id,
        token=interaction.token,
        user=interaction.user.id if interaction.user else 0,
        guild=interaction.guild_id or 0,
        channel=interaction.channel_id or 0,
        language=str(interaction.locale),
        replacing=replacing,
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
