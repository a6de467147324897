"""Delivers the outbox: in order within a channel, at least once, with the letter's number as nonce.

Reports of one player-turn go into one message. What may get through later is tried for as long as it takes;
where Discord says no for good, or does not let us write, the letter is given up (see `rights`).

Those in `heard` are told of every letter that is through, by its game.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from typing import TypeVar

import discord

from bot import calls, mishap, post, sheets
from bot.desk import Desk
from bot.letters import LanguageIn, page_of
from bot.page import Page
from bot.reception import Reception
from bot.rights import HOPELESS, THREAD_CLOSED, Rights
from bot.sending import delivered
from bot.table import Table
from bot.wire import LOST, Bell, Garbled, Patience, passing, told, wait
from storage import DatabaseTrouble, Letter

log = logging.getLogger(__name__)

MOST_LETTERS = 500
SLOWEST = 60.0
"""Seconds between two tries, at most, unless Discord asks for more."""
MOST_UNCLEAR = 5
"""Tries of a letter whose answers cannot be read: Discord remembers a nonce for some minutes only."""
LOST_MESSAGE = (10008, 30046, 50005, 50013, THREAD_CLOSED)
"""The message to edit is gone, too old, not ours, or in a thread that only a new message opens: a new message
is posted, or it shows that nothing may be posted there."""

T = TypeVar("T")


class Postman:
    """Sends letters. `channel` finds where to, `largest` how many bytes a file may have there, `tongue` the
    language spoken there; `rights` knows where nothing can be sent, `bell` says when it may go better."""

    def __init__(
        self,
        desk: Desk,
        reception: Reception,
        channel: Callable[[int], discord.abc.Messageable],
        largest: Callable[[int], int],
        tongue: LanguageIn,
        rights: Rights,
        patience: Patience = Patience(),  # noqa: B008 - nothing can change it
        bell: Bell | None = None,
    ) -> None:
        self.desk = desk
        self._reception = reception
        self._channel = channel
        self._largest = largest
        self._tongue = tongue
        self._rights = rights
        self._patience = patience
        self._bell = bell or Bell()
        self._pause = patience.pause
        self._rounds: dict[int, asyncio.Task[None]] = {}
        self._task: asyncio.Task[None] | None = None
        self._started = False
        self._woken = False
        self._tried: dict[int, Page] = {}
        """What was sent and perhaps stands there: sent again, it tells its number and can be taken away."""
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

    async def wake_channel(self, channel: int) -> None:
        """There may be letters to that channel."""
        self.wake()

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
                waiting = await self.desk.store.ask(lambda reading: reading.addressed())
            except Exception as error:
                self._stumbled(error)
                return
            for channel in waiting:
                if channel not in self._rounds and self._started:
                    task = asyncio.create_task(self._round(channel), name=f"letters to {channel}")
                    self._rounds[channel] = task

    async def _round(self, channel: int) -> None:
        """Deliver everything for one channel, in order."""
        failures = unclear = 0
        again = False
        try:
            while mine := await self.desk.store.letters(MOST_LETTERS, channel):
                try:
                    await self._deliver(mine[0], mine[1:])
                    failures = unclear = 0
                    continue
                except Garbled:
                    unclear += 1
                    if unclear == MOST_UNCLEAR:
                        log.exception("Discord's answers to letter %s cannot be read", mine[0].id)
                        await self._give_up(mine[0], "posted perhaps: the answers could not be read")
                        failures = unclear = 0
                        continue
                    pause = self._patience.pause * 2 ** (unclear - 1)
                except (*LOST, discord.HTTPException) as error:
                    failures += 1
                    pause = wait(error, min(SLOWEST, self._pause * 2 ** min(failures - 1, 10)))
                    kind = type(error).__name__
                    log.warning(
                        "letter %s did not get through (%s); again in %.1f s", mine[0].id, kind, pause
                    )
                await self._bell.sleep(pause)
        except Exception as error:
            self._stumbled(error)
        else:
            again = True
        finally:
            del self._rounds[channel]
        if again:
            self.wake()  # what came after the last look

    def _stumbled(self, error: Exception) -> None:
        """The database fails, or we do: go on in a while."""
        if isinstance(error, DatabaseTrouble):
            log.error("the outbox cannot be read or written: %s", error)
        else:
            mishap.note(self._reception.gauges, "postman", error)
        asyncio.get_running_loop().call_later(self._pause * 5, self.wake)

    async def _deliver(self, letter: Letter, others: list[Letter]) -> None:
        """Send one letter, or say why not. Raises what is to be tried again."""
        try:
            if why := self._rights.why_not(letter.channel):
                await self._give_up(letter, why)
            else:
                await self._post(letter, others)
        except (*LOST, DatabaseTrouble):
            raise
        except discord.HTTPException as error:
            if passing(error):
                raise
            self._rights.refused(letter.channel, error.code)
            refused = f"refused: {error.status} {error.code} {error.text[:200]}"
            await self._give_up(letter, HOPELESS.get(error.code, refused))
        except Exception as error:
            number = mishap.note(self._reception.gauges, "postman", error, f"letter {letter.id}")
            await self._give_up(letter, f"{type(error).__name__} {number}")
        self._tried.pop(letter.id, None)
        for listener in self.heard:
            listener(letter.game)

    async def _post(self, letter: Letter, others: list[Letter]) -> None:
        """Send one letter, and write down what it became."""
        sent: tuple[Letter, ...] = (letter,)
        table = await self.desk.table(letter.game) if letter.game is not None else None
        if letter.kind == sheets.REPORT and table is not None:
            sent, message = await self._report(letter, others, table)
        else:
            page = await self._page(letter, others) or self._tried.get(letter.id)
            if page is not None and letter.kind == calls.CALL and table is not None:
                await self._settle(letter, table)
            message = None if page is None else await self._send(letter, page)
        await self._through(sent, message, table)
        if message is not None:
            self._rights.granted(letter.channel)

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
        channel = self._channel(letter.channel)

        async def send(page: Page, png: bytes | None) -> discord.Message:
            self._tried[letter.id] = page
            return await told(channel.send(**post.sent(page, png), nonce=letter.id), self._patience.sent)

        return (await self._delivered(letter.channel, page, send)).id

    async def _delivered(
        self, channel: int, page: Page, call: Callable[[Page, bytes | None], Awaitable[T]]
    ) -> T:
        """What a call makes of a page with its picture, as large as it may be in a channel."""
        language = self._tongue(channel, 0)
        return await delivered(page, self._largest(channel), language, self._reception.drawn, call)

    async def _edited(self, number: int, message: int, page: Page, *, reworded: bool = False) -> bool:
        """Edit a message of ours; False when it cannot be edited any more. If only `reworded`, it keeps its
        picture."""
        channel = self._channel(number)
        assert isinstance(channel, discord.PartialMessageable)
        known = channel.get_partial_message(message)

        async def edit(page: Page, png: bytes | None) -> None:
            await told(known.edit(**post.edited(page, png)), self._patience.sent)

        try:
            if reworded:
                await told(known.edit(**post.reworded(page)), self._patience.sent)
            else:
                await self._delivered(number, page, edit)
        except discord.HTTPException as error:
            if error.code in LOST_MESSAGE:
                return False
            raise
        return True
