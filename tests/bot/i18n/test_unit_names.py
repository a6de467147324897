"""One name for a unit: short as on its counter, with the long one beside it where there is room."""

from __future__ import annotations

import pytest

from bot.i18n.catalogue import catalogue_for
from bot.i18n.names import IntroducingNames, Names
from tests.bot.sample_games import new_game


@pytest.mark.parametrize(("language", "full"), [("en", "line-1 (1st Line)"), ("fr", "line-1 (1er de ligne)")])
def test_a_unit_has_its_short_name_and_both_where_there_is_room(language: str, full: str) -> None:
    names = Names(catalogue_for(language), new_game("ormes"))

    assert (names.unit("line-1"), names.full("line-1")) == ("line-1", full)


def test_a_long_name_that_says_no_more_is_left_out() -> None:
    assert Names(catalogue_for(), new_game("ormes")).full("uhlans") == "uhlans"


def test_a_report_gives_both_names_once_in_the_order_it_is_read() -> None:
    names = IntroducingNames(Names(catalogue_for(), new_game("ormes")))
    later, first = f"{names.unit('line-1')} stops", f"{names.unit('line-1')} meets {names.unit('baden')}"

    assert names.introduced([first, later]) == [
        "line-1 (1st Line) meets baden (Regiment Baden)",
        "line-1 stops",
    ]


@pytest.mark.parametrize("text", ["gun-1", "battery rolland", "Batterie Rolland", "gun-1 (Battery Rolland)"])
def test_both_names_can_be_typed_in_both_languages(text: str) -> None:
    assert new_game("ormes").seen("blue").unit_named(text).id == "gun-1"
