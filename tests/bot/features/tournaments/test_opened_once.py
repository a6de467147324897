"""Whatever stops the bot, and wherever: each game of a round is opened, exactly once."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Any

import pytest

from bot.features.lobby import create as lobby_create
from bot.features.lobby.start import begin
from bot.features.tournaments.running import opening
from storage import Store
from storage.queries.league.tournaments import TournamentRepository
from tests.bot.features.tournaments import play
from tests.long_forms import long_but
from tests.patience import PATIENCE

PLAYERS = 6


class Stopped(BaseException):
    """The process has ended here."""


def stopping(monkeypatch: Any, owner: Any, name: str, nth: int, *, after: bool) -> asyncio.Event:
    """The bot dies at the nth call of a function, before it or just after; the event says that it has."""
    original, calls, dead = getattr(owner, name), [0], asyncio.Event()

    async def call(*args: Any, **options: Any) -> Any:
        calls[0] += 1
        if calls[0] == nth and not after:
            dead.set()
            await asyncio.Event().wait()
        answer = await original(*args, **options)
        if calls[0] == nth:
            dead.set()
            await asyncio.Event().wait()
        return answer

    monkeypatch.setattr(owner, name, call)
    return dead


STEPS = {
    "no thread yet": ("thread", 1, False),
    "a thread without a game": ("thread", 2, True),
    "in the transaction, before the game": (lobby_create, "add", 2, False),
    "in the transaction, after the game": (lobby_create, "add", 2, True),
    "in the transaction, before the note": (TournamentRepository, "save_game", 2, False),
    "a game that has not begun": (begin, "begin_full", 2, False),
    "a game that has just begun": (begin, "begin_full", 3, True),
}


@pytest.mark.parametrize("step", long_but(["a game that has not begun"], STEPS))
async def test_a_round_that_was_being_opened_is_opened_once(
    harness: Any, monkeypatch: Any, step: str
) -> None:
    where: Any = STEPS[step]
    if where[0] == "thread":
        where = (harness.bot.services.threads, "open", *where[1:])
    tournament = await play.announced(harness, rounds=2)
    await play.entered(harness, tournament, *range(1, PLAYERS + 1))
    with monkeypatch.context() as patch:
        dead = stopping(patch, *where[:3], after=where[3])
        await play.service(harness).start(play.actor(harness, 0), await play.event(harness, tournament))
        async with asyncio.timeout(PATIENCE):
            await dead.wait()
        await play.killed(harness)

    await harness.open()
    harness.bot.drawing_process.draw = play.dot
    await harness.quiet()

    event = await play.event(harness, tournament)
    games = [game.game for p in event.rounds[0].pairings for game in p.games]
    every = await harness.store.games.all()
    assert sorted(games) == [record.id for record in every], "each game belongs to one pairing"
    assert len(games) == PLAYERS // 2
    assert {record.status for record in every} == {"playing"}
    seated = [seat.user for record in every for seat in record.seats]
    assert len(seated) == len({*seated}) == PLAYERS


@pytest.mark.long
async def test_a_game_that_was_opened_meanwhile_is_not_opened_again(harness: Any) -> None:
    tournament = await play.started(harness, 2, rounds=1)
    event, threads = await play.event(harness, tournament), harness.bot.services.threads
    (open_,) = event.open_games()
    as_paired = replace(open_, game=replace(open_.game, game=None, opened=None))

    opened = await opening.open_games(harness.bot.games, threads, event, event.home, {as_paired: "again"})
    await harness.quiet()

    assert not opened
    assert len(await harness.store.games.all()) == 1
    assert await play.event(harness, tournament) == event


async def test_a_start_that_is_cancelled_as_it_is_written_opens_its_games(
    harness: Any, monkeypatch: Any
) -> None:
    """Discord has forgotten the interaction meanwhile, or the bot is being stopped: the round stands."""
    tournament = await play.announced(harness, rounds=1)
    await play.entered(harness, tournament, 1, 2)
    await harness.quiet()
    event, commit = await play.event(harness, tournament), Store._commit

    async def cancelling(self: Store, *args: Any) -> None:
        starting.cancel()
        await commit(self, *args)

    with monkeypatch.context() as patch:
        patch.setattr(Store, "_commit", cancelling)
        starting = asyncio.create_task(play.service(harness).start(play.actor(harness, 0), event))
        with pytest.raises(asyncio.CancelledError):
            await starting
    await harness.quiet()

    assert (await play.event(harness, tournament)).status == "playing"
    assert len(await harness.store.games.all()) == 1


@pytest.mark.long
async def test_a_round_that_was_paired_is_shown_to_who_asks_for_it_again(harness: Any) -> None:
    tournament = await play.started(harness, 4, rounds=2)
    event = await play.event(harness, tournament)

    page = await play.service(harness).pair(play.actor(harness, 0), event, 1)

    assert "Player 1" in page.embeds[0].text
    assert (await play.event(harness, tournament)).rounds == event.rounds


@pytest.mark.long
async def test_a_round_is_written_whole_or_not_at_all(harness: Any, monkeypatch: Any) -> None:
    tournament = await play.announced(harness, rounds=2)
    await play.entered(harness, tournament, *range(1, PLAYERS + 1))
    original = TournamentRepository.add_games

    async def fails(self: Any, number: int, round_: int, board: int, games: Any) -> None:
        if board == 2:
            raise RuntimeError("the process ends here")
        await original(self, number, round_, board, games)

    with monkeypatch.context() as patch:
        patch.setattr(TournamentRepository, "add_games", fails)
        with pytest.raises(RuntimeError):
            await play.service(harness).start(play.actor(harness, 0), await play.event(harness, tournament))

    event = await play.event(harness, tournament)
    assert (event.status, event.round) == ("signup", 0)
    assert {entrant.number for entrant in event.stored.entrants} == {None}


@pytest.mark.long
@pytest.mark.parametrize("state", long_but(["playing"], ["signup", "playing", "between rounds"]))
async def test_a_restart_goes_on_in_any_state(harness: Any, state: str) -> None:
    tournament = await play.announced(harness, rounds=2)
    await play.entered(harness, tournament, 1, 2, 3, 4)
    if state != "signup":
        await play.begun(harness, tournament)
    if state == "between rounds":
        await play.played(harness, tournament)

    await harness.again()
    harness.bot.drawing_process.draw = play.dot
    await harness.quiet()

    if state == "signup":
        await play.begun(harness, tournament)
    if state != "between rounds":
        await play.played(harness, tournament)
    await play.paired(harness, tournament)
    await play.played(harness, tournament)
    event = await play.event(harness, tournament)
    assert (event.status, event.round) == ("over", 2)
    assert len(await harness.store.games.all()) == 4


@pytest.mark.long
async def test_a_result_that_came_while_nobody_looked_is_taken_over_at_the_start(harness: Any) -> None:
    tournament = await play.started(harness, 2, rounds=1)
    (open_,) = (await play.event(harness, tournament)).open_games()
    harness.bot.workers.tournaments.wake_game = lambda game: None
    harness.bot.games._listeners.clear()
    await play.ended(harness, open_, play.Result.FIRST_WINS)
    unseen = (await play.event(harness, tournament)).status

    await harness.again()
    harness.bot.drawing_process.draw = play.dot
    await harness.quiet()

    assert unseen == "playing"
    assert (await play.event(harness, tournament)).status == "over"
