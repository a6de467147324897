"""The worker that draws public dice: what it waits for, what it says, and that it plays an announced order
once. A real database and a real beacon; posts are only marked as sent."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from bot.beacon import announcement
from bot.beacon.rounds import DISCORD_EPOCH, posted_at
from bot.core.game import Game
from bot.core.game_service import GameService
from bot.features.lobby import seating
from bot.features.lobby.start import begin
from bot.workers import public_dice
from bot.workers.public_dice import OUTAGE, PublicDiceWorker
from engine.commands import Command, Done
from storage import AnnouncedOrder, Store
from tests.bot.features.dice.test_duplicate_pair import a_pair
from tests.bot.features.lobby.test_seating_rights import ANNA, by
from tests.bot.local_beacon import LocalBeacon, local_beacon
from tests.empty_database import empty_database
from tests.patience import PATIENCE

INTERACTION = 4711


def message_of(seconds_ago: float) -> int:
    """The number of a message that was posted so long ago."""
    return (int((time.time() - seconds_ago) * 1000) - DISCORD_EPOCH) << 22


class Desk:
    """A game of Anna's whose order waits for its dice."""

    def __init__(self, games: GameService, beacon: LocalBeacon) -> None:
        self.games, self.beacon = games, beacon
        self.worker = PublicDiceWorker(games, beacon.client(), retry=0.001)
        self.told: list[int | None] = []
        self.game = 0

    async def begin(self) -> Game:
        game = await seating.create_game(
            self.games, by(ANNA), "ormes", seating.BOTH, None, "", public_dice=True
        )
        self.game = game.record.id
        return await seating.start(self.games, self.game, by(ANNA))

    async def announce(self, command: Command | None = None, side: str = "blue") -> AnnouncedOrder:
        game = await self.games.game(self.game)
        about: Any = (game.record, game.last + 1, side, command or Done(), ANNA, INTERACTION)
        async with self.games.store.writing() as tx:
            await self.games.announced_orders.announce(tx, *about)
        waiting = await self.games.store.dice.announced(self.game)
        assert waiting is not None
        return waiting

    async def post(self, order: AnnouncedOrder, seconds_ago: float = 5.0) -> int:
        message = message_of(seconds_ago)
        async with self.games.store.writing() as tx:
            await tx.outbox.mark_posted(order.letter, message)
        return message

    async def worked(self) -> Game:
        """The game once the worker rests."""
        self.games.subscribe(self.told.append)
        await self.worker.start()
        self.worker.wake(self.game)
        async with asyncio.timeout(PATIENCE):
            while not self.worker.rounds.idle:
                await asyncio.sleep(0.001)
        return await self.games.game(self.game)

    async def rolls(self) -> list[Any]:
        return await self.games.store.outbox.of_game(self.game, "roll")


@pytest.fixture
async def desk(tmp_path: Path) -> AsyncIterator[Desk]:
    async with local_beacon() as beacon:
        store = await Store.open(empty_database(tmp_path / "games.db"))
        made = Desk(GameService(store, chain=beacon.chain), beacon)
        await made.begin()
        yield made
        await made.worker.close()
        await store.close()


async def test_it_draws_on_the_round_after_the_post_and_plays_the_order_once(desk: Desk) -> None:
    before = await desk.games.game(desk.game)
    order = await desk.announce()
    message = await desk.post(order, seconds_ago=500.0)
    waits = asyncio.create_task(desk.games.announced_orders.wait(desk.game))
    after = await desk.worked()
    await asyncio.wait_for(waits, 5.0)

    number = desk.beacon.chain.round_after(posted_at(message))
    newest = after.entries[-1]
    assert desk.beacon.asked == [number]
    assert (after.last, newest.command, newest.who, newest.side) == (before.last + 1, Done(), ANNA, "blue")
    (drawn,) = await desk.games.store.dice.rounds(desk.game)
    assert (drawn.round, drawn.message, drawn.seq, drawn.fixed) == (number, message, newest.seq, order.fixed)
    assert await desk.games.store.receipts.get(INTERACTION) is not None
    assert not desk.games.announced_orders.expects(desk.game)
    assert await desk.games.store.dice.announced(desk.game) is None


async def test_what_is_posted_of_an_order_tells_nothing_of_it_and_is_another_text_each_time(
    desk: Desk,
) -> None:
    first = await desk.announce()
    async with desk.games.store.writing() as tx:
        await tx.dice.drop(desk.game)
    second = await desk.announce()

    assert first.fixed != second.fixed
    assert [post.body for post in await desk.rolls()] == [
        {"number": 1, "seal": announcement.seal(order.fixed)} for order in (first, second)
    ]
    assert abs(datetime.now(UTC) - second.at).total_seconds() < PATIENCE


async def test_the_announcement_of_a_pair_names_both_games_whichever_it_is_of(desk: Desk) -> None:
    nonce = b"\x01" * 16
    alone, one, other = (announcement.fixed(*who, "blue", None, nonce, twin) for who, twin in PAIRS)
    record = (await desk.games.game(desk.game)).record
    about: Any = (replace(record, twin=record.id + 1), 1, "", None, ANNA, None)
    async with desk.games.store.writing() as tx:
        await desk.games.announced_orders.announce(tx, *about)
    waiting = await desk.games.store.dice.announced(record.id)

    assert one == other
    assert json.loads(one)["games"] == [3, 8]
    assert json.loads(alone)["game"] == 3
    assert json.loads(alone)["nonce"] == nonce.hex()
    assert waiting is not None
    assert json.loads(waiting.fixed)["games"] == [record.id, record.id + 1]


PAIRS: Any = (((3, 1), 0), ((3, 1), 8), ((8, 1), 3))


async def test_what_was_given_up_for_no_lasting_reason_is_announced_again_with_the_same_seal(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(public_dice, "AGAIN", 0.0)
    order = await desk.announce()
    async with desk.games.store.writing() as tx:
        await tx.outbox.give_up(order.letter, "refused: 400")
    await desk.worked()

    first, second = await desk.rolls()
    waiting = await desk.games.store.dice.announced(desk.game)
    assert second.body == first.body
    assert second.failed == ""
    assert waiting is not None
    assert waiting.letter == second.id, "the round follows the post that stands"
    assert desk.told == [desk.game], "it is sent"
    assert desk.beacon.asked == []


@pytest.mark.parametrize("why", ["", "no access to the channel", "the channel is gone"])
async def test_what_waits_or_cannot_be_posted_now_is_not_announced_a_second_time(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, why: str
) -> None:
    monkeypatch.setattr(public_dice, "AGAIN", 0.0)
    order = await desk.announce()
    if why:
        async with desk.games.store.writing() as tx:
            await tx.outbox.give_up(order.letter, why)
    await desk.worked()

    assert len(await desk.rolls()) == 1
    assert await desk.games.store.dice.announced(desk.game) == order
    assert desk.beacon.asked == []


@pytest.mark.parametrize(("ago", "times"), [(5.0, 0), (OUTAGE + 30.0, 1)])
async def test_an_outage_is_told_once_when_it_has_lasted_a_while_and_the_order_waits(
    desk: Desk, ago: float, times: int
) -> None:
    desk.beacon.down = True
    order = await desk.announce()
    await desk.post(order, ago)
    desk.games.subscribe(desk.told.append)
    await desk.worker.start()
    async with asyncio.timeout(PATIENCE):
        while len(desk.beacon.asked) < 7:
            await asyncio.sleep(0.001)
    outages = await desk.games.store.outbox.of_game(desk.game, "beacon_out")
    waiting = await desk.games.store.dice.announced(desk.game)
    desk.beacon.down = False
    after = await desk.worked()

    number = desk.beacon.asked[0]
    assert [post.body for post in outages] == [{"number": order.number, "round": number}] * times
    assert waiting is not None
    assert waiting.told is bool(times)
    assert len({*desk.beacon.asked}) == 1, "whatever happens, the round is that one"
    assert after.entries[-1].command == Done()


async def test_of_a_game_that_is_over_no_order_waits(desk: Desk) -> None:
    order = await desk.announce()
    await desk.post(order)
    await desk.games.channel_deleted(1)
    after = await desk.worked()

    assert await desk.games.store.dice.announced(desk.game) is None
    assert not desk.games.announced_orders.expects(desk.game)
    assert all(entry.command is None for entry in after.entries)
    assert desk.beacon.asked == []


@pytest.mark.parametrize("another", [True, False])
async def test_an_order_that_waits_no_more_when_its_round_comes_is_not_played(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, another: bool
) -> None:
    order = await desk.announce()
    await desk.post(order)
    fetch = desk.worker._round

    async def meanwhile(game: int, number: int) -> Any:
        round_ = await fetch(game, number)
        async with desk.games.store.writing() as tx:
            await tx.dice.drop(game)
            if another:
                await tx.dice.announce(replace(order, number=order.number + 1))
        return round_

    monkeypatch.setattr(desk.worker, "_round", meanwhile)
    after = await desk.worked()

    assert all(entry.command is None for entry in after.entries)
    assert await desk.games.store.dice.rounds(desk.game) == []


async def test_an_order_that_is_refused_now_waits_no_more(
    desk: Desk, caplog: pytest.LogCaptureFixture
) -> None:
    order = await desk.announce(side="orange")
    await desk.post(order)
    after = await desk.worked()

    assert await desk.games.store.dice.announced(desk.game) is None
    assert not desk.games.announced_orders.expects(desk.game)
    assert all(entry.command is None for entry in after.entries)
    assert "public dice" in caplog.text


async def test_games_of_other_processes_are_left_to_them(desk: Desk) -> None:
    order = await desk.announce()
    await desk.post(order)

    async def elsewhere(game: int) -> bool:
        return False

    served: Any = SimpleNamespace(here=elsewhere)
    desk.games.served = served
    await desk.worked()

    assert await desk.games.store.dice.announced(desk.game) == order
    assert desk.beacon.asked == []


async def test_what_waited_when_the_bot_stopped_is_drawn_at_the_start_and_a_post_wakes_it_later(
    desk: Desk,
) -> None:
    order = await desk.announce()
    desk.games.announced_orders._events.clear()
    desk.worker.wake(desk.game)
    woken = desk.worker.rounds.busy(desk.game)
    await desk.worker.start()
    async with asyncio.timeout(PATIENCE):
        while not desk.worker.rounds.idle:
            await asyncio.sleep(0.001)
    waiting = await desk.games.store.dice.announced(desk.game)
    await desk.post(order)
    desk.worker.wake(desk.game)
    async with asyncio.timeout(PATIENCE):
        while desk.games.announced_orders.expects(desk.game):
            await asyncio.sleep(0.001)

    assert not woken, "of a game without such an order nothing is asked"
    assert waiting == order
    assert (await desk.games.game(desk.game)).entries[-1].command == Done()


async def test_both_games_of_a_pair_begin_with_the_round_of_the_first(desk: Desk) -> None:
    await desk.games.channel_deleted(1)
    both = await a_pair(desk.games, desk.beacon.chain.hash)
    for game in both:
        await begin.begin_full(desk.games, game)
    order = await desk.games.store.dice.announced(both[0])
    assert order is not None
    await desk.post(order)
    desk.game = both[0]
    await desk.worked()

    assert [(await desk.games.game(game)).record.status for game in both] == ["playing", "playing"]
    assert len(desk.beacon.asked) == 1
