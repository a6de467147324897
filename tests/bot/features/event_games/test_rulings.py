"""What an organiser or a moderator decides about a game: told to both sides, in the log, by right only."""

from __future__ import annotations

from typing import Any

import pytest

from storage import Prediction
from tests.bot.features.moderation.test_moderation import a_game, public

WHY = "No move for two weeks"
GAMES = "marshal games"


async def opened(harness: Any, who: Any) -> Any:
    """The page of the only game of the server."""
    return await who.click(await who.slash("parlour", GAMES), "Decide")


async def decided(harness: Any, who: Any, act: str, **fields: str) -> Any:
    form = await who.click(await opened(harness, who), act)
    reply = await who.submit(form, {"text": WHY, **fields})
    await harness.quiet()
    return reply


@pytest.mark.long
async def test_a_nudge_calls_only_those_whom_the_game_waits_for(harness: Any) -> None:
    anna, bruno, marshal = await a_game(harness)

    reply = await decided(harness, marshal, "Nudge")
    again = await decided(harness, marshal, "Nudge")

    (post,) = [m for m in anna.sees("battle") if WHY in m.words]
    assert "asks Blue to move" in post.words
    assert {m["id"] for m in post.json["mentions"]} == {anna.id}
    assert "called in the game's channel" in reply.words
    assert "less than an hour ago" in again.words
    assert WHY in (await bruno.slash("battle", "log")).words
    assert [e.kind for e in (await harness.game()).entries] == ["start", "ruling"]


@pytest.mark.long
async def test_more_time_moves_the_deadline_and_a_late_side_is_late_no_more(harness: Any) -> None:
    _, _, marshal = await a_game(harness, options="clock=1d late=wait")
    before = (await harness.bot.games.game_clock(await harness.game())).deadline("blue")
    await harness.later(hours=25)
    late = await marshal.slash("parlour", GAMES)

    await decided(harness, marshal, "More time", time="2d")

    clock = await harness.bot.games.game_clock(await harness.game())
    assert "⏰ 🔵 Blue is late" in late.words
    assert (clock.deadline("blue") - before).total_seconds() == pytest.approx(49 * 3600, abs=120)
    assert not clock.dials["blue"].late
    assert "is late" not in (await marshal.slash("parlour", GAMES)).words
    assert "gave Blue **2 days** more" in public(harness)


async def test_a_game_without_a_clock_has_no_time_to_add(harness: Any) -> None:
    _, _, marshal = await a_game(harness)

    reply = await decided(harness, marshal, "More time", time="2d")

    assert "has no clock" in reply.words
    assert WHY not in public(harness)


@pytest.mark.parametrize(
    ("verdict", "winner", "said"),
    [
        ("score", "", "by its score: A draw"),
        ("orange", "orange", "Orange wins: by adjudication"),
        ("draw", "", "adjudicated the game**: A draw"),
    ],
)
async def test_a_game_is_adjudicated_by_its_score_or_as_it_is_decided(
    harness: Any, verdict: str, winner: str, said: str
) -> None:
    _, bruno, marshal = await a_game(harness)

    reply = await decided(harness, marshal, "Adjudicate", result=verdict)

    game = await harness.game()
    result = await harness.store.results.of_game(game.record.id)
    post = bruno.sees("battle")[-1]
    assert "the game is over" in reply.words
    assert (game.record.status, result.ending, result.winner) == ("over", "adjudicated", winner)
    assert said in public(harness)
    assert WHY in public(harness)
    assert "has decided the game" in post.words
    assert "Rematch" in " ".join(post.labels)
    assert "dice.txt" in {file["filename"] for file in post.attachments}
    assert result.drawn is (winner == "")


@pytest.mark.parametrize(
    ("loser", "winner", "said"),
    [("blue", "orange", "Blue forfeits the game"), ("both", "", "both sides forfeit the game")],
)
async def test_a_side_or_both_forfeit(harness: Any, loser: str, winner: str, said: str) -> None:
    anna, _, marshal = await a_game(harness)

    await decided(harness, marshal, "Forfeit", side=loser)

    result = await harness.store.results.of_game((await harness.game()).record.id)
    assert (result.ending, result.winner, result.drawn) == ("forfeit", winner, False)
    assert said in public(harness)
    assert ("Forfeited by both sides" in public(harness)) is (loser == "both")
    assert "This game is over" in (await anna.slash("battle", "done")).words


@pytest.mark.long
async def test_a_game_that_has_moved_on_is_not_ended_by_an_old_form(harness: Any) -> None:
    anna, _, marshal = await a_game(harness)
    form = await marshal.click(await opened(harness, marshal), "Forfeit")
    await anna.slash("battle", "done")
    await harness.quiet()

    reply = await marshal.submit(form, {"text": WHY, "side": "blue"})

    assert "has moved on" in reply.words
    assert (await harness.game()).playing


@pytest.mark.long
async def test_a_player_who_looks_for_a_game_takes_the_seat_and_the_old_one_is_out(harness: Any) -> None:
    anna, bruno, marshal = await a_game(harness)
    clara = harness.person("Clara")
    await clara.slash("parlour", "lobby seek", system="morne_plaine")

    await decided(harness, marshal, "Substitute", side="blue", player=clara.id)

    game = await harness.game()
    assert game.seat("blue").user == int(clara.id)
    assert "Clara" in public(harness)
    assert "You have no side in this game" in (await anna.slash("battle", "done")).words
    assert "You have no side" not in (await clara.slash("battle", "done")).words
    assert "🔵 Blue" in bruno.sees("battle")[-1].words


@pytest.mark.long
async def test_a_seat_can_be_offered_to_the_first_who_takes_it(harness: Any) -> None:
    _, _, marshal = await a_game(harness)
    clara = harness.person("Clara")

    await decided(harness, marshal, "Substitute", side="orange", player="anyone")
    offer = next(m for m in clara.sees("battle") if "Take over Orange" in m.labels)
    sure = await clara.click(offer, "Take over Orange")
    await clara.click(sure, sure.labels[0])
    await harness.quiet()

    assert (await harness.game()).seat("orange").user == int(clara.id)
    assert "looks for a substitute for Orange" in public(harness).replace("**", "")


async def test_no_reason_no_ruling(harness: Any) -> None:
    _, _, marshal = await a_game(harness)
    form = await marshal.click(await opened(harness, marshal), "Nudge")

    reply = await marshal.submit(form, {"text": "   "})

    assert "give a reason" in reply.words
    assert [e.kind for e in (await harness.game()).entries] == ["start"]


@pytest.mark.long
async def test_a_paused_game_is_neither_nudged_nor_extended(harness: Any) -> None:
    _, _, marshal = await a_game(harness, options="clock=1d")
    page = await opened(harness, marshal)
    await marshal.slash("battle", "marshal pause", reason="dinner")
    await harness.quiet()

    nudged = await marshal.submit(await marshal.click(page, "Nudge"), {"text": WHY})
    ended = await decided(harness, marshal, "Forfeit", side="orange")

    assert "dinner" in nudged.words
    assert "the game is over" in ended.words
    assert await harness.bot.games.paused((await harness.game()).record.id) is None


@pytest.mark.long
async def test_a_game_with_an_open_prediction_can_be_ended(harness: Any) -> None:
    _, _, marshal = await a_game(harness)
    clara = int(harness.person("Clara").id)
    made = Prediction(game=(await harness.game()).record.id, after=1, user=clara, name="Clara", guess="won")
    async with harness.store.writing() as tx:
        await tx.predictions.save(made)

    await decided(harness, marshal, "Adjudicate", result="blue")

    assert "Blue wins: by adjudication" in public(harness)
