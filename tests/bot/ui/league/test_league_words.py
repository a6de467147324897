"""Pictures of tournaments with their words: pages, alt text, every match and player once."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from bot.i18n.catalogue import catalogue_for
from bot.ui.league.brackets import bracket_pictures
from bot.ui.league.charts import rating_picture
from bot.ui.league.cross_tables import cross_table_pictures, podium_picture
from bot.ui.league.tables import LONGEST_ALT, points, standings_pictures
from bot.ui.page import ChartImage
from league import elimination, round_robin, swiss
from league.elimination import BYE
from league.model import Entrant, Result, Tournament
from league.ratings import PROVISIONAL_GAMES, Rating
from render.league.drawing import draw_league
from render.league.records import MATCHES, PLAYERS, ROWS, Bracket, CrossTable, LineChart, Podium, Table
from tests.render.league.samples import NAMES

WORDS = catalogue_for("en")
START = datetime(2026, 1, 3, tzinfo=UTC)


def tournament(players: int, rounds: int = 3) -> Tournament:
    entrants = tuple(Entrant(number=n, name=NAMES[n % len(NAMES)]) for n in range(1, players + 1))
    played = Tournament(entrants=entrants, planned_rounds=rounds + 1)
    chance = random.Random(players)
    for _ in range(rounds):
        pairs = swiss.pair_round(played)
        games = (replace(p, result=chance.choice([*Result])) for p in pairs.pairings)
        played = replace(played, rounds=(*played.rounds, replace(pairs, pairings=tuple(games))))
    return played


def cup(players: int, *, double: bool, share: float = 0.7) -> dict[str, elimination.Played]:
    matches = elimination.double(players) if double else elimination.single(players)
    winners: dict[str, int] = {}
    chance = random.Random(players)
    for _ in range(int(len(matches) * share)):
        ready = [match for match in elimination.play(matches, winners).values() if match.ready]
        if ready:
            winners[ready[0].match.name] = chance.choice((ready[0].one, ready[0].two)) or 0
    return elimination.play(matches, winners)


def drawn(images: tuple[ChartImage, ...]) -> None:
    """Each can be drawn, has a name of its own and words that Discord takes."""
    assert len({image.name for image in images}) == len(images)
    for image in images:
        assert 0 < len(image.alt) <= LONGEST_ALT
    assert draw_league(images[-1].chart).startswith(b"\x89PNG")  # type: ignore[arg-type]


@pytest.mark.parametrize(("players", "pages"), [(2, 1), (8, 1), (16, 1), (40, 3), (200, 13)])
def test_standings_are_pages_of_sixteen(players: int, pages: int) -> None:
    images = standings_pictures(WORDS, tournament(players, 1 if players < 4 else 3), title="Swiss")
    tables = [image.chart for image in images if isinstance(image.chart, Table)]

    drawn(images)
    assert len(tables) == pages
    assert all(len(table.rows) <= ROWS for table in tables)
    assert sum(len(table.rows) for table in tables) == players
    assert tables[0].medals
    assert not any(table.medals for table in tables[1:])


def test_standings_say_who_left_and_mark_each_round() -> None:
    played = tournament(8)
    entrants = tuple(replace(e, left=4 if e.number == 3 else None) for e in played.entrants)
    (image,) = standings_pictures(
        WORDS, replace(played, entrants=entrants), title="Swiss", names={3: "Gone"}, lines=(2,)
    )

    assert isinstance(image.chart, Table)
    assert [row.cells[1] for row in image.chart.rows if row.faint] == ["Gone"]
    assert [n for n, row in enumerate(image.chart.rows) if row.line] == [2]
    assert {len(row.cells[2]) for row in image.chart.rows} == {3}


def test_the_standings_before_the_first_round_have_no_medals() -> None:
    (image,) = standings_pictures(WORDS, tournament(8, 0), title="Swiss")

    assert isinstance(image.chart, Table)
    assert not image.chart.medals


@pytest.mark.parametrize("double", [False, True])
@pytest.mark.parametrize("players", [2, 3, 8, 16, 40, 200])
def test_a_bracket_shows_every_match_on_pages_of_sixteen(players: int, double: bool) -> None:
    played = cup(players, double=double)

    images = bracket_pictures(WORDS, played, dict(enumerate(NAMES * 20, 1)), title="Cup")
    pages = [image.chart.matches for image in images if isinstance(image.chart, Bracket)]
    counted = Counter(match.id for page in pages for match in page)

    drawn(images)
    assert {*counted} == {name for name, match in played.items() if BYE not in (match.one, match.two)}
    assert max(map(len, pages)) <= MATCHES
    assert max(counted.values()) <= 2, "a match is repeated only where its page goes on"


def test_a_match_that_waits_says_for_whom() -> None:
    played = elimination.play(elimination.double(4), {"w1-1": 1})

    (image,) = bracket_pictures(WORDS, played, {1: "Anna", 2: "Ben", 3: "Cleo", 4: "Dan"}, title="Cup")

    assert isinstance(image.chart, Bracket)
    slots = {match.id: (match.one.name, match.two.name) for match in image.chart.matches}
    assert slots["w2-1"] == ("Anna", "winner of 2")
    assert slots["l1-1"] == ("Dan", "loser of 2")
    assert "1: Anna beat Dan." in image.alt


def everyone_meets(players: int) -> Tournament:
    """A round robin in which the first side always wins."""
    rounds = tuple(
        replace(each, pairings=tuple(replace(p, result=Result.FIRST_WINS) for p in each.pairings))
        for each in round_robin.schedule(players)
    )
    entrants = tuple(Entrant(number=n, name=NAMES[n % len(NAMES)]) for n in range(1, players + 1))
    return Tournament(entrants=entrants, planned_rounds=len(rounds), rounds=rounds)


@pytest.mark.parametrize(("players", "pages"), [(2, 1), (8, 1), (16, 1), (40, 9)])
def test_a_cross_table_has_every_result_twice(players: int, pages: int) -> None:
    images = cross_table_pictures(WORDS, everyone_meets(players), title="Round robin")
    tables = [image.chart for image in images if isinstance(image.chart, CrossTable)]
    cells = Counter(cell for table in tables for row in table.rows for cell in row.cells)

    drawn(images)
    assert len(tables) == pages
    assert max(len(table.rows) for table in tables) <= PLAYERS
    assert cells == {None: players, "1": players * (players - 1) // 2, "0": players * (players - 1) // 2}


def test_a_podium_has_ten_places_in_words() -> None:
    image = podium_picture(
        WORDS,
        title="Season",
        places=[(n, name or "Nameless", f"{n} points") for n, name in enumerate(NAMES, 1)],
    )

    assert isinstance(image.chart, Podium)
    assert len(image.chart.places) == 10
    assert image.alt.startswith("Season. 1. Anna, 1 points.")
    drawn((image,))


def test_half_points_as_players_read_them() -> None:
    assert [points(n) for n in (0, 1, 2, 5)] == ["0", "½", "1", "2½"]


def rising(games: int) -> list[tuple[datetime, Rating]]:
    return [
        (START + timedelta(days=n), Rating(mean=25 + n / 4, deviation=8 - n / 8, games=n + 1))
        for n in range(games)
    ]


def test_a_rating_is_dashed_while_it_is_provisional() -> None:
    image = rating_picture(WORDS, player="Anna", pools=[("Overall", rising(20)), ("None", [])])

    assert isinstance(image.chart, LineChart)
    (line,) = image.chart.lines
    assert [point.sure for point in line.points].index(True) == PROVISIONAL_GAMES - 1
    assert "1690 ± 225 after 20 games, first 1500, best 1690, lowest 1500" in image.alt
    assert len({label for _, label in image.chart.ticks}) == len(image.chart.ticks)
    drawn((image,))


def test_a_rating_without_a_game_has_no_chart() -> None:
    with pytest.raises(ValueError, match="no rated game"):
        rating_picture(WORDS, player="Anna", pools=[("Overall", [])])


def test_dates_are_in_the_language_of_the_reader() -> None:
    image = rating_picture(catalogue_for("fr"), player="Anna", pools=[("x", rising(20))])

    assert isinstance(image.chart, LineChart)
    assert image.chart.ticks[0][1] == "3 janv."
