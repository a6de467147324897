"""The card of a lobby has seats to take while there are some, and none afterwards."""

from __future__ import annotations

from typing import Any

import pytest


def card(harness: Any) -> Any:
    """The first public message of the channel: the lobby, later the state of its game."""
    return next(m for m in harness.sandbox.messages("battle", "Bruno") if not m.ephemeral)


async def test_a_closed_lobby_has_no_seats_to_take(harness: Any) -> None:
    anna = harness.person("Anna")
    await anna.slash("battle", "game new", battle="ormes")
    await harness.quiet()
    open_ = card(harness).labels

    await anna.slash("battle", "game resign")
    await harness.quiet()

    assert "Take Orange" in open_
    assert card(harness).labels == []
    assert card(harness).words == "The lobby of **The bridge at Ormes** has been closed."
    newest = harness.sandbox.messages("battle", "Bruno")[-1]
    assert "has been closed" in newest.words, "those who do not look up are told, too"


async def test_a_lobby_card_that_was_deleted_is_no_obstacle_to_closing(harness: Any) -> None:
    anna = harness.person("Anna")
    await anna.slash("battle", "game new", battle="ormes")
    await harness.quiet()
    harness.sandbox.message_writer.delete(card(harness).post)

    await anna.slash("battle", "game resign")
    await harness.quiet()

    assert "has been closed" in harness.sandbox.messages("battle", "Bruno")[-1].words


@pytest.mark.long
async def test_a_finished_game_has_no_seats_to_take(harness: Any) -> None:
    anna, bruno = harness.person("Anna"), harness.person("Bruno")
    await anna.slash("battle", "game new", battle="ormes")
    await bruno.slash("battle", "game join")
    await anna.slash("battle", "game start")
    await harness.quiet()
    playing = card(harness).labels
    sure = await anna.slash("battle", "game resign")
    await anna.click(sure, sure.labels[0])
    await harness.quiet()

    assert playing == ["Give orders", "Map and key", "Status"]
    assert card(harness).labels == []
    assert "The game is over" in card(harness).words
