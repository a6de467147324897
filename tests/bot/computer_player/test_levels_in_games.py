"""Levels of the computer player: chosen in the gallery, the lobby, by command; who plays when it fails."""

from __future__ import annotations

import asyncio
import os
import signal
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bot.computer_player import thinking_process
from bot.computer_player.calculations import PlayerKey
from bot.computer_player.thinking_process import ThinkingProcess, TooSlow
from bot.computer_player.turn_budget import TurnBudget
from bot.core.game_service import GameService
from bot.core.requests.actor import Actor
from bot.features.computer_player.seats import computer_player
from bot.features.lobby import seating
from bot.workers.computer_player import ComputerPlayer, choose
from engine.commands import Command
from opponent import View
from storage import Store
from tests.empty_database import empty_database

ANNA = Actor(user=1, name="Anna", interaction=1, guild=1, channel=1)


async def begun(games: GameService, level: str) -> int:
    """Anna plays Orange on Ormes, the computer Blue, which begins."""
    player = computer_player(level) if level else replace(seating.COMPUTER, level="")
    game = (await seating.create_game(games, ANNA, "ormes", "orange", player)).record.id
    await seating.start(games, game, replace(ANNA, interaction=2))
    return game


async def play_turn(player: ComputerPlayer, game: int) -> None:
    while await player.play_one(game):
        pass


async def orders_of(games: GameService, game: int) -> list[Command | None]:
    return [e.command for e in (await games.game(game)).entries if e.kind == "order"]


def levels(game: Any) -> dict[str, str]:
    return {seat.side: seat.level for seat in game.record.seats if seat.bot}


@pytest.mark.long
async def test_side_and_level_are_chosen_in_the_gallery(harness: Any) -> None:
    anna = harness.person("Anna")
    gallery = await anna.slash("battle", "game new")
    card = await anna.select(gallery, gallery.selects[0]["custom_id"], "tutorial")

    await anna.select(card, card.selects[0]["custom_id"], "orange hard")
    await harness.quiet()

    game = await harness.game()
    assert (game.playing, levels(game)) == (True, {"blue": "hard"})


@pytest.mark.long
async def test_the_quick_button_of_a_newcomer_gives_an_easy_opponent(harness: Any) -> None:
    anna = harness.person("Anna")
    gallery = await anna.slash("battle", "game new")
    card = await anna.select(gallery, gallery.selects[0]["custom_id"], "tutorial")

    await anna.click(card, "Play the computer now")
    await harness.quiet()

    assert levels(await harness.game()) == {"orange": "easy"}


@pytest.mark.long
async def test_the_level_is_named_in_a_command_shown_and_changed_in_the_lobby(harness: Any) -> None:
    anna, bruno = harness.person("Anna"), harness.person("Bruno")
    await anna.slash("battle", "game new", battle="ormes", side="blue", level="easy")
    await harness.quiet()
    lobby = anna.sees("battle")[-1]
    [menu] = lobby.selects
    assert "the computer player, level easy" in lobby.words

    refused = await bruno.select(lobby, menu["custom_id"], "hard")
    answer = await anna.select(lobby, menu["custom_id"], "hard")
    await harness.quiet()
    await anna.slash("battle", "game start")
    await harness.quiet()

    assert "game" in refused.words.lower()
    assert "the computer player, level hard" in answer.words
    assert levels(await harness.game()) == {"orange": "hard"}
    assert "the computer player, level hard" in (await anna.slash("battle", "game status")).words


async def test_a_level_is_not_for_people(harness: Any) -> None:
    anna = harness.person("Anna")
    harness.person("Bruno")

    answer = await anna.slash("battle", "game new", battle="ormes", opponent="Bruno", level="hard")

    assert "A level is for the computer player" in answer.words


@pytest.fixture
async def thinking() -> Any:
    process = ThinkingProcess()
    yield process
    await process.close()


async def test_a_game_that_began_before_there_were_levels_is_played_as_before(
    tmp_path: Path, thinking: ThinkingProcess
) -> None:
    store = await Store.open(empty_database(tmp_path / "games.db"))
    games = GameService(store)
    old = await begun(games, "")

    await ComputerPlayer(games, thinking=thinking).play_one(old)

    game = await games.game(old)
    await store.close()
    assert thinking.pid == 0
    assert [e.command for e in game.entries if e.kind == "order"] == [choose(game.at(1), "blue")]


@pytest.mark.long
async def test_the_process_is_killed_in_a_turn_and_nothing_is_lost_or_doubled(
    tmp_path: Path, thinking: ThinkingProcess
) -> None:
    played = []
    for name, kills in (("calm", False), ("killed", True)):
        store = await Store.open(tmp_path / f"{name}.db")
        games = GameService(store, secret=lambda n: b"s" * n)
        game = await begun(games, "easy")
        player = ComputerPlayer(games, thinking=thinking)
        while await player.play_one(game):
            if kills and thinking.pid:
                os.kill(thinking.pid, signal.SIGKILL)
                kills = False
        played.append(await orders_of(games, game))
        await store.close()

    assert len(played[0]) > 3
    assert played[0] == played[1]


async def test_without_an_answer_in_time_rules_of_thumb_finish_the_turn(
    tmp_path: Path, thinking: ThinkingProcess
) -> None:
    store = await Store.open(empty_database(tmp_path / "games.db"))
    games = GameService(store)
    game = await begun(games, "hard")
    asked: list[int] = []

    async def never(view: View, key: PlayerKey) -> Command:
        asked.append(key.game)
        await asyncio.sleep(600)
        raise AssertionError

    thinking.next_order = never  # type: ignore[method-assign]
    await play_turn(ComputerPlayer(games, thinking=thinking, budget=TurnBudget(0.05)), game)
    orders = await orders_of(games, game)
    owing = (await games.game(game)).owing
    await store.close()

    assert asked == [game]
    assert len(orders) > 3
    assert owing != ("blue",)


async def test_a_full_queue_does_not_stop_a_game(
    tmp_path: Path, thinking: ThinkingProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(thinking_process, "MOST_WAITING", 0)
    store = await Store.open(empty_database(tmp_path / "games.db"))
    games = GameService(store)
    game = await begun(games, "normal")

    await play_turn(ComputerPlayer(games, thinking=thinking), game)

    orders = await orders_of(games, game)
    await store.close()
    assert len(orders) > 3
    assert thinking.pid == 0


async def test_closing_while_it_thinks_gives_no_order(tmp_path: Path, thinking: ThinkingProcess) -> None:
    store = await Store.open(empty_database(tmp_path / "games.db"))
    games = GameService(store)
    game = await begun(games, "hard")
    player = ComputerPlayer(games, thinking=thinking)
    player.wake(game)
    while not thinking.queue.busy:
        await asyncio.sleep(0.01)

    closing = asyncio.create_task(thinking.close())
    await player.close()
    await closing

    orders = await orders_of(games, game)
    await store.close()
    assert orders == []


async def test_a_level_that_takes_too_long_gives_way_to_the_one_below(
    tmp_path: Path, thinking: ThinkingProcess
) -> None:
    store = await Store.open(empty_database(tmp_path / "games.db"))
    games = GameService(store)
    game = await begun(games, "hard")
    asked: list[str] = []

    async def slow(view: View, key: PlayerKey) -> Command:
        asked.append(key.level)
        if key.level != "easy":
            raise TooSlow
        return choose(await games.game(key.game), view.side)

    thinking.next_order = slow  # type: ignore[method-assign]
    player = ComputerPlayer(games, thinking=thinking)
    await player.play_one(game)
    await player.play_one(game)
    orders = await orders_of(games, game)
    await store.close()

    assert asked == ["hard", "normal", "easy", "easy"]
    assert len(orders) == 2
