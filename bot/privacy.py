"""What is kept about somebody: told to him, given to him as a file, taken away. No Discord."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass

from bot import founding, timekeeper
from bot.desk import By, Desk, receipt
from bot.opening import without
from bot.page import Page
from bot.say import privacy as saying
from bot.table import Table
from bot.words import speak
from storage import Json, Wanted, Writing, departed


@dataclass(frozen=True, slots=True, kw_only=True)
class Leaving:
    """What becomes of a game when somebody is forgotten who sits in it.

    `how`: closed, a lobby that he opened; left, others go on without him; sought, somebody is looked for to
    play `sides` in his place; ended, nobody else was there.
    """

    table: Table
    how: str
    sides: tuple[str, ...] = ()


def leaving(table: Table, user: int) -> Leaving | None:
    """What becomes of this game when that user is forgotten; None when nothing does."""
    if table.game.status == "over":
        return None
    if table.game.status == "lobby":
        if table.game.owner == user:
            return Leaving(table=table, how="closed")
        return Leaving(table=table, how="left") if table.sides_of(user) else None
    if not table.sides_of(user):
        return None
    if all(s.user in (None, user) or departed(s.user) for s in table.game.seats):
        return Leaving(table=table, how="ended")
    alone = tuple(s for s in table.sides_of(user) if len(table.seats(s)) == 1)
    return Leaving(table=table, how="sought" if alone else "left", sides=alone)


class Privacy:
    """Tells, gives and takes away. `forgotten` are told whose data are no more."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.forgotten: list[Callable[[int], None]] = []

    async def show(self, by: By) -> Page:
        """What is kept about the asker, in short."""
        kept = await self.desk.store.ask(lambda r: r.kept_about(by.user))
        return saying.summary(speak(by.language), kept)

    async def export(self, by: By) -> Page:
        """All that is kept about the asker, as a file."""
        kept = await self.desk.store.ask(lambda r: r.kept_about(by.user))
        text = await asyncio.to_thread(_file, self.desk.clock().isoformat(timespec="seconds"), kept)
        return saying.exported(speak(by.language), text)

    async def delete(self, by: By, *, sure: bool = False) -> Page:
        """Take away all that is kept about the asker; unless he is `sure`, tell him first what that means."""
        words = speak(by.language)
        if await self.desk.store.receipt(by.interaction):
            return saying.deleted(words)
        if not sure:
            return saying.sure(words, await self._leavings(by.user))
        while True:
            try:
                await self._delete(by)
            except _Again:
                continue
            return saying.deleted(words)

    async def _delete(self, by: By) -> None:
        """Do it, once. Raises _Again."""
        games = await self.desk.store.ask(lambda r: r.games_with(by.user))
        async with self._alone(games):
            found = await self._leavings(by.user, games)
            async with self.desk.store.writing() as w:
                if not await w.receive(receipt(by, None, forgotten=True)):
                    return
                if set(await w.games_with(by.user)) - {*games}:
                    raise _Again
                await self._forget(w, by.user, found)
            for game in games:
                self.desk.forget(game)
            for listener in self.forgotten:
                listener(by.user)
            closed = {each.table.game.id for each in found if each.how == "closed"}
            for game in games:
                self.desk.tell(None if game in closed else game)

    async def _forget(self, w: Writing, user: int, found: Sequence[Leaving]) -> None:
        """Leave the games that are not over, then take everything away."""
        for each in found:
            await self._leave(w, user, each)
        numbers = await w.forget_person(user)
        for each in found:
            game = each.table.game
            for side in each.sides:
                now = self.desk.clock()
                await w.want(Wanted(game=game.id, side=side, user=numbers[game.id], since=now))
            if each.how in ("left", "sought") and game.status == "playing":
                body: Json = {"user": numbers.get(game.id, -1), "sides": list(each.sides)}
                await w.post(game=game.id, channel=game.channel, kind="gone", body=body)

    async def _leave(self, w: Writing, user: int, each: Leaving) -> None:
        table, game = each.table, each.table.game
        if each.how == "closed":
            await w.delete_game(game.id)
            body = {"title": founding.find_title(game.printed)}
            await w.post(game=None, channel=game.channel, kind="closed", body=body)
            return
        if each.how == "ended":
            await w.update_game(game.id, status="over")
            return
        if game.status == "playing":  # others rest at other hours
            await timekeeper.settle(w, table, self.desk.clock(), self.desk.clock())
        stay = [s for s in table.game.seats if s.user == user and s.side in each.sides]
        seats = [*(s for s in without(table, user) if s.side not in each.sides), *stay]
        order = table.scenario.side_ids.index
        await w.update_game(game.id, seats=sorted(seats, key=lambda s: order(s.side)))
        if game.status == "lobby":
            await w.post(game=game.id, channel=game.channel, kind="lobby", body={})

    async def _leavings(self, user: int, games: Iterable[int] | None = None) -> list[Leaving]:
        """What becomes of the games in which he sits."""
        if games is None:
            games = await self.desk.store.ask(lambda r: r.games_with(user))
        found = [leaving(await self.desk.table(game), user) for game in games]
        return [each for each in found if each is not None]

    @asynccontextmanager
    async def _alone(self, games: Sequence[int]) -> AsyncIterator[None]:
        """Nobody changes these games meanwhile."""
        async with AsyncExitStack() as stack:
            for game in games:
                await stack.enter_async_context(self.desk.alone(game))
            yield


class _Again(Exception):
    """Another game has come to those that were looked at: nothing was written."""


def _file(made: str, kept: Json) -> str:
    return json.dumps({"grognard": "privacy-1", "made": made, **kept}, indent=1, ensure_ascii=False)
