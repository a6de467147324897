"""The learning battles: which there are, how far somebody is, a room for each. Knows no Discord.

A thread is made before the game in it, and cannot be part of its transaction: if all stops in between, an
empty thread is left, which is swept away at the next start. One person opens one at a time, so a second press
finds what the first has opened.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Protocol
from weakref import WeakValueDictionary

from bot import opening
from bot.books import BATTLES, Classroom, Record, next_book
from bot.desk import By, Desk
from bot.page import Page
from bot.say import learning as say
from bot.table import Table
from bot.words import speak
from engine.errors import IllegalOrder, NotOnTable
from storage import Game


class Rooms(Protocol):
    """Where one can learn."""

    async def open(self, by: By, name: str) -> Classroom:
        """A room for somebody. Raises Refused."""

    async def again(self, channel: int, user: int) -> bool:
        """Whether a room can be used again."""

    async def discard(self, room: Classroom) -> None:
        """Take a room away."""

    async def close(self, channel: int) -> None:
        """Put a room out of sight in which all is over."""


class Learning:
    """Takes people to their learning battles. `opened` shows a game that has begun to who began it."""

    def __init__(self, desk: Desk, rooms: Rooms, opened: Callable[[By, Table], Awaitable[Page]]) -> None:
        self.desk = desk
        self.tongues: dict[int, str] = {}
        self._rooms = rooms
        self._opened = opened
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

    async def load(self) -> None:
        """Remember in which language to speak where."""
        self.tongues = await self.desk.store.ask(lambda r: r.tongues())

    async def learn(self, by: By, book: str = "", *, anew: int | None = None) -> Page:
        """The rulebooks to choose from; of one, the way to its learning battle, which is opened if need be.
        `anew` is the game to begin anew, 0 for one that is over.

        Raises Refused: no_such_book, no_classroom, no_thread_now, channel_taken.
        """
        if not book:
            return say.overview(speak(by.language), await self._records(by))
        if book not in BATTLES:
            raise NotOnTable("", "no_such_book", book=book[:40], known=tuple(BATTLES))
        lock = self._locks.setdefault(by.user, asyncio.Lock())
        async with lock:
            return await self._learn(by, book, anew)

    async def _learn(self, by: By, book: str, anew: int | None) -> Page:
        words = speak(by.language)
        record = next(r for r in await self._records(by) if r.book == book)
        game = record.under_way
        if game is not None and not await self._rooms.again(game.channel, by.user):
            await self.desk.channel_gone(game.channel)
            game = None
        if game is not None and anew != game.id:  # a second press finds what the first has begun
            await self._speak_in(game.channel, by.language)
            return say.back(words, book, game, here=game.channel == by.channel)
        if game is None and record.finished and anew is None:
            return say.finished(words, book, next_book(book), record.finished)
        return await self._open(by, book, game)

    async def _open(self, by: By, book: str, before: Game | None) -> Page:
        """A new battle; the one `before` ends where it is, once there is room for the new one."""
        words = speak(by.language)
        room = await self._rooms.open(by, words("learn.thread", book=words(f"learn.book.{book}")))
        try:
            if before is not None:
                await self.desk.channel_gone(before.channel)
            await self._check_free(room)
            self.tongues[room.channel] = by.language
            table = await opening.tutorial(self.desk, replace(by, channel=room.channel), BATTLES[book])
        except BaseException:
            self.tongues.pop(room.channel, None)
            await self._rooms.discard(room)
            raise
        if before is not None and before.channel != room.channel:
            await self._rooms.close(before.channel)
        if room.kind == "here":
            self.tongues.pop(room.channel, None)
            return await self._opened(by, table)
        await self._speak_in(room.channel, by.language)
        return say.opened(words, book, room)

    async def _check_free(self, room: Classroom) -> None:
        """Raises IllegalOrder when there is no thread to be had and the channel has a game already."""
        if room.kind != "here":
            return
        game = await self.desk.store.game_in(room.channel)
        if game is not None and game.status != "over":
            raise IllegalOrder("", "no_classroom", missing=room.lacking or ("create_private_threads",))

    async def _speak_in(self, channel: int, language: str) -> None:
        """Speak a language in a thread that is one person's."""
        if channel in self.tongues:
            self.tongues[channel] = language
            async with self.desk.store.writing() as w:
                await w.speak_in(channel, language)

    async def forget(self, channel: int) -> None:
        """A channel is gone: nothing is spoken in it any more."""
        if self.tongues.pop(channel, None) is not None:
            async with self.desk.store.writing() as w:
                await w.speak_in(channel, None)

    async def _records(self, by: By) -> list[Record]:
        """How somebody stands with every rulebook; what is under way is so in this server."""
        games = await self.desk.store.games(user=by.user)
        found = []
        for book, battle in BATTLES.items():
            mine = [g for g in games if g.scenario == battle and _alone(g, by.user)]
            on = [g for g in mine if g.status == "playing" and g.guild == by.guild]
            over = [g for g in mine if g.status == "over" and await self._ended(g)]
            found.append(Record(book=book, under_way=on[-1] if on else None, finished=len(over)))
        return found

    async def _ended(self, game: Game) -> bool:
        """Whether a game was played to its end: its channel may have been deleted before."""
        return (await self.desk.table(game.id)).state.result is not None


def _alone(game: Game, user: int) -> bool:
    """Whether nobody else plays in a game."""
    return all(seat.bot or seat.user == user for seat in game.seats)
