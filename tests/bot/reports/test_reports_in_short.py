"""Reports of whole games in short: a line a fight, its rules and sums behind *Why?* and in the log."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

import pytest

from bot.core.game import Game
from bot.core.report_segments import parts, segments
from bot.features.history import explain_page
from bot.features.history.log_page import items
from bot.i18n.catalogue import catalogue_for
from bot.i18n.names import Names
from bot.reports import phase_report
from bot.ui.page import Embed, Page, Section
from tests.bot.sample_games import game_with_log
from tests.long_forms import long_but

RULE = re.compile(r"[A-Z]{2}-[A-Z]{3}-\d+")
BATTLES = ["ormes", "gue", "isandlwana", "kurokawa"]
"""A battle of each rulebook."""
LONGEST_FIGHT = 900
"""Characters of the longest fight: four units of Isandlwana fire at one that tests and routs."""


@cache
def log(battle: str) -> Game:
    """A battle as two computer players have played it."""
    return game_with_log(battle, 60)


@cache
def reports(battle: str, language: str = "en") -> tuple[Page, ...]:
    """Everything that was posted of it."""
    return tuple(_reports(battle, language))


def _reports(battle: str, language: str) -> Iterator[Page]:
    for segment in segments(log(battle)):
        then = log(battle).at(segment.last)
        for part in parts(then, segment):
            names = Names(catalogue_for(language), then.until(part.stop).seen(""))
            if (page := phase_report.report(names, segment, part)) is not None:
                yield page


def page_words(page: Page) -> str:
    """Everything that is read on it."""
    notes = [t for n in page.embeds for t in (n.title, n.text, n.footer, *(s.text for s in n.sections))]
    return "\n".join([page.text, *notes, page.foot])


@pytest.mark.parametrize("language", long_but(["en"], ["en", "fr"]))
@pytest.mark.parametrize("battle", BATTLES)
def test_no_report_names_a_rule(battle: str, language: str) -> None:
    words = [page_words(page) for page in reports(battle, language)]

    assert len(words) >= 10
    assert [text for text in words if RULE.search(text)] == []


@pytest.mark.parametrize("battle", long_but(BATTLES[:2], BATTLES))
def test_a_fight_is_one_line_with_its_own_button(battle: str) -> None:
    sections = [s for page in reports(battle) for note in page.embeds for s in note.sections]

    fights = [section.text for section in sections if section.button]
    assert fights
    assert [text for text in fights if "\n" in text or len(text) > LONGEST_FIGHT] == []


@pytest.mark.parametrize("battle", BATTLES)
def test_the_log_tells_the_rules_that_reports_leave_out(battle: str) -> None:
    names = Names(catalogue_for(), log(battle).seen(""))

    told = "\n".join(line for item in items(names, log(battle), {}) for line in item.lines)

    assert len(set(RULE.findall(told))) > 8


def test_a_fight_goes_on_with_its_tests_and_ends_where_the_next_unit_moves() -> None:
    pages = [[s.text for note in page.embeds for s in note.sections] for page in reports("gue")]

    charge, ride, second, march = next(told for told in pages if "charge" in "".join(told))
    assert charge == (
        "⚔️ **cuir-1** charge **militia (Militia of Lannoy)** at 0806 and **win**: "
        "**militia** falls into disorder"
    )
    assert ride == "🔵 **huss-1 (1st Hussars)** ride 0908 → 0907"
    assert "**militia** retreats to 0805" in second
    assert march.startswith("🔵 **line-3 (3rd Line)** 0707 → 0606")


def test_the_button_of_a_fight_explains_the_whole_of_it() -> None:
    game = log("gue")
    entry = next(e for e in game.entries if any(getattr(x, "kind", "") == "attack" for x in e.events))

    (first, *_) = explain_page.fights(Names(catalogue_for(), game.seen("")), (entry,))

    assert first.events[0] in entry.events
    assert getattr(first.main, "kind", "") == "attack"
    assert {getattr(event, "kind", "") for event in first.events} >= {"attack", "morale_test", "refuge"}


@pytest.mark.long
def test_of_many_fights_the_first_have_their_buttons_and_all_are_told() -> None:
    melee = next(
        page
        for page in reports("kurokawa")
        if page_words(page).count("⚔️") > phase_report.MOST_FIGHTS and "Melee" in page.embeds[0].title
    )

    sections = melee.embeds[-1].sections

    assert sum(section.button is not None for section in sections) == phase_report.MOST_FIGHTS
    assert "attacks" in sections[-1].text
    assert not sections[-1].button


def test_what_came_after_the_fights_of_a_phase_is_told_after_them() -> None:
    earlier, later = (
        phase_report.ReportBody(
            notes=(Embed(title="Initiative", text=f"{n} before", sections=(Section(text=f"{n} fight"),)),)
        )
        for n in ("first", "second")
    )

    (note,) = earlier.then(later).notes

    told = [note.text, *(section.text for section in note.sections)]
    assert told == ["first before", "first fight", "second before", "second fight"]
