"""Guns bombard in Morne Plaine and fire in Pousse-pion, on every page; `/fire` does for both."""

from __future__ import annotations

from typing import Any

import pytest

from bot.core.order_rules import legal_orders
from bot.features.advice.order_words import order_in_words
from bot.features.help import page as help_page
from bot.i18n.catalogue import catalogue_for
from bot.i18n.names import Names
from bot.ui import refusals
from engine.commands import Bombard
from engine.errors import IllegalOrder
from tests.bot.sample_games import new_game

BOOKS = [("tutorial", "bombard", "fire"), ("gue", "fire", "bombard")]


def names(battle: str, language: str = "en") -> Names:
    game = new_game(battle)
    return Names(catalogue_for(language), game.seen("blue"))


@pytest.mark.parametrize(("battle", "word", "other"), BOOKS)
def test_an_order_its_odds_its_refusals_and_help_say_the_word_of_the_rulebook(
    battle: str, word: str, other: str
) -> None:
    here = names(battle)
    order = next(c for c in legal_orders.commands(here.game, "blue", "gun-1") if isinstance(c, Bombard))
    refused = IllegalOrder("", "only_artillery_fires", unit="gun-1", hex="0101")

    texts = [
        order_in_words(here, order),
        here.words(here.own("odds", "fire_title"), unit="gun-1", target="militia"),
        here.words(
            here.own("fight", "bombard_hit"), unit="gun-1", target="x", place="y", what="", numbers=""
        ),
        refusals.reason(here.words, refused, here),
        here.now(),
    ]

    assert all(word in text for text in texts)
    assert not [text for text in texts if other in text]
    assert any(word in name for name in help_page.typed(here))


@pytest.mark.parametrize(("battle", "word"), [("tutorial", "bombards"), ("gue", "fires at")])
async def test_guns_fire_at_an_enemy_by_the_command_of_that_name(
    harness: Any, battle: str, word: str
) -> None:
    anna = harness.person("Anna")
    await anna.slash("battle", "game new", battle=battle, side="both")
    await anna.slash("battle", "game start")
    await harness.quiet()
    game = await harness.game()
    gun = next(
        c
        for u in game.state.units_on_map("blue")
        for c in legal_orders.commands(game, "blue", u.id)
        if isinstance(c, Bombard)
    )

    targets = await anna.complete("battle", "fire", {"target": ""}, focused="target")
    guns = await anna.complete("battle", "fire", {"target": gun.target, "units": ""}, focused="units")
    unnamed = await anna.slash("battle", "fire", target=gun.target)
    fired = await anna.slash("battle", "fire", target=gun.target, units=gun.unit)
    await harness.quiet()

    assert gun.target in [choice["value"] for choice in targets]
    assert gun.unit in [choice["value"] for choice in guns]
    assert "Which units should fire" in unnamed.words
    assert word in fired.words
    last = (await harness.game()).entries[-1]
    assert last.command == gun
