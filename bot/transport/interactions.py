"""Receive an interaction: age, acknowledgement, the work, the answer. Never silent."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from typing import Any

import discord

from bot.connection.actor import WORDY, actor_of
from bot.connection.discord_clock import DiscordClock
from bot.connection.timeouts import CONNECTION_ERRORS, UNREADABLE, Timeouts, is_done_within
from bot.core.requests.actor import Actor
from bot.i18n.catalogue import catalogue_for
from bot.images.page_pictures import PagePictures
from bot.images.picture_cache import LARGEST, PictureCache
from bot.play_services import Frame, unframed
from bot.runtime import logging as runtime_logging
from bot.runtime.admission import Admission, TooCurious
from bot.runtime.fair_queue import Requester
from bot.runtime.metrics import Metrics
from bot.transport import responses
from bot.transport.acknowledgement import acknowledge, pending_answer, requester
from bot.transport.latest_panels import LatestPanels
from bot.transport.pending_answers import LeftToAnother, PendingAnswers
from bot.ui import refusals
from bot.ui.page import Embed, Form, Page
from engine.errors import Refused
from storage import DatabaseTrouble, StaleTable

log = logging.getLogger(__name__)

Interaction = discord.Interaction[Any]
Work = Callable[[Actor], Awaitable[Page | Form]]
Suit = Callable[[int, str, Page], Awaitable[Page]]
WantsWords = Callable[[int], Awaitable[bool]]
Response = tuple[Page, bytes | None]
Remark = Callable[[Interaction, Page], Page]

MOST_KNOWN = 10_000
"""Interactions remembered, so that what Discord delivers again is not received again."""
TOKEN_LIFE = 14 * 60.0
DOUBTED = 60.0
"""Seconds for which everything is acknowledged first, after Discord did not know or get a first call."""
MOST_EARLY = 8
"""Interactions under way up to which work may begin while its acknowledgement is on its way."""


async def _everybody_looks(user: int) -> bool:
    return False


class InteractionHandler:
    """Receives interactions. `busy` holds those under way, so that a stopping bot can finish them;
    `discord_clock` says how old they are; `suit` makes a page as the one who asked likes it; `owed` keeps
    what has been acknowledged until it is answered. Of the last `most_known` none is received twice.
    Who `wants_words` is answered with the first call, where the answer is ready at once.
    `remark` adds to an answer what is to be said about where it was asked."""

    def __init__(
        self,
        pictures: PictureCache,
        discord_clock: DiscordClock | None = None,
        suit: Suit | None = None,
        metrics: Metrics | None = None,
        pending_answers: PendingAnswers | None = None,
        timeouts: Timeouts | None = None,
        remark: Remark = lambda interaction, page: page,
        wants_words: WantsWords = _everybody_looks,
    ) -> None:
        self.pictures = pictures
        self.draw = PagePictures(pictures).draw
        self.discord_clock = discord_clock or DiscordClock(discord.utils.utcnow)
        self.suit = suit
        self.metrics = metrics or Metrics()
        self.pending_answers = pending_answers or PendingAnswers()
        self.most_known = MOST_KNOWN
        self.busy: set[asyncio.Task[Any]] = set()
        self.admission = Admission()
        self.closed = False
        self._known: OrderedDict[int, None] = OrderedDict()
        self.timeouts = timeouts or Timeouts()
        self._remark = remark
        self._wants_words = wants_words
        self._doubted_until = 0.0
        self._panels = LatestPanels()

    async def serve(
        self,
        interaction: Interaction,
        work: Work,
        *,
        replacing: bool = False,
        shared: bool = False,
        curious: bool = False,
        frame: Frame = unframed,
    ) -> None:
        """Acknowledge, do the work meanwhile, answer privately; an answer in words that is ready at once is
        the acknowledgement. `replacing` puts the answer where the button was; `shared`: others see that
        message, so that only an order panel is put there. `curious`: it changes nothing, so that of one
        person only a few are taken at once. `frame` is what the page passes through."""
        if not self.is_fresh(interaction):
            return
        who = requester(interaction, curious=curious)
        try:
            with self._under_way(interaction), self.admission.under_way(who):
                if not shared and await self._can_be_early(interaction, who):
                    await self._work_early(interaction, work, replacing, frame)
                elif await self._acknowledge(interaction, replacing):
                    async with self.admission.work():
                        response = await self._page_and_response(interaction, work, frame)
                        await self._deliver(interaction, *response, shared=shared)
        except TooCurious:
            with self._under_way(interaction):
                async with self.admission.first_call(requester(interaction, curious=False)):
                    if not self._too_late(interaction):
                        page = self._message_page(interaction, "still_busy")
                        await responses.send_at_once(interaction, page, None, self.timeouts)

    async def ask(self, interaction: Interaction, work: Work, *, replacing: bool = False) -> None:
        """Answer with a form, which must come at once; with a page when there is none to fill in, or when the
        form was not found in time."""
        if not self.is_fresh(interaction):
            return
        with self._under_way(interaction), self.admission.under_way(requester(interaction, curious=False)):

            async def in_turn() -> Page | Form:
                async with self.admission.work():
                    return await self._page(interaction, work)

            working = asyncio.create_task(in_turn())
            try:
                seconds = max(0.2, self.timeouts.form - self._age(interaction))
                in_time = await is_done_within(working, seconds)
                if in_time and isinstance(form := working.result(), Form):
                    await self._open(interaction, form)
                elif await self._acknowledge(interaction, replacing and in_time):
                    page = await working
                    if isinstance(page, Form):
                        page = self._message_page(interaction, "form_late")
                    await self.answer(interaction, page)
            finally:
                working.cancel()

    def is_fresh(self, interaction: Interaction) -> bool:
        """Whether it is to be answered: not what was received before, nor what is too old, since the person
        has been told that there was no answer."""
        runtime_logging.interaction.set(interaction.id)
        if interaction.extras.get("taken"):
            return True
        if interaction.id in self._known:
            log.info("interaction %s was delivered again; its answer is in progress", interaction.id)
            return False
        self.discord_clock.arrived(interaction.created_at)
        if self._too_late(interaction, self.closed):
            return False
        interaction.extras["taken"] = True
        interaction.extras["at"] = self.discord_clock.on_host(interaction.created_at)
        return self.claim(interaction.id)

    def claim(self, number: int) -> bool:
        """Whether an interaction was not received before; from now on it is."""
        known, self._known[number] = number in self._known, None
        while len(self._known) > self.most_known:
            self._known.popitem(last=False)
        return not known

    def _too_late(self, interaction: Interaction, closed: bool = False) -> bool:
        """Whether Discord has told the person by now, or will, that there was no answer."""
        if late := closed or self._age(interaction) > self.timeouts.too_late:
            log.info("interaction %s came too late; it is not carried out", interaction.id)
            self.metrics.late.inc()
        return late

    @contextmanager
    def _under_way(self, interaction: Interaction) -> Iterator[None]:
        """Count it among what is under way. What ends without an answer is left to the bot's next life."""
        task = asyncio.current_task()
        assert task is not None
        self.busy.add(task)
        try:
            yield
        except LeftToAnother:
            log.info("interaction %s is left to the process that has its server now", interaction.id)
        finally:
            self.busy.discard(task)
            self.pending_answers.leave(interaction.id)

    async def _acknowledge(self, interaction: Interaction, replacing: bool) -> bool:
        """Acknowledge, and measure it; whether Discord may still know the interaction."""
        async with self.admission.first_call(requester(interaction, curious=False)):
            if self._too_late(interaction):
                return False
            self.pending_answers.begin(pending_answer(interaction, replacing))
            go_on = await acknowledge(interaction, replacing, self.timeouts)
        if not go_on:
            self._doubted_until = asyncio.get_running_loop().time() + DOUBTED
            self.pending_answers.end(interaction.id)
        else:
            self.metrics.acknowledged.observe(max(0.0, self._age(interaction)))
        return go_on

    async def _can_be_early(self, interaction: Interaction, who: Requester) -> bool:
        """Whether to begin the work before the acknowledgement has arrived: for one whose turn it is, with so
        much time left that Discord still knows the interaction, while little else is under way."""
        doubted = asyncio.get_running_loop().time() < self._doubted_until
        if doubted or self._age(interaction) > self.timeouts.early or not self.admission.has_turn(who):
            return False
        interaction.extras[WORDY] = False
        with suppress(DatabaseTrouble):
            interaction.extras[WORDY] = await self._wants_words(who.person)
        return interaction.extras[WORDY] or len(self.busy) <= MOST_EARLY

    async def _work_early(self, interaction: Interaction, work: Work, replacing: bool, frame: Frame) -> None:
        """Do the work while the acknowledgement is on its way. The page of one who wants words is the first
        answer, where it is ready at once. What Discord has forgotten by then stands; the channel says so."""
        self.pending_answers.begin(pending_answer(interaction, replacing))
        async with self.admission.work():
            working = asyncio.create_task(self._page_and_response(interaction, work, frame))
            self.busy.add(working)
            working.add_done_callback(self.busy.discard)
            try:
                in_time = interaction.extras[WORDY] and await is_done_within(working, self.timeouts.at_once)
                known = in_time or await self._acknowledge(interaction, replacing)
                await asyncio.wait({working})
            finally:
                working.cancel()
            page, response = working.result()
            if in_time:
                known = await self._answer_first(interaction, *response, replacing)
            if known:
                await self._deliver(interaction, page, response)
            else:
                await responses.send_too_late(interaction, self.timeouts)
                self.pending_answers.end(interaction.id)

    async def _answer_first(
        self, interaction: Interaction, page: Page, png: bytes | None, replacing: bool
    ) -> bool:
        """Answer with the first call, or acknowledge what has files; whether Discord still knew it."""
        if png is not None or responses.has_files(page):
            return await self._acknowledge(interaction, replacing)
        arrived = await responses.send_first(interaction, page, replacing, self.timeouts)
        if arrived:
            self.metrics.acknowledged.observe(max(0.0, self._age(interaction)))
        else:
            self._doubted_until = asyncio.get_running_loop().time() + DOUBTED
        return arrived is not False

    async def _page_and_response(
        self, interaction: Interaction, work: Work, frame: Frame
    ) -> tuple[Page, Response]:
        await asyncio.sleep(0)  # an acknowledgement goes out first
        page = await self._page(interaction, work, frame)
        assert isinstance(page, Page), "only a handler that says so opens a form"
        return page, await self._response(interaction, page)

    async def _page(self, interaction: Interaction, work: Work, frame: Frame = unframed) -> Page | Form:
        """What the work leads to; every error becomes a page, too."""
        words = catalogue_for(str(interaction.locale))
        if not interaction.guild_id or not interaction.channel_id or not interaction.user:
            return self._message_page(interaction, "refusal.not_here")
        actor = actor_of(interaction)
        try:
            page = await work(actor)
            return await frame(actor, page) if isinstance(page, Page) else page
        except Refused as refused:
            return refusals.refusal_page(words, refused)
        except StaleTable:
            return self._message_page(interaction, "stale")
        except DatabaseTrouble as trouble:
            if trouble.reason == "not_ours" and self.pending_answers.known_to_others(interaction.id):
                raise LeftToAnother from trouble
            return refusals.trouble_page(words, trouble, partial(self._note, interaction, trouble))
        except Exception as error:
            return self._broken(interaction, error)

    def _message_page(self, interaction: Interaction, key: str, **facts: Any) -> Page:
        """A page with one sentence."""
        text = catalogue_for(str(interaction.locale))(key, **facts)
        return Page(embeds=(Embed(text=text, tone="refusal"),))

    def _broken(self, interaction: Interaction, error: BaseException) -> Page:
        """What is told of an error of ours."""
        return self._message_page(interaction, "broken", reference=self._note(interaction, error))

    def _age(self, interaction: Interaction) -> float:
        """Seconds since the person pressed or typed."""
        return (self.discord_clock() - interaction.created_at).total_seconds()

    def _note(self, interaction: Interaction, error: BaseException) -> str:
        """Write an error into the log; the number by which it is found there."""
        number = secrets.token_hex(4)
        self.metrics.failed.labels(kind=type(error).__name__).inc()
        log.error("%s: interaction %s failed", number, interaction.id, exc_info=error)
        return number

    async def failed(self, interaction: Interaction, error: BaseException) -> None:
        """Answer an interaction for which nothing else was found: a bad option, a fault of ours."""
        if not self.is_fresh(interaction):
            return
        page = self._broken(interaction, error)
        if interaction.type is discord.InteractionType.autocomplete:
            await self.offer_nothing(interaction)
            return
        with self._under_way(interaction):
            if interaction.response.is_done() or await self._acknowledge(interaction, False):
                await self.answer(interaction, page)

    async def refuse(self, interaction: Interaction, key: str, **facts: Any) -> None:
        """Answer with one sentence; what is still being typed, with nothing to choose."""
        if interaction.type is discord.InteractionType.autocomplete:
            await self.offer_nothing(interaction)
            return

        async def say(actor: Actor) -> Page:
            return self._message_page(interaction, key, **facts)

        await self.serve(interaction, say)

    async def offer_nothing(self, interaction: Interaction) -> None:
        """Answer what is being typed with nothing to choose."""
        if self.is_fresh(interaction):
            with suppress(discord.DiscordException, *CONNECTION_ERRORS, *UNREADABLE):
                async with asyncio.timeout(self.timeouts.acknowledged):
                    await interaction.response.autocomplete([])

    async def answer_unknown_kind(self, interaction: Interaction) -> None:
        """Answer an unknown kind of interaction immediately: how to acknowledge it is unknown."""
        if self.is_fresh(interaction):
            page = self._message_page(interaction, "old_command")
            await responses.send_at_once(interaction, page, None, self.timeouts)

    async def _open(self, interaction: Interaction, form: Form) -> None:
        """Show a form, or say that Discord does not take it."""
        if (refused := await responses.send_form(interaction, form, self.timeouts)) is not None:
            await self.failed(interaction, refused)

    async def answer(self, interaction: Interaction, page: Page, *, shared: bool = False) -> None:
        """Put the page where the person who asked sees it. A `shared` message takes order panels alone, and
        leaves to reports what they tell; other pages go below it."""
        await self._deliver(interaction, page, await self._response(interaction, page), shared=shared)

    async def _response(self, interaction: Interaction, page: Page) -> Response:
        """The page as the one who asked likes it, and its picture."""
        for rule, reason in {note.cause for note in page.embeds if note.cause[1]}:
            self.metrics.refused.labels(rule=rule, reason=reason).inc()
        user, language = interaction.user.id if interaction.user else 0, str(interaction.locale)
        try:
            response = await self.with_preferences(page, user, language, interaction.filesize_limit)
        except Exception as error:
            response = self._broken(interaction, error), None
        return self._remark(interaction, response[0]), response[1]

    async def _deliver(
        self, interaction: Interaction, page: Page, response: Response, *, shared: bool = False
    ) -> None:
        """Put the response to a page where it belongs, unless it stands there already."""
        if responses.FIRST in interaction.extras:
            self.metrics.answered.observe(max(0.0, self._age(interaction)))
        elif not shared or (page.panel and not page.reported):
            await self._put(interaction, *response)
        elif not page.panel:
            await responses.send_below(interaction, *response, self.timeouts)
        self.pending_answers.end(interaction.id)
        if page.panel and not shared:
            await self._panels.shown(interaction, page.panel, self.timeouts.answered)

    async def with_preferences(
        self, page: Page, user: int, language: str, largest: int = LARGEST
    ) -> Response:
        """The page adapted to the reader's preferences, and its picture."""
        if self.suit is not None:
            page = await self.suit(user, language, page)
        return await self.draw(page, largest, language)

    async def _put(self, interaction: Interaction, page: Page, png: bytes | None) -> None:
        """Edit the acknowledgement into the answer; where that is not possible any more, say so."""
        in_time = self._age(interaction) <= TOKEN_LIFE
        if in_time and await responses.send_answer(interaction, page, png, self.draw, self.timeouts):
            self.metrics.answered.observe(max(0.0, self._age(interaction)))
        else:
            await responses.send_too_late(interaction, self.timeouts)

    async def finish(self, within: float) -> None:
        """Take nothing more; let what has begun come to its end, for so many seconds."""
        self.closed = True
        others = {t for t in self.busy if t is not asyncio.current_task()}
        if others:
            _, late = await asyncio.wait(others, timeout=within)
            for task in late:
                task.cancel()  # the next process answers
            await asyncio.gather(*late, return_exceptions=True)
        await self.pending_answers.written()
