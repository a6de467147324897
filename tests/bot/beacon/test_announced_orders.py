"""Orders that wait for public dice, with a real database and a real beacon; posts are only marked as sent."""

from __future__ import annotations

import asyncio
import itertools
import json
import time
from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

import opponent
from bot.beacon.announced_orders import DiceAwaited
from bot.beacon.rounds import DISCORD_EPOCH
from bot.core.game import Game
from bot.core.game_service import GameService
from bot.core.requests.actor import Actor
from bot.features.batch_orders.submit import submit
from bot.features.dice import proof as dice_proof
from bot.features.lobby import seating
from bot.workers.deadline_scheduler import DeadlineScheduler
from bot.workers.public_dice import PublicDiceWorker
from engine.commands import Bombard, Command
from engine.errors import Refused
from engine.events import Rolled
from engine.ledger import RoundNeeded
from storage import Store
from tests.bot.local_beacon import LocalBeacon, local_beacon
from tests.empty_database import empty_database
from tests.patience import PATIENCE

MOST_ORDERS = 200


class Table:
    """Games with public dice of one person, whose posts count as sent when `post` is called."""

    def __init__(self, store: Store, beacon: LocalBeacon) -> None:
        self.store, self.beacon = store, beacon
        self.late = timedelta()
        self.steady = 0.0
        self.games = GameService(store, clock=self.now, chain=beacon.chain)
        self.games.announced_orders.patience = 0.0
        self.worker = PublicDiceWorker(self.games, beacon.client(), retry=0.02)
        self.alarm = DeadlineScheduler(self.games, lambda: time.monotonic() + self.steady, retry=0.0)
        self.games.subscribe(self.worker.wake, self.alarm.wake)
        self._numbers = itertools.count(1)

    def now(self) -> datetime:
        return datetime.now(UTC) + self.late

    def actor(self) -> Actor:
        return Actor(user=1, name="Anna", interaction=next(self._numbers), guild=1, channel=1)

    async def begin(self, scenario: str, options: str = "") -> Game:
        game = await seating.create_game(
            self.games, self.actor(), scenario, seating.BOTH, None, options, public_dice=True
        )
        await self.worker.start()
        return await seating.start(self.games, game.record.id, self.actor())

    async def post(self) -> None:
        """Mark every announcement as posted, just now."""
        for message in await self.store.outbox.waiting(1000):
            if message.kind == "roll":
                number = (int(time.time() * 1000) - DISCORD_EPOCH << 22) | message.id
                async with self.store.writing() as tx:
                    await tx.outbox.mark_posted(message.id, number)
                self.worker.wake(message.game)

    async def noted(self) -> None:
        """Wait until the clocks are written down as they are."""
        async with asyncio.timeout(PATIENCE):
            while not self.alarm.idle:
                await asyncio.sleep(0.01)

    async def drawn(self, game: int) -> Game:
        """The game once nothing waits in it."""
        async with asyncio.timeout(PATIENCE):
            while self.games.announced_orders.expects(game):
                await asyncio.sleep(0.01)
        return await self.games.game(game)

    def choice(self, game: Game) -> tuple[str, Command]:
        side = game.owing[0]
        seen = game.system.as_seen_by(game.scenario, game.state, side)
        return side, opponent.choose(game.system, game.scenario, seen, side)

    async def before_a_roll(self, game: Game) -> tuple[Game, str, Command]:
        """The game before an order that is going to roll; that order."""
        for _ in range(MOST_ORDERS):
            side, command = self.choice(game)
            async with self.games.locked(game.record.id):
                try:
                    self.games.play(game, side, command, 1)
                except RoundNeeded:
                    return game, side, command
                game = (await self.games.give(game, side, command, 1, None)).game
        raise AssertionError("nobody rolls")

    async def give(self, game: Game, side: str, command: Command) -> None:
        async with self.games.locked(game.record.id):
            await self.games.give(game, side, command, 1, self.actor())

    async def faults(self, game: Game) -> tuple[dice_proof.Fault, ...]:
        rounds = await self.store.dice.rounds(game.record.id)
        record = dice_proof.Record(
            game="",
            commitment=dice_proof.commitment(game.record.seed),
            seed=game.record.seed,
            salts=game.record.salts,
            chain=self.beacon.chain,
            rounds=dice_proof.drawn(game.entries, rounds),
            dice=dice_proof.dice(game.entries, rounds),
        )
        return dice_proof.faults(record, self.beacon.chain.hash)


@pytest.fixture
async def table(tmp_path: Path) -> AsyncIterator[Table]:
    async with local_beacon() as beacon:
        store = await Store.open(empty_database(tmp_path / "games.db"))
        table = Table(store, beacon)
        yield table
        await table.alarm.close()
        await table.worker.close()
        await store.close()


@pytest.mark.parametrize("scenario", ["takase", "puits", "gue", "ormes"])
async def test_every_rulebook_plays_with_public_dice(table: Table, scenario: str) -> None:
    """Also where both sides decide at the same time, and the dice fall when the second has locked."""
    game, side, command = await table.before_a_roll(await table.begin(scenario))

    with pytest.raises(DiceAwaited) as awaited:
        await table.give(game, side, command)
    await table.post()
    after = await table.drawn(game.record.id)

    assert awaited.value.fresh
    assert after.last == game.last + 1
    assert any(isinstance(event, Rolled) for event in after.entries[-1].events)
    assert await table.faults(after) == ()


async def test_no_order_is_carried_out_before_its_announcement_is_posted(table: Table) -> None:
    game, side, command = await table.before_a_roll(await table.begin("ormes"))

    with pytest.raises(DiceAwaited):
        await table.give(game, side, command)
    async with asyncio.timeout(PATIENCE):
        while not table.worker.rounds.idle:
            await asyncio.sleep(0.01)

    assert table.beacon.asked == []
    assert (await table.games.game(game.record.id)).last == game.last


@pytest.mark.long
async def test_the_same_order_is_announced_by_another_hash_each_time(table: Table) -> None:
    """Else the few orders that a side could give would be tried until one has the hash."""
    game, side, command = await table.before_a_roll(await table.begin("ormes"))
    nonces = []

    for _ in range(2):
        with pytest.raises(DiceAwaited):
            await table.give(game, side, command)
        waiting = await table.store.dice.announced(game.record.id)
        assert waiting is not None
        nonces.append(json.loads(waiting.fixed)["nonce"])
        async with table.store.writing() as tx:
            await tx.dice.drop(game.record.id)

    assert nonces[0] != nonces[1]
    assert [len(bytes.fromhex(nonce)) for nonce in nonces] == [16, 16]


async def test_a_game_draws_on_no_other_chain_than_the_one_it_names(
    table: Table, caplog: pytest.LogCaptureFixture
) -> None:
    game, side, command = await table.before_a_roll(await table.begin("ormes"))
    with pytest.raises(DiceAwaited):
        await table.give(game, side, command)
    await table.worker.close()

    async with local_beacon(b"another") as other:
        table.worker = PublicDiceWorker(table.games, other.client(), retry=0.02)
        await table.post()
        await table.worker.start()
        async with asyncio.timeout(PATIENCE):
            while not other.asked and "NoRound" not in caplog.text:
                await asyncio.sleep(0.01)

    assert other.asked == []
    assert (await table.games.game(game.record.id)).last == game.last


@pytest.mark.long
async def test_an_order_that_was_announced_cannot_be_exchanged_for_another(table: Table) -> None:
    """A host who sees the round coming can give no other order, nor end, correct or take back anything."""
    game, side, command = await table.before_a_roll(await table.begin("ormes"))
    with pytest.raises(DiceAwaited):
        await table.give(game, side, command)
    waiting = await table.store.dice.announced(game.record.id)

    async with table.games.locked(game.record.id):
        for attempt in (
            table.games.give(game, side, command, 1, None),
            table.games.write(game, game.entries[-1], None),
            table.games.strike(game, side, game.entries[-1:], table.actor(), _nothing),
        ):
            with pytest.raises(DiceAwaited) as refused:
                await attempt
            assert not refused.value.fresh

    assert await table.store.dice.announced(game.record.id) == waiting
    assert (await table.games.game(game.record.id)).last == game.last


async def test_only_the_player_whose_order_was_announced_waits_for_its_dice(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, _, command = await table.before_a_roll(await table.begin("ormes"))
    waited: list[int] = []

    async def wait(game_id: int) -> None:
        waited.append(game_id)

    monkeypatch.setattr(table.games.announced_orders, "wait", wait)
    later, own, earlier = table.actor(), table.actor(), table.actor()
    actors = (own, replace(earlier, interaction=10**6), replace(later, interaction=-1), own)
    for number, actor in enumerate(actors):
        with pytest.raises(DiceAwaited):
            await table.games.order(game.record.id, actor, command)
        assert len(waited) == (1 if number < 3 else 2)


@pytest.mark.long
async def test_an_interaction_that_has_drawn_its_dice_announces_nothing_more(table: Table) -> None:
    game, _, command = await table.before_a_roll(await table.begin("ormes"))
    actor = table.actor()
    with pytest.raises(DiceAwaited):
        await table.games.order(game.record.id, actor, command)
    await table.post()
    await table.worker.start()
    drawn = await table.drawn(game.record.id)
    _, _, another = await table.before_a_roll(drawn)

    again = await table.games.order(game.record.id, actor, another)

    assert again.repeated
    assert again.entry.command == command
    assert await table.store.dice.announced(game.record.id) is None


@pytest.mark.long
async def test_no_clock_runs_while_dice_are_awaited(table: Table, caplog: pytest.LogCaptureFixture) -> None:
    table.alarm.start()
    game, side, command = await table.before_a_roll(await table.begin("ormes", "clock=1d"))
    await table.noted()
    table.beacon.down = True
    with pytest.raises(DiceAwaited):
        await table.give(game, side, command)
    await table.post()

    table.late, table.steady = timedelta(days=9), timedelta(days=9).total_seconds()
    table.alarm.wake(None)
    await table.noted()
    waiting = await table.games.game(game.record.id)
    table.beacon.down = False
    table.worker.wake(game.record.id)
    after = await table.drawn(game.record.id)

    assert waiting.last == game.last, "nothing has expired"
    assert "keeps firing" not in caplog.text, "nor was it tried"
    assert after.last == game.last + 1
    await table.noted()
    assert (await table.games.game(game.record.id)).last == after.last, "the wait took no one's time"
    clock = await table.games.game_clock(after)
    assert clock is not None
    assert clock.running
    assert all(clock.deadline(side) > table.now() + timedelta(hours=20) for side in clock.running)


async def test_a_batch_stops_at_the_first_order_that_rolls_and_keeps_the_rest(table: Table) -> None:
    game, _, command = await table.before_a_roll(await table.begin("ormes"))
    assert isinstance(command, Bombard)
    line = f"{command.unit} fires {command.target}"
    await table.games.save_draft(game.record.id, table.actor(), f"{line}\ndone")
    draft = await table.games.draft(game.record.id, 1)
    assert draft is not None
    stamp = len(game.known_to(game.side_for(1)))

    given = await submit(table.games, game.record.id, table.actor(), draft.number, stamp)
    left = await table.games.draft(game.record.id, 1)
    await table.post()
    after = await table.drawn(game.record.id)

    assert given.stopped is not None
    assert isinstance(given.stopped[1], DiceAwaited)
    assert left is not None
    assert left.text == "done", "what is announced is given, once"
    assert after.last == game.last + 1


async def test_an_order_of_a_game_that_ended_is_dropped(table: Table) -> None:
    game, side, command = await table.before_a_roll(await table.begin("ormes"))
    with pytest.raises(DiceAwaited):
        await table.give(game, side, command)

    await table.games.channel_deleted(1)
    table.worker.wake(game.record.id)
    after = await table.drawn(game.record.id)

    assert after.record.status == "over"
    assert after.last == game.last


async def test_a_refusal_needs_no_round(table: Table) -> None:
    game, side, command = await table.before_a_roll(await table.begin("ormes"))

    with pytest.raises(Refused) as refused:
        await table.give(game, game.scenario.enemy(side), command)

    assert not isinstance(refused.value, DiceAwaited)
    assert await table.store.dice.announced(game.record.id) is None


async def _nothing(tx: Any, after: Any) -> None:
    """Nothing more in the transaction."""
