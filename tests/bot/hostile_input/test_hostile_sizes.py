"""A great many units, hexes and names that are nearly right: without Discord around them."""

from __future__ import annotations

import unicodedata
from dataclasses import replace

import pytest

from bot.core.requests.actor import Actor
from bot.features.orders.autocomplete import _visible_units
from bot.i18n.catalogue import catalogue_for
from bot.i18n.names import Names
from bot.ui.autocomplete import matching_choices
from engine.errors import NotOnTable
from tests.bot.sample_games import new_game


@pytest.mark.long
@pytest.mark.fault(17)
def test_of_ten_thousand_units_twenty_five_are_offered() -> None:
    game = new_game("ormes")
    unit = next(iter(game.state.units_on_map("blue")))
    many = {f"foot-{n}": replace(unit, id=f"foot-{n}", name=f"Foot {n}") for n in range(10_000)}
    crowded = replace(game, state=replace(game.state, units=many))
    actor = Actor(user=1, name="Anna", interaction=1, guild=1, channel=1)

    every = _visible_units(Names(catalogue_for(), crowded.seen("blue")), actor)
    choices = matching_choices(every, "FOOT-99")

    assert len(every) == 10_000
    assert len(choices) == 25
    assert choices[0].value == "foot-99"
    assert all(choice.value.startswith("foot-99") for choice in choices)


@pytest.mark.fault(18)
@pytest.mark.parametrize("text", ["0405", "０４０５", " 0405 ", "(0405)", "4.05", "٠٤٠٥"])
def test_a_hex_is_read_however_its_digits_are_written(text: str) -> None:
    assert new_game("ormes").scenario.grid.parse(text) == "0405"


@pytest.mark.fault(18)
@pytest.mark.parametrize("text", ["9999", "0000", "²³", "-405", "0405\u20e3", "9" * 400])
def test_what_is_no_hex_of_the_map_is_none(text: str) -> None:
    assert new_game("ormes").scenario.grid.parse(text) is None


@pytest.mark.fault(22)
@pytest.mark.parametrize("battle", ["ormes", "gue", "kurokawa"])
def test_names_are_known_in_any_case_and_however_their_accents_are_composed(battle: str) -> None:
    game = new_game(battle).seen("")
    called = {u.name or u.id for u in game.state.units.values()}
    called |= {n for c in game.scenario.counters.values() for n in c.called.values()}
    assert called

    for name in called:
        forms = (name, name.upper(), name.casefold(), unicodedata.normalize("NFD", name), f" {name} ")
        assert len({meant(game, form) for form in forms}) == 1, name


def meant(game: object, text: str) -> str:
    """The unit that is meant; "" for none."""
    try:
        return game.unit_named(text).id  # type: ignore[arg-type]
    except NotOnTable:
        return ""
