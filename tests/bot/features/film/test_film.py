"""`/film` over real sockets: what it shows, to whom, and what it keeps to itself."""

from __future__ import annotations

import io
from datetime import UTC, datetime
from typing import Any

import pytest
from PIL import Image, ImageSequence

import opponent
from bot.features.film import film_moments
from bot.features.film import page as film_page
from bot.i18n.catalogue import catalogue_for
from bot.ui.page import FilmImage
from engine.commands import Write
from engine.events import Written
from storage import Entry
from tests.bot.sample_games import game_with_log, new_game
from tests.bot.whole_games.test_morne_plaine import typed

ORDERS = 14
NOON = datetime(2026, 11, 22, 12, tzinfo=UTC)


async def played(harness: Any, person: Any, orders: int = ORDERS) -> None:
    """A game of one person on both sides, some orders on."""
    await person.slash("battle", "game new", battle="tutorial", side="both")
    await person.slash("battle", "game start")
    for _ in range(orders):
        game = await harness.game()
        side = game.side_for(int(person.id))
        command, options = typed(opponent.choose(game.system, game.scenario, game.state, side))
        await person.slash("battle", command, options)


@pytest.mark.long
async def test_a_turn_is_a_film_that_only_the_asker_sees(harness: Any) -> None:
    anna, bruno = harness.person("Anna"), harness.person("Bruno")
    early = await bruno.slash("battle", "film")
    await played(harness, anna)

    film = await bruno.slash("battle", "film")

    assert not early.pictures
    assert film.ephemeral
    (file,) = film.pictures
    assert (file["filename"], file["content_type"]) == ("film.gif", "image/gif")
    assert file["description"].startswith("A film of")
    moments = film_moments.moments(await harness.game(), "turn")
    assert len(list(ImageSequence.Iterator(Image.open(io.BytesIO(film.picture()))))) == len(moments) > 0


@pytest.mark.long
async def test_the_whole_game_is_a_moment_a_phase_in_the_readers_language(harness: Any) -> None:
    anna = harness.person("Anna")
    await played(harness, anna)

    whole = await anna.slash("battle", "film", what="game", theme="dark")

    assert "turns 1 to" in whole.words


def test_nothing_is_filmed_before_a_turn_in_which_something_was_seen() -> None:
    game = new_game("ormes")

    assert film_moments.moments(game, "turn") == ()
    assert "nothing to film" in film_page.nothing(catalogue_for("en")).embeds[0].text


@pytest.mark.parametrize("span", film_moments.SPANS)
def test_a_film_tells_nothing_that_only_one_side_knows(span: str) -> None:
    """The same film, whatever a side has written since in secret, and no word of what it wrote before."""
    game = game_with_log("nonaka", 40)
    secret = Write(unit=next(u.id for u in game.state.units.values()), order={"order": "wait"})
    side = game.state.units[secret.unit].side
    written = Written(side=side, unit=secret.unit, order=secret.order, only=side)
    more = Entry(seq=game.last + 1, kind="order", side=side, command=secret, events=(written,), at=NOON)
    words = catalogue_for("en")

    film = film_page.page(words, film_moments.moments(game, span), span).picture
    later = film_page.page(words, film_moments.moments(game.added(more), span), span).picture

    assert isinstance(film, FilmImage)
    assert isinstance(later, FilmImage)
    assert (film.alt, film.frames, film.crop) == (later.alt, later.frames, later.crop)
    assert not any(plan.secret for frame in film.frames for plan in frame.view.plans)


@pytest.mark.long
def test_a_game_in_its_first_turn_is_not_said_to_last_from_one_turn_to_the_same() -> None:
    moments = film_moments.moments(game_with_log("nonaka", 30), "game")
    first = [moment for moment in moments if moment.game.state.turn == 1][:1]

    assert "turn 1," in film_page.page(catalogue_for("en"), first, "game").text
    assert "1 to 1" not in film_page.page(catalogue_for("en"), first, "game").text


@pytest.mark.parametrize("span", film_moments.SPANS)
def test_only_a_film_of_the_whole_game_has_a_front_line(span: str) -> None:
    film = film_page.page(
        catalogue_for("en"), film_moments.moments(game_with_log("gue", 30), span), span
    ).picture

    assert isinstance(film, FilmImage)
    assert any(frame.view.front for frame in film.frames) == (span == "game")


@pytest.mark.long
def test_what_has_no_room_below_the_map_is_told_in_short_names_and_whole_lines() -> None:
    game = game_with_log("nonaka", 41)

    film = film_page.page(catalogue_for("en"), film_moments.moments(game, "turn"), "turn").picture
    last = film.frames[-1]

    assert isinstance(film, FilmImage)
    assert last.text.startswith("kiba-2 (Kibamusha Shiina) attacks yari-1")
    assert last.shorter[0].startswith("kiba-2 attacks yari-1 at 0605")
    assert all(text.endswith(("casualties", "casualty")) for text in (last.text, *last.shorter))
    for frame in film.frames:
        lengths = [len(text) for text in (frame.text, *frame.shorter)]
        assert lengths == sorted(lengths, reverse=True)
    assert "kiba-2 (Kibamusha Shiina) attacks" in film.alt
