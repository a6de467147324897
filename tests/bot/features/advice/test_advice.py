"""/game advise: an order with its reasons, given by a button; none in rated games."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bot.computer_player.thinking_process import ThinkingProcess
from bot.core.game_service import GameService
from bot.core.requests.actor import Actor
from bot.features.advice.service import AdviceService
from bot.features.lobby import seating
from bot.features.lobby.seating import Person
from bot.features.orders.service import OrderService
from engine.commands import Command
from engine.errors import IllegalOrder
from storage import Store
from tests.empty_database import empty_database

ANNA = Actor(user=1, name="Anna", interaction=1, guild=1, channel=1)


@pytest.mark.long
async def test_a_suggestion_is_private_and_given_by_its_button(harness: Any) -> None:
    anna = harness.person("Anna")
    await anna.slash("battle", "game new", battle="ormes", side="blue", partner=True)
    await anna.slash("battle", "game start")
    await harness.quiet()
    before = await harness.game()

    advice = await anna.slash("battle", "game advise")
    private, words = advice.ephemeral, advice.words
    after = await anna.click(advice, "Do it")
    await harness.quiet()

    game = await harness.game()
    assert private
    assert "Suggestion 1" in words
    assert "rules of thumb" in words
    assert game.last > before.last
    assert game.entries[before.last].who == (await harness.game()).seat("blue").user
    assert after.words


@pytest.mark.long
async def test_a_search_gives_reasons_and_other_orders_and_the_same_answer_twice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = await Store.open(empty_database(tmp_path / "games.db"))
    games, thinking = GameService(store), ThinkingProcess(patience=150.0)
    game = await seating.create_game(games, ANNA, "ormes", "blue", seating.COMPUTER)
    await seating.start(games, game.record.id, replace(ANNA, interaction=2))
    orders = OrderService(games)

    pages, chosen = [], list[Command]()
    for _ in range(2):
        service = AdviceService(games, orders, thinking, within=150.0)  # on a busy machine, too
        pages.append([await service.advise(replace(ANNA, interaction=n), number=n - 10) for n in (10, 11)])
        chosen += [o.command for a in service._kept.values() for o in a.suggestions]
    await thinking.close()
    await store.close()

    first, second = pages[0]
    assert "Gains" in first.embeds[0].text
    assert "Exposes" in first.embeds[0].text
    assert first.embeds[0].text != second.embeds[0].text
    assert [page.embeds[0] for page in pages[0]] == [page.embeds[0] for page in pages[1]]
    assert len(chosen) > 2


@pytest.mark.parametrize(("rated", "reason"), [(True, "advice_rated"), (False, "")])
async def test_rated_games_have_no_advice(tmp_path: Path, rated: bool, reason: str) -> None:
    store = await Store.open(empty_database(tmp_path / "games.db"))
    games, thinking = GameService(store), ThinkingProcess(enabled=False)
    game = await seating.create_game(games, ANNA, "ormes", "blue", None, rated=rated)
    bruno = replace(ANNA, user=2, name="Bruno", interaction=2)
    await seating.join(games, game.record.id, bruno, "", Person(user=2, name="Bruno"))
    await seating.start(games, game.record.id, replace(ANNA, interaction=3))
    service = AdviceService(games, OrderService(games), thinking)

    refused = ""
    try:
        await service.advise(replace(ANNA, interaction=4))
    except IllegalOrder as why:
        refused = why.reason
    await store.close()

    assert refused == reason
