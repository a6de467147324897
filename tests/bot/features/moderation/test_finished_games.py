"""A moderator corrects or annuls the result of a finished game: who may, what is written, what is counted."""

from __future__ import annotations

from typing import Any

import pytest

import league.ratings
from bot.features.record import checks
from bot.features.record.recorded_game import log_of
from engine.errors import Refused
from league.ratings import OVERALL
from notation.record import read
from tests.bot.features.event_games.test_rights import actor
from tests.bot.features.moderation.test_moderation import a_game, public

WHY = "The winner used two accounts"


@pytest.fixture(autouse=True)
def short_games_count(monkeypatch: pytest.MonkeyPatch) -> None:
    """Games count for ratings from the first turn on."""
    monkeypatch.setattr(league.ratings, "MIN_TURNS", 1)


async def a_finished_game(harness: Any) -> tuple[Any, Any, Any]:
    """Bruno (Orange) has given up against Anna (Blue); Marshal moderates."""
    anna, bruno, marshal = await a_game(harness)
    sure = await bruno.slash("battle", "game resign")
    await bruno.click(sure, sure.labels[0])
    await harness.quiet()
    return anna, bruno, marshal


async def means(harness: Any, *people: Any) -> list[float | None]:
    """The overall ratings of people; None without one."""
    known = await harness.store.ratings.of_users([int(p.id) for p in people], OVERALL)
    return [known[int(p.id)].mean if int(p.id) in known else None for p in people]


@pytest.mark.long
async def test_a_corrected_result_is_told_and_counted_again(harness: Any) -> None:
    anna, bruno, marshal = await a_finished_game(harness)
    game = await harness.game()
    before, was = await means(harness, anna, bruno), await harness.store.results.of_game(game.record.id)
    given = {"result": "", "reason": WHY}
    offered = await marshal.complete("battle", "marshal result", given, focused="result")

    reply = await marshal.slash("battle", "marshal result", given | {"result": "orange"})
    await harness.quiet()
    logged = await bruno.slash("battle", "log")

    after, result = await means(harness, anna, bruno), await harness.store.results.of_game(game.record.id)
    post = harness.sandbox.messages("battle", "Clara")[-1]
    assert [c["value"] for c in offered] == ["blue", "orange", "draw", "annul"]
    assert "the new result is in the game's log" in reply.words
    assert (was.winner, result.winner, result.ending) == ("blue", "orange", "adjudicated")
    assert result.finished == was.finished
    assert before[0] > before[1]
    assert after == before[::-1]
    assert "corrected the result" in post.words
    assert WHY in post.words
    assert {anna.id, bruno.id} <= {m["id"] for m in post.json["mentions"]}
    assert WHY in logged.words


@pytest.mark.long
async def test_an_annulled_game_counts_for_no_one_until_it_is_corrected(harness: Any) -> None:
    anna, bruno, marshal = await a_finished_game(harness)
    number = (await harness.game()).record.id

    await marshal.slash("battle", "marshal result", result="annul", reason=WHY)
    await harness.quiet()
    annulled, none = await harness.store.results.of_game(number), await means(harness, anna, bruno)
    twice = await marshal.slash("battle", "marshal result", result="annul", reason=WHY)
    listed = await anna.slash("battle", "game results")
    await marshal.slash("battle", "marshal result", result="draw", reason=WHY, game=str(number))
    await harness.quiet()

    drawn = await harness.store.results.of_game(number)
    assert (annulled.ending, annulled.winner, annulled.unrated) == ("abandoned", "", "abandoned")
    assert none == [None, None]
    assert "That is its result already" in twice.words
    assert "ended without a result" in listed.words
    assert (drawn.ending, drawn.drawn, drawn.unrated) == ("adjudicated", True, "")
    assert None not in await means(harness, anna, bruno)
    assert "annulled the result" in public(harness)


@pytest.mark.long
async def test_the_record_of_a_corrected_game_is_whole_and_decided_the_same(harness: Any) -> None:
    anna, _, marshal = await a_finished_game(harness)
    await marshal.slash("battle", "marshal result", result="orange", reason=WHY)
    await harness.quiet()

    record = read((await anna.slash("battle", "game export")).file())

    assert checks.log_is_whole(record, log_of(record))
    assert checks.decide(record).difference is None


async def test_only_a_moderator_who_did_not_play_changes_a_result(harness: Any) -> None:
    await a_finished_game(harness)
    service = harness.bot.services.finished_games
    game = await harness.game()

    async def reason(name: str, **changes: Any) -> str:
        with pytest.raises(Refused) as refusal:
            await service.rule(actor(harness, name, **changes), str(game.record.id), "draw", WHY)
        return refusal.value.reason

    assert await reason("Clara") == await reason("Bruno") == "not_a_marshal"
    assert await reason("Bruno", manages=True) == "marshal_plays"
    assert await reason("Marshal", manages=True, guild=5) == "not_a_marshal"
    assert await reason("Marshal", manages=True, channel=77) == "game_elsewhere"
    assert (await harness.game()).entries == game.entries


@pytest.mark.long
async def test_no_result_without_an_end_and_no_other_words(harness: Any) -> None:
    _, bruno, marshal = await a_game(harness)
    early = await marshal.slash("battle", "marshal result", result="draw", reason=WHY)
    named = await marshal.slash(
        "battle", "marshal result", result="draw", reason=WHY, game=str((await harness.game()).record.id)
    )
    sure = await bruno.slash("battle", "game resign")
    await bruno.click(sure, sure.labels[0])
    await harness.quiet()
    odd = await marshal.slash("battle", "marshal result", result="anna", reason=WHY)
    empty = await marshal.slash("battle", "marshal result", result="draw", reason=" ")

    result = await harness.store.results.of_game((await harness.game()).record.id)
    assert "No game in this channel is over" in early.words
    assert "not over yet" in named.words
    assert "anna" in odd.words
    assert "reason" in empty.words
    assert result.winner == "blue"
