"""Joining, checking in, waiting and withdrawing, by commands and by the buttons of the card."""

from __future__ import annotations

from typing import Any

import pytest

from engine.errors import IllegalOrder
from sandbox.model.permissions import Permission
from storage.queries.league.ratings import StoredRating
from tests.bot.features.tournaments import play


def card(harness: Any) -> Any:
    return next(m for m in harness.sandbox.messages("battle", "Clara") if m.words.startswith("## 🏆"))


@pytest.mark.long
async def test_a_tournament_is_announced_joined_and_started_from_its_card(harness: Any) -> None:
    anna, bruno = harness.person("Anna"), harness.person("Bruno")
    told = await anna.slash("battle", "tournament new", name="Autumn Open", battle="ormes", dice="sealed")
    await harness.quiet()
    fresh, empty, pinned = card(harness), card(harness).words, card(harness).json["pinned"]

    await anna.click(card(harness), "Join")
    joined = await bruno.click(card(harness), "Join")
    await harness.quiet()
    refused = await bruno.click(card(harness), "Start")
    pairings = await anna.click(card(harness), "Start")
    await harness.quiet()

    playing = card(harness)
    assert "Autumn Open** is announced" in told.words
    assert pinned
    assert "Players: 0 of 200" in empty
    assert "You are in: **Autumn Open**" in joined.words
    assert "Only the organisers of this tournament" in refused.words
    assert "1. Anna – Bruno" in pairings.words
    assert playing.id == fresh.id, "one card, edited in place"
    assert "1. Anna – Bruno" in playing.words
    event = await play.event(harness, 1)
    (open_,) = event.open_games()
    assert f"<#{open_.game.channel}>" in playing.words
    game = await harness.bot.games.game(open_.game.game)
    assert game.record.channel == open_.game.channel
    assert [seat.name for seat in game.record.seats] == ["Anna", "Bruno"]
    assert game.playing


@pytest.mark.long
async def test_who_comes_when_it_is_full_waits_and_moves_up(harness: Any) -> None:
    tournament = await play.announced(harness, cap=2)
    await play.entered(harness, tournament, 1, 2, 3)
    before = await play.event(harness, tournament)

    await play.service(harness).withdraw(play.actor(harness, 1), before)

    inside, waiting = before.listed()
    after = await play.event(harness, tournament)
    assert [e.name for e in inside] == ["Player 1", "Player 2"]
    assert [e.name for e in waiting] == ["Player 3"]
    assert [e.name for e in after.listed()[0]] == ["Player 2", "Player 3"]


@pytest.mark.long
async def test_sign_up_closes_and_only_players_who_checked_in_are_paired(harness: Any) -> None:
    tournament = await play.announced(harness, sign_up_hours=48, check_in=True)
    await play.entered(harness, tournament, 1, 2, 3)
    service = play.service(harness)
    with pytest.raises(IllegalOrder, match="check_in_later"):
        await service.check_in(play.actor(harness, 1), await play.event(harness, tournament))
    harness.clock.passes(hours=30)
    for n in (1, 3):
        await service.check_in(play.actor(harness, n), await play.event(harness, tournament))
    harness.clock.passes(hours=30)

    with pytest.raises(IllegalOrder, match="sign_up_closed"):
        await play.entered(harness, tournament, 4)
    await play.begun(harness, tournament)

    event = await play.event(harness, tournament)
    assert [e.name for e in event.numbered.values()] == ["Player 1", "Player 3"]


@pytest.mark.long
async def test_a_late_player_comes_into_the_next_round_of_a_swiss_and_no_further(harness: Any) -> None:
    tournament = await play.started(harness, 4, rounds=4)
    await play.entered(harness, tournament, 5)
    await play.played(harness, tournament)
    await play.paired(harness, tournament)
    with pytest.raises(IllegalOrder, match="too_late"):
        await play.entered(harness, tournament, 6)

    event = await play.event(harness, tournament)
    late = event.entrant_of(play.actor(harness, 5).user)
    assert (late.number, late.joined) == (5, 2)
    assert any(5 in (p.first, p.second) for p in event.rounds[1].pairings)
    assert event.league.records[5][0].score == 0, "the first round was missed"


@pytest.mark.long
async def test_one_who_has_withdrawn_cannot_come_back(harness: Any) -> None:
    tournament = await play.started(harness, 4, rounds=3)
    await play.service(harness).withdraw(
        play.actor(harness, 4), await play.event(harness, tournament), sure=True
    )

    with pytest.raises(IllegalOrder, match="already_in"):
        await play.entered(harness, tournament, 4)


async def test_no_tournament_starts_with_one_player(harness: Any) -> None:
    tournament = await play.announced(harness)
    await play.entered(harness, tournament, 1)

    with pytest.raises(IllegalOrder, match="tournament_few"):
        await play.begun(harness, tournament)


@pytest.mark.long
async def test_where_no_thread_can_be_made_the_card_says_why_and_games_open_later(harness: Any) -> None:
    harness.sandbox.permit_bot("battle", deny=Permission.CREATE_PUBLIC_THREADS)
    tournament = await play.started(harness, 2, rounds=1)
    waiting = card(harness).words
    refused = (await play.event(harness, tournament)).stored.record.trouble

    harness.sandbox.permit_bot("battle")
    await harness.later(minutes=1)

    (open_,) = (await play.event(harness, tournament)).open_games()
    assert refused == "no_thread create_public_threads"
    assert "Games cannot be opened" in waiting
    assert "Create Public Threads" in waiting
    assert open_.game.game is not None
    assert "cannot be opened" not in card(harness).words


@pytest.mark.long
async def test_players_are_numbered_by_rating_then_by_sign_up(harness: Any) -> None:
    tournament = await play.announced(harness)
    await play.entered(harness, tournament, 1, 2, 3, 4)
    rated = {2: (8, 20.0), 3: (9, 30.0), 4: (7, 40.0)}
    game = {"scenario": "ormes", "printed": {}, "options": {}, "owner": 1, "seats": ()}
    async with harness.store.writing() as tx:
        number = await tx.games.create(guild=1, channel=1, seed=b"x", **game)
        new = [
            StoredRating(
                pool="", user=play.actor(harness, n).user, games=games, game=number, mean=mean, deviation=1.0
            )
            for n, (games, mean) in rated.items()
        ]
        await tx.ratings.count((), new)
        await tx.games.update(number, status="over")

    await play.begun(harness, tournament)

    names = [e.name for _, e in sorted((await play.event(harness, tournament)).numbered.items())]
    assert names == ["Player 3", "Player 2", "Player 1", "Player 4"], "seven games are too few"
