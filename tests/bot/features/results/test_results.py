"""/game results: how games ended, for those who may see them, on pages, as a picture and as files."""

from __future__ import annotations

import csv
import io
import json
from dataclasses import replace
from typing import Any

import pytest

from bot.features.results.page import A_PAGE
from storage import GameResult
from tests.bot.features.event_games.test_rights import actor
from tests.bot.features.moderation.test_moderation import a_game


async def played(harness: Any) -> tuple[Any, Any]:
    """Anna has beaten Bruno, who resigned."""
    anna, bruno, _ = await a_game(harness)
    sure = await bruno.slash("battle", "game resign")
    await bruno.click(sure, sure.labels[0])
    await harness.quiet()
    return anna, bruno


async def more(harness: Any, n: int) -> None:
    """Further results like that of the newest game, in the same channel."""
    game = await harness.game()
    result: GameResult = await harness.store.results.of_game(game.record.id)
    record = game.record
    for _ in range(n):
        async with harness.store.writing() as tx:
            id_ = await tx.games.create(
                guild=record.guild,
                channel=record.channel,
                scenario=record.scenario,
                printed=record.printed,
                options={},
                seed=b"x" * 32,
                seats=record.seats,
                owner=record.owner,
            )
            await tx.results.finish(replace(result, game=id_))


@pytest.mark.long
async def test_the_list_says_who_beat_whom_and_shows_it_as_a_picture(harness: Any) -> None:
    anna, bruno = await played(harness)
    clara = harness.person("Clara")

    everyone = await clara.slash("parlour", "game results")
    mine = await bruno.slash("parlour", "game results", player=anna.id)
    none = await bruno.slash("parlour", "game results", player=clara.id)

    assert f"<@{anna.id}> beat <@{bruno.id}>, who resigned · The bridge at Ormes, points " in everyone.words
    assert "1 finished game" in everyone.words
    assert "who resigned" in mine.words
    assert "no finished game" in none.words
    (picture,) = everyone.pictures
    assert "Anna" in picture["description"]
    assert not everyone.json["mentions"], "a list pings no one"


@pytest.mark.long
async def test_pages_turn_and_files_hold_all_of_it(harness: Any) -> None:
    anna, _ = await played(harness)
    await more(harness, A_PAGE)

    page = await anna.slash("parlour", "game results")
    before = page.words.count("who resigned")
    table = await anna.slash("parlour", "game results", file="csv")
    listed = await anna.slash("parlour", "game results", file="json")
    last = await anna.click(page, "›")

    assert before == A_PAGE
    assert last.words.count("who resigned") == 1
    rows = [*csv.DictReader(io.StringIO(_file(table)))]
    assert len(rows) == len(json.loads(_file(listed))) == A_PAGE + 1
    assert rows[0]["players_1"] == "Anna"


def _file(reply: Any) -> str:
    """The text of its only file."""
    text: str = reply.file(0).decode()
    return text


@pytest.mark.long
async def test_games_in_hidden_channels_are_listed_for_their_players_and_moderators(harness: Any) -> None:
    await played(harness)
    results = harness.bot.services.result_list

    def blind(name: str, **changes: Any) -> Any:
        return actor(harness, name, sees=lambda channel: False, **changes)

    assert "no finished game" in (await results.of_server(blind("Clara"))).text
    assert "who resigned" in (await results.of_server(blind("Anna"))).text
    assert "who resigned" in (await results.of_server(blind("Marshal", manages=True))).text
    assert "no finished game" in (await results.of_server(blind("Marshal", manages=True, guild=5))).text
    assert (
        "no finished game" in (await results.of_player(blind("Clara"), int(harness.person("Anna").id))).text
    )
    assert _no_rows((await results.of_server(blind("Clara"), "csv")).files[0].text)


def _no_rows(text: str) -> bool:
    return len(text.splitlines()) == 1


@pytest.mark.long
async def test_on_other_servers_a_player_lists_only_their_own(harness: Any) -> None:
    anna, _ = await played(harness)
    results, user = harness.bot.services.result_list, int(anna.id)

    own = await results.of_player(actor(harness, "Anna", guild=5), user)
    other = await results.of_player(actor(harness, "Clara", guild=5), user)

    assert "who resigned" in own.text
    assert "no finished game" in other.text


async def test_games_against_the_computer_are_no_ones_business(harness: Any) -> None:
    anna, clara = harness.person("Anna"), harness.person("Clara")
    await anna.slash("battle", "game new", battle="ormes", partner=True)
    await anna.slash("battle", "game start")
    await harness.quiet()
    sure = await anna.slash("battle", "game resign")
    await anna.click(sure, sure.labels[0])
    await harness.quiet()

    assert "no finished game" in (await clara.slash("parlour", "game results")).words
    assert "the computer player beat" in (await anna.slash("parlour", "game results")).words
