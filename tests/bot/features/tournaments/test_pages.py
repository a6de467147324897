"""Pages of tournaments of any size keep within Discord's limits, and say what their pictures show."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest

from bot.features.tournaments import answers, standings_page
from bot.features.tournaments import page as tournament_page
from bot.features.tournaments.state import pairing
from bot.features.tournaments.state.event import Event
from bot.features.tournaments.state.terms import Terms
from bot.features.tournaments.teams import page as team_page
from bot.features.tournaments.teams.service import RESERVES
from bot.i18n.catalogue import catalogue_for, languages
from league.model import Result
from storage import EntrantRecord, MemberRecord, StoredTournament, TournamentDecision, TournamentRecord
from tests.bot.page_limits import page_excesses
from tests.long_forms import long_but

NOW = datetime(2026, 11, 23, tzinfo=UTC)


def tournament(players: int, paired: int, **terms: Any) -> Event:
    """A tournament of players with long names, so many rounds of which the better seeds have won."""
    about = Terms(battle="ormes", **terms)
    record = TournamentRecord(
        id=10**15,
        guild=1,
        channel=10**18,
        name="The Great Autumn Tournament of *All* Friends of Hexes 2026",
        owner=10**18,
        status="playing" if paired else "signup",
        terms=about.json(),
        created=NOW,
    )
    entrants = tuple(
        EntrantRecord(
            place=n,
            user=10**18 + n,
            name=f"{n}_{'Wellington_' * 3}"[:32],
            number=n if paired else None,
            since=NOW,
        )
        for n in range(1, players + 1)
    )
    stored = StoredTournament(record=record, entrants=entrants)
    for _ in range(paired):
        round_ = pairing.next_round(Event.of(stored), NOW)
        played = tuple(
            replace(
                p,
                games=tuple(
                    replace(g, result=_won(p), how="score", opened=NOW, channel=10**18) for g in p.games
                ),
            )
            for p in round_.pairings
        )
        stored = replace(stored, rounds=(*stored.rounds, replace(round_, pairings=played)))
    return Event.of(stored)


def _won(p: Any) -> Result:
    return Result.FIRST_WINS if p.first < p.second else Result.SECOND_WINS


def tournament_of_teams(teams: int, boards: int, wide: str) -> Event:
    """A tournament of full teams with reserves and invited players, all with names of 32 characters, in its
    first round, about which organisers decided."""
    about = tournament(teams, 0, boards=boards, rounds=3)
    members = tuple(
        MemberRecord(
            team=place,
            user=10**17 + place * 100 + n,
            name=f"{place}_{n}_{wide * 32}"[:32],
            board=n,
            status="member" if n <= boards + RESERVES else "invited",
            since=NOW,
        )
        for place in range(1, teams + 1)
        for n in range(1, boards + RESERVES + 3)
    )
    entrants = tuple(replace(e, number=e.place, name=(wide * 40)[:40]) for e in about.stored.entrants)
    record = replace(about.stored.record, status="playing")
    stored = replace(about.stored, record=record, entrants=entrants, members=members)
    round_ = pairing.next_round(Event.of(stored), NOW)
    opened = tuple(
        replace(p, games=tuple(replace(g, opened=NOW, channel=10**18) for g in p.games))
        for p in round_.pairings
    )
    log = tuple(
        TournamentDecision(
            seq=n, by=10**17, act="sits_out_half", value=str(1 + n % teams), reason="_" * 200, round=1, at=NOW
        )
        for n in range(12)
    )
    return Event.of(replace(stored, rounds=(replace(round_, pairings=opened),), log=log))


EVENTS = {
    "sign-up of 200": (200, 0, {"cap": 100, "check_in": True}),
    "two players": (2, 1, {}),
    "swiss of 65": (65, 2, {"rounds": 5}),
    "duplicate": (30, 1, {"duplicate": True}),
    "single": (64, 2, {"format": "single"}),
    "double": (64, 3, {"format": "double"}),
    "robin": (31, 2, {"format": "robin"}),
}


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("name", EVENTS)
def test_every_page_fits(name: str, language: str) -> None:
    players, rounds, terms = EVENTS[name]
    event, words = tournament(players, rounds, **terms), catalogue_for(language)
    pages = [
        tournament_page.card(words, event, NOW),
        tournament_page.pairings(words, event, 1),
        tournament_page.pairings(words, event, 1, 1),
        standings_page.standings(words, event),
        standings_page.standings(words, event, 99),
        standings_page.cross_table(words, event),
        standings_page.cross_table(words, event, 99),
    ]
    if rounds:
        pages += [answers.round_post(words, event, rounds), answers.round_over(words, event, rounds)]
        pages.append(answers.over(words, event))

    assert [page_excesses(page) for page in pages] == [[]] * len(pages)


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("wide", long_but(["W", "👑"], ["W", "_", "界", "👑"]))
def test_every_page_of_ten_matches_on_eight_boards_fits_and_none_leaves_a_board_out(
    wide: str, language: str
) -> None:
    event, words = tournament_of_teams(20, 8, wide), catalogue_for(language)
    matches = [tournament_page.pairings(words, event, 1, at) for at in range(20)]
    teams = [team_page.teams(words, event, at) for at in range(20)]
    others = [
        tournament_page.card(words, event, NOW),
        answers.round_post(words, event, 1),
        standings_page.standings(words, event),
        team_page.team(words, event, event.stored.entrants[-1]),
    ]

    assert [page_excesses(page) for page in (*matches, *teams, *others)] == [[]] * (20 + 20 + 4)
    told = "\n".join({page.embeds[0].footer: page.embeds[0].text for page in matches}.values())
    assert told.count("<#1000000000000000000>") == 10 * 8, "each board with its channel"
    assert told.count("⚖️") == 12
    named = "\n".join({page.foot: page.text for page in teams}.values())
    assert named.count("\n- ") == 20


def test_the_standings_say_in_words_what_their_picture_shows() -> None:
    event = tournament(20, 2, rounds=2)

    first, second = (standings_page.standings(catalogue_for("en"), event, at) for at in (0, 1))

    assert len(first.embeds[0].text.splitlines()) == 16
    assert len(second.embeds[0].text.splitlines()) == 4
    for page in (first, second):
        for line, row in zip(page.embeds[0].text.splitlines(), page.picture.chart.rows, strict=True):
            rank, name, _, score = row.cells[:4]
            assert line.startswith(f"`{rank}` **{name.replace('_', chr(92) + '_')}** · {score}")


def test_a_round_robin_has_a_cross_table_in_parts_and_other_formats_have_none() -> None:
    robin, words = tournament(20, 3, format="robin"), catalogue_for("en")

    standings = standings_page.standings(words, robin)
    first, last = (standings_page.cross_table(words, robin, at) for at in (0, 99))
    none = standings_page.cross_table(words, tournament(4, 1))

    labels = [button.label for row in standings.rows for button in row]
    assert "Cross-table" in labels
    assert "Cross-table" not in [
        b.label for row in standings_page.standings(words, tournament(4, 1)).rows for b in row
    ]
    assert (len(first.picture.chart.rows), len(last.picture.chart.rows)) == (16, 4)
    assert first.picture.chart.rows[0].name in first.picture.alt
    assert "page 4 of 4" in last.embeds[0].footer.lower()
    assert (none.picture, none.text) == (None, "Only a round robin has a cross-table.")


@pytest.mark.parametrize(
    ("terms", "rounds", "ranks"),
    [({"format": "single"}, 2, ["1", "2", "3", "3"]), ({"format": "robin"}, 3, ["1", "2", "3", "4"])],
)
def test_the_end_is_posted_with_a_podium(terms: Any, rounds: int, ranks: list[str]) -> None:
    page = answers.over(catalogue_for("en"), tournament(4, rounds, **terms))

    assert [place.rank for place in page.picture.chart.places] == ranks
    assert page.picture.chart.places[0].name.startswith("1_")
    assert "🥇" in page.text
