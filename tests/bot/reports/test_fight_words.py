"""A fight in plain words: odds, who won, what each side lost, where it went; its numbers only in brackets."""

from __future__ import annotations

import re
from functools import cache

import pytest

from bot.core.game import Game
from bot.features.history import explain_page
from bot.features.record.recorded_game import game_of
from bot.features.replay import replay_moments
from bot.i18n.catalogue import catalogue_for
from bot.i18n.names import Names
from bot.reports import event_lines
from notation.record import read
from scenarios.presentation import presentation
from tests.bot.recorded_games import stored
from tests.long_forms import long_but

NOTATION = re.compile(r"\d/\d|🎲|\bCS\b|\bMO\b|\bMV\b|\bBV\b|\bFC\b|\d\*(?!\*)")
"""Columns and cells of a table, dice, numbers of a counter by their abbreviations."""
BATTLES = {
    "ormes": (
        "ulm (Regiment Ulm) attacks gun-1 (Battery Rolland) at 0806 at odds of 7 to 1 and wins: gun-1 "
        "is eliminated; ulm takes 0806",
        "gren-1 (Grenadiers de la Garde) attaquent baden (Régiment Baden) en 1007 à 2 contre 1 et "
        "l’emportent : baden perd 2 points de force et se replie en 0907 ; gren-1 perdent 1 point de "
        "force et prennent 1007",
    ),
    "saalfeld": (
        "huss-10 (10th Hussars) attack ruhle (Fusiliers Rühle) at 1315 at odds of 2 to 1, undecided: "
        "ruhle lose 2 points of morale and fall into disorder; huss-10 lose 1 point of morale",
        "leger-17 (17e léger) attaque rabenau (Fusiliers Rabenau) en 1016 à 1,5 contre 1, sans décision"
        " : chaque camp perd 1 point de moral",
    ),
    "isandlwana": (
        "nokhen-1 (uNokhenke, first wing) attacks cavaye (E Company, Cavaye) at 0703, undecided: each "
        "side takes 1 loss",
        "porteous (Compagnie A, Porteous) tire sur mxapho (uMxapho) en 1403, à 3 hexagones : 4 touches,"
        " aucune perte",
    ),
    "takase": (
        "yumi-1 (Yumi-gumi Iwase) fires at aoyama (Honjin Aoyama) at 0704: 2 casualties",
        "kiba-1 (Kibamusha Tsuge) attaque kiba-2 (Kibamusha Ozawa) en 0605 de face : 3 pertes",
    ),
}


@cache
def recorded(battle: str) -> Game:
    """The recorded game of a battle."""
    return game_of(read(stored(battle)))


def told(battle: str, language: str) -> list[str]:
    """Every fight of a recorded game in plain words."""
    game = recorded(battle)
    names = Names(catalogue_for(language), game)
    fights = explain_page.fights(names, game.active_entries, stamp=0)
    kinds = {"attack", "charge", "fire", "melee", "shot"}
    return [
        re.sub(r"[*\u00a0\u202f]", lambda m: "" if m[0] == "*" else " ", line.partition(" ")[2])
        for fight in fights
        if getattr(fight.main, "kind", "") in kinds
        and (line := event_lines.fight_line(names, fight.events, fight.main))
    ]


@pytest.mark.parametrize("language", long_but(["en"], ["en", "fr"]))
@pytest.mark.parametrize("battle", BATTLES)
def test_fights_of_every_rulebook_are_told_without_notation(battle: str, language: str) -> None:
    lines = told(battle, language)

    assert len(lines) > 10
    assert [line for line in lines if NOTATION.search(line)] == []
    assert BATTLES[battle][language == "fr"] in lines


def test_every_number_that_a_fight_takes_has_a_word() -> None:
    words = catalogue_for("en")

    for system in ("morne_plaine", "pousse_pion"):
        book = presentation(system)
        assert all(f"fight.amount_{value}" in words for value in (*book.strength, *book.morale))


def test_numbers_stand_in_brackets_behind_the_words() -> None:
    game = recorded("ormes")
    names = Names(catalogue_for("en"), game)
    entry = next(e for e in game.entries if any(getattr(x, "kind", "") == "attack" for x in e.events))

    (line,) = event_lines.lines(names, entry.events)

    assert line.endswith("(15 to 2, 🎲 3)")


def test_a_replay_tells_a_fight_in_plain_words_and_then_its_numbers() -> None:
    moments = replay_moments.moments(catalogue_for("en"), recorded("ormes"), "")
    fight = next(m for m in moments if any("at odds of" in line.text for line in m.lines))

    first, *others = fight.lines
    assert "at odds of 7 to 1 and wins" in first.text
    assert not first.aside
    assert all(line.aside for line in others)
    assert any("0/4*" in line.text for line in others)
