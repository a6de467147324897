"""Delivers the outbox: in order within a channel, at least once, with the letter's number as nonce.

Reports of one player-turn go into one message.

Those in `heard` are told of every letter that is through, by its game.
"""

from __future__ import annotations

import asyncio
import logging
import random
from collections.abc import Callable, Sequence

import discord

from bot import calls, post, sheets
from bot.desk import Desk
from bot.letters import LanguageIn, page_of
from bot.page import Page
from bot.reception import LOST, Reception
from bot.table import Table
from storage import DatabaseTrouble, Letter, Unreadable

log = logging.getLogger(__name__)

HOPELESS = {
    10003: "the channel is gone",
    10004: "the server is gone",
    50001: "no access to the channel",
    50013: "no permission to write there",
    50083: "the thread is archived",
}
MOST_LETTERS = 500
SLOWEST = 60.0
"""Seconds between two tries, at most."""
SENT_IN = 60.0
LOST_MESSAGE = (10008, 30046, 50005)
"""The message to edit is gone, too old, or not ours."""


class Postman:
    """Sends letters. `channel` finds where to, `largest` how many bytes a file may have there, `tongue` the
    language spoken there; `pause` is the first wait after a failure, in seconds."""

    def __init__(
        self,
        desk: Desk,
        reception: Reception,
        channel: Callable[[int], discord.abc.Messageable],
        largest: Callable[[int], int],
        tongue: LanguageIn,
        pause: float = 1.0,
    ) -> None:
        self.desk = desk
        self._reception = reception
        self._channel = channel
        self._largest = largest
        self._tongue = tongue
        self._pause = pause
        self._rounds: dict[int, asyncio.Task[None]] = {}
        self._task: asyncio.Task[None] | None = None
        self._started = False
        self._woken = False
        self.heard: list[Callable[[int | None], None]] = []

    def start(self) -> None:
        """Begin to deliver. Twice does no harm."""
        self._started = True
        self.wake()

    def wake(self, game: int | None = None) -> None:
        """There may be letters."""
        self._woken = True
        if self._started and (self._task is None or self._task.done()):
            self._task = asyncio.create_task(self._sort(), name="postman")

    async def close(self, within: float = 5.0) -> None:
        """Finish the rounds under way, for so many seconds at most."""
        self._started = False
        rounds = list(self._rounds.values())
        if rounds:
            await asyncio.wait(rounds, timeout=within)
        for task in rounds:
            task.cancel()
        await asyncio.gather(*rounds, *([self._task] if self._task else []), return_exceptions=True)

    async def _sort(self) -> None:
        """Start a round for every channel with letters."""
        while self._woken:
            self._woken = False
            try:
                waiting = await self.desk.store.letters(MOST_LETTERS)
            except DatabaseTrouble as trouble:
                log.error("the outbox cannot be read: %s", trouble)
                asyncio.get_running_loop().call_later(self._pause * 5, self.wake)
                return
            for channel in dict.fromkeys(letter.channel for letter in waiting):
                if channel not in self._rounds and self._started:
                    task = asyncio.create_task(self._round(channel), name=f"letters to {channel}")
                    self._rounds[channel] = task

    async def _round(self, channel: int) -> None:
        """Deliver everything for one channel, in order."""
        failures, again = 0, False
        try:
            while mine := [x for x in await self.desk.store.letters(MOST_LETTERS) if x.channel == channel]:
                try:
                    await self._deliver(mine[0], mine[1:])
                    failures = 0
                except LOST as error:
                    failures += 1
                    wait = min(SLOWEST, self._pause * 2 ** (failures - 1)) * random.uniform(0.8, 1.2)
                    log.warning(
                        "letter %s did not get through (%s); again in %.1f s",
                        mine[0].id,
                        type(error).__name__,
                        wait,
                    )
                    await asyncio.sleep(wait)
        except DatabaseTrouble as trouble:
            log.error("the outbox cannot be written: %s", trouble)
            asyncio.get_running_loop().call_later(self._pause * 5, self.wake)
        else:
            again = True
        finally:
            del self._rounds[channel]
        if again:
            self.wake()  # what came after the last look

    async def _deliver(self, letter: Letter, others: list[Letter]) -> None:
        """Send one letter, or say why not. Raises LOST when it is to be tried again."""
        sent: tuple[Letter, ...] = (letter,)
        try:
            table = await self.desk.table(letter.game) if letter.game is not None else None
            if letter.kind == sheets.REPORT and table is not None:
                sent, message = await self._report(letter, others, table)
            else:
                page = await self._page(letter, others)
                if page is not None and letter.kind == calls.CALL and table is not None:
                    await self._settle(letter, table)
                message = None if page is None else await self._send(letter, page)
        except discord.HTTPException as error:
            if isinstance(error, discord.DiscordServerError) or error.status == 429:
                raise discord.DiscordServerError(error.response, error.text) from error
            why = HOPELESS.get(error.code, f"refused: {error.status} {error.code} {error.text[:200]}")
            await self._give_up(letter, why)
        except (LookupError, Unreadable, AssertionError, TypeError, ValueError) as error:
            log.exception("letter %s cannot be written", letter.id)
            await self._give_up(letter, f"{type(error).__name__}")
        else:
            await self._through(sent, message, table)
        for listener in self.heard:
            listener(letter.game)

    async def _through(self, sent: Sequence[Letter], message: int | None, table: Table | None) -> None:
        """Write down which message letters became; none when there was nothing left to say."""
        async with self.desk.store.writing() as w:
            for letter in sent:
                if message is None:
                    await w.give_up(letter.id, "nothing left to say")
                    continue
                await w.posted(letter.id, message)
                if table is not None and (call := calls.of(letter, message, table)) is not None:
                    await w.keep_call(call)

    async def _report(
        self, letter: Letter, others: Sequence[Letter], table: Table
    ) -> tuple[tuple[Letter, ...], int | None]:
        """Tell of a phase, in the message of its player-turn where there is one: which letters are told, and
        their message. What waits for the same message is told with it."""
        told = await sheets.begun(self.desk, table, letter)
        waiting = await sheets.waiting(table, letter, others)
        if told and told[0].posted is not None:
            mine, page = await self._fitting(told, waiting)
            if page is not None and await self._edited(letter.channel, told[0].posted, page):
                return mine, told[0].posted
        mine, page = await self._fitting((), sheets.parts_of(waiting))
        if page is None:
            page = await page_of(self.desk, letter, self._tongue)
            mine = (letter,)
        if page is None:
            return mine, None
        await self._settle(letter, table)
        return mine, await self._send(letter, page)

    async def _settle(self, letter: Letter, table: Table) -> None:
        """Let the report before this letter no longer say whose move it is, nor ask for orders."""
        told = await sheets.lingering(self.desk, table, letter)
        page = await page_of(self.desk, told[-1], self._tongue, told[:-1]) if told else None
        if page is not None and told[0].posted is not None:
            await self._edited(letter.channel, told[0].posted, page, reworded=True)

    async def _fitting(
        self, told: Sequence[Letter], waiting: Sequence[Letter]
    ) -> tuple[tuple[Letter, ...], Page | None]:
        """As many of the waiting letters as a message holds that tells of others already, and its page."""
        for n in range(len(waiting), 0, -1):
            page = await page_of(self.desk, waiting[n - 1], self._tongue, (*told, *waiting[: n - 1]))
            if page is not None and sheets.fits(page):
                return tuple(waiting[:n]), page
        return (), None

    async def _page(self, letter: Letter, others: list[Letter]) -> Page | None:
        """The page; none when a later letter of the same kind says it anyway."""
        later = any(o.kind == "lobby" and o.game == letter.game for o in others)
        if letter.kind == "lobby" and later and not letter.body.get("invited"):
            return None
        if letter.kind == calls.CALL and any(calls.same(letter, other) for other in others):
            return None
        return await page_of(self.desk, letter, self._tongue)

    async def _give_up(self, letter: Letter, why: str) -> None:
        log.warning("letter %s to channel %s is given up: %s", letter.id, letter.channel, why)
        self._reception.gauges.given_up.inc()
        async with self.desk.store.writing() as w:
            await w.give_up(letter.id, why)

    async def _send(self, letter: Letter, page: Page) -> int:
        """Post a new message, or edit the lobby's; the message's number."""
        if letter.kind == "lobby" and letter.game is not None:
            before = await self.desk.store.letter_for(letter.game, "lobby")
            if (
                before is not None
                and before.posted
                and await self._edited(letter.channel, before.posted, page)
            ):
                return before.posted
        page, png = await self._drawn(letter.channel, page)
        async with asyncio.timeout(SENT_IN):
            made = await self._channel(letter.channel).send(**post.sent(page, png), nonce=letter.id)
        return made.id

    async def _drawn(self, channel: int, page: Page) -> tuple[Page, bytes | None]:
        """The page with its picture, as large as it may be in a channel."""
        return await self._reception.drawn(page, self._largest(channel), self._tongue(channel, 0))

    async def _edited(self, number: int, message: int, page: Page, *, reworded: bool = False) -> bool:
        """Edit a message of ours; False when it cannot be edited any more. If only `reworded`, it keeps its
        picture."""
        channel = self._channel(number)
        assert isinstance(channel, discord.PartialMessageable)
        made = post.reworded(page) if reworded else post.edited(*await self._drawn(number, page))
        try:
            async with asyncio.timeout(SENT_IN):
                await channel.get_partial_message(message).edit(**made)
        except discord.HTTPException as error:
            if error.code in LOST_MESSAGE:
                return False
            raise
        return True
