"""Sides that are bid for: secret until they count, settled once, and taken off the score."""

from __future__ import annotations

import asyncio
import re
from dataclasses import replace
from typing import Any

import pytest

from bot.features.tournaments import words as tournament_words
from bot.features.tournaments.paging import BID
from bot.features.tournaments.state import results
from bot.i18n.catalogue import catalogue_for
from bot.i18n.names import Names
from bot.ui.component_press import ComponentPress, IdArguments
from bot.ui.page import Form, Page
from engine.errors import IllegalOrder, Refused
from engine.events import Ended
from league.model import Result
from tests.bot.features.tournaments import play


async def bidding(harness: Any, players: int = 2, **terms: Any) -> int:
    """A tournament whose first round is bid for."""
    return await play.started(harness, players, **{"rounds": 1, "sides": "bid", **terms})


async def bid(harness: Any, tournament: int, who: Any, side: str, points: str) -> Page:
    """The form of a bid as the bot receives it."""
    arguments = IdArguments((str(tournament),))
    form = ComponentPress(game_id=0, stamp=0, verb=BID, arguments=arguments, answers={"side": side})
    page: Page = await harness.bot.component_handler._router.submit(form, points, who)
    await harness.quiet()
    return page


def public(harness: Any) -> str:
    """What everybody reads, without the long numbers of people and times, which may hold any short one."""
    texts = (m.words for m in harness.sandbox.messages("battle", "Clara") if not m.ephemeral)
    return re.sub(r"<[^<>\n]*>", "", "\n".join(texts))


@pytest.mark.long
async def test_a_game_opens_once_both_have_bid_and_the_higher_bid_gives_its_points(harness: Any) -> None:
    tournament = await bidding(harness)
    one, two = play.actor(harness, 1), play.actor(harness, 2)
    post = next(m for m in harness.sandbox.messages("battle", "Player 1") if "bid for the side" in m.words)
    press = ComponentPress(game_id=0, stamp=0, verb=BID, arguments=IdArguments((str(tournament),)))
    form = await harness.bot.component_handler._router.dispatch(press, one)

    first = await bid(harness, tournament, one, "first", "317")
    waiting, before = await harness.store.games.all(), public(harness)
    await bid(harness, tournament, two, "first", "418")

    event = await play.event(harness, tournament)
    (pairing,) = event.rounds[0].pairings
    (record,) = await harness.store.games.all()
    users = [seat.user for seat in record.seats]
    thread = harness.sandbox.state.records.channels[str(record.channel)]["name"]
    told = "\n".join(m.words for m in harness.sandbox.messages(thread, "Player 1"))
    pairings = await play.service(harness).pairings(one, event)
    assert {str(one.user), str(two.user)} == {m["id"] for m in post.json["mentions"]}
    assert isinstance(form, Form)
    assert "317" in first.text
    assert waiting == []
    assert "317" not in before
    assert (pairing.first, pairing.games[0].handicap) == (2, 418)
    assert users == [two.user, one.user]
    assert "Player 2 gives 418 points" in told
    assert "Player 2 gives 418 points" in pairings.embeds[0].text
    assert "317" not in public(harness)


@pytest.mark.long
async def test_when_the_time_is_up_sides_are_settled_with_the_bids_there_are(harness: Any) -> None:
    tournament = await bidding(harness, 4)
    event = await play.event(harness, tournament)
    number = event.rounds[0].pairings[0].first
    await bid(harness, tournament, play.actor(harness, number), "second", "50")

    harness.clock.passes(hours=25)
    with pytest.raises(IllegalOrder, match="bids_closed"):
        await bid(harness, tournament, play.actor(harness, number), "second", "60")
    harness.bot.workers.tournaments.wake(tournament)
    await harness.quiet()

    one, two = (await play.event(harness, tournament)).rounds[0].pairings
    assert (one.second, one.games[0].handicap) == (number, 0)
    assert two.games[0].handicap == 0
    assert len(await harness.store.games.all()) == 2
    with pytest.raises(IllegalOrder, match="bids_closed"):
        await bid(harness, tournament, play.actor(harness, number), "first", "1")


@pytest.mark.long
async def test_the_sides_are_settled_once_however_often_it_is_tried(harness: Any) -> None:
    tournament = await bidding(harness)
    service = play.service(harness)
    await bid(harness, tournament, play.actor(harness, 1), "second", "3")
    await bid(harness, tournament, play.actor(harness, 2), "second", "2")
    settled = (await play.event(harness, tournament)).rounds[0]

    await asyncio.gather(*(service.bids.settle(tournament) for _ in range(3)))
    await harness.again()
    harness.bot.drawing_process.draw = play.dot
    await harness.quiet()

    after = (await play.event(harness, tournament)).rounds[0]
    assert after == settled
    assert (after.pairings[0].second, after.pairings[0].games[0].handicap) == (1, -3)
    assert len(await harness.store.games.all()) == 1


async def test_only_players_of_a_game_bid_for_it(harness: Any) -> None:
    tournament = await bidding(harness)
    blind = replace(play.actor(harness, 3), sees=lambda channel: False)
    elsewhere = replace(play.actor(harness, 1), guild=77)

    for who in (play.actor(harness, 0), play.actor(harness, 3), blind, elsewhere):
        with pytest.raises(Refused):
            await bid(harness, tournament, who, "first", "1")

    assert (await play.event(harness, tournament)).stored.bids == ()


@pytest.mark.parametrize(
    ("side", "points"),
    [
        ("third", "1"),
        ("", "1"),
        ("first", "-1"),
        ("first", "1.5"),
        ("first", ""),
        ("first", "1000"),
        ("first", "²"),
    ],
)
async def test_a_forged_bid_is_refused(harness: Any, side: str, points: str) -> None:
    tournament = await bidding(harness)

    with pytest.raises(IllegalOrder, match="no_such_bid"):
        await bid(harness, tournament, play.actor(harness, 1), side, points)

    assert (await play.event(harness, tournament)).stored.bids == ()


@pytest.mark.long
async def test_a_tournament_with_balanced_sides_takes_no_bids(harness: Any) -> None:
    tournament = await play.started(harness, 2, rounds=1)

    with pytest.raises(IllegalOrder, match="no_bidding"):
        await bid(harness, tournament, play.actor(harness, 1), "first", "1")


@pytest.mark.parametrize(
    ("terms", "reason"),
    [({"duplicate": True}, "bid_duplicate"), ({"round_hours": 24, "bid_hours": 24}, "bid_longer")],
)
async def test_terms_that_leave_nothing_to_bid_for_are_refused(harness: Any, terms: Any, reason: str) -> None:
    with pytest.raises(IllegalOrder, match=reason):
        await play.announced(harness, sides="bid", **terms)


@pytest.mark.long
async def test_the_points_are_taken_off_when_the_rulebook_ends_a_game_not_when_a_player_gives_up(
    harness: Any,
) -> None:
    await play.started(harness, 2, rounds=1)
    (number,) = await harness.store.games.ids_playing()
    game = await harness.bot.games.game(number)
    first, second = game.scenario.side_ids
    margin = results.margin(game)

    def ended(winner: str, reason: str, handicap: int) -> Any:
        entry = replace(game.entries[-1], events=(Ended(winner=winner, level="minor", reason=reason),))
        return results.of_end(game.added(replace(entry, seq=game.last + 1)), handicap)

    assert margin == 0
    assert ended(first, "objectives", 0) == (Result.FIRST_WINS, 1, "engine")
    assert ended(first, "objectives", 3) == (Result.SECOND_WINS, -2, "engine")
    assert ended(first, "objectives", 1) == (Result.DRAW, 0, "engine")
    assert ended(second, "objectives", -3) == (Result.FIRST_WINS, 2, "engine")
    assert ended("", "objectives", -3) == (Result.FIRST_WINS, 3, "engine")
    assert ended(first, "resigned", 3)[0] == ended(first, "adjudicated", 3)[0] == Result.FIRST_WINS
    assert results.of_score(game, 2)[0] in (Result.SECOND_WINS, Result.BOTH_FORFEIT, Result.FIRST_FORFEITS)


@pytest.mark.long
async def test_a_bid_is_written_in_the_form_under_the_post(harness: Any) -> None:
    await bidding(harness)
    one, two = harness.person("Player 1"), harness.person("Player 2")
    post = next(m for m in harness.sandbox.messages("battle", "Player 1") if "bid for the side" in m.words)

    answers = [
        (await who.submit(await who.click(post, "Bid for a side"), {"side": "first", "text": text})).words
        for who, text in ((one, "x"), (one, "3"), (two, "5"))
    ]
    await harness.quiet()

    (record,) = await harness.store.games.all()
    assert "whole number" in answers[0]
    assert "for 3 points" in answers[1]
    assert "3 points" not in public(harness)
    assert record.seats[0].name == "Player 2"
    assert await harness.store.tournaments.handicap_of(record.id) == 5


async def bid_game(harness: Any, points: str = "3") -> Any:
    """The game of two players who both bid for the first side: Player 2 has it, and gives so many points."""
    tournament = await bidding(harness, round_hours=72)
    await bid(harness, tournament, play.actor(harness, 1), "first", "0")
    await bid(harness, tournament, play.actor(harness, 2), "first", points)
    (record,) = await harness.store.games.all()
    return tournament, await harness.bot.games.game(record.id)


def in_thread_of(harness: Any, game: Any) -> str:
    """Everything in the channel of a game."""
    thread = harness.sandbox.state.records.channels[str(game.record.channel)]["name"]
    return "\n".join(m.words for m in harness.sandbox.messages(thread, "Player 1"))


@pytest.mark.long
async def test_the_card_of_a_game_says_what_the_points_mean_now(harness: Any) -> None:
    _, game = await bid_game(harness)

    told = in_thread_of(harness, game)

    first, second = (Names(catalogue_for("en"), game).side(side) for side in game.scenario.side_ids)
    assert f"**Handicap**: {first} was bid for and gives 3 points" in told
    scores = [game.system.display.scores(game.scenario, game.state)[side] for side in game.scenario.side_ids]
    assert f"it is now {first} {scores[0] - 3}, {second} {scores[1]}" in told


@pytest.mark.long
async def test_the_report_of_a_game_given_up_says_that_the_points_change_nothing(harness: Any) -> None:
    tournament, game = await bid_game(harness)
    event = await play.event(harness, tournament)
    (open_,) = event.open_games()

    await play.ended(harness, open_, Result.FIRST_WINS)
    await harness.quiet()

    assert "They count only when the score decides a game, so this result stands." in in_thread_of(
        harness, game
    )


@pytest.mark.parametrize(
    ("winner", "points", "told"),
    [
        (0, 3, "With those points taken off, {second} wins this game of the tournament."),
        (0, 1, "With that point taken off, this game of the tournament is a draw."),
        (1, 3, "With those points taken off, {second} wins this game of the tournament."),
        (1, -4, "{second} gave 4 points for its side. With those points taken off, {first} wins"),
    ],
)
async def test_the_end_by_the_rulebook_is_told_with_the_points_taken_off(
    harness: Any, winner: int, points: int, told: str
) -> None:
    await play.started(harness, 2, rounds=1)
    (number,) = await harness.store.games.ids_playing()
    game = await harness.bot.games.game(number)
    sides = game.scenario.side_ids
    ended = Ended(winner=sides[winner], level="minor", reason="objectives")
    over = game.added(replace(game.entries[-1], events=(ended,), seq=game.last + 1))
    names = Names(catalogue_for("en"), over)

    (line,) = tournament_words.handicap_at_end(names, points)

    assert told.format(first=names.side(sides[0]), second=names.side(sides[1])) in line
    assert tournament_words.handicap_at_end(names, 0) == ()


@pytest.mark.long
async def test_the_score_at_the_deadline_has_the_points_taken_off_already(harness: Any) -> None:
    tournament, game = await bid_game(harness)
    (open_,) = (await play.event(harness, tournament)).open_games()

    def late(each: Any, _: Any) -> Any:
        return replace(each.game, result=Result.SECOND_WINS, how=results.SCORE)

    await play.service(harness).game_decisions.rule(tournament, open_, late, "late", None)
    await harness.quiet()

    assert "They are already taken off in this result." in in_thread_of(harness, game)
