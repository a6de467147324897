"""Ratings as players see them: their own, a server's table, two players against each other."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

import league.ratings
import scenarios
from bot.features.battles import page as battles_page
from bot.features.ratings import page as ratings_page
from bot.features.ratings import service
from bot.features.ratings.page import Place, PlayerRatings
from bot.i18n.catalogue import catalogue_for, languages
from league.ratings import OVERALL, Rating
from storage import GameResult, ResultPlayer
from storage.queries.league.results import Record
from storage.tables import games
from tests.bot.page_limits import page_excesses
from tests.bot.two_players import CHANNEL, begin
from tests.storage.queries.league.test_results import ended

MOST = 10**18


@pytest.fixture
def short_games_count(monkeypatch: pytest.MonkeyPatch) -> None:
    """Games count from the first turn on."""
    monkeypatch.setattr(league.ratings, "MIN_TURNS", 1)


async def give_up(harness: Any, who: Any) -> None:
    sure = await who.slash(CHANNEL, "game resign")
    await who.click(sure, sure.labels[0])
    await harness.quiet()


async def again(harness: Any, one: Any, two: Any, loser: Any, **options: Any) -> None:
    """Another game of the same two."""
    await one.slash(CHANNEL, "game new", battle="ormes", **options)
    await two.slash(CHANNEL, "game join")
    await one.slash(CHANNEL, "game start")
    await give_up(harness, loser)


@pytest.mark.long
async def test_a_result_moves_both_ratings_and_is_listed(harness: Any, short_games_count: None) -> None:
    anna, bruno = await begin(harness, "ormes")
    before = (await anna.slash(CHANNEL, "rating show")).words

    await give_up(harness, anna)
    own, other = await anna.slash(CHANNEL, "rating show"), await bruno.slash(CHANNEL, "rating show")

    assert "You have no rated games yet" in before
    assert "Lost to" in own.words
    assert "0 won, 1 lost, 0 drawn" in own.words
    assert "1 won, 0 lost" in other.words
    assert "Morne Plaine" in own.words
    assert "provisional for 7 more" in own.words
    assert f"<@{bruno.id}>" in own.words
    assert "The bridge at Ormes" in own.words


@pytest.mark.long
async def test_another_players_ratings_are_shown_with_the_games_the_asker_may_see(
    harness: Any, short_games_count: None
) -> None:
    anna, _ = await begin(harness, "ormes")
    await give_up(harness, anna)
    clara = harness.person("Clara")

    seen = await clara.slash(CHANNEL, "rating show", player="Bruno")
    async with harness.store.writing() as tx:
        await tx.session.execute(
            games.update().values(channel=1)  # a channel that no one here sees
        )
    hidden = await clara.slash(CHANNEL, "rating show", player="Bruno")
    own = await anna.slash(CHANNEL, "rating show")

    assert "Won against" in seen.words
    assert "1 won" in hidden.words
    assert "Won against" not in hidden.words
    assert "Lost to" in own.words


async def test_an_unrated_game_changes_no_rating_and_says_so(harness: Any, short_games_count: None) -> None:
    anna, _ = await begin(harness, "ormes", rated=False)
    await give_up(harness, anna)

    own = await anna.slash(CHANNEL, "rating show")
    result = await harness.store.results.of_game((await harness.game()).record.id)

    assert result.unrated == "agreed"
    assert "You have no rated games yet" in own.words
    assert "· unrated" in own.words


@pytest.mark.long
async def test_a_lobby_says_whether_the_game_is_rated_and_a_rematch_keeps_it(harness: Any) -> None:
    anna, bruno = harness.person("Anna"), harness.person("Bruno")
    await anna.slash(CHANNEL, "game new", battle="ormes", rated=False)
    await harness.quiet()
    unrated = anna.sees(CHANNEL)[-1].words
    await bruno.slash(CHANNEL, "game join")
    await anna.slash(CHANNEL, "game start")
    await give_up(harness, anna)
    await bruno.slash(CHANNEL, "game rematch")
    await harness.quiet()
    await anna.slash("tutorial", "game new", battle="ormes")
    await anna.slash("parlour", "game new", battle="ormes", partner=True)
    await harness.quiet()
    records = await harness.store.games.all()

    assert "Unrated: the result does not count" in unrated
    assert [record.rated for record in records] == [False, False, True, True]
    assert any("Rated: the result counts" in m.words for m in anna.sees("tutorial"))
    assert not any("Rated: the result counts" in m.words for m in anna.sees("parlour"))


@pytest.mark.long
async def test_the_table_of_a_server_lists_who_has_enough_games(
    harness: Any, short_games_count: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(service, "PROVISIONAL_GAMES", 2)
    anna, bruno = await begin(harness, "ormes")
    await give_up(harness, anna)
    early = await anna.slash(CHANNEL, "rating table")
    await again(harness, anna, bruno, anna)

    reply = await anna.slash(CHANNEL, "rating table", rulebook="Morne Plaine")
    table = reply.words
    await anna.click(reply, "My ratings")
    await anna.click(reply, "This server’s players")

    assert "No one who has played here has" in early.words
    assert table.index(f"<@{bruno.id}>") < table.index(f"<@{anna.id}>")
    assert "Morne Plaine" in table
    assert "All rulebooks" in reply.words
    assert reply.pictures, "the same as a picture"
    assert "1 Bruno" in reply.message.attachments[0]["description"]


@pytest.mark.long
async def test_head_to_head_counts_the_games_of_two_players(harness: Any, short_games_count: None) -> None:
    anna, bruno = await begin(harness, "ormes")
    await give_up(harness, anna)
    await again(harness, anna, bruno, bruno)
    await again(harness, anna, bruno, bruno)

    mine = await anna.slash(CHANNEL, "rating versus", player="Bruno")
    watched = await harness.person("Clara").slash(CHANNEL, "rating versus", player="Bruno", other="Anna")
    alone = await anna.slash(CHANNEL, "rating versus", player="Anna")

    assert f"<@{anna.id}> won 2, <@{bruno.id}> won 1, drawn: 0" in mine.words
    assert "has a chance of" in mine.words
    assert "on this server: 3" in watched.words
    assert "two different players" in alone.words


@pytest.mark.long
async def test_who_deletes_their_data_leaves_table_and_ratings(harness: Any, short_games_count: None) -> None:
    anna, bruno = await begin(harness, "ormes")
    await give_up(harness, anna)
    await bruno.click(await bruno.slash(CHANNEL, "me data delete"), "Delete everything")
    await harness.quiet()

    gone = await anna.slash(CHANNEL, "rating show", player="Bruno")
    own = await anna.slash(CHANNEL, "rating show")

    assert "No rated games yet" in gone.words
    assert "Lost to Player A" in own.words
    assert str(bruno.id) not in own.words


async def test_an_unknown_rulebook_is_refused_with_those_there_are(harness: Any) -> None:
    answer = await harness.person("Anna").slash(CHANNEL, "rating table", rulebook="chess")

    assert "chess" in answer.words
    assert "`morne_plaine`" in answer.words


def results(count: int) -> list[GameResult]:
    """Games with many players, most of whom have long numbers."""
    crowd = tuple(ResultPlayer(side="blue", user=MOST + n, name="x" * 80) for n in range(8))
    players = (ResultPlayer(side="red", user=MOST * 2, orders=1), *crowd)
    return [replace(ended(n, winner="red"), players=players) for n in range(count)]


@pytest.mark.parametrize("language", languages())
def test_the_longest_pages_fit(language: str) -> None:
    words, rating = catalogue_for(language), Rating(games=10**5)
    pools = dict.fromkeys(("", "morne_plaine", "pousse_pion", "desastre_colonial", "art_of_tactic"), rating)
    record = Record(won=10**5, lost=10**5, drawn=10**5)
    about = PlayerRatings(
        user=MOST * 2,
        ratings=pools,
        record=record,
        results=results(ratings_page.LAST),
        changes=dict.fromkeys(range(9), -(10**4)),
        waiting=10**6,
    )
    places = [Place(place=n, user=MOST + n, rating=rating) for n in range(ratings_page.LISTED)]
    me = Place(place=10**5, user=1, rating=rating)
    pages = [
        ratings_page.player(words, about, own=True),
        ratings_page.player(words, replace(about, ratings={}, results=results(0)), own=True),
        ratings_page.table(words, OVERALL, list(pools), places, me, 10**6),
        ratings_page.versus(words, (MOST * 2, MOST), (rating, rating), results(99), everywhere=True),
    ]

    assert [page_excesses(page) for page in pages if page_excesses(page)] == []


@pytest.mark.long
async def test_a_battle_tells_how_games_of_it_ended(harness: Any, short_games_count: None) -> None:
    anna, bruno = await begin(harness, "ormes")
    await give_up(harness, anna)
    await again(harness, anna, bruno, anna, rated=False)
    await again(harness, anna, bruno, bruno)
    await anna.slash(CHANNEL, "game new", battle="ormes", partner=True)
    await anna.slash(CHANNEL, "game start")
    await give_up(harness, anna)
    words = catalogue_for("en")

    record = await harness.store.results.of_battle("ormes")
    listed = battles_page.Listed(key="ormes", battle=scenarios.load("ormes"), played=record)
    line = battles_page.gallery(words, [listed], 0, 1, None)
    reply = await anna.slash(CHANNEL, "game new")
    await anna.select(reply, None, "ormes")

    told = (
        "3 games between people: Blue won 1 and Orange won 2 · "
        "half of them were over by turn 1, within about 1 min"
    )
    assert record.sittings == 3
    assert record.sitting == record.lasted
    assert (record.games, record.wins, record.drawn) == (3, (("blue", 1), ("orange", 2)), 0)
    assert any(told in section.text for section in line.sections)
    assert told in reply.words
