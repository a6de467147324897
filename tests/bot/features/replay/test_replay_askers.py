"""What is drawn in a replay is what its asker may know, and all of it once the game is over."""

from __future__ import annotations

from typing import Any

import pytest

from bot.core.game_service import GameService
from bot.features.lobby import seating
from bot.features.replay.replay_moments import moments, opened
from bot.features.replay.service import ReplayService
from bot.i18n.catalogue import catalogue_for
from engine.commands import Resign, Write
from engine.events import Moved
from render.replay import ReplayMoment
from storage import Entry
from tests.bot.features.lobby.test_seating_rights import ANNA, BRUNO, CLARA, by, person, refusal


class Drawn:
    """In place of the drawing process: keeps what it is given."""

    def __init__(self) -> None:
        self.moments: list[ReplayMoment] = []

    async def work(self, function: Any, first: Any, *rest: Any, **how: Any) -> bytes:
        if function.__name__ == "draw_scenes":
            self.moments += first
        return b"page"


async def planned(games: GameService) -> int:
    """Anna, who plays Red, and Bruno have each written an order in secret."""
    game = (await seating.create_game(games, by(ANNA), "nonaka", "red", None)).record.id
    await seating.join(games, game, by(BRUNO), "", person(BRUNO))
    assert await refusal(ReplayService(games, Drawn()).page(by(ANNA))) == "not_started"  # type: ignore[arg-type]
    await seating.start(games, game, by(ANNA))
    for user, side in ((ANNA, "red"), (BRUNO, "blue")):
        unit = min(u.id for u in (await games.game(game)).state.units_on_map(side))
        await games.order(game, by(user), Write(unit=unit, order={"order": "rest"}))
    return game


async def told(games: GameService, game: int, user: int) -> list[ReplayMoment]:
    drawn = Drawn()
    await ReplayService(games, drawn).replay(by(user), game)  # type: ignore[arg-type]
    return drawn.moments


@pytest.mark.parametrize(("user", "viewer"), [(ANNA, "red"), (BRUNO, "blue"), (CLARA, "")])
async def test_a_replay_tells_its_asker_what_their_side_knows(
    games: GameService, user: int, viewer: str
) -> None:
    game = await planned(games)
    table = await games.game(game)
    each = {side: [*moments(catalogue_for("en"), table, side)] for side in ("red", "blue", "")}

    assert len({str([m.lines for m in known]) for known in each.values()}) == 3
    assert await told(games, game, user) == each[viewer]


async def test_a_replay_of_a_game_that_is_over_hides_nothing(games: GameService) -> None:
    game = await planned(games)
    await games.order(game, by(ANNA), Resign())
    table = await games.game(game)

    assert await told(games, game, CLARA) == [*moments(catalogue_for("en"), opened(table), "")]


async def test_moments_are_numbered_by_what_their_viewer_knows(games: GameService) -> None:
    table = await games.game(await planned(games))
    unit = next(unit for unit in table.state.units.values() if unit.side == "blue")
    goes = Moved(unit=unit.id, origin=str(unit.hex), hex=str(unit.hex), manner="march")
    more = Entry(seq=table.last + 1, kind="order", side="blue", events=(goes,), at=table.record.created)

    newest = {
        side: [*moments(catalogue_for("en"), table.added(more), side)][-1].entry for side in ("red", "")
    }
    assert newest == {"red": 3, "": 2}
