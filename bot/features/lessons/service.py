"""The learning battles: the list, a player's progress, a place for each. Knows no Discord.

A thread is made before the game in it, and cannot be part of its transaction: if all stops in between, an
empty thread is left, which is swept away at the next start. One person opens one at a time, so a second press
finds what the first has opened.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from weakref import WeakValueDictionary

from bot.core.channels import THREADS, GameChannel, Threads
from bot.core.game import Game
from bot.core.game_service import GameService
from bot.core.requests.actor import Actor
from bot.features.computer_player import seats as computer_seats
from bot.features.lessons import course_list
from bot.features.lessons.courses import CourseRecord, next_course
from bot.i18n.catalogue import catalogue_for
from bot.ui.page import Page
from engine.errors import IllegalOrder, NotOnTable
from scenarios.presentation import courses
from storage import GameRecord


class LessonService:
    """Takes people to their learning battles. `opened` shows a game that has begun to who began it."""

    def __init__(
        self, games: GameService, threads: Threads, opened: Callable[[Actor, Game], Awaitable[Page]]
    ) -> None:
        self.games = games
        self.tongues: dict[int, str] = {}
        self._threads = threads
        self._opened = opened
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

    async def load(self) -> None:
        """Remember in which language to speak where."""
        self.tongues = await self.games.store.channel_languages.all()

    async def learn(self, actor: Actor, book: str = "", *, start_over: int | None = None) -> Page:
        """The rulebooks to choose from; of one, the way to its learning battle, which is opened if need be.
        `start_over` is the game to start over, 0 for one that is over.

        Raises Refused: no_such_book, no_classroom, no_thread_now, channel_taken.
        """
        if not book:
            return course_list.overview(catalogue_for(actor.language), await self._records(actor))
        if book not in courses():
            raise NotOnTable("", "no_such_book", book=book[:40], known=tuple(courses()))
        lock = self._locks.setdefault(actor.user, asyncio.Lock())
        async with lock:
            return await self._learn(actor, book, start_over)

    async def _learn(self, actor: Actor, book: str, start_over: int | None) -> Page:
        words = catalogue_for(actor.language)
        record = next(r for r in await self._records(actor) if r.book == book)
        game_record = record.under_way
        if game_record is not None and not await self._threads.reopen(game_record.channel, actor.user):
            await self.games.channel_deleted(game_record.channel)
            game_record = None
        if (
            game_record is not None and start_over != game_record.id
        ):  # a second press finds what the first has begun
            await self._speak_in(game_record.channel, actor.language)
            return course_list.back(words, book, game_record, here=game_record.channel == actor.channel)
        if game_record is None and record.finished and start_over is None:
            return course_list.finished(words, book, next_course(book), record.finished)
        return await self._open(actor, book, game_record)

    async def _open(self, actor: Actor, book: str, before: GameRecord | None) -> Page:
        """A new battle; the one `before` ends where it is, once there is room for the new one."""
        words = catalogue_for(actor.language)
        name = words("learn.thread", book=words(f"learn.book.{book}"))
        room = await self._threads.open(actor.channel, name, [actor.user], (*THREADS, "here"))
        try:
            if before is not None:
                await self.games.channel_deleted(before.channel)
            await self._check_free(room)
            self.tongues[room.channel] = actor.language
            there = replace(actor, channel=room.channel)
            game = await computer_seats.against_computer(self.games, there, courses()[book])
        except BaseException:
            self.tongues.pop(room.channel, None)
            await self._threads.discard(room)
            raise
        if before is not None and before.channel != room.channel:
            await self._threads.close(before.channel)
        if room.kind == "here":
            self.tongues.pop(room.channel, None)
            return await self._opened(actor, game)
        await self._speak_in(room.channel, actor.language)
        return course_list.opened(words, book, room)

    async def _check_free(self, room: GameChannel) -> None:
        """Raises IllegalOrder when there is no thread to be had and the channel has a game already."""
        if room.kind != "here":
            return
        record = await self.games.store.games.in_channel(room.channel)
        if record is not None and record.status != "over":
            raise IllegalOrder("", "no_classroom", missing=room.missing or ("create_private_threads",))

    async def _speak_in(self, channel: int, language: str) -> None:
        """Speak a language in a thread that is one person's."""
        if channel in self.tongues:
            self.tongues[channel] = language
            async with self.games.store.writing() as tx:
                await tx.channel_languages.set(channel, language)

    async def is_lesson(self, channel: int, message: int, game: int, user: int) -> bool:
        """Whether a message is a user's lesson: a report in a thread of their own."""
        if channel not in self.tongues:
            return False
        record = await self.games.store.games.in_channel(channel)
        if record is None or (record.id, record.status) != (game, "playing") or not _alone(record, user):
            return False
        posts = await self.games.store.outbox.posted_since(game, message)
        return any(post.posted == message and post.kind == "report" for post in posts)

    async def forget(self, channel: int) -> None:
        """A channel is gone: nothing is spoken in it any more."""
        if self.tongues.pop(channel, None) is not None:
            async with self.games.store.writing() as tx:
                await tx.channel_languages.set(channel, None)

    async def _records(self, actor: Actor) -> list[CourseRecord]:
        """A player's progress with every rulebook; running lessons are those in this server."""
        games = await self.games.store.games.all(user=actor.user)
        records = []
        for book, battle in courses().items():
            mine = [g for g in games if g.scenario == battle and _alone(g, actor.user)]
            on = [g for g in mine if g.status == "playing" and g.guild == actor.guild]
            over = [g for g in mine if g.status == "over" and await self._ended(g)]
            records.append(CourseRecord(book=book, under_way=on[-1] if on else None, finished=len(over)))
        return records

    async def _ended(self, record: GameRecord) -> bool:
        """Whether a game was played to its end: its channel may have been deleted before."""
        return (await self.games.game(record.id)).state.result is not None


def _alone(record: GameRecord, user: int) -> bool:
    """Whether a game has no other players."""
    return all(seat.bot or seat.user == user for seat in record.seats)
