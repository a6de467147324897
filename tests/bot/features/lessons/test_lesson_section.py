"""What lessons add to reports: to games in which they were given, and to no others."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.features.lessons.report_section import SECTION
from bot.i18n.catalogue import catalogue_for
from bot.i18n.names import Names
from engine.state import Result
from tests.bot.sample_games import new_game


@pytest.mark.parametrize("alone", [True, False])
def test_only_games_with_lessons_tell_their_story_and_say_that_they_are_finished(alone: bool) -> None:
    game = new_game("nonaka")
    result = Result(winner="red", level="victory", reason="last_turn")
    first, second = game.record.seats
    seats = (first, replace(second, user=None, bot=True) if alone else second)
    game = replace(game, state=replace(game.state, result=result), record=replace(game.record, seats=seats))
    names = Names(catalogue_for("en"), game)

    assert bool(SECTION.opening_notes(names)) == alone
    assert bool(SECTION.end_notes(names)) == alone
    assert bool(SECTION.end_buttons(names)) == alone
