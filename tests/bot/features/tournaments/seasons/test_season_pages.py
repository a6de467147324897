"""Pages of the largest seasons keep within Discord's limits."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.features.tournaments.seasons import page as season_page
from bot.features.tournaments.seasons.season import Season
from bot.features.tournaments.seasons.terms import MOST_DIVISIONS, read
from bot.features.tournaments.state.event import Event
from bot.i18n.catalogue import catalogue_for, languages
from storage import SeasonPlayer, SeasonRecord, StoredSeason
from tests.bot.features.tournaments.test_pages import NOW, tournament
from tests.bot.page_limits import page_excesses
from tests.long_forms import long_but

PLAYERS = 100


def largest() -> Season:
    """Five divisions of a hundred players with long names, who have played six tournaments each."""
    played = tournament(PLAYERS, 2, rounds=2)
    events, places, players = [], [], []
    for division in range(MOST_DIVISIONS):
        entrants = tuple(replace(e, user=e.user + 1000 * division) for e in played.stored.entrants)
        players += [
            SeasonPlayer(user=e.user, division=division, place=e.place, name=e.name) for e in entrants
        ]
        for nth in range(6):
            record = replace(played.stored.record, id=10 * division + nth + 1, status="over")
            events.append(Event.of(replace(played.stored, record=record, entrants=entrants)))
            places.append((record.id, division))
    names = ", ".join(f"{letter}_{'*' * 18} 128" for letter in "ABCDE")
    about = SeasonRecord(
        id=10**15,
        guild=1,
        channel=10**18,
        name="_" * 32,
        owner=10**18,
        number=99,
        previous=None,
        status="over",
        terms=read(names, 8, ", ".join(["1000"] * 32)).json(),
        created=NOW,
    )
    return Season.of(StoredSeason(record=about, tournaments=(*places,), players=(*players,)), events)


@pytest.mark.parametrize("language", long_but(["en"], languages()))
def test_every_page_of_a_season_fits(language: str) -> None:
    season, words = largest(), catalogue_for(language)
    pages = [
        season_page.table(words, season, 0),
        season_page.table(words, season, 4, 99),
        season_page.sure_to_end(words, season),
        season_page.ended(words, season),
        season_page.opened(words, season),
        season_page.announcement(words, season),
        season_page.over(words, season),
        season_page.division_opened(words, season, 0),
        season_page.leaving(words, season, leaves=True),
    ]

    assert [page_excesses(page) for page in pages] == [[]] * len(pages)
