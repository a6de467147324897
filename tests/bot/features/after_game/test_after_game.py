"""The card of a game that is over, over real sockets."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

import opponent
from bot.features.sharing import page as sharing_page
from bot.features.sharing.public_moments import Moment, Stretch
from bot.i18n.catalogue import catalogue_for
from bot.i18n.names import Names
from bot.ui.page import Picture
from engine.state import Mark
from engine.systems.art_of_tactic.marks import HIDDEN
from tests.bot.sample_games import game_with_log
from tests.bot.whole_games.test_morne_plaine import typed

ORDERS = 14


async def finished(harness: Any, *, orders: int = ORDERS, scenario: str = "tutorial") -> Any:
    """Anna plays both sides to the end, or gives up after some orders; the message of the end."""
    harness.bot.games.secret = lambda n: bytes([7]) * n
    anna = harness.person("Anna")
    await anna.slash("battle", "game new", battle=scenario, side="both")
    await anna.slash("battle", "game start")
    for _ in range(orders):
        game = await harness.game()
        if game.state.result is not None:
            break
        side = game.side_for(int(anna.id))
        command, options = typed(opponent.choose(game.system, game.scenario, game.state, side))
        await anna.slash("battle", command, options)
    if (await harness.game()).playing:
        sure = await anna.slash("battle", "game resign")
        await anna.click(sure, "Yes, give up")
    await harness.quiet()
    return [m for m in anna.sees("battle") if not m.ephemeral and "wins" in m.words][-1]


@pytest.mark.long
async def test_one_card_tells_who_won_why_the_score_the_losses_and_the_time(harness: Any) -> None:
    end = await finished(harness)

    assert "has resigned." in end.words
    assert end.words.count("no losses") + end.words.count("lost in total") == 2
    assert "0 points of combat strength" not in end.words
    assert "⏳" in end.words
    assert "Well played, Anna!" in end.words
    assert end.words.count("Orange wins") == 1
    assert end.words.index("wins") < end.words.index("⏳") < end.words.index("Dice:")
    assert {"map.png"} <= {file["filename"] for file in end.pictures}


@pytest.mark.long
async def test_the_score_over_the_turns_is_a_picture_with_the_same_in_words(harness: Any) -> None:
    end = await finished(harness, orders=22)

    charts = [file for file in end.pictures if file["filename"] == "score.png"]

    assert charts
    assert charts[0]["description"].startswith("Score after each turn. Blue:")


@pytest.mark.long
async def test_the_fights_that_decided_it_have_their_own_why(harness: Any) -> None:
    end = await finished(harness, orders=20)

    ids = [button["custom_id"] for button in end.buttons if "custom_id" in button]
    assert len({*ids}) == len(ids)
    assert "The fights that decided it" in end.words
    button = next(button for button in end.buttons if button["label"] == "Why?")
    why = await harness.person("Clara").click(end, button["custom_id"])
    assert why.ephemeral
    assert "attacks" in why.words


@pytest.mark.long
async def test_a_game_without_a_fight_has_a_card_without_them(harness: Any) -> None:
    end = await finished(harness, orders=0, scenario="ormes")

    assert "decided it" not in end.words
    assert "Rematch with sides swapped" in [button["label"] for button in end.buttons]
    assert "Film" in [button["label"] for button in end.buttons]
    record = await harness.person("Clara").click(end, "Record")
    assert record.ephemeral
    assert b"ormes" in record.file(0)


@pytest.mark.long
async def test_the_score_is_shared_only_once_the_game_is_over(harness: Any) -> None:
    anna = harness.person("Anna")
    await anna.slash("battle", "game new", battle="ormes", side="both")
    await anna.slash("battle", "game start")
    early = await anna.slash("battle", "game picture", what="score")
    sure = await anna.slash("battle", "game resign")
    await anna.click(sure, "Yes, give up")
    await finished(harness, orders=20)

    await anna.slash("battle", "game picture", what="score")
    await harness.quiet()
    shared = harness.person("Clara").sees("battle")[-1]

    assert "nothing of that kind" in early.words
    assert "was decided." in shared.words
    assert [file["filename"] for file in shared.pictures] == ["score.png"]


@pytest.mark.long
async def test_the_film_of_a_finished_game_is_shared_as_its_button_shows_it(harness: Any) -> None:
    anna, clara = harness.person("Anna"), harness.person("Clara")
    end = await finished(harness, orders=12, scenario="ormes")
    film = await clara.click(end, "Film")

    await anna.slash("battle", "game picture", what="film", caption="Well fought")
    await harness.quiet()
    shared = clara.sees("battle")[-1]
    again = await anna.slash("battle", "game picture", what="film")

    assert "shares a film of" in shared.words
    assert "> Well fought" in shared.words
    assert [file["filename"] for file in shared.pictures] == ["film.gif"]
    assert shared.pictures[0]["description"] == film.pictures[0]["description"]
    assert "already been shared" in again.words


async def test_what_a_game_does_not_have_is_not_shared(harness: Any) -> None:
    anna = harness.person("Anna")
    await anna.slash("battle", "game new", battle="ormes", side="both")
    await anna.slash("battle", "game start")

    answers = [await anna.slash("battle", "game picture", what=what) for what in ("film", "standings")]

    assert ["nothing of that kind" in answer.words for answer in answers] == [True, True]


def test_a_shared_picture_names_no_hidden_unit() -> None:
    game = game_with_log("nonaka", 20)
    unit = next(u for u in game.state.units.values() if u.side == "red" and u.hex)
    inn = next(iter(game.scenario.objectives[0].hexes))
    state = game.state.altered(
        units={**game.state.units, unit.id: replace(unit, place=inn)},
        marks=game.state.marks | {Mark(name=HIDDEN, on=unit.id)},
    )
    hidden = replace(game, state=state)
    stretch = Stretch(first=game.last, start=0, last=game.last, stop=0)
    moment = Moment(stretch=stretch, game=hidden, recent=(), before=state)
    name = Names(catalogue_for("en"), game).full(unit.id)

    page = sharing_page.page(catalogue_for("en"), moment, "map", name="Zoë")

    assert name not in page.text
    assert isinstance(page.picture, Picture)
    assert page.picture.card is not None
    assert name not in page.picture.card.title
    assert unit.id not in page.picture.alt.split()
