"""What mattered in a finished game, in words and on the map, over real sockets."""

from __future__ import annotations

from typing import Any

import pytest

from bot.computer_player.calculations import compared
from bot.computer_player.thinking_process import ThinkingFailed, ThinkingProcess
from bot.computer_player.view_parcel import pack
from bot.core.requests.actor import Actor
from bot.features.after_game import what_mattered
from engine.errors import IllegalOrder
from opponent import View
from opponent.advice.comparison import compare
from tests.bot.features.after_game.test_after_game import finished


class ThinksHere(ThinkingProcess):
    """Compares here and at once; only so many orders, then it fails."""

    def __init__(self, most: int = 1000) -> None:
        super().__init__(enabled=False)
        self.left = most
        self.sides: list[str] = []

    async def calculate(self, view: View, function: Any, *args: Any, **kwargs: Any) -> Any:
        self.left -= 1
        self.sides.append(view.side)
        if self.left < 0:
            raise ThinkingFailed
        command, seed, _, _, others = args
        assert function is compared
        assert pack(view).side == view.side
        return compare(view, command, seed, 1, 60.0, others)


async def pressed(harness: Any, end: Any) -> Any:
    return await harness.person("Clara").click(end, "What mattered")


@pytest.mark.long
async def test_the_card_of_the_end_shows_what_would_have_been_better(
    harness: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(what_mattered, "LEAST_GAIN", 0.0001)
    monkeypatch.setattr("bot.features.after_game.judged_orders.MOST", 12)
    end = await finished(harness, orders=12, scenario="ormes")
    thinking = ThinksHere()
    service = harness.bot.services.of_games.what_mattered
    monkeypatch.setattr(service, "_thinking", thinking)

    told = await pressed(harness, end)
    asked = len(thinking.sides)
    again = await pressed(harness, end)

    assert told.ephemeral
    assert "Played:" in told.words
    assert "Better:" in told.words
    assert "Orders looked at" in told.words
    maps = [file for file in told.pictures if file["filename"].startswith("moment-")]
    assert 1 <= len(maps) <= 3
    assert all("Played:" in file["description"] and "Better:" in file["description"] for file in maps)
    assert again.words == told.words
    assert len(thinking.sides) == asked


async def test_a_game_in_play_is_not_looked_back_on(harness: Any) -> None:
    anna = harness.person("Anna")
    await anna.slash("battle", "game new", battle="ormes", side="both")
    await anna.slash("battle", "game start")
    game = await harness.game()
    asker = Actor(user=int(anna.id), name="Anna", interaction=1, guild=1, channel=game.record.channel)

    with pytest.raises(IllegalOrder) as refused:
        await harness.bot.services.of_games.what_mattered.page(asker, game.record.id)

    assert refused.value.reason == "mattered_not_over"


@pytest.mark.long
async def test_a_computer_that_cannot_think_says_so_and_is_asked_again(
    harness: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    end = await finished(harness, orders=6, scenario="ormes")

    refused = await pressed(harness, end)
    monkeypatch.setattr(harness.bot.services.of_games.what_mattered, "_thinking", ThinksHere())
    monkeypatch.setattr("bot.features.after_game.judged_orders.MOST", 2)
    told = await pressed(harness, end)

    assert "too busy" in refused.words
    assert "What mattered" in told.words
