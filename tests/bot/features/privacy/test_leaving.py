"""What becomes of the games of a player who has their data deleted: a real database, no Discord."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from bot.clock import terms
from bot.core import game_clock
from bot.core.game import Game
from bot.core.game_service import GameService
from bot.features.lobby import seating
from bot.features.privacy.service import Privacy, leaving
from engine.commands import Done
from storage import Seat, Vacation
from tests.bot.features.lobby.test_seating_rights import ANNA, BRUNO, CLARA, DORA, begun, by, lobby, person

NOON = datetime(2100, 1, 1, 12, tzinfo=UTC)


class Told:
    """Privacy, and whom and what it has told of."""

    def __init__(self, games: GameService) -> None:
        self.users: list[int] = []
        self.games: list[int | None] = []
        self.privacy = Privacy(games, self.users.append)
        games.subscribe(self.games.append)


async def seated(games: GameService, game: int, seats: Sequence[tuple[str, int | None]]) -> None:
    """These players have these sides."""
    rows = [
        Seat(side=side, user=user, name=f"P{user}" if user else "", bot=user is None) for side, user in seats
    ]
    async with games.store.writing() as tx:
        await tx.games.update(game, seats=rows)
    games.forget(game)


def with_seats(game: Game, *seats: tuple[str, int | None], status: Any = "playing") -> Game:
    rows = tuple(Seat(side=side, user=user, name="", bot=user is None) for side, user in seats)
    return replace(game, record=replace(game.record, seats=rows, status=status))


async def posts(games: GameService, kind: str) -> list[Any]:
    return [post.body for post in await games.store.outbox.waiting(100) if post.kind == kind]


async def test_what_becomes_of_a_game_is_told_before(games: GameService) -> None:
    game = await games.game(await lobby(games))

    def how(user: int, *seats: tuple[str, int | None], status: Any = "playing") -> Any:
        departure = leaving(with_seats(game, *seats, status=status), user)
        return departure and (departure.how, departure.sides)

    two = (("blue", ANNA), ("orange", BRUNO))
    assert how(ANNA, *two, status="lobby") == ("closed", ())
    assert how(BRUNO, *two, status="lobby") == ("left", ())
    assert how(CLARA, *two, status="lobby") is None
    assert how(ANNA, *two, status="over") is None
    assert how(CLARA, *two) is None
    assert how(ANNA, *two) == ("sought", ("blue",))
    assert how(ANNA, ("blue", ANNA), ("orange", None)) == ("ended", ()), "no person is left"
    assert how(ANNA, ("blue", ANNA), ("orange", -1)) == ("ended", ())
    assert how(ANNA, *two, ("blue", CLARA)) == ("left", ())
    assert how(ANNA, *two, ("orange", ANNA)) == ("sought", ("blue",))


async def test_nothing_is_deleted_before_its_owner_is_sure_and_then_once(games: GameService) -> None:
    game, told = await begun(games), Told(games)
    actor = by(ANNA)

    asked = await told.privacy.delete(actor)
    before = [seat.user for seat in (await games.game(game)).record.seats]
    first = await told.privacy.delete(actor, sure=True)
    async with games.store.writing() as tx:
        await tx.players.save_preferences(ANNA, {"theme": "dark"})
    again = await told.privacy.delete(actor, sure=True)

    assert asked.rows
    assert before == [ANNA, BRUNO]
    assert first == again
    assert told.users == [ANNA]
    assert await games.store.players.preferences(ANNA) == {"theme": "dark"}, (
        "what came after is another matter"
    )


async def test_a_side_without_a_player_needs_a_substitute_whom_no_one_is_named_for(
    games: GameService,
) -> None:
    game, told = await begun(games), Told(games)
    await told.privacy.delete(by(ANNA), sure=True)

    vacancy = (await games.store.vacancies.of_game(game))["blue"]
    after = await games.game(game)
    assert vacancy.user == -1
    assert await posts(games, "gone") == [{"user": -1, "sides": ["blue"]}]
    assert [(seat.side, seat.user) for seat in after.record.seats] == [("blue", -1), ("orange", BRUNO)]
    assert told.games == [game]
    assert str(ANNA) not in json.dumps(after.record.seats, default=str)


async def test_who_shares_a_side_leaves_it_to_the_others(games: GameService) -> None:
    game, told = await begun(games), Told(games)
    await seated(games, game, [("blue", ANNA), ("blue", CLARA), ("orange", BRUNO)])
    await told.privacy.delete(by(ANNA), sure=True)

    after = await games.game(game)
    assert [(seat.side, seat.user) for seat in after.record.seats] == [("blue", CLARA), ("orange", BRUNO)]
    assert await games.store.vacancies.of_game(game) == {}
    assert await posts(games, "gone") == [{"user": -1, "sides": []}]


async def test_the_time_used_until_then_is_taken_off_by_the_hours_of_those_who_were_there(
    games: GameService,
) -> None:
    """Clara is on vacation: only as long as Anna plays with her does their time pass."""
    game, told = await begun(games), Told(games)
    await seated(games, game, [("blue", ANNA), ("blue", CLARA), ("orange", BRUNO)])
    games.clock = lambda: NOON
    async with games.store.writing() as tx:
        await game_clock.agree(tx, game, terms.read("3d"))
        days = {"first": NOON.date(), "last": NOON.date()}
        away = Vacation(user=CLARA, starts=NOON, ends=NOON + timedelta(days=9), **days)
        await tx.players.save_vacation(away)
        await game_clock.update_clocks(tx, await games.game(game), NOON)
    games.clock = lambda: NOON + timedelta(hours=10)
    await told.privacy.delete(by(ANNA), sure=True)

    clock = await games.game_clock(await games.game(game))
    assert clock is not None
    assert clock.left("blue") == clock.terms.allowance - timedelta(hours=10)


async def test_a_lobby_is_left_and_one_of_ones_own_is_closed(games: GameService) -> None:
    own = await lobby(games)
    actor = replace(by(BRUNO), channel=2)
    other = (await seating.create_game(games, actor, "ormes", "blue", None)).record.id
    await seating.join(games, other, replace(by(ANNA), channel=2), "", person(ANNA))
    told, before = Told(games), len(await games.store.outbox.of_game(other, "lobby"))
    await told.privacy.delete(by(ANNA), sure=True)

    assert await games.store.games.get(own) is None
    assert len(await posts(games, "closed")) == 1
    left = await games.game(other)
    assert [(seat.side, seat.user) for seat in left.record.seats] == [("blue", BRUNO), ("orange", None)]
    assert len(await games.store.outbox.of_game(other, "lobby")) == before + 1, "its card says so"
    assert told.games == [None, other], "of a game that is gone there is nothing to look at"
    assert await posts(games, "gone") == []


async def test_every_game_in_memory_is_read_again(games: GameService) -> None:
    first = await begun(games)
    actor = replace(by(ANNA), channel=2)
    second = (await seating.create_game(games, actor, "ormes", seating.BOTH, None)).record.id
    await games.game(second)
    await Privacy(games).delete(by(ANNA), sure=True)

    for game in (first, second):
        known = games.cached(game)
        assert known is None or ANNA not in [seat.user for seat in known.record.seats]


async def test_it_waits_for_an_order_that_is_being_given(games: GameService) -> None:
    game = await begun(games)
    async with games.locked(game):
        deleting = asyncio.create_task(Privacy(games).delete(by(ANNA), sure=True))
        for _ in range(50):
            await asyncio.sleep(0.001)
        during = [seat.user for seat in (await games.game(game)).record.seats]
    await deleting

    assert during == [ANNA, BRUNO]
    assert [seat.user for seat in (await games.game(game)).record.seats] == [-1, BRUNO]


async def test_a_game_that_is_joined_meanwhile_is_left_too(
    games: GameService, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = await begun(games)
    other = (await seating.create_game(games, replace(by(BRUNO), channel=2), "ormes", "blue", None)).record.id
    privacy = Privacy(games)
    look, joined = privacy._leavings, asyncio.Event()

    async def leavings(*args: Any) -> Any:
        found = await look(*args)
        if not joined.is_set():
            joined.set()
            await seating.join(games, other, replace(by(ANNA), channel=2), "", person(ANNA))
        return found

    monkeypatch.setattr(privacy, "_leavings", leavings)
    await privacy.delete(by(ANNA), sure=True)

    assert [seat.user for seat in (await games.game(other)).record.seats] == [BRUNO, None]
    assert [seat.user for seat in (await games.game(first)).record.seats] == [-1, BRUNO]


async def test_what_is_shown_and_given_is_that_of_who_asks(games: GameService) -> None:
    game = await begun(games)
    await games.order(game, by(ANNA), Done())
    privacy = Privacy(games)
    for user, orders in ((ANNA, 1), (BRUNO, 1), (DORA, 0)):
        (file,) = (await privacy.export(by(user))).files
        given = json.loads(file.text)
        assert given["user"] == user
        assert sum(len(each["orders"]) for each in given["games"]) == orders
        assert [seat["name"] for each in given["games"] for seat in each["seats"]] == [f"P{user}"] * (
            user != DORA
        )
