"""Stored data of a user: summarised, exported as a file, deleted. No Discord."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager

from bot.core import game_clock
from bot.core.game import Game
from bot.core.game_result import result_of
from bot.core.game_service import GameService
from bot.core.requests.actor import Actor
from bot.core.requests.receipts import receipt
from bot.features.lobby import create as lobby_create
from bot.features.lobby.seating import without
from bot.features.privacy import page as privacy_page
from bot.features.privacy.model import Departure
from bot.i18n.catalogue import catalogue_for
from bot.runtime.worker_threads import in_thread
from bot.ui.page import Page
from storage import Json, Vacancy, WriteTransaction, departed


def leaving(game: Game, user: int) -> Departure | None:
    """What becomes of this game when that user is forgotten; None when nothing does."""
    if game.record.status == "over":
        return None
    if game.record.status == "lobby":
        if game.record.owner == user:
            return Departure(game=game, how="closed")
        return Departure(game=game, how="left") if game.sides_of(user) else None
    if not game.sides_of(user):
        return None
    if all(s.user in (None, user) or departed(s.user) for s in game.record.seats):
        return Departure(game=game, how="ended")
    alone = tuple(s for s in game.sides_of(user) if len(game.seats(s)) == 1)
    return Departure(game=game, how="sought" if alone else "left", sides=alone)


class Privacy:
    """Shows, exports and deletes personal data. `forgotten` is called with users whose data was deleted."""

    def __init__(self, games: GameService, forgotten: Callable[[int], None] = lambda user: None) -> None:
        self.games = games
        self._forgotten = forgotten

    async def show(self, actor: Actor) -> Page:
        """What is kept about the asker, in short."""
        data = await self.games.store.privacy.export(actor.user)
        return privacy_page.summary(catalogue_for(actor.language), data)

    async def export(self, actor: Actor) -> Page:
        """All that is kept about the asker, as a file."""
        data = await self.games.store.privacy.export(actor.user)
        text = await in_thread(_file, self.games.clock().isoformat(timespec="seconds"), data)
        return privacy_page.exported(catalogue_for(actor.language), text)

    async def delete(self, actor: Actor, *, sure: bool = False) -> Page:
        """Delete all data of the user; unless `sure`, explain the consequences first."""
        words = catalogue_for(actor.language)
        if not sure:
            return privacy_page.sure(words, await self._leavings(actor.user))
        while True:
            try:
                await self._delete(actor)
            except _Again:
                continue
            return privacy_page.deleted(words)

    async def _delete(self, actor: Actor) -> None:
        """Do it, once. Raises _Again."""
        games = await self.games.store.privacy.games_naming(actor.user)
        async with self._alone(games):
            departures = await self._leavings(actor.user, games)
            async with self.games.store.writing() as tx:
                if not await tx.receipts.add(receipt(actor, None, forgotten=True)):
                    return
                if set(await tx.privacy.games_naming(actor.user)) - {*games}:
                    raise _Again
                await self._forget(tx, actor.user, departures)
            for game_id in games:
                self.games.forget(game_id)
            self._forgotten(actor.user)
            closed = {each.game.record.id for each in departures if each.how == "closed"}
            for game_id in games:
                self.games.notify(None if game_id in closed else game_id)

    async def _forget(self, tx: WriteTransaction, user: int, departures: Sequence[Departure]) -> None:
        """Leave the games that are not over, then take everything away."""
        for each in departures:
            await self._leave(tx, user, each)
        numbers = await tx.privacy.erase(user)
        for each in departures:
            record = each.game.record
            for side in each.sides:
                now = self.games.clock()
                await tx.vacancies.open(
                    Vacancy(game=record.id, side=side, user=numbers[record.id], since=now)
                )
            if each.how in ("left", "sought") and record.status == "playing":
                body: Json = {"user": numbers.get(record.id, -1), "sides": list(each.sides)}
                await tx.outbox.add(game=record.id, channel=record.channel, kind="gone", body=body)

    async def _leave(self, tx: WriteTransaction, user: int, each: Departure) -> None:
        game, record = each.game, each.game.record
        if each.how == "closed":
            await tx.games.delete_lobby(record.id)
            body = {"title": lobby_create.find_title(record.printed)}
            place = {"channel": record.channel, "guild": record.guild}
            await tx.outbox.add(game=None, kind="closed", body=body, **place)
            return
        if each.how == "ended":
            await tx.results.finish(result_of(game, self.games.clock()))
            return
        if record.status == "playing":  # others rest at other hours
            await game_clock.deduct_time(tx, game, self.games.clock(), self.games.clock())
        stay = [s for s in game.record.seats if s.user == user and s.side in each.sides]
        seats = [*(s for s in without(game, user) if s.side not in each.sides), *stay]
        order = game.scenario.side_ids.index
        await tx.games.update(record.id, seats=sorted(seats, key=lambda s: order(s.side)))
        if record.status == "lobby":
            await tx.outbox.add(game=record.id, channel=record.channel, kind="lobby", body={})

    async def _leavings(self, user: int, games: Iterable[int] | None = None) -> list[Departure]:
        """What becomes of the games in which they sit."""
        if games is None:
            games = await self.games.store.privacy.games_naming(user)
        departures = [leaving(await self.games.game(game_id), user) for game_id in games]
        return [each for each in departures if each is not None]

    @asynccontextmanager
    async def _alone(self, games: Sequence[int]) -> AsyncIterator[None]:
        """Lock these games."""
        async with AsyncExitStack() as stack:
            for game_id in games:
                await stack.enter_async_context(self.games.locked(game_id))
            yield


class _Again(Exception):
    """Another game has come to those that were looked at: nothing was written."""


def _file(created: str, data: Json) -> str:
    return json.dumps({"grognard": "privacy-1", "made": created, **data}, indent=1, ensure_ascii=False)
