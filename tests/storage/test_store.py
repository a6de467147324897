"""The store on files, method by method: games, receipts, letters, guilds. (Logs: test_log.py)"""

from __future__ import annotations

import time
from collections.abc import AsyncIterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from storage import ChannelTaken, OutboxMessage, Pause, Receipt, Seat, Store, WriteTransaction
from storage.errors import ConstraintViolated
from storage.processes.changes import ANYTHING
from storage.processes.leases import Lease, Share

NOON = datetime(1815, 6, 18, 12, 0, 0, 250, tzinfo=UTC)
RED, BLUE = Seat(side="red", user=1, name="Ney"), Seat(side="blue", user=None, name="", bot=True)


@pytest.fixture
async def store(database: Path | str) -> AsyncIterator[Store]:
    store = await Store.open(database, clock=lambda: NOON)
    yield store
    await store.close()


async def lobby(tx: WriteTransaction, **other: Any) -> int:
    fields = {
        "guild": 10,
        "channel": 20,
        "scenario": "quatre_bras",
        "printed": {"map": {"0101": "wood"}, "counters": ["r1"]},
        "options": {"fog": "on"},
        "seed": b"\x00\xff",
        "seats": (RED, BLUE),
        "owner": 1,
    }
    return await tx.games.create(**fields | other)


async def new_game(store: Store, **other: Any) -> int:
    async with store.writing() as tx:
        return await lobby(tx, **other)


async def new_letter(store: Store, game: int | None, kind: str = "turn") -> int:
    async with store.writing() as tx:
        return await tx.outbox.add(game=game, channel=20, kind=kind, body={"text": "À vous"})


async def test_a_game_comes_back_as_it_was_created(store: Store) -> None:
    id_ = await new_game(store)

    game = await store.games.get(id_)

    assert game is not None
    assert (game.id, game.guild, game.channel, game.scenario, game.owner) == (id_, 10, 20, "quatre_bras", 1)
    assert game.printed == {"map": {"0101": "wood"}, "counters": ["r1"]}
    assert game.options == {"fog": "on"}
    assert (game.status, game.seed, game.salts, game.seats) == ("lobby", b"\x00\xff", (), (RED, BLUE))
    assert (game.created, game.revision) == (NOON, 1)


async def test_ids_as_large_as_discords_and_larger_come_back(store: Store) -> None:
    id_ = await new_game(store, guild=2**63 - 1, seats=(Seat(side="red", user=2**63 - 2, name="x"),))

    game = await store.games.get(id_)

    assert game is not None
    assert (game.guild, game.seats[0].user) == (2**63 - 1, 2**63 - 2)


@pytest.mark.fault(4, 5)
async def test_what_people_are_called_and_say_is_kept_as_far_as_any_database_can(store: Store) -> None:
    said = "N\0é 𝔊 ‮\u200b\ud800'; DROP TABLE seats; --"
    id_ = await new_game(store, seats=(Seat(side="red", user=1, name=said),))
    async with store.writing() as tx:
        await tx.pauses.save(Pause(game=id_, by=1, reason=said, since=NOON))
        letter = await tx.outbox.add(game=id_, channel=20, kind="turn", body={"text": said})

    game, pause = await store.games.get(id_), await store.pauses.of_game(id_)

    assert game is not None
    assert pause is not None
    assert game.seats[0].name == pause.reason == said.replace("\0", "\ufffd").replace("\ud800", "?")
    assert [(waiting.id, waiting.body["text"]) for waiting in await store.outbox.waiting()] == [
        (letter, said)
    ]


async def test_there_is_no_game_of_another_number(store: Store) -> None:
    assert await store.games.get(99) is None


async def test_a_second_unfinished_game_is_refused_in_a_channel(store: Store) -> None:
    first = await new_game(store)

    with pytest.raises(ChannelTaken) as refusal:
        await new_game(store)

    assert refusal.value.channel == 20
    assert [game.id for game in await store.games.all()] == [first]


async def test_a_finished_game_leaves_its_channel_free(store: Store) -> None:
    first = await new_game(store)
    async with store.writing() as tx:
        await tx.games.update(first, status="over")

    second = await new_game(store)

    record = await store.games.in_channel(20)
    assert record is not None
    assert record.id == second


async def test_a_finished_game_cannot_be_reopened_beside_another(store: Store) -> None:
    first = await new_game(store)
    async with store.writing() as tx:
        await tx.games.update(first, status="over")
    await new_game(store)

    with pytest.raises(ChannelTaken):
        async with store.writing() as tx:
            await tx.games.update(first, status="playing")


async def test_a_channel_names_its_unfinished_game_else_the_last_finished_one(store: Store) -> None:
    async with store.writing() as tx:
        over = [await lobby(tx)]
        await tx.games.update(over[0], status="over")
        over.append(await lobby(tx))
        await tx.games.update(over[1], status="over")

    last = await store.games.in_channel(20)

    assert last is not None
    assert last.id == over[1]
    assert await store.games.in_channel(21) is None


async def test_a_game_is_changed_field_by_field(store: Store) -> None:
    id_ = await new_game(store)
    wellesley = Seat(side="blue", user=2, name="Wellesley")

    async with store.writing() as tx:
        await tx.games.update(id_, status="playing", seats=(wellesley, RED), salts=("a", "é"))
        await tx.games.update(id_, options={}, seed=b"new")

    game = await store.games.get(id_)
    assert game is not None
    assert (game.status, game.seats, game.salts) == ("playing", (wellesley, RED), ("a", "é"))
    assert (game.options, game.seed, game.revision) == ({}, b"new", 3)
    assert game.printed == {"map": {"0101": "wood"}, "counters": ["r1"]}


async def test_fields_that_never_change_are_refused(store: Store) -> None:
    id_ = await new_game(store)

    with pytest.raises(TypeError, match="owner"):
        async with store.writing() as tx:
            await tx.games.update(id_, owner=2)


async def test_an_unknown_status_is_refused(store: Store) -> None:
    id_ = await new_game(store)

    with pytest.raises(ConstraintViolated):
        async with store.writing() as tx:
            await tx.games.update(id_, status="paused")


async def test_games_are_found_by_status_and_by_who_sits_in_them(store: Store) -> None:
    async with store.writing() as tx:
        one = await lobby(tx, channel=1)
        two = await lobby(tx, channel=2, seats=(RED, Seat(side="blue", user=2, name="Picton")))
        await tx.games.update(two, status="playing")

    assert [game.id for game in await store.games.all()] == [one, two]
    assert [game.id for game in await store.games.all("playing")] == [two]
    assert [game.id for game in await store.games.all(user=1)] == [one, two]
    assert [game.id for game in await store.games.all(user=2)] == [two]
    assert await store.games.all("lobby", user=2) == []


async def test_a_lobby_is_forgotten_and_its_number_is_not_used_again(store: Store) -> None:
    id_ = await new_game(store)
    letter = await new_letter(store, id_)
    async with store.writing() as tx:
        await tx.receipts.add(Receipt(interaction=5, game=id_, outcome={}))

    async with store.writing() as tx:
        await tx.games.delete_lobby(id_)

    assert await store.games.get(id_) is None
    assert await store.receipts.get(5) == Receipt(interaction=5, game=None, outcome={})
    assert [(each.id, each.game) for each in await store.outbox.waiting()] == [(letter, None)]
    assert await new_game(store) == id_ + 1


async def test_a_game_that_began_is_never_deleted(store: Store) -> None:
    id_ = await new_game(store)
    async with store.writing() as tx:
        await tx.games.update(id_, status="playing")

    with pytest.raises(LookupError):
        async with store.writing() as tx:
            await tx.games.delete_lobby(id_)

    assert await store.games.get(id_) is not None


async def test_changing_a_game_that_is_not_there_is_an_error(store: Store) -> None:
    with pytest.raises(LookupError):
        async with store.writing() as tx:
            await tx.games.update(99, status="over")


async def test_an_error_that_may_be_logged_tells_no_secret(store: Store) -> None:
    id_ = await new_game(store)

    with pytest.raises(ConstraintViolated) as error:
        async with store.writing() as tx:
            await tx.games.update(id_, status="paused", seed=b"the secret seed")

    assert "secret" not in str(error.value)


# inbox, outbox, guilds


async def test_an_interaction_is_received_once(store: Store) -> None:
    first, again = (
        Receipt(interaction=7, game=None, outcome={"a": 1}),
        Receipt(interaction=7, game=None, outcome={}),
    )

    async with store.writing() as tx:
        assert await tx.receipts.add(first) is True
    async with store.writing() as tx:
        assert await tx.receipts.add(again) is False

    assert await store.receipts.get(7) == first
    assert await store.receipts.get(8) is None


async def test_a_receipt_of_a_game_that_is_not_there_is_refused(store: Store) -> None:
    with pytest.raises(ConstraintViolated):
        async with store.writing() as tx:
            await tx.receipts.add(Receipt(interaction=7, game=99, outcome={}))


async def test_old_receipts_are_forgotten(store: Store) -> None:
    async with store.writing() as tx:
        await tx.receipts.add(Receipt(interaction=7, game=None, outcome={}))
        await tx.receipts.add(Receipt(interaction=6, game=None, outcome={}))
        await tx.receipts.add(Receipt(interaction=8, game=None, outcome={}))

    async with store.writing() as tx:
        assert await tx.receipts.delete_before(8, 1) == 1
        assert await tx.receipts.get(7) is not None
        assert await tx.receipts.delete_before(8, 9) == 1

    assert [await store.receipts.get(n) is None for n in (6, 7, 8)] == [True, True, False]


async def test_a_letter_waits_until_it_is_posted_or_given_up(store: Store) -> None:
    id_ = await new_game(store)
    first, second, third = [await new_letter(store, id_) for _ in range(3)]

    async with store.writing() as tx:
        await tx.outbox.mark_posted(first, message=111)
        await tx.outbox.give_up(second, "no permission")

    waiting = OutboxMessage(
        id=third,
        game=id_,
        channel=20,
        kind="turn",
        body={"text": "À vous"},
        posted=None,
        failed="",
        at=NOON,
    )
    assert await store.outbox.waiting() == [waiting]


async def test_letters_wait_oldest_first_and_a_few_at_a_time(store: Store) -> None:
    ids = [await new_letter(store, None) for _ in range(3)]

    assert [letter.id for letter in await store.outbox.waiting()] == ids
    assert [letter.id for letter in await store.outbox.waiting(limit=2)] == ids[:2]


async def test_letters_are_found_by_their_channel_however_many_wait_for_others(store: Store) -> None:
    async with store.writing() as tx:
        for channel in (30, 10, 30, 20):
            await tx.outbox.add(game=None, channel=channel, kind="turn", body={})

    assert await store.outbox.waiting_channels() == [30, 10, 20]
    assert [letter.channel for letter in await store.outbox.waiting(limit=2, channel=20)] == [20]
    assert len(await store.outbox.waiting(channel=30)) == 2


async def test_the_newest_posted_letter_of_a_kind_is_found(store: Store) -> None:
    id_ = await new_game(store)
    first, second, _, other = [
        await new_letter(store, id_, kind) for kind in ("board", "board", "board", "turn")
    ]
    async with store.writing() as tx:
        await tx.outbox.mark_posted(first, message=111)
        await tx.outbox.mark_posted(second, message=112)
        await tx.outbox.mark_posted(other, message=113)

    letter = await store.outbox.last_posted(id_, "board")

    assert letter is not None
    assert (letter.id, letter.posted) == (second, 112)
    assert await store.outbox.last_posted(id_, "film") is None


async def test_every_letter_of_a_kind_is_found_posted_or_not(store: Store) -> None:
    id_, another = await new_game(store), await new_game(store, channel=21)
    first, second, _ = [await new_letter(store, id_, kind) for kind in ("board", "board", "turn")]
    await new_letter(store, another, "board")
    async with store.writing() as tx:
        await tx.outbox.mark_posted(second, message=112)

    assert [letter.id for letter in await store.outbox.of_game(id_, "board")] == [first, second]


async def test_a_letter_that_is_not_there_is_an_error(store: Store) -> None:
    with pytest.raises(LookupError):
        async with store.writing() as tx:
            await tx.outbox.mark_posted(99, message=1)


async def test_a_letter_that_was_posted_after_all_has_not_failed(store: Store) -> None:
    game = await new_game(store)
    letter = await new_letter(store, game)
    async with store.writing() as tx:
        await tx.outbox.give_up(letter, "no answer")
        await tx.outbox.mark_posted(letter, 500)

    posted = await store.outbox.last_posted(game, "turn")

    assert posted is not None
    assert (posted.id, posted.failed) == (letter, "")


async def test_a_letter_is_given_up_for_a_reason(store: Store) -> None:
    letter = await new_letter(store, None)

    with pytest.raises(ValueError, match="reason"):
        async with store.writing() as tx:
            await tx.outbox.give_up(letter, "")


async def test_a_guild_is_greeted_once(store: Store) -> None:
    assert await store.guilds.is_known(3) is False

    async with store.writing() as tx:
        assert await tx.guilds.add(3) is True
        assert await tx.guilds.add(3) is False

    assert await store.guilds.is_known(3) is True


async def test_who_listens_is_told_of_each_commit_and_how_long_it_took(store: Store) -> None:
    took: list[float] = []
    store.subscribe(took.append)
    began = time.perf_counter()

    for server in (1, 2):
        async with store.writing() as tx:
            await tx.guilds.add(server)

    assert len(took) == 2
    assert 0 < sum(took) < time.perf_counter() - began


async def test_what_another_part_writes_is_told_and_what_the_part_itself_writes_is_not(store: Store) -> None:
    parts = [store.leased(Lease(Share(n, 2), "me", 1)) for n in (0, 1)]
    told: list[int] = []
    for number, part in enumerate(parts):
        part.subscribe_foreign(lambda change, number=number: told.append(number))

    store._heard(parts[0]._part, ANYTHING)
    store._heard(parts[1]._part, ANYTHING)
    store._heard("another process", ANYTHING)
    parts[0].let_go()
    store._heard("another process", ANYTHING)

    assert told == [1, 0, 0, 1, 1]
