"""An order that a rulebook does not know names the one that does the same there."""

from __future__ import annotations

import re

import pytest

import scenarios
from bot.i18n.catalogue import catalogue_for
from bot.i18n.names import Names
from bot.ui import refusals
from engine.errors import NotOnTable, Refused
from engine.referee import check_admitted
from engine.systems import SYSTEMS, find
from notation import order_text
from scenarios.presentation import presentation
from tests.bot.sample_games import new_game


@pytest.mark.parametrize(
    ("battle", "line", "language", "said"),
    [
        (
            "gue",
            "rally",
            "en",
            "Pousse-pion knows no `/rally`: order and morale come back",
        ),
        ("nonaka", "rally", "en", "written with `/plan write`"),
        ("nonaka", "rally", "fr", "Art of Tactic ne connaît pas `/rallier`"),
    ],
)
def test_a_written_line_names_the_right_order(battle: str, line: str, language: str, said: str) -> None:
    game = new_game(battle)
    side = min(game.state.active)
    names = Names(catalogue_for(language), game.seen(side))

    command = order_text.read(line, game.system, game.scenario, game.seen(side).state, side)
    with pytest.raises(Refused) as refused:
        check_admitted(game.system, game.state, side, type(command))

    assert said in refusals.sentence(names.words, refused.value, names)


def test_secret_orders_in_a_game_without_them_name_the_right_orders() -> None:
    names = Names(catalogue_for("en"), new_game("ormes").seen("blue"))

    text = refusals.sentence(names.words, NotOnTable("", "no_secret_orders"), names)

    assert text.startswith("Morne Plaine knows no `/plan write`: orders are not secret here")


def test_no_rulebook_points_to_an_order_that_it_does_not_take() -> None:
    for system in SYSTEMS:
        kinds = {kind.__name__.lower() for phase in find(system).phases.values() for kind in phase.takes}
        for order, texts in presentation(system).instead.items():
            assert order not in kinds, (system, order)
            for text in texts.values():
                assert set(re.findall(r"\{(\w+)\}", text)) <= kinds, (system, order)
                assert "/" not in text


def test_every_battle_says_what_is_at_stake_and_what_its_first_question_means() -> None:
    for id_ in scenarios.all():
        told = scenarios.load(id_).first_minute
        assert told is not None, id_
        for text in (told.stake, told.question):
            assert text["en"]
            assert text["fr"] != text["en"]
