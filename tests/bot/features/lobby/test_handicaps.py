"""The handicap of a game: typed among the options, chosen in the lobby, kept by a rematch."""

from __future__ import annotations

from typing import Any

import pytest

import scenarios
from bot.core.requests.actor import Actor
from bot.features.lobby import create, handicaps, seating
from engine.errors import IllegalOrder, NotOnTable
from engine.scenario import Handicap
from scenarios.handicaps import counted

UNEVEN = "kurokawa"
"""A battle whose games told a handicap: Blue gives."""


def lobby_of(harness: Any) -> Any:
    """The lobby as it stands."""
    return next(m for m in harness.person("Anna").sees("battle") if "Start the game" in m.labels)


@pytest.mark.parametrize(
    ("value", "handicap"),
    [
        ("blue-2", Handicap(gives="blue", points=2)),
        ("ORANGE-1.5", Handicap(gives="orange", points=1, draw=True)),
        ("blue-0½", Handicap(gives="blue", draw=True)),
        ("none", None),
        ("", None),
    ],
)
def test_a_handicap_is_read_as_it_is_written(value: str, handicap: Handicap | None) -> None:
    battle = handicaps.applied(scenarios.load("ormes"), value)

    assert battle.handicap == handicap
    assert handicaps.applied(scenarios.load("ormes"), handicaps.text_of(handicap)[9:]).handicap == handicap


@pytest.mark.parametrize("value", ["red-2", "blue", "blue-0", "blue-x", "2", "blue-2.7", "-2", "blue--1"])
def test_what_is_no_handicap_is_refused_with_the_sides(value: str) -> None:
    with pytest.raises(NotOnTable) as refused:
        handicaps.applied(scenarios.load("ormes"), value)

    assert refused.value.reason == "no_such_handicap"
    assert refused.value.facts["known"] == ("blue", "orange")


@pytest.mark.parametrize("value", ["colonial-4", "native-4.5", "colonial-99"])
def test_one_that_would_decide_the_battle_is_refused_dc_vic_04(value: str) -> None:
    with pytest.raises(NotOnTable) as refused:
        handicaps.applied(scenarios.load("puits"), value)

    assert refused.value.reason == "option_does_not_fit"


def test_the_counted_one_is_that_of_the_battle() -> None:
    battle = scenarios.load(UNEVEN)

    assert handicaps.applied(battle, "counted").handicap == counted(battle) is not None
    with pytest.raises(NotOnTable) as refused:
        handicaps.applied(scenarios.load("nonaka"), "counted")
    assert refused.value.reason == "no_counted_handicap"


def test_it_stands_among_the_other_options_of_a_game() -> None:
    setup = create.read_setup("ormes", "line_of_sight=yes handicap: blue-1 clock=3d start=full", "")

    assert setup.battle.handicap == Handicap(gives="blue", points=1)
    assert (setup.battle.option("line_of_sight"), setup.starts_full, setup.clock is not None) == (
        "yes",
        True,
        True,
    )
    assert handicaps.chosen_of(scenarios.load("ormes"), setup.battle) == "handicap=blue-1"


async def test_it_is_offered_while_options_are_typed(harness: Any) -> None:
    anna = harness.person("Anna")

    choices = await anna.complete(
        "battle", "game new", {"battle": "ormes", "options": "start=full hand"}, focused="options"
    )

    assert [c["value"] for c in choices] == [
        f"start=full handicap={given}" for given in ("blue-1", "blue-2", "orange-1", "orange-2")
    ]


async def test_the_host_makes_a_lobby_even_and_takes_it_back(harness: Any) -> None:
    anna = harness.person("Anna")
    await anna.slash("battle", "game new", battle=UNEVEN, side="red")
    await harness.quiet()

    reply = await anna.click(lobby_of(harness), "Make it even")
    await harness.quiet()
    given = (await harness.game()).scenario.handicap
    told = lobby_of(harness)

    assert "with a handicap: Blue gives Red" in reply.words
    assert given == counted(scenarios.load(UNEVEN))
    assert "Handicap: Blue gives Red" in told.words
    await anna.click(told, "Without the handicap")
    await harness.quiet()
    assert (await harness.game()).scenario.handicap is None
    assert "Handicap:" not in lobby_of(harness).words


async def test_no_one_but_the_host_chooses_it_and_not_after_the_start(harness: Any) -> None:
    anna, bruno = harness.person("Anna"), harness.person("Bruno")
    await anna.slash("battle", "game new", battle=UNEVEN, side="red")
    await bruno.slash("battle", "game join")
    await harness.quiet()
    lobby = lobby_of(harness)

    reply = await bruno.click(lobby, "Make it even")
    await anna.slash("battle", "game start")
    await harness.quiet()
    game = await harness.game()
    host = Actor(user=int(anna.id), name="Anna", interaction=99, guild=game.record.guild, channel=1)
    with pytest.raises(IllegalOrder, match="already_started"):
        await seating.choose_handicap(harness.bot.services.games, host, game.record.id, counted=True)

    assert "can choose the handicap" in reply.words
    assert (await harness.game()).scenario.handicap is None


async def test_a_battle_whose_games_told_none_offers_none(harness: Any) -> None:
    anna = harness.person("Anna")

    await anna.slash("battle", "game new", battle="nonaka")
    await harness.quiet()

    assert "Make it even" not in lobby_of(harness).labels


async def test_status_and_end_tell_it_and_a_rematch_keeps_it(harness: Any) -> None:
    anna = harness.person("Anna")
    await anna.slash("battle", "game new", battle="ormes", side="both", options="handicap=orange-2.5")
    await anna.slash("battle", "game start")
    await harness.quiet()
    status = await anna.slash("battle", "game status")
    sure = await anna.slash("battle", "game resign")
    await anna.click(sure, sure.labels[0])
    await harness.quiet()
    end = await anna.until("battle", "resigns")

    await anna.click(end, "Rematch with sides swapped")
    await harness.quiet()

    told = "Orange gives Blue 2 points, in the score from the start, and the draw"
    assert told in status.words
    assert any(told in m.words for m in anna.sees("battle") if "New game" in m.labels)
    assert (await harness.game()).scenario.handicap == Handicap(gives="orange", points=2, draw=True)
    assert told in lobby_of(harness).words
