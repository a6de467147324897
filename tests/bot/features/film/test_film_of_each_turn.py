"""Films in reports: after each player-turn of a game that is set so, in place of the map."""

from __future__ import annotations

import asyncio
import io
from dataclasses import replace
from typing import Any

import pytest
from PIL import Image, ImageSequence

from bot.core.report_pictures import FILM_POST
from bot.core.report_segments import ended_by, segments
from bot.features.film import film_moments
from bot.features.film import page as film_page
from bot.i18n.catalogue import catalogue_for
from bot.ui.page import FilmImage
from bot.workers.computer_player import choose
from tests.bot.sample_games import game_with_log
from tests.bot.two_players import CHANNEL, actor, begin, order

FILM, MAP = "film.gif", "map.png"


def pictured(harness: Any) -> list[Any]:
    """The posts that have a picture."""
    return [post for post in harness.sandbox.messages(CHANNEL, "Clara") if post.pictures]


def names(post: Any) -> list[str]:
    """The names of the pictures of a post."""
    return [picture["filename"] for picture in post.pictures]


async def play_a_turn(harness: Any) -> Any:
    """Orders until a player-turn in which something was seen is over; the game then."""
    while True:
        await order(harness)
        game = await harness.game()
        chapter = ended_by(game, game.last)
        if chapter is not None and chapter.ends_turn and film_moments.of_player_turn(game, game.last):
            return game


@pytest.mark.long
async def test_after_a_player_turn_its_film_takes_the_place_of_the_map(harness: Any) -> None:
    anna, _ = await begin(harness, "tutorial")
    answer = await anna.slash(CHANNEL, "game settings", pictures="film")
    before = len(pictured(harness))
    game = await play_a_turn(harness)

    posts = pictured(harness)
    assert "a film after each player's turn" in answer.words
    assert len(posts) == before + 1, "no map before the end of the turn"
    assert names(posts[-1]) == [FILM]
    assert posts[-1].pictures[0]["description"].startswith("A film of")
    shown = list(ImageSequence.Iterator(Image.open(io.BytesIO(posts[-1].picture()))))
    assert len(shown) == len(film_moments.of_player_turn(game, game.last)) > 1

    await play_a_turn(harness)
    assert [names(post) for post in pictured(harness)[before:]] == [[FILM], [FILM]], "and there it stays"


@pytest.mark.long
async def test_a_film_keeps_its_words_when_its_report_no_longer_says_whose_move_it_is(harness: Any) -> None:
    anna = harness.person("Anna")
    await anna.slash(CHANNEL, "game new", battle="ormes", side="both")
    await anna.slash(CHANNEL, "game start")
    await anna.slash(CHANNEL, "game settings", pictures="film")
    await play_a_turn(harness)
    report = pictured(harness)[-1]
    words, told = report.words, [picture["description"] for picture in report.pictures]
    await play_a_turn(harness)

    assert names(report) == [FILM]
    assert report.words != words, "no one was called: the next report says whose move it is"
    assert [picture["description"] for picture in report.pictures] == told


@pytest.mark.long
async def test_only_after_each_player_turn_there_is_a_map_if_the_server_wants_it_so(harness: Any) -> None:
    manager = harness.person("Marshal")
    told = await manager.slash(CHANNEL, "server", pictures="turn")
    await begin(harness, "tutorial")
    before = len(pictured(harness))
    await play_a_turn(harness)

    assert "one map after each player's turn" in told.words
    assert [names(post) for post in pictured(harness)[before:]] == [[MAP]]


@pytest.mark.long
async def test_a_film_that_a_restart_cut_off_is_posted_once(
    harness: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    anna, _ = await begin(harness, "tutorial")
    await anna.slash(CHANNEL, "game settings", pictures="film")
    game_id = (await harness.game()).record.id
    monkeypatch.setattr(harness.bot.workers.turn_films, "_send", not_yet)
    while not await waiting_film(harness):
        game = await harness.game()
        side = game.owing[0]
        command, user = choose(game, side), game.seat(side).user
        await harness.bot.games.order(game_id, actor(harness, user), command)
        while await harness.store.outbox.waiting(but=FILM_POST):
            await asyncio.sleep(0.02)
    reported = names(pictured(harness)[-1])
    await harness.again()
    await harness.quiet()

    films = [film for film in await harness.store.outbox.of_game(game_id, FILM_POST) if film.posted]
    assert reported == [MAP], "a report never waits for its film"
    assert [names(post) for post in pictured(harness)].count([FILM]) == len(films) == 1


async def not_yet(post: Any) -> str:
    """A film that is still being drawn."""
    return ""


async def waiting_film(harness: Any) -> bool:
    """Whether a film of something waits."""
    game = await harness.game()
    posts = await harness.store.outbox.waiting_of(FILM_POST)
    return any(film_moments.of_player_turn(game, int(post.body["last"])) for post in posts)


@pytest.mark.long
async def test_a_turn_undone_before_its_film_is_drawn_is_not_filmed(harness: Any) -> None:
    anna, _ = await begin(harness, "tutorial")
    await anna.slash(CHANNEL, "game settings", pictures="film")
    game = await play_a_turn(harness)
    struck = replace(game.entries[-1], struck=game.last + 1)

    undone = replace(game, entries=(*game.entries[:-1], struck))

    assert film_moments.of_player_turn(game, game.last)
    assert film_moments.of_player_turn(undone, game.last) == ()


async def test_only_players_the_host_and_moderators_set_a_game(harness: Any) -> None:
    await begin(harness, "tutorial")
    stranger = await harness.person("Clara").slash(CHANNEL, "game settings", pictures="film")
    shown = await harness.person("Clara").slash(CHANNEL, "game settings")

    assert "Only the players of this game" in stranger.words
    assert "a map after each phase" in shown.words
    assert (await harness.game()).record.pictures == ""


@pytest.mark.long
def test_a_film_holds_no_events_of_one_side_alone() -> None:
    game = game_with_log("nonaka", 40)
    ends = [c.last for c in segments(game) if c.ends_turn]

    films = [
        film_page.page(catalogue_for("en"), told, "turn").picture
        for last in ends
        if (told := film_moments.of_player_turn(game, last))
    ]

    assert films
    for film in films:
        assert isinstance(film, FilmImage)
        assert not any(plan.secret for frame in film.frames for plan in frame.view.plans)
