"""Public dice over real sockets: every roll waits for the beacon's first round after its announcement."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import AsyncIterator, Callable
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

import opponent
from bot.beacon.rounds import posted_at
from bot.core.requests.actor import Actor
from bot.features.dice import proof as dice_proof
from bot.features.dice.evidence import evidence_of
from bot.features.dice.proof_page import record
from bot.i18n.names import Names
from bot.workers import keyed_worker
from engine.commands import Expired
from engine.events import Rolled
from engine.ledger import PublicDice, RoundNeeded, SeededDice
from tests.bot.conftest import PATIENT
from tests.bot.local_beacon import LocalBeacon, local_beacon
from tests.bot.whole_games.test_morne_plaine import typed
from tests.patience import PATIENCE

MOST_ORDERS = 60


@pytest.fixture
async def beacon() -> AsyncIterator[LocalBeacon]:
    async with local_beacon() as beacon:
        yield beacon


@pytest.fixture
async def harness(beacon: LocalBeacon, build: Callable[..., Any]) -> AsyncIterator[Any]:
    timeouts = replace(PATIENT, pause=0.02)
    async with build(bot={"beacon": beacon.client(), "timeouts": timeouts}) as harness:
        yield harness


def rolled(game: Any) -> list[Any]:
    return [entry for entry in game.entries if any(isinstance(e, Rolled) for e in entry.events)]


async def before_a_roll(harness: Any, person: Any, scenario: str = "ormes") -> tuple[Any, str, Any]:
    """A game with public dice of one person, up to an order that is going to roll; that order."""
    await person.slash("battle", "game new", battle=scenario, side="both", dice="public")
    await person.slash("battle", "game start")
    for _ in range(MOST_ORDERS):
        game = await harness.game()
        side = game.side_for(int(person.id))
        order = opponent.choose(game.system, game.scenario, game.state, side)
        try:
            harness.bot.games.play(game, side, order, int(person.id))
        except RoundNeeded:
            return game, *typed(order)
        await person.slash("battle", *typed(order))
    raise AssertionError("nobody rolls")


async def proof(harness: Any, game: Any) -> dice_proof.Record:
    return record(Names.to("en", 0, game), await evidence_of(harness.bot.games, game.record))


def posts(harness: Any, text: str) -> list[Any]:
    return [m for m in harness.sandbox.messages("battle", "Clara") if not m.ephemeral and text in m.words]


def test_public_dice_ask_for_a_round_before_anything_falls() -> None:
    with pytest.raises(RoundNeeded):
        PublicDice(b"seed", ("word",), None).draw("1/1/1", 6)


def test_public_dice_change_with_the_round_alone() -> None:
    rounds = [bytes([n]) * 32 for n in range(20)]
    faces = {PublicDice(b"seed", ("word",), randomness).draw("1/1/1", 100_000) for randomness in rounds}

    assert len(faces) == 20
    by_hand = SeededDice(b"seed", ("word", rounds[3].hex())).draw("1/1/1", 6)
    assert PublicDice(b"seed", ("word",), rounds[3]).draw("1/1/1", 6) == by_hand


@pytest.mark.long
async def test_a_roll_draws_on_the_first_round_after_its_announcement(
    harness: Any, beacon: LocalBeacon
) -> None:
    anna = harness.person("Anna")
    game, command, options = await before_a_roll(harness, anna)
    assert beacon.asked == [], "an order without a die needs no round"

    answer = await anna.slash("battle", command, options)
    await harness.quiet()

    after = await harness.game()
    [entry], [drawn] = rolled(after), await harness.store.dice.rounds(after.record.id)
    [post] = posts(harness, "Roll 1:")
    assert after.last == game.last + 1
    assert drawn.message == int(post.id)
    assert drawn.round == beacon.chain.round_after(posted_at(drawn.message))
    assert hashlib.sha256(drawn.fixed.encode()).hexdigest() in post.words
    assert dice_proof.faults(await proof(harness, after), beacon.chain.hash) == ()
    assert "Your order stands" not in answer.words, "the dice came in time for the answer"
    assert entry.seq == drawn.seq
    verified = await anna.slash("battle", "dice verify")
    assert "all of them are right" in verified.words
    assert "the first after that message" in verified.words


@pytest.mark.long
@pytest.mark.fault(79)
async def test_an_outage_is_waited_for_and_said_and_nothing_else_is_taken(
    harness: Any, beacon: LocalBeacon, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(keyed_worker, "SLOWEST", 0.5)  # however long the machine takes for what is in between
    anna = harness.person("Anna")
    harness.bot.games.announced_orders.patience = 0.1
    game, command, options = await before_a_roll(harness, anna)
    beacon.down = True

    waiting = await anna.slash("battle", command, options)
    second = await anna.slash("battle", command, options)
    undone = await anna.slash("battle", "undo")
    harness.clock.passes(minutes=2)
    async with asyncio.timeout(PATIENCE):
        while not posts(harness, "does not answer"):
            await asyncio.sleep(0.02)
    standing = await harness.game()
    beacon.down = False
    await harness.quiet()

    assert "Your order stands" in waiting.words
    assert "takes nothing else" in second.words
    assert "takes nothing else" in undone.words
    assert standing.last == game.last
    after = await harness.game()
    assert after.last == game.last + 1, "carried out once"
    assert len(posts(harness, "does not answer")) == 1
    assert dice_proof.faults(await proof(harness, after), beacon.chain.hash) == ()


@pytest.mark.long
@pytest.mark.fault(79)
async def test_a_restart_between_order_and_round_loses_nothing_and_doubles_nothing(
    harness: Any, beacon: LocalBeacon
) -> None:
    anna = harness.person("Anna")
    harness.bot.games.announced_orders.patience = 0.1
    game, command, options = await before_a_roll(harness, anna)
    beacon.down = True
    await anna.slash("battle", command, options)
    announced = await harness.store.dice.announced(game.record.id)

    await harness.close()
    beacon.down = False
    await harness.open()
    await harness.quiet()

    after = await harness.game()
    [drawn] = await harness.store.dice.rounds(game.record.id)
    assert after.last == game.last + 1
    assert drawn.fixed == announced.fixed
    assert len(posts(harness, "Roll 1:")) == 1
    assert dice_proof.faults(await proof(harness, after), beacon.chain.hash) == ()


@pytest.mark.long
async def test_dice_taken_back_are_drawn_from_another_round(harness: Any, beacon: LocalBeacon) -> None:
    anna = harness.person("Anna")
    game, command, options = await before_a_roll(harness, anna)
    await anna.slash("battle", command, options)
    await harness.quiet()
    game = await harness.game()

    async with harness.bot.games.locked(game.record.id):
        newest = rolled(game)[-1]
        actor = _actor(game, int(anna.id))
        await harness.bot.games.strike(game, newest.side, (newest,), actor, _nothing)
    await anna.slash("battle", command, options)
    await harness.quiet()

    after = await harness.game()
    first, second = await harness.store.dice.rounds(game.record.id)
    assert (first.number, second.number) == (1, 2)
    assert second.message > first.message
    assert dice_proof.faults(await proof(harness, after), beacon.chain.hash) == ()


@pytest.mark.long
async def test_a_what_if_draws_on_no_beacon(harness: Any, beacon: LocalBeacon) -> None:
    anna = harness.person("Anna")
    game, command, options = await before_a_roll(harness, anna)

    await anna.slash("battle", "whatif open")
    await anna.slash("battle", command, options)

    assert beacon.asked == []
    assert (await harness.game()).last == game.last
    assert await harness.store.dice.announced(game.record.id) is None


@pytest.mark.long
async def test_the_orders_of_a_what_if_wait_for_the_beacon_once_they_are_sent(
    harness: Any, beacon: LocalBeacon
) -> None:
    anna = harness.person("Anna")
    game, command, options = await before_a_roll(harness, anna)
    await anna.slash("battle", "whatif open")
    await anna.slash("battle", command, options)

    await anna.slash("battle", "whatif send")
    await harness.quiet()

    after = await harness.game()
    [drawn] = await harness.store.dice.rounds(game.record.id)
    assert after.last == game.last + 1, "carried out once"
    assert rolled(after)[-1].seq == drawn.seq
    assert dice_proof.faults(await proof(harness, after), beacon.chain.hash) == ()
    again = await anna.slash("battle", "whatif send")
    await harness.quiet()
    assert (await harness.game()).last == after.last, again.words


@pytest.mark.long
async def test_what_a_deadline_brings_is_rolled_with_public_dice_too(
    harness: Any, beacon: LocalBeacon
) -> None:
    anna = harness.person("Anna")
    options = "clock=1d late=default"
    await anna.slash("battle", "game new", battle="puits", side="both", dice="public", options=options)
    await anna.slash("battle", "game start")
    await harness.quiet()
    game = await up_to_a_roll_of_the_clock(harness, anna)
    before = await harness.store.dice.rounds(game.record.id)

    beacon.ahead = timedelta(days=1, hours=1).total_seconds()
    await harness.later(days=1, hours=1)
    await harness.quiet()

    after = await harness.game()
    drawn = (await harness.store.dice.rounds(game.record.id))[len(before)]
    [late] = [entry for entry in after.entries if entry.seq == drawn.seq]
    assert isinstance(late.command, Expired)
    assert late in rolled(after)
    assert dice_proof.faults(await proof(harness, after), beacon.chain.hash) == ()


async def up_to_a_roll_of_the_clock(harness: Any, person: Any) -> Any:
    """The game, played up to a decision whose default rolls."""
    for number in range(MOST_ORDERS):
        game = await harness.game()
        side = game.owing[0]
        try:
            harness.bot.games.play(game, side, Expired(), None)
        except RoundNeeded:
            return game
        order = opponent.choose(game.system, game.scenario, game.state, side)
        actor = replace(_actor(game, int(person.id)), interaction=10**9 + number)
        await harness.bot.games.order(game.record.id, actor, order)
    raise AssertionError("no default rolls")


@pytest.mark.long
async def test_the_computer_player_waits_for_its_dice_like_everybody(
    harness: Any, beacon: LocalBeacon
) -> None:
    anna = harness.person("Anna")
    await anna.slash("battle", "game new", battle="ormes", partner=True, dice="public")
    await anna.slash("battle", "game start")
    await harness.quiet()
    for _ in range(MOST_ORDERS):
        game = await harness.game()
        if len(await harness.store.dice.rounds(game.record.id)) >= 2 or not game.playing:
            break
        side = game.side_for(int(anna.id))
        await anna.slash("battle", *typed(opponent.choose(game.system, game.scenario, game.state, side)))
        await harness.quiet()

    after = await harness.game()
    assert len(await harness.store.dice.rounds(after.record.id)) >= 2
    assert dice_proof.faults(await proof(harness, after), beacon.chain.hash) == ()


@pytest.mark.long
async def test_a_setup_that_rolls_begins_with_its_round(harness: Any, beacon: LocalBeacon) -> None:
    anna = harness.person("Anna")
    await anna.slash("battle", "game new", battle="isandlwana", side="both", dice="public")

    await anna.slash("battle", "game start")
    await harness.quiet()

    game = await harness.game()
    assert game.playing
    assert [drawn.seq for drawn in await harness.store.dice.rounds(game.record.id)] == [1]
    assert dice_proof.faults(await proof(harness, game), beacon.chain.hash) == ()


async def _nothing(tx: Any, after: Any) -> None:
    """Nothing more in the transaction."""


def _actor(game: Any, user: int) -> Actor:
    record = game.record
    return Actor(user=user, name="", interaction=1, guild=record.guild, channel=record.channel)
