"""Send the outbox: in order within a channel, at least once, with the message's number as nonce.

Reports of one player-turn go into one message. What may get through later is tried for as long as it takes;
where Discord says no for good, or does not let us write, the post is given up (see `rights`).

Films come later (`films/turn_films.py`): what takes seconds to draw delays no other post.

A process may end between a post and the note that it was posted. So of each channel's first post the next one
finds out what stands there: see `_left`.

Subscribers are told of every post that got through, by its game.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from datetime import timedelta
from typing import TypeVar
from weakref import WeakValueDictionary

import discord

from bot.connection.lost_permissions import HOPELESS, THREAD_CLOSED, LostPermissions
from bot.connection.rest_guard import passing, wait
from bot.connection.timeouts import CONNECTION_ERRORS, Garbled, Timeouts, within_timeout
from bot.connection.wake_signal import WakeSignal
from bot.core.game import Game
from bot.core.game_service import GameService
from bot.core.lesson_games import is_lesson
from bot.core.report_pictures import FILM_POST
from bot.runtime import errors
from bot.runtime.fair_queue import Kind, Requester, work_for
from bot.transport import cards, messages
from bot.transport.interactions import InteractionHandler
from bot.transport.responses import send_with_picture
from bot.ui.page import FILM_NAME, FilmImage, Page, Picture
from bot.workers import ping_cleanup, turn_message, undone_reports
from bot.workers.outbox_page_registry import OutboxPages
from storage import DatabaseTrouble, OutboxMessage

log = logging.getLogger(__name__)

MOST_POSTS = 500
SLOWEST = 60.0
"""Seconds between two tries, at most, unless Discord asks for more."""
MOST_UNCLEAR = 5
"""Tries of a post whose answers cannot be read: Discord remembers a nonce for some minutes only."""
LOST_MESSAGE = (10008, 30046, 50005, 50013, THREAD_CLOSED)
"""The message to edit is gone, too old, not ours, or in a thread that only a new message opens: a new message
is posted, or it shows that nothing may be posted there."""

NOTHING = "…"
"""What is sent in place of a post that has nothing left to say, to learn whether it stands already."""
JUST = timedelta(seconds=1)
"""A message older than that was not made by the call that it answers."""

T = TypeVar("T")


class OutboxSender:
    """Sends posts. `channel` finds where to, `largest` how many bytes a file may have there, `language_in`
    the language spoken there; `lost_permissions` knows where nothing can be
    sent, `wake_signal` says when to try again."""

    def __init__(
        self,
        games: GameService,
        interactions: InteractionHandler,
        channel: Callable[[int], discord.abc.Messageable],
        largest: Callable[[int], int],
        pages: OutboxPages,
        lost_permissions: LostPermissions,
        timeouts: Timeouts = Timeouts(),  # noqa: B008 - nothing can change it
        wake_signal: WakeSignal | None = None,
    ) -> None:
        self.games = games
        self._reception = interactions
        self._channel = channel
        self._largest = largest
        self._pages = pages
        self._rights = lost_permissions
        self._patience = timeouts
        self._bell = wake_signal or WakeSignal()
        self._pause = timeouts.pause
        self._rounds: dict[int, asyncio.Task[None]] = {}
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        self._task: asyncio.Task[None] | None = None
        self._started = False
        self._woken = False
        self._tried: dict[int, Page] = {}
        """A message sent and perhaps posted: sent again, it returns its number and can be deleted."""
        self._left: set[int] | None = None
        """Posts that the process before may have sent without noting it: the first of each channel."""
        self._listeners: list[Callable[[int | None], None]] = []

    def subscribe(self, *listeners: Callable[[int | None], None]) -> None:
        """Tell these of every message that was sent, by its game."""
        self._listeners += listeners

    def start(self) -> None:
        """Begin to deliver. Twice does no harm."""
        self._started = True
        self.wake()

    def wake(self, game_id: int | None = None) -> None:
        """There may be posts."""
        self._woken = True
        if self._started and (self._task is None or self._task.done()):
            self._task = asyncio.create_task(self._sort(), name="outbox_sender")

    async def wake_channel(self, channel: int) -> None:
        """There may be posts to that channel."""
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

    def locked(self, channel: int) -> asyncio.Lock:
        """Held while a message of a channel is sent or edited."""
        return self._locks.setdefault(channel, asyncio.Lock())

    async def _sort(self) -> None:
        """Start a round for every channel with posts."""
        while self._woken:
            self._woken = False
            store = self.games.store
            try:
                if self._left is None:
                    self._left = await store.outbox.first_waiting(FILM_POST, store.share)
                waiting = await store.outbox.waiting_channels(FILM_POST, store.share)
            except Exception as error:
                self._stumbled(error)
                return
            for channel in waiting:
                if channel not in self._rounds and self._started:
                    task = asyncio.create_task(self._round(channel), name=f"posts to {channel}")
                    self._rounds[channel] = task

    async def _round(self, channel: int) -> None:
        """Deliver everything for one channel, in order."""
        work_for(Requester(kind=Kind.REPORT, place=channel))
        failures = unclear = 0
        again = False
        try:
            while mine := await self._waiting(channel):
                try:
                    async with self.locked(channel):
                        await self._deliver(mine[0], mine[1:])
                    failures = unclear = 0
                    continue
                except Garbled:
                    unclear += 1
                    if unclear == MOST_UNCLEAR:
                        log.exception("Discord's responses to message %s cannot be read", mine[0].id)
                        await self._give_up(mine[0], "possibly posted: the responses could not be read")
                        failures = unclear = 0
                        continue
                    pause = self._patience.pause * 2 ** (unclear - 1)
                except (*CONNECTION_ERRORS, discord.HTTPException) as error:
                    failures += 1
                    pause = wait(error, min(SLOWEST, self._pause * 2 ** min(failures - 1, 10)))
                    kind = type(error).__name__
                    log.warning(
                        "message %s could not be sent (%s); trying again in %.1f s", mine[0].id, kind, pause
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

    async def _waiting(self, channel: int) -> list[OutboxMessage]:
        store = self.games.store
        return await store.outbox.waiting(MOST_POSTS, channel, but=FILM_POST, share=store.share)

    def _stumbled(self, error: Exception) -> None:
        """The database fails, or we do: go on in a while."""
        if isinstance(error, DatabaseTrouble):
            log.log(errors.level_of(error), "the outbox cannot be read or written: %s", error)
        else:
            errors.log_failure(self._reception.metrics, "outbox", error)
        asyncio.get_running_loop().call_later(self._pause * 5, self.wake)

    async def _deliver(self, post: OutboxMessage, others: list[OutboxMessage]) -> None:
        """Send one post, or say why not. Raises what is to be tried again."""
        try:
            if why := self._rights.blocked_reason(post.channel):
                await self._give_up(post, why)
            else:
                await self._post(post, others)
        except (*CONNECTION_ERRORS, DatabaseTrouble):
            raise
        except discord.HTTPException as error:
            if passing(error):
                raise
            self._rights.refused(post.channel, error.code)
            refused = f"refused: {error.status} {error.code} {error.text[:200]}"
            await self._give_up(post, HOPELESS.get(error.code, refused))
        except Exception as error:
            number = errors.log_failure(self._reception.metrics, "outbox", error, f"post {post.id}")
            await self._give_up(post, f"{type(error).__name__} {number}")
        self._tried.pop(post.id, None)
        if self._left is not None:
            self._left.discard(post.id)
        for listener in self._listeners:
            listener(post.game)

    async def _post(self, post: OutboxMessage, others: list[OutboxMessage]) -> None:
        """Send one post, and write down what it became."""
        sent: tuple[OutboxMessage, ...] = (post,)
        game = await self.games.game(post.game) if post.game is not None else None
        if post.kind == turn_message.REPORT and game is not None:
            sent, message = await self._report(post, others, game)
        else:
            if game is not None:
                await self._strike(post, game)
            page = await self._page(post, others) or self._tried.get(post.id)
            if page is not None and post.kind == ping_cleanup.CALL and game is not None:
                await self._settle(post, game)
            message = None if page is None else await self._send(post, page)
        if message is None and self._perhaps_sent(post):
            message = await self._standing(post)
        await self._through(sent, message, game)
        if message is not None:
            self._rights.restored(post.channel)

    async def _through(self, sent: Sequence[OutboxMessage], message: int | None, game: Game | None) -> None:
        """Write down which message posts became; none when there was nothing left to say."""
        async with self.games.store.writing(apart=True) as tx:
            for post in sent:
                if message is None:
                    await tx.outbox.give_up(post.id, "nothing left to say")
                    continue
                await tx.outbox.mark_posted(post.id, message)
                if game is not None and (call := ping_cleanup.of(post, message, game)) is not None:
                    await tx.turn_pings.save(call)

    async def _report(
        self, post: OutboxMessage, others: Sequence[OutboxMessage], game: Game
    ) -> tuple[tuple[OutboxMessage, ...], int | None]:
        """Tell of a phase, in the message of its player-turn where there is one: which posts are told, and
        their message. What waits for the same message is told with it."""
        messages = await turn_message.open_message(self.games, game, post)
        waiting = await turn_message.next_reports(game, post, others)
        if messages and messages[0].posted is not None:
            mine, page = await self._fitting(messages, waiting)
            if page is not None and await self.edited(post.channel, messages[0].posted, page):
                return mine, messages[0].posted
        mine, page = await self._fitting((), turn_message.parts_of(waiting))
        if page is None:
            page = await self._pages.page(post)
            mine = (post,)
        if page is None:
            return mine, None
        await self._settle(post, game)
        return mine, await self._send(post, page)

    async def _settle(self, post: OutboxMessage, game: Game) -> None:
        """Let the report before this post no longer say whose move it is, nor ask for orders."""
        messages = await turn_message.stale_message(self.games, game, post)
        page = await self._pages.page(messages[-1], messages[:-1]) if messages else None
        if page is not None and messages[0].posted is not None:
            lesson = is_lesson(game.record)  # its player may have turned the report into the panel
            if isinstance(page.picture, Picture):
                shown = await self._shown(game, messages[0].posted, page.picture)
                page = replace(page, picture=shown)
            await self.edited(post.channel, messages[0].posted, page, reworded=not lesson)

    async def _shown(self, game: Game, message: int, map_: Picture) -> Picture | FilmImage:
        """What a report shows, for an edit that keeps it: its map, or its film with the words of the film."""
        films = await self.games.store.outbox.of_game(game.record.id, FILM_POST)
        film = next((post for post in films if post.posted == message), None)
        if film is None:
            return map_
        page = await self._pages.page(film)
        if page is None or not isinstance(page.picture, FilmImage):
            return replace(map_, name=FILM_NAME)
        return page.picture

    async def _strike(self, post: OutboxMessage, game: Game) -> None:
        """Strike the reports of what the post says was undone: they lose their pictures and buttons."""
        if is_lesson(game.record) or not undone_reports.struck_by(game, post):
            return  # in a lesson its player may have turned the report into the panel
        reports = await self.games.store.outbox.of_game(game.record.id, turn_message.REPORT)
        for message, told in undone_reports.undone_by(game, post, reports).items():
            page = await self._pages.page(told[-1], told[:-1])
            if page is not None:
                await self.edited(told[-1].channel, message, page)

    async def _fitting(
        self, messages: Sequence[OutboxMessage], waiting: Sequence[OutboxMessage]
    ) -> tuple[tuple[OutboxMessage, ...], Page | None]:
        """As many of the waiting posts as a message holds that tells of others already, and its page."""
        for n in range(len(waiting), 0, -1):
            page = await self._pages.page(waiting[n - 1], (*messages, *waiting[: n - 1]))
            if page is not None and cards.fits(page):
                return tuple(waiting[:n]), page
        return (), None

    async def _page(self, post: OutboxMessage, others: list[OutboxMessage]) -> Page | None:
        """The page; none when a later post of the same kind says it anyway."""
        later = any(o.kind == "lobby" and o.game == post.game for o in others)
        if post.kind == "lobby" and later and not post.body.get("invited"):
            return None
        if post.kind == ping_cleanup.CALL and any(ping_cleanup.same(post, other) for other in others):
            return None
        return await self._pages.page(post)

    async def _give_up(self, post: OutboxMessage, why: str) -> None:
        log.warning("message %s to channel %s is given up: %s", post.id, post.channel, why)
        self._reception.metrics.given_up.inc()
        async with self.games.store.writing(apart=True) as tx:
            await tx.outbox.give_up(post.id, why)

    async def _send(self, post: OutboxMessage, page: Page) -> int:
        """Post a new message, or edit the lobby's; the message's number. A post it outdates says the same."""
        if post.kind == "lobby" and post.game is not None:
            before = await self.games.store.outbox.last_posted(post.game, "lobby")
            if before is not None and before.posted and await self.edited(post.channel, before.posted, page):
                return before.posted
        if outdated := int(post.body.get("outdates", 0)):
            await self.edited(post.channel, outdated, page)
        channel = self._channel(post.channel)
        tried, asked = self._tried.get(post.id), self._reception.discord_clock()

        async def send(page: Page, png: bytes | None) -> discord.Message:
            self._tried[post.id] = page
            return await within_timeout(
                channel.send(**messages.as_message(page, png), nonce=post.id), self._patience.sent
            )

        sent = await self._delivered(post.channel, page, send)
        stood = self._perhaps_sent(post) and sent.created_at < asked - JUST
        if stood or tried not in (None, self._tried[post.id]):
            shown = messages.as_message(page, None).get("content")
            if shown is None or shown != sent.content:  # it says what was to be said then
                await self.edited(post.channel, sent.id, page)
        return sent.id

    def _perhaps_sent(self, post: OutboxMessage) -> bool:
        return self._left is not None and post.id in self._left

    async def _standing(self, post: OutboxMessage) -> int | None:
        """The message that a post became before, now that it has nothing left to say. Discord gives it in
        answer to one with its nonce, for some minutes; what that makes otherwise is deleted."""
        quiet = discord.AllowedMentions.none()
        sending = self._channel(post.channel).send(
            NOTHING, silent=True, allowed_mentions=quiet, nonce=post.id
        )
        message = await within_timeout(sending, self._patience.sent)
        if message.content != NOTHING:
            return message.id
        await within_timeout(message.delete(), self._patience.sent)
        return None

    async def _delivered(
        self, channel: int, page: Page, call: Callable[[Page, bytes | None], Awaitable[T]]
    ) -> T:
        """What a call makes of a page with its picture, as large as it may be in a channel."""
        language = self._pages.language_in(channel, 0)
        return await send_with_picture(page, self._largest(channel), language, self._reception.draw, call)

    async def edited(self, number: int, message: int, page: Page, *, reworded: bool = False) -> bool:
        """Edit a message of ours; False when it cannot be edited any more. If only `reworded`, it keeps its
        picture."""
        channel = self._channel(number)
        assert isinstance(channel, discord.PartialMessageable)
        known = channel.get_partial_message(message)

        async def edit(page: Page, png: bytes | None) -> None:
            await within_timeout(known.edit(**messages.as_edit(page, png)), self._patience.sent)

        try:
            if reworded:
                await within_timeout(known.edit(**messages.as_text_edit(page)), self._patience.sent)
            else:
                await self._delivered(number, page, edit)
        except discord.HTTPException as error:
            if error.code in LOST_MESSAGE:
                return False
            raise
        return True
