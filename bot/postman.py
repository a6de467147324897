"""Delivers the outbox: in order within a channel, at least once, with the letter's number as nonce.

Those in `heard` are told of every letter that is through, by its game.
"""

from __future__ import annotations

import asyncio
import logging
import random
from collections.abc import Callable

import discord

from bot import calls, post
from bot.desk import Desk
from bot.letters import LanguageIn, page_of
from bot.page import Page
from bot.reception import LOST, Reception
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
UNKNOWN_MESSAGE = (10008, 30046)
"""The message to edit is gone, or too old."""


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
        try:
            table = await self.desk.table(letter.game) if letter.game is not None else None
            page = await self._page(letter, others)
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
            async with self.desk.store.writing() as w:
                if message is None:
                    await w.give_up(letter.id, "nothing left to say")
                else:
                    await w.posted(letter.id, message)
                    if table is not None and (call := calls.of(letter, message, table)) is not None:
                        await w.keep_call(call)
        for listener in self.heard:
            listener(letter.game)

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
        channel = self._channel(letter.channel)
        language = self._tongue(letter.channel, 0)
        page, png = await self._reception.drawn(page, self._largest(letter.channel), language)
        if letter.kind == "lobby" and letter.game is not None:
            before = await self.desk.store.letter_for(letter.game, "lobby")
            if before is not None and before.posted and await self._edit(channel, before.posted, page, png):
                return before.posted
        async with asyncio.timeout(SENT_IN):
            made = await channel.send(**post.sent(page, png), nonce=letter.id)
        return made.id

    async def _edit(
        self, channel: discord.abc.Messageable, message: int, page: Page, png: bytes | None
    ) -> bool:
        """Edit a message of ours; False when it is not there any more."""
        assert isinstance(channel, discord.PartialMessageable)
        try:
            async with asyncio.timeout(SENT_IN):
                await channel.get_partial_message(message).edit(**post.edited(page, png))
        except discord.HTTPException as error:
            if error.code in UNKNOWN_MESSAGE:
                return False
            raise
        return True
