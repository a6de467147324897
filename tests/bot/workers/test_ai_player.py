"""When the computer player locks its secret orders tells nothing of how many there are."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from bot.core.game import Game
from bot.core.game_service import GameService
from bot.core.requests.actor import Actor
from bot.features.lobby import seating
from bot.features.record.recorded_game import Sources, record_of
from bot.workers.computer_player import ComputerPlayer, player_key
from engine.commands import Command, Instruct, Seal, Write
from storage import Pause, Store
from tests.bot.conftest import open_harness
from tests.bot.sample_games import new_game
from tests.empty_database import empty_database

STEP = 1.0


@pytest.mark.long
@pytest.mark.promise(12)
async def test_orders_are_locked_at_a_step_and_a_running_games_file_tells_minutes(tmp_path: Path) -> None:
    async with open_harness(tmp_path, bot={"lock_step": STEP}) as harness:
        anna = harness.person("Anna")
        await anna.slash("battle", "game new", battle="nonaka", side="red", partner=True)
        await anna.slash("battle", "game start")
        await harness.quiet()

        game = await harness.game()
        began = next(e for e in game.entries if e.seq == game.phase_began)
        locked = next(e for e in game.entries if isinstance(e.command, Seal))
        written = [e for e in game.entries if isinstance(e.command, Write)]
        told = record_of(game, Sources(), "").entries

    assert written
    assert (locked.at - began.at).total_seconds() >= STEP
    assert {(entry.at.second, entry.at.microsecond) for entry in told} == {(0, 0)}


async def test_no_order_is_given_in_a_game_that_was_paused_while_it_was_chosen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = await Store.open(empty_database(tmp_path / "games.db"))
    games, anna = GameService(store), Actor(user=1, name="Anna", interaction=1, guild=1, channel=1)
    game = (await seating.create_game(games, anna, "ormes", "orange", seating.COMPUTER)).record.id
    await seating.start(games, game, replace(anna, interaction=2))
    player, last = ComputerPlayer(games), (await games.game(game)).last

    async def pause(table: Game, command: Command) -> None:
        async with store.writing() as tx:
            await tx.pauses.save(Pause(game=game, by=9, reason="dinner", since=games.clock()))

    monkeypatch.setattr(player, "_wait_to_lock", pause)
    given = await player.play_one(game)
    after = (await games.game(game)).last
    await store.close()

    assert (given, after) == (False, last)


async def test_an_order_that_was_chosen_before_another_was_given_is_dropped(
    games: GameService, monkeypatch: pytest.MonkeyPatch
) -> None:
    anna = Actor(user=1, name="Anna", interaction=1, guild=1, channel=1)
    game = (await seating.create_game(games, anna, "ormes", "orange", seating.COMPUTER)).record.id
    await seating.start(games, game, replace(anna, interaction=2))
    player = ComputerPlayer(games)

    async def meanwhile(table: Game, command: Command) -> None:
        await games.order(game, replace(anna, interaction=3), Instruct(kind="advance", answer="yes"))

    monkeypatch.setattr(player, "_wait_to_lock", meanwhile)
    given = await player.play_one(game)

    assert given, "it is to look again"
    assert isinstance((await games.game(game)).entries[-1].command, Instruct)


async def test_a_player_that_is_closed_at_work_says_nothing_of_a_game_that_is_not_its(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    store = await Store.open(empty_database(tmp_path / "games.db"))
    games, anna = GameService(store), Actor(user=1, name="Anna", interaction=1, guild=1, channel=1)
    game = (await seating.create_game(games, anna, "ormes", "orange", None)).record.id
    player = ComputerPlayer(games)

    player.wake(game)
    await player.close()
    await store.close()

    assert [record.message for record in caplog.records if record.name == "bot.workers.computer_player"] == []


def test_what_a_player_draws_with_tells_nothing_of_the_dice_and_is_its_own() -> None:
    """It is sent to other processes, which may be on other machines."""
    game, seed = new_game("ormes"), b"\x07" * 32
    game = replace(game, record=replace(game.record, seed=seed))

    seeds = [player_key(game, side, "easy").seed for side in game.scenario.side_ids]

    assert seeds == [player_key(game, side, "hard").seed for side in game.scenario.side_ids]
    assert len({*seeds, seed}) == 3
    assert not [each for each in seeds if seed in each]
