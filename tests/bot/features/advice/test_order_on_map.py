"""A suggested order on its picture: an arrow from those who act to where they act, and nothing far away."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bot.core.game_service import GameService
from bot.core.requests.actor import Actor
from bot.features.advice.page import suggestion
from bot.features.lobby import seating
from bot.i18n.names import Names
from bot.ui.page import Picture
from engine.commands import Attack, Bombard, Charge, Command, Done, Move, Volley, Write
from opponent.advice.alternatives import Outcome
from opponent.advice.suggestions import Advice
from storage import Store
from tests.empty_database import empty_database

ANNA = Actor(user=1, name="Anna", interaction=1, guild=1, channel=1)


async def suggested(tmp_path: Path, battle: str, side: str, command: Command) -> tuple[Picture, Any]:
    """The picture of a suggestion at the start of a battle, and the game."""
    store = await Store.open(empty_database(tmp_path / "games.db"))
    games = GameService(store)
    game = await seating.create_game(games, ANNA, battle, "both", None)
    await seating.start(games, game.record.id, replace(ANNA, interaction=2))
    game = await games.game(game.record.id)
    await store.close()
    advice = Advice(suggestions=(Outcome(command=command, value=0.5),))
    picture = suggestion(Names.to("en", ANNA.user, game), side, advice, 0).picture
    assert isinstance(picture, Picture)
    return picture, game


@pytest.mark.parametrize(
    ("battle", "side", "kind", "unit", "target"),
    [
        ("ormes", "blue", Bombard, "gun-1", "wald"),
        ("ormes", "orange", Attack, "ulm", "baden"),
        ("gue", "blue", Charge, "huss-1", "uhlans"),
    ],
)
async def test_a_fight_is_an_arrow_and_no_reach(
    tmp_path: Path, battle: str, side: str, kind: Any, unit: str, target: str
) -> None:
    picture, game = await suggested(tmp_path, battle, side, kind(unit=unit, target=target))

    here, there = (game.state.units[id_].place for id_ in (unit, target))
    assert picture.view.charges_by_order == ((here, there),)
    assert not picture.view.reach
    assert picture.crop is None or {here, there} <= picture.crop
    assert picture.caption.legend["may_charge"] == "Suggestion"
    assert picture.alt.startswith(unit)


async def test_a_volley_has_an_arrow_from_each_who_fires(tmp_path: Path) -> None:
    volley = Volley(target="hawks", shooters=("line-1", "line-2/0"))

    picture, game = await suggested(tmp_path, "puits", "colonial", volley)

    units = game.state.units
    origins = {units[id_].place for id_ in ("line-1", "line-2")}
    assert {a for a, _ in picture.view.charges_by_order} == origins
    assert {b for _, b in picture.view.charges_by_order} == {units["hawks"].place}
    assert picture.crop is None or {*origins, units["hawks"].place} <= picture.crop


async def test_a_move_runs_from_its_own_hex(tmp_path: Path) -> None:
    picture, game = await suggested(tmp_path, "ormes", "blue", Move(unit="gren-1", path=("1108", "1107")))

    (trail,) = picture.view.proposed_moves
    assert trail.path == (game.state.units["gren-1"].place, "1108", "1107")
    assert picture.crop is not None
    assert len(picture.crop) < len(picture.view.hexes)


async def test_a_secret_order_leads_where_it_is_written_to(tmp_path: Path) -> None:
    order = Write(unit="nagi-1", order={"order": "march", "path": "0507"})

    picture, game = await suggested(tmp_path, "nonaka", "red", order)

    (trail,) = picture.view.proposed_moves
    assert trail.path[0] == game.state.units["nagi-1"].place
    assert trail.path[-1] == "0507"


async def test_what_leads_nowhere_has_no_arrow(tmp_path: Path) -> None:
    picture, _ = await suggested(tmp_path, "ormes", "blue", Done())

    assert picture.view.charges_by_order == ()
    assert picture.crop is None
