"""From nothing to a game: the gallery of battles, a battle's card, a game at once, a table."""

from __future__ import annotations

import io
import json
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from PIL import Image

import scenarios
from bot.features.battles import page as battles_page
from bot.features.battles.page import ON_A_PAGE, Listed
from bot.i18n.catalogue import catalogue_for, languages
from bot.images import page_pictures
from bot.reports import battle_preview
from bot.transport.cards import fits
from bot.ui.page import Menu
from engine.scenario import Handicap, Measured, Scenario
from storage.queries.league.results import BattleRecord

YEARS = timedelta(days=1000)


@pytest.mark.long
async def test_every_battle_is_in_the_gallery_and_fits_into_a_card_of_every_language() -> None:
    sitting = timedelta(hours=11)
    record = BattleRecord(games=1000, drawn=999, turns=99, lasted=YEARS, sittings=1000, sitting=sitting)
    every = [Listed(key=id_, battle=scenarios.load(id_), played=record) for id_ in battles_page.order()]
    for language in languages():
        words = catalogue_for(language)
        parts = [every[n : n + ON_A_PAGE] for n in range(0, len(every), ON_A_PAGE)]
        pages = [battles_page.gallery(words, part, n, len(parts), 99) for n, part in enumerate(parts)]
        lines = "\n".join(section.text for page in pages for section in page.sections)
        for listed in every:
            assert words.localized(listed.battle.title) in lines
            assert fits(battles_page.battle(words, listed, 0)), (listed.key, language)
        assert all(fits(page) and len(page.sections) <= ON_A_PAGE for page in pages)
        menus = [page.rows[0] for page in pages]
        assert all(isinstance(menu, Menu) for menu in menus)
        chosen = [choice.value for menu in menus if isinstance(menu, Menu) for choice in menu.choices]
        assert sorted(chosen) == sorted(scenarios.all())


@pytest.mark.parametrize("language", languages())
def test_a_battle_that_was_fought_tells_what_happened_and_by_which_sources(language: str) -> None:
    words = catalogue_for(language)
    fought = [b for b in map(scenarios.load, scenarios.all()) if b.background is not None]

    pages = {
        battle.id: battles_page.background(words, Listed(key=battle.id, battle=battle)) for battle in fought
    }

    assert "saalfeld" in pages
    assert all(fits(page) for page in pages.values())
    for battle in fought:
        page = pages[battle.id]
        assert battle.background is not None
        assert words.localized(battle.background.history) in page.text
        assert all(source in page.foot for source in battle.background.sources)


@pytest.mark.long
async def test_the_real_battle_is_a_button_away_and_there_is_a_way_back(harness: Any) -> None:
    anna = harness.person("Anna")
    number = battles_page.order().index("saalfeld") // ON_A_PAGE
    gallery = await anna.slash("battle", "game new")
    for _ in range(number):
        gallery = await anna.click(gallery, "›")
    [menu] = gallery.selects

    one = await anna.select(gallery, menu["custom_id"], "saalfeld")
    told = (await anna.click(one, "The real battle")).words
    back = await anna.click(one, "Back to the battle")

    assert "Sources: Foch" in told
    assert "Sources: Foch" not in back.words
    assert "Play the computer now" in back.labels


async def test_the_easiest_battles_come_first() -> None:
    levels = [scenarios.load(id_).about for id_ in battles_page.order()]

    assert levels[0] is not None
    assert levels[0].level == "first"
    assert levels[-1] is not None
    assert levels[-1].level == "hard"


async def test_facts_tell_length_level_and_who_is_favoured() -> None:
    words = catalogue_for("en")

    assert battle_preview.facts(words, scenarios.load("tutorial")) == (
        "3 turns, about 15 min of play (estimated) · Blue begins · for a first game · favours Blue"
    )
    assert battle_preview.facts(words, scenarios.load("plateau")) == (
        "12 turns, about 4 hours of play (estimated) · Blue begins · demanding · balanced"
    )
    assert "· Native begins ·" in battle_preview.facts(words, scenarios.load("isandlwana"))
    assert battle_preview.facts(words, scenarios.load("hougoumont")).endswith("· may lean to Orange")
    assert "· favours Native" in battle_preview.facts(words, scenarios.load("isandlwana"))
    assert "· both sides at once ·" in battle_preview.facts(words, scenarios.load("takase"))


@pytest.mark.parametrize(
    ("won", "told"),
    [
        ({"blue": 25, "orange": 23}, "Blue took 52% of the points, about half "),
        ({"blue": 20, "orange": 28}, "The battle may lean to Orange."),
        ({"blue": 40, "orange": 8}, "The battle favours Blue."),
    ],
)
def test_what_games_of_the_computer_say_of_a_battle_is_told_in_words(won: dict[str, int], told: str) -> None:
    battle = _counted("ormes", Measured(by="rules", won=won, drawn=0))

    (text,) = battle_preview.measured(catalogue_for("en"), battle)

    assert text.startswith("-# 🤖 The computer played itself 48 times: ")
    assert told in text


def test_the_points_that_make_a_battle_even_are_told() -> None:
    counted = Measured(
        by="rules", won={"blue": 40, "orange": 8}, drawn=0, handicap=Handicap(gives="blue", points=3)
    )

    _, told = battle_preview.measured(catalogue_for("en"), _counted("ormes", counted))

    given = "Blue gives Orange 3 points, in the score from the start"
    assert told == f"-# To make it even: {given}. The host can choose that in the lobby."


@pytest.mark.parametrize("language", languages())
def test_a_battle_fits_into_a_card_with_what_games_of_the_computer_say_of_it(language: str) -> None:
    for id_ in scenarios.all():
        first, second = scenarios.load(id_).side_ids[:2]
        counted = Measured(
            by="rules",
            won={first: 40, second: 8},
            drawn=1,
            handicap=Handicap(gives=first, points=12, draw=True),
        )
        listed = Listed(key=id_, battle=_counted(id_, counted))

        page = battles_page.battle(catalogue_for(language), listed, 0)

        assert fits(page), id_
        assert "🤖" in page.text


def _counted(battle: str, counted: Measured) -> Scenario:
    """A battle of which games of the computer were counted."""
    scenario = scenarios.load(battle)
    assert scenario.about is not None
    return replace(scenario, about=replace(scenario.about, measured=counted))


@pytest.mark.parametrize(
    ("sittings", "sitting", "told"),
    [
        (4, timedelta(minutes=95), "about 4 hours of play (estimated)"),
        (5, timedelta(minutes=95), "about 95 min of play (measured, 5 games in one sitting)"),
        (40, timedelta(hours=5, minutes=40), "about 6 hours of play (measured, 40 games in one sitting)"),
    ],
)
async def test_hours_of_play_are_measured_from_enough_games_in_one_sitting(
    sittings: int, sitting: timedelta, told: str
) -> None:
    words, battle = catalogue_for("en"), scenarios.load("plateau")
    played = BattleRecord(
        games=50, wins=(("blue", 50),), turns=9, lasted=YEARS, sittings=sittings, sitting=sitting
    )
    listed = Listed(key="plateau", battle=battle, played=played)

    line = battles_page.gallery(words, [listed], 0, 1, None).sections[0].text

    assert f"12 turns, {told} · Blue begins · demanding" in line
    assert f"12 turns, {told} · Blue begins · demanding" in battles_page.battle(words, listed, 0).text
    assert "half of them were over by turn 9, within 1000 days" in line


@pytest.mark.parametrize(
    ("lasted", "told"),
    [
        (timedelta(seconds=20), "about 1 min"),
        (timedelta(minutes=50), "about 50 min"),
        (timedelta(hours=3), "about 3 hours"),
        (timedelta(hours=30), "2 days"),
    ],
)
async def test_games_that_were_over_on_the_same_day_are_told_in_hours(lasted: timedelta, told: str) -> None:
    words = catalogue_for("en")
    played = BattleRecord(games=1, wins=(("blue", 1),), turns=3, lasted=lasted)
    listed = Listed(key="ormes", battle=scenarios.load("ormes"), played=played)

    assert f"by turn 3, within {told}" in battles_page.battle(words, listed, 0).text


async def test_game_new_alone_shows_the_battles_with_square_maps_of_those_drawn_in_time(
    harness: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    anna = harness.person("Anna")
    monkeypatch.setattr(page_pictures, "THUMBNAILS_WAIT", 0.1)
    png = await harness.bot.interactions.pictures.png(
        battle_preview.thumbnail("en", scenarios.load("tutorial"))
    )

    gallery = await anna.slash("battle", "game new")

    assert Image.open(io.BytesIO(png)).size == (battle_preview.SQUARE, battle_preview.SQUARE)
    assert gallery.ephemeral
    assert "First orders" in gallery.words
    assert "The bridge at Ormes" in gallery.words
    assert "Small map of First orders." in json.dumps(gallery.json["components"])


async def test_a_chosen_battle_is_played_at_once_against_the_computer(
    harness: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    anna = harness.person("Anna")
    monkeypatch.setattr(page_pictures, "THUMBNAILS_WAIT", 0.0)
    gallery = await anna.slash("battle", "game new")

    card = await anna.select(gallery, gallery.selects[0]["custom_id"], "tutorial")
    assert card.pictures
    panel = await anna.click(card, "Play the computer now")
    await harness.quiet()

    game = await harness.game()
    assert (game.scenario.id, game.playing) == ("tutorial", True)
    assert [seat.bot for seat in game.record.seats] == [False, True]
    assert panel.ephemeral


async def test_help_in_an_empty_channel_begins_a_game_with_one_press(harness: Any) -> None:
    anna = harness.person("Anna")

    help_ = await anna.slash("battle", "help")
    assert help_.labels[:3] == ["Play the computer now", "Choose a battle", "Learn"]
    panel = await anna.click(help_, "Play the computer now")

    game = await harness.game()
    assert (game.scenario.id, game.playing) == (scenarios.FIRST, True)
    assert panel.selects


async def test_the_lobby_is_a_card_with_map_facts_and_a_button_for_each_seat(harness: Any) -> None:
    anna, bruno = harness.person("Anna"), harness.person("Bruno")
    await anna.slash("battle", "game new", battle="tutorial")
    await harness.quiet()

    lobby = await anna.until("battle", "lobby")
    assert "Morne Plaine" in lobby.words
    assert "favours Blue" in lobby.words
    assert lobby.pictures[0]["description"].startswith("Map of First orders")
    assert lobby.labels[:2] == ["Leave Blue", "Take Orange"]

    await bruno.click(lobby, "Take Orange")
    await harness.quiet()
    lobby = await anna.until("battle", "lobby")
    refused = await anna.click(lobby, "Leave Blue")
    assert "The seat of Blue is free" in refused.words


async def test_a_seat_is_left_only_by_who_sits_there(harness: Any) -> None:
    anna, bruno = harness.person("Anna"), harness.person("Bruno")
    await anna.slash("battle", "game new", battle="tutorial")
    await harness.quiet()

    answer = await bruno.click(await anna.until("battle", "lobby"), "Leave Blue")

    assert "That is not your seat" in answer.words
    assert (await harness.game()).seat("blue").user == int(anna.id)


async def test_the_host_is_called_when_another_takes_the_last_seat(harness: Any) -> None:
    anna, bruno = harness.person("Anna"), harness.person("Bruno")
    await anna.slash("battle", "game new", battle="tutorial")
    await bruno.slash("battle", "game join")
    await harness.quiet()

    call = await anna.until("battle", "the last seat of")

    assert [user["id"] for user in call.json["mentions"]] == [str(anna.id)]
    assert call.labels == ["Start the game"]


async def test_a_game_that_starts_when_full_needs_no_one_to_start_it(harness: Any) -> None:
    anna, bruno = harness.person("Anna"), harness.person("Bruno")
    await anna.slash("battle", "game new", battle="tutorial", options="start=full")
    assert not (await harness.game()).playing

    await bruno.slash("battle", "game join")
    await harness.quiet()

    assert (await harness.game()).playing
    assert not any("the last seat of" in m.words for m in harness.sandbox.messages("battle", "Anna"))


async def test_a_table_of_the_gallery_that_starts_when_full_says_so(
    harness: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    anna = harness.person("Anna")
    monkeypatch.setattr(page_pictures, "THUMBNAILS_WAIT", 0.0)
    gallery = await anna.slash("battle", "game new")
    card = await anna.select(gallery, gallery.selects[0]["custom_id"], "tutorial")

    await anna.click(card, "Table, starts when full")
    await harness.quiet()

    lobby = await anna.until("battle", "lobby")
    assert "starts by itself" in lobby.words


async def test_starting_when_full_completes_among_the_options(harness: Any) -> None:
    anna = harness.person("Anna")

    offered = await anna.complete(
        "battle", "game new", {"battle": "ormes", "options": "sta"}, focused="options"
    )
    later = await anna.complete(
        "battle", "game new", {"battle": "ormes", "options": "start=full st"}, focused="options"
    )

    assert ("start=full · starts when the last seat is taken", "start=full") in [
        (choice["name"], choice["value"]) for choice in offered
    ]
    assert not [choice for choice in later if choice["value"].count("start=full") > 1]
