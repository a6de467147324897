"""What is stored of one person is given to that person without anything of others, and erased without
touching theirs."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest

from engine.commands import Done, Write
from engine.events import Noted
from storage import (
    AnnouncedOrder,
    ClockRecord,
    Entry,
    GameResult,
    JoinRules,
    Pause,
    Player,
    Prediction,
    ResultPlayer,
    Seat,
    Seeker,
    SideClock,
    Store,
    StoredRating,
    Vacancy,
    Vacation,
    WhatIf,
)
from storage.personal_columns import departed, departed_letter
from storage.queries.privacy import _without

NOON = datetime(2026, 11, 22, 12, tzinfo=UTC)
GUILD, CHANNEL = 10, 20
ANNA, BRUNO = 300_000_000_000_000_001, 300_000_000_000_000_002
NAMES = {ANNA: "Anna", BRUNO: "Bruno"}
PLANS = {ANNA: "yari-1", BRUNO: "teppo-2"}
"""The unit each writes orders for, in secret."""
SEED = b"\x07" * 32


@pytest.fixture
async def store(database: Any) -> AsyncIterator[Store]:
    store = await Store.open(database)
    yield store
    await store.close()


def written(user: int, side: str, seq: int = 0) -> Entry:
    """A secret order, which only its side may know."""
    command = Write(unit=PLANS[user], order={"order": "march"})
    event = Noted(kind="planned", facts={"unit": PLANS[user]}, only=side)
    return Entry(seq=seq, kind="order", side=side, who=user, command=command, events=(event,), at=NOON)


async def a_game_of_two(store: Store) -> int:
    """Everything two people can leave behind, the same of each; each message names both where it can."""
    async with store.writing() as tx:
        seats = [Seat(side=s, user=u, name=NAMES[u]) for s, u in (("red", ANNA), ("blue", BRUNO))]
        about: dict[str, Any] = {"scenario": "nonaka", "printed": {}, "options": {}, "owner": BRUNO}
        game = await tx.games.create(guild=GUILD, channel=CHANNEL, seed=SEED, seats=seats, **about)
        await tx.games.update(game, status="playing")
        for seq, (side, user) in enumerate((("red", ANNA), ("blue", BRUNO), ("red", ANNA))):
            await tx.log.append(game, seq, written(user, side))
        await tx.clocks.save(ClockRecord(game=game, terms={"time": "3d"}, proposed={"by": BRUNO}))
        await tx.join_rules.save(game, JoinRules(reserved={"red": (ANNA, BRUNO)}))
        for side, user, other in (("red", ANNA, BRUNO), ("blue", BRUNO, ANNA)):
            period, left = "1.0", timedelta(days=1)
            dial = SideClock(game=game, side=side, period=period, left=left, reminded=(ANNA, BRUNO))
            await tx.clocks.save_sides([dial])
            await tx.drafts.save(game, user, f"{PLANS[user]} rest")
            await tx.players.save(Player(user=user, zone=f"Europe/{NAMES[user]}"))
            away = {"first": date(2026, 12, 1), "last": date(2026, 12, 2)}
            await tx.players.save_vacation(
                Vacation(user=user, starts=NOON, ends=NOON + timedelta(days=user % 7), **away)
            )
            await tx.players.save_preferences(user, {"theme": NAMES[user]})
            await tx.seekers.save(
                Seeker(guild=GUILD, user=user, name=NAMES[user], systems=("x",), since=NOON)
            )
            await tx.predictions.save(
                Prediction(game=game, after=user % 5, user=user, name=NAMES[user], guess="holds")
            )
            tried = written(user, side, seq=2)
            await tx.what_ifs.save(
                WhatIf(game=game, user=user, channel=0, side=side, after=3, seed=SEED, entries=(tried,))
            )
            post = {"game": game, "channel": CHANNEL}
            name = NAMES[user]
            await tx.outbox.add(
                kind="share", body={"by": user, "name": name, "caption": f"{name} says", "last": 7}, **post
            )
            await tx.outbox.add(kind="invitation", body={"user": user, "by": other}, **post)
            await tx.outbox.add(
                kind="relieved", body={"user": user, "name": name, "taker": other, "sides": [side]}, **post
            )
            await tx.outbox.add(kind="called", body={"invited": [ANNA, BRUNO], "turns": [3, 4]}, **post)
            await tx.outbox.add(kind="removed", body={"by": user}, game=None, channel=CHANNEL)
        await tx.vacancies.open(Vacancy(game=game, side="blue", user=BRUNO, since=NOON))
        await tx.pauses.save(Pause(game=game, by=BRUNO, reason="dinner", since=NOON))
        await tx.results.add(result(game))
    return game


def result(game: int) -> GameResult:
    """How the game ended for both."""
    sides = (("red", ANNA), ("blue", BRUNO))
    return GameResult(
        game=game,
        guild=GUILD,
        battle="nonaka",
        rulebook="art_of_tactic",
        begun=NOON,
        finished=NOON,
        turns=3,
        ending="agreed",
        winner="",
        level="draw",
        scores={"red": 1, "blue": 2},
        players=tuple(ResultPlayer(side=side, user=user, name=NAMES[user]) for side, user in sides),
    )


@pytest.mark.parametrize("user", [ANNA, BRUNO])
async def test_a_person_is_given_what_is_theirs_and_nothing_of_anybody_else(store: Store, user: int) -> None:
    await a_game_of_two(store)
    other = ANNA if user == BRUNO else BRUNO

    export = await store.privacy.export(user)

    (game,) = export["games"]
    text = json.dumps(export)
    assert {order["command"]["unit"] for order in game["orders"]} == {PLANS[user]}
    assert len(game["orders"]) == (2 if user == ANNA else 1)
    assert [seat["name"] for seat in game["seats"]] == [NAMES[user]]
    assert [seat["name"] for seat in game["result_players"]] == [NAMES[user]]
    assert game["opened"] is (user == BRUNO)
    assert {letter["kind"] for letter in game["letters"]} == {"share", "invitation", "relieved", "called"}
    shared = next(letter["body"] for letter in game["letters"] if letter["kind"] == "share")
    assert shared == {"by": user, "name": NAMES[user], "caption": f"{NAMES[user]} says"}
    called = next(letter["body"] for letter in game["letters"] if letter["kind"] == "called")
    assert called == {"invited": [user], "turns": [3, 4]}, "small numbers are no people"
    assert [letter["body"] for letter in export["letters"]] == [{"by": user}]
    assert str(user) in text
    for theirs in (str(other), NAMES[other], PLANS[other], SEED.hex(), "seed"):
        assert theirs not in text, theirs


async def test_of_a_game_that_goes_on_all_rows_are_given_and_nothing_that_counts_its_entries(
    store: Store,
) -> None:
    """Some of its entries are secret from who asks. Of both sides of one player every row is theirs."""
    order = AnnouncedOrder(
        game=1,
        number=1,
        seq=7,
        side="red",
        who=ANNA,
        command=Done(),
        fixed="{}",
        letter=1,
        interaction=5,
        at=NOON,
    )
    async with store.writing() as tx:
        seats = [Seat(side=side, user=ANNA, name="Anna") for side in ("red", "blue")]
        about: dict[str, Any] = {"scenario": "nonaka", "printed": {}, "options": {}, "owner": ANNA}
        game = await tx.games.create(guild=GUILD, channel=CHANNEL, seed=SEED, seats=seats, **about)
        for seq in range(2):
            await tx.log.append(game, seq, written(ANNA, "red"))
        await tx.log.append(game, 2, replace(written(ANNA, "red"), kind="undo", command=None))
        await tx.log.strike(game, [2], 3)
        both = tuple(ResultPlayer(side=side, user=ANNA, name="Anna") for side in ("red", "blue"))
        await tx.results.add(replace(result(game), players=both))
        await tx.dice.announce(replace(order, game=game))
        for side in ("red", "blue"):
            await tx.vacancies.open(Vacancy(game=game, side=side, user=ANNA, since=NOON))

    (told,) = (await store.privacy.export(ANNA))["games"]

    assert [row["side"] for row in told["result_players"]] == ["red", "blue"]
    assert sorted(row["side"] for row in told["wanted"]) == ["blue", "red"]
    assert [order.keys() for order in told["orders"]] == [{"at", "kind", "side", "command", "struck"}] * 3
    assert [order["struck"] for order in told["orders"]] == [False, True, False]
    (waits,) = told["announced_orders"]
    assert waits["side"] == "red"
    assert "seq" not in waits


async def test_a_what_if_is_given_without_what_the_referee_made_of_it(store: Store) -> None:
    await a_game_of_two(store)

    (what_if,) = (await store.privacy.export(ANNA))["whatifs"]

    (order,) = what_if["entries"]
    assert order.keys() == {"seq", "at", "side", "command", "struck"}
    assert what_if.keys() == {"game", "side", "faces", "entries"}


@pytest.mark.long
async def test_erasing_one_leaves_the_others_rows_as_they_were(store: Store) -> None:
    game = await a_game_of_two(store)
    before = await store.privacy.export(BRUNO)

    async with store.writing() as tx:
        numbers = await tx.privacy.erase(ANNA)

    record = await store.games.get(game)
    assert record is not None
    assert numbers == {game: -1}
    assert [(seat.user, seat.name) for seat in record.seats] == [(-1, ""), (BRUNO, "Bruno")]
    assert record.owner == BRUNO
    assert [entry.who for entry in await store.log.entries(game)] == [-1, BRUNO, -1]
    assert [(p.user, p.name) for p in await store.predictions.of_game(game)] == [(BRUNO, "Bruno")]
    assert (await store.vacancies.of_game(game))["blue"].user == BRUNO
    paused = await store.pauses.of_game(game)
    assert paused is not None
    assert paused.by == BRUNO
    assert await store.privacy.export(BRUNO) == before
    assert await store.privacy.games_naming(ANNA) == []
    nothing = await store.privacy.export(ANNA)
    assert nothing == {"user": ANNA, "games": [], "letters": []}


async def test_two_who_are_only_named_in_messages_get_numbers_of_their_own(store: Store) -> None:
    async with store.writing() as tx:
        about: dict[str, Any] = {"scenario": "nonaka", "printed": {}, "options": {}, "seats": (), "owner": 5}
        game = await tx.games.create(guild=GUILD, channel=CHANNEL, seed=SEED, **about)
        body = {"user": ANNA, "by": BRUNO}
        await tx.outbox.add(game=game, channel=CHANNEL, kind="invitation", body=body)
        first, second = await tx.privacy.erase(ANNA), await tx.privacy.erase(BRUNO)

    assert (first, second) == ({game: -1}, {game: -2})
    (message,) = await store.outbox.of_game(game, "invitation")
    assert message.body == {"user": -1, "by": -2}


async def test_who_is_erased_is_a_number_in_their_games_and_in_no_list_of_any_message(store: Store) -> None:
    about: dict[str, Any] = {"scenario": "nonaka", "printed": {}, "options": {}, "seed": SEED}
    async with store.writing() as tx:
        seat = Seat(side="red", user=ANNA, name="Anna")
        mine = await tx.games.create(guild=GUILD, channel=1, seats=(seat,), owner=ANNA, **about)
        own = await tx.games.create(guild=GUILD, channel=2, seats=(), owner=ANNA, **about)
        other = Seat(side="red", user=BRUNO, name="Bruno")
        await tx.games.create(guild=GUILD, channel=3, seats=(other,), owner=BRUNO, **about)
        body = {"users": [ANNA, BRUNO], "points": [3, 4], "user": ANNA}
        letter = await tx.outbox.add(game=None, channel=CHANNEL, kind="x", body=body)
    naming = await store.privacy.games_naming(ANNA)

    async with store.writing() as tx:
        numbers = await tx.privacy.erase(ANNA)

    assert naming == [mine, own]
    assert numbers == {mine: -1, own: -1}
    game, post = await store.games.get(mine), await store.outbox.get(letter)
    assert game is not None
    assert post is not None
    assert [(seat.user, seat.name) for seat in game.seats] == [(-1, "")]
    assert post.body == {"users": [BRUNO], "points": [3, 4], "user": -1}
    assert await store.privacy.games_naming(BRUNO) == [own + 1]


async def test_what_one_who_is_erased_has_proposed_of_the_clock_lapses(store: Store) -> None:
    async with store.writing() as tx:
        about: dict[str, Any] = {"scenario": "nonaka", "printed": {}, "options": {}, "seats": (), "owner": 5}
        game = await tx.games.create(guild=GUILD, channel=CHANNEL, seed=SEED, **about)
        clock = ClockRecord(game=game, terms={"time": "3d"}, proposed={"by": ANNA, "time": "1h"})
        await tx.clocks.save(clock)
        await tx.privacy.erase(ANNA)

    assert await store.clocks.of_game(game) == ClockRecord(game=game, terms={"time": "3d"}, proposed={})


def test_numbers_below_zero_are_those_of_people_who_were_erased() -> None:
    assert [departed(user) for user in (None, -1, 0, 5)] == [False, True, False, False]
    assert [departed_letter(user) for user in (-1, -26, -27, -53)] == ["A", "Z", "AA", "BA"]


async def test_ratings_are_counted_again_without_who_is_erased(store: Store) -> None:
    game = await a_game_of_two(store)
    numbers: dict[str, Any] = {"pool": "", "games": 1, "game": game, "mean": 25.0, "deviation": 8.0}
    async with store.writing() as tx:
        await tx.ratings.count([game], [StoredRating(user=user, **numbers) for user in (ANNA, BRUNO)])
    before = await store.ratings.waiting()
    async with store.writing() as tx:
        await tx.privacy.erase(ANNA)

    assert (before, await store.ratings.waiting()) == (0, 1)
    assert await store.ratings.of_users([BRUNO], "") == {}


async def test_each_game_has_numbers_of_its_own_for_who_is_erased_and_loses_the_names(store: Store) -> None:
    about: dict[str, Any] = {"scenario": "nonaka", "printed": {}, "options": {}, "seed": SEED, "owner": BRUNO}
    gone = Seat(side="blue", user=-1, name="")
    async with store.writing() as tx:
        seats = [Seat(side="red", user=ANNA, name="Anna"), gone]
        with_another = await tx.games.create(guild=GUILD, channel=1, seats=seats, **about)
        alone = await tx.games.create(guild=GUILD, channel=2, seats=seats[:1], **about)
        for user in (ANNA, BRUNO):
            await tx.players.save(Player(user=user, zone=f"Europe/{NAMES[user]}"))
            body = {"by": user, "name": NAMES[user], "caption": "look"}
            await tx.outbox.add(game=alone, channel=2, kind="share", body=body)

        numbers = await tx.privacy.erase(ANNA)

    assert numbers == {with_another: -2, alone: -1}
    seated = [await store.games.get(game) for game in (with_another, alone)]
    assert [[(s.user, s.name) for s in game.seats] for game in seated if game] == [
        [(-2, ""), (-1, "")],
        [(-1, "")],
    ]
    assert [post.body for post in await store.outbox.of_game(alone, "share")] == [
        {"by": -1, "name": "", "caption": ""},
        {"by": BRUNO, "name": "Bruno", "caption": "look"},
    ]
    assert [(await store.players.get(user)).zone for user in (ANNA, BRUNO)] == ["", "Europe/Bruno"]


async def test_whose_number_is_only_part_of_a_longer_one_is_not_named(store: Store) -> None:
    async with store.writing() as tx:
        post = await tx.outbox.add(game=None, channel=CHANNEL, kind="removed", body={"by": ANNA * 10 + 5})
        await tx.privacy.erase(ANNA)

    assert (await store.privacy.export(ANNA))["letters"] == []
    stored = await store.outbox.get(post)
    assert stored is not None
    assert stored.body == {"by": ANNA * 10 + 5}


def test_who_is_erased_is_a_number_wherever_json_names_them() -> None:
    named = {
        str(ANNA): 1,
        "of": {"user": ANNA, "name": "Anna"},
        "text": str(ANNA),
        "users": [ANNA, 3],
        "yes": True,
    }

    left = {"-4": 1, "of": {"user": -4, "name": ""}, "text": "-4", "users": [3], "yes": True}
    assert _without(named, ANNA, -4) == left
    assert _without({"by": BRUNO, "name": "Bruno", "user": None}, ANNA, -4)["name"] == "Bruno"


async def test_a_game_of_which_someone_has_only_predicted_something_is_found(store: Store) -> None:
    about: dict[str, Any] = {"scenario": "nonaka", "printed": {}, "options": {}, "seats": (), "owner": BRUNO}
    async with store.writing() as tx:
        games = [await tx.games.create(guild=GUILD, channel=n, seed=SEED, **about) for n in (1, 2)]
        for game, user in zip(games, (ANNA, BRUNO), strict=True):
            await tx.predictions.save(Prediction(game=game, after=1, user=user, name="", guess="holds"))

    assert await store.privacy.games_naming(ANNA) == games[:1]
