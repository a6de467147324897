"""In a tournament everybody plays their own games: no clock lets the computer take one over."""

from __future__ import annotations

from typing import Any

import pytest

TERMS = {"name": "Open", "battle": "ormes", "dice": "sealed"}


async def test_a_tournament_is_not_announced_with_such_a_clock(harness: Any) -> None:
    anna = harness.person("Anna")

    answer = await anna.slash("battle", "tournament new", TERMS | {"options": "clock=3d late=computer_easy"})

    guild = int(harness.sandbox.channel("battle")["guild_id"])
    assert answer.ephemeral
    assert "the computer takes none over" in answer.words
    assert "forfeit" in answer.words
    assert await harness.store.tournaments.in_guild(guild) == []


@pytest.mark.long
async def test_the_clock_of_its_games_cannot_be_changed_to_it(harness: Any) -> None:
    anna, bruno = harness.person("Anna"), harness.person("Bruno")
    await anna.slash("battle", "tournament new", TERMS | {"clock": "3d"})
    await harness.quiet()
    card = next(m for m in harness.sandbox.messages("battle", "Anna") if m.words.startswith("## 🏆"))
    await anna.click(card, "Join")
    await bruno.click(card, "Join")
    await anna.click(card, "Start")
    await harness.quiet()
    event = await harness.bot.services.tournaments.events.get(1)
    (open_,) = event.open_games()
    before = await harness.store.clocks.of_game(open_.game.game)

    answer = await anna.slash({"id": open_.game.channel}, "time clock", late="computer_hard")

    assert before is not None
    assert answer.ephemeral
    assert "the computer takes none over" in answer.words
    assert await harness.store.clocks.of_game(open_.game.game) == before
