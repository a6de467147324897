"""Pages of tournaments of any size keep within Discord's limits, and say what their pictures show."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest

from bot.features.tournaments import answers
from bot.features.tournaments import page as tournament_page
from bot.features.tournaments.state import pairing
from bot.features.tournaments.state.event import Event
from bot.features.tournaments.state.terms import Terms
from bot.i18n.catalogue import catalogue_for, languages
from league.model import Result
from storage import EntrantRecord, StoredTournament, TournamentRecord
from tests.bot.page_limits import page_excesses

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
        tournament_page.standings(words, event),
        tournament_page.standings(words, event, 99),
    ]
    if rounds:
        pages += [answers.round_post(words, event, rounds), answers.round_over(words, event, rounds)]
        pages.append(answers.over(words, event))

    assert [page_excesses(page) for page in pages] == [[]] * len(pages)


def test_the_standings_say_in_words_what_their_picture_shows() -> None:
    event = tournament(20, 2, rounds=2)

    first, second = (tournament_page.standings(catalogue_for("en"), event, at) for at in (0, 1))

    assert len(first.embeds[0].text.splitlines()) == 16
    assert len(second.embeds[0].text.splitlines()) == 4
    for page in (first, second):
        for line, row in zip(page.embeds[0].text.splitlines(), page.picture.chart.rows, strict=True):
            rank, name, _, score = row.cells[:4]
            assert line.startswith(f"`{rank}` **{name.replace('_', chr(92) + '_')}** · {score}")
