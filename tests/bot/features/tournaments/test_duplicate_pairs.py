"""Both games of a duplicate pair have the same dice; neither tells the other's before they fall."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import opponent
from bot.beacon.rounds import posted_at
from bot.features.dice import proof as dice_proof
from bot.features.dice.evidence import evidence_of
from bot.features.dice.proof_page import record
from bot.features.lobby.start import begin, sealed_words
from bot.i18n.names import Names
from engine.commands import Done
from engine.errors import Refused
from engine.events import Rolled
from notation.record import read
from sandbox.model.world import PersonPlan, World
from storage import BY_STREAM
from storage.backups import check
from tests.bot.conftest import PATIENT
from tests.bot.features.tournaments import play
from tests.bot.features.tournaments.test_opened_once import stopping
from tests.bot.local_beacon import LocalBeacon, local_beacon
from tests.patience import PATIENCE

ROLLS = 8


async def pair(harness: Any, tournament: int) -> list[Any]:
    """Both games, the first leg first."""
    event = await play.event(harness, tournament)
    (pairing,) = event.rounds[0].pairings
    return [await harness.bot.games.game(game.game) for game in pairing.games]


async def played_on(harness: Any, number: int, skip: int = 0, rolls: int = ROLLS) -> Any:
    """A game in which the computer player has rolled some dice; every so many orders it only ends a phase."""
    games = harness.bot.games
    count = 0
    while len(rolled(await games.game(number))) < rolls:
        async with games.locked(number):
            game = await games.game(number)
            side = game.owing[0]
            count += 1
            order = opponent.choose(game.system, game.scenario, game.state, side)
            if skip and count % skip == 0:
                order = Done()
            try:
                await games.give(game, side, order, game.seat(side).user, None)
            except Refused:
                continue
    return await games.game(number)


def rolled(game: Any) -> list[Rolled]:
    return [event for entry in game.entries for event in entry.events if isinstance(event, Rolled)]


async def proven(harness: Any, game: Any, chain: str = "") -> tuple[Any, ...]:
    evidence = await evidence_of(harness.bot.games, game.record)
    return dice_proof.faults(record(Names.to("en", 0, game), evidence), chain)


def posts(harness: Any, game: Any, text: str) -> list[Any]:
    every = harness.sandbox.messages(str(game.record.channel), "Player 1")
    return [m for m in every if not m.ephemeral and text in m.words]


async def started(harness: Any, **terms: Any) -> int:
    return await play.started(harness, 2, rounds=1, duplicate=True, **terms)


@pytest.mark.long
async def test_both_games_have_the_same_dice_whatever_the_orders(harness: Any) -> None:
    tournament = await started(harness)
    one, two = await pair(harness, tournament)
    seats = [[seat.user for seat in game.record.seats] for game in (one, two)]
    shared = [(g.record.seed, g.record.salts, g.record.seals, g.record.dice_keys) for g in (one, two)]

    one, two = await played_on(harness, one.record.id), await played_on(harness, two.record.id, skip=3)

    assert seats[0] == seats[1][::-1]
    assert shared[0] == shared[1]
    assert shared[0][-1] == BY_STREAM
    assert (one.record.twin, two.record.twin) == (two.record.id, one.record.id)
    faces = [{roll.key: roll.dice[0] for roll in rolled(game)} for game in (one, two)]
    both = faces[0].keys() & faces[1].keys()
    assert both
    assert [faces[0][key] for key in both] == [faces[1][key] for key in both]
    orders = [[entry.command for entry in game.entries] for game in (one, two)]
    assert orders[0] != orders[1]
    assert [await proven(harness, game) for game in (one, two)] == [(), ()]


@pytest.mark.long
async def test_a_restart_in_the_middle_goes_on_with_the_next_rolls(harness: Any, tmp_path: Path) -> None:
    tournament = await started(harness)
    one, _ = await pair(harness, tournament)
    before = rolled(await played_on(harness, one.record.id))

    await harness.again()
    harness.bot.drawing_process.draw = play.dot
    game = await harness.bot.games.game(one.record.id)
    counted = game.rolled
    async with harness.bot.games.locked(one.record.id):
        newest = next(
            e for e in reversed(game.active_entries) if any(isinstance(x, Rolled) for x in e.events)
        )
        actor = replace(play.actor(harness, 0), channel=game.record.channel)
        await harness.bot.games.strike(game, newest.side, (newest,), actor, _nothing)
        game = await harness.bot.games.game(one.record.id)
        await harness.bot.games.give(game, newest.side, newest.command, newest.who, None)
    game = await harness.bot.games.game(one.record.id)

    keys = [roll.key for roll in rolled(game)]
    assert rolled(game)[: len(before)] == before
    assert len(keys) > len(before)
    assert len({*keys}) == len(keys), "dice that were taken back are not rolled again"
    assert sum(counted.values()) == len(before)
    assert await proven(harness, game) == ()
    await harness.store.backup(tmp_path / "copy.db")
    report = await asyncio.to_thread(check, tmp_path / "copy.db")
    assert report.faults == []
    assert report.refereed > len(before)


async def _nothing(tx: Any, after: Any) -> None:
    """There is nothing more to write."""


@pytest.mark.long
async def test_the_seed_is_told_when_both_games_are_over(harness: Any) -> None:
    tournament = await started(harness)
    one, two = await pair(harness, tournament)
    seed = one.record.seed.hex()
    one = await played_on(harness, one.record.id, rolls=1)
    event = await play.event(harness, tournament)
    first, second = event.open_games()

    await play.ended(harness, first, play.Result.FIRST_WINS)
    await harness.quiet()
    player = replace(play.actor(harness, 1), channel=one.record.channel)
    services = harness.bot.services
    verified = await services.dice_service.verify(player, one.record.id)
    exported = await services.records.export(player, one.record.id)
    replayed = await services.replays.page(player, one.record.id)
    shown = [str(each) for each in harness.sandbox.messages(str(one.record.channel), "Player 1")]

    for page in (verified, exported, replayed):
        assert seed not in repr(page)
    assert not any(seed in text for text in shown)
    assert "all of them are right" in repr(verified)
    assert "duplicate pair" in repr(verified)
    assert not read(exported.files[0].text.encode()).whole
    assert posts(harness, one, "the other game of this duplicate pair goes on")

    await play.ended(harness, second, play.Result.FIRST_WINS)
    await harness.quiet()
    verified = await services.dice_service.verify(player, one.record.id)
    exported = await services.records.export(player, one.record.id)

    assert seed in repr(verified)
    file = next(file for file in verified.files if file.name == "dice.txt")
    assert dice_proof.faults(dice_proof.read(file.text)) == ()
    assert read(exported.files[0].text.encode()).dice.seed == seed
    assert posts(harness, two, seed)


STEPS = {
    "both threads, no game": ("thread", 2, True),
    "in the transaction, between the games": ("add", 1, True),
    "both games, none begun": ("begin", 1, False),
    "one of them begun": ("begin", 2, False),
}


@pytest.mark.parametrize("step", STEPS)
async def test_a_pair_that_was_being_opened_is_opened_once_and_together(
    harness: Any, monkeypatch: Any, step: str
) -> None:
    name, nth, after = STEPS[step]
    owner: Any = {
        "thread": harness.bot.services.threads,
        "add": sealed_words,
        "begin": begin,
    }[name]
    function = {"thread": "open", "add": "close_words", "begin": "begin_full"}[name]
    tournament = await play.announced(harness, rounds=1, duplicate=True)
    await play.entered(harness, tournament, 1, 2)
    with monkeypatch.context() as patch:
        dead = stopping(patch, owner, function, nth, after=after)
        await play.service(harness).start(play.actor(harness, 0), await play.event(harness, tournament))
        await dead.wait()
        await play.killed(harness)

    await harness.open()
    harness.bot.drawing_process.draw = play.dot
    await harness.quiet()

    one, two = await pair(harness, tournament)
    assert len(await harness.store.games.all()) == 2
    assert one.record.seed == two.record.seed
    assert one.record.salts == two.record.salts != ()
    assert [game.record.status for game in (one, two)] == ["playing", "playing"]


# --- public dice ------------------------------------------------------------------------------------------


@pytest.fixture
async def beacon() -> AsyncIterator[LocalBeacon]:
    async with local_beacon() as beacon:
        yield beacon


@pytest.fixture
async def public(beacon: LocalBeacon, build: Callable[..., Any]) -> AsyncIterator[Any]:
    usual, timeouts = World(), replace(PATIENT, pause=0.02)
    people = tuple(PersonPlan(name=f"Player {n}") for n in range(3))
    world = replace(usual, people=(*usual.people, *people))
    async with build(world=world, bot={"beacon": beacon.client(), "timeouts": timeouts}) as harness:
        harness.bot.drawing_process.draw = play.dot
        yield harness


async def waiting(harness: Any, beacon: LocalBeacon) -> int:
    """A tournament of which both games wait for the beacon, which is down."""
    beacon.down = True
    tournament = await play.announced(harness, rounds=1, duplicate=True, public_dice=True)
    await play.entered(harness, tournament, 1, 2)
    await play.service(harness).start(play.actor(harness, 0), await play.event(harness, tournament))
    async with asyncio.timeout(PATIENCE):
        while not await harness.store.dice.waiting() or not beacon.asked:
            await asyncio.sleep(0.02)
    return tournament


@pytest.mark.long
async def test_one_round_after_the_pairing_decides_all_dice_of_both(public: Any, beacon: LocalBeacon) -> None:
    tournament = await waiting(public, beacon)
    before = [game.record.status for game in await pair(public, tournament)]
    beacon.down = False
    await public.quiet()
    one, two = await pair(public, tournament)
    asked = len(beacon.asked)
    one, two = [await played_on(public, g.record.id, skip, rolls=4) for g, skip in ((one, 0), (two, 3))]

    (round_,), (same,) = [await public.store.dice.rounds(game.record.id) for game in (one, two)]
    assert before == ["lobby", "lobby"]
    assert (round_.message, round_.round, round_.fixed) == (same.message, same.round, same.fixed)
    assert round_.round == beacon.chain.round_after(posted_at(round_.message))
    (announced,) = posts(public, one, "Both games of the pair begin with")
    assert int(announced.id) == round_.message
    (commitment,) = posts(public, one, "fixed before the first roll")
    assert int(commitment.id) < round_.message, "seed and words are fixed before the round"
    assert len(beacon.asked) == asked, "no order waits for a round of its own"
    faces = [{roll.key: roll.dice[0] for roll in rolled(game)} for game in (one, two)]
    both = faces[0].keys() & faces[1].keys()
    assert both
    assert all(faces[0][key] == faces[1][key] for key in both)
    chain = beacon.chain.hash
    assert [await proven(public, game, chain) for game in (one, two)] == [(), ()]
    player = replace(play.actor(public, 1), channel=two.record.channel)
    verified = repr(await public.bot.services.dice_service.verify(player, two.record.id))
    assert f"/{one.record.channel}/{round_.message}" in verified
    assert "can foresee every die of both games" in verified


@pytest.mark.long
async def test_a_pair_that_waits_for_its_round_goes_on_after_a_restart(
    public: Any, beacon: LocalBeacon
) -> None:
    tournament = await waiting(public, beacon)

    await public.close()
    beacon.down = False
    await public.open()
    public.bot.drawing_process.draw = play.dot
    await public.quiet()

    one, two = await pair(public, tournament)
    assert [game.record.status for game in (one, two)] == ["playing", "playing"]
    assert one.record.randomness == two.record.randomness != ""


@pytest.mark.long
async def test_when_the_game_that_was_to_draw_is_decided_the_other_draws(
    public: Any, beacon: LocalBeacon
) -> None:
    tournament = await waiting(public, beacon)
    one, two = await pair(public, tournament)
    async with public.bot.games.locked(one.record.id):
        async with public.store.writing() as tx:
            event = await play.event(public, tournament)
            first = next(event.open_games())
            decided = replace(first.game, game=None, result="first", margin=0, how="organiser")
            await tx.games.delete_lobby(one.record.id)
            await tx.tournaments.save_game(tournament, 1, first.pairing.board, decided)
        public.bot.games.forget(one.record.id)
    public.bot.games.notify(None)
    await begin.begin_full(public.bot.games, two.record.id)
    beacon.down = False
    await public.quiet()

    game = await public.bot.games.game(two.record.id)
    assert game.record.status == "playing"
    assert await proven(public, game, beacon.chain.hash) == ()
    assert posts(public, game, "Both games of the pair begin with")
