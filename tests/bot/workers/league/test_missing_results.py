"""Results of games that finished before results were stored."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from sqlalchemy import delete

from bot.core.game_service import GameService
from bot.workers.league.missing_results import TOGETHER, MissingResults
from engine.commands import Resign
from storage import Store
from storage.tables import game_results, result_players
from tests.bot.features.lobby.test_seating_rights import ANNA, begun, by
from tests.patience import PATIENCE
from tests.storage.release_files import PACKED, unpack


async def finished_before(games: GameService, count: int) -> list[int]:
    """Games that ended when no results were stored."""
    ids = []
    for _ in range(count):
        ids.append(await begun(games))
        await games.order(ids[-1], by(ANNA), Resign())
    async with games.store.writing() as tx:
        await tx.session.execute(delete(result_players))
        await tx.session.execute(delete(game_results))
    return ids


async def done(worker: MissingResults) -> None:
    async with asyncio.timeout(PATIENCE):
        while not worker.done:
            await asyncio.sleep(0.01)


@pytest.mark.long
async def test_they_are_added_in_steps(games: GameService) -> None:
    ids = await finished_before(games, TOGETHER + 2)
    ends: list[int] = []
    worker = MissingResults(games, finished=lambda: ends.append(1), pause=0)

    worker.start()
    await done(worker)

    assert await games.store.results.missing(1) == []
    assert {r.game for r in await games.store.results.in_guild(1)} == {*ids}
    assert len(ends) == 1


@pytest.mark.long
async def test_what_was_interrupted_goes_on(games: GameService) -> None:
    await finished_before(games, TOGETHER + 2)
    first = MissingResults(games, pause=60)

    first.start()
    async with asyncio.timeout(PATIENCE):
        while len(await games.store.results.missing(99)) == TOGETHER + 2:
            await asyncio.sleep(0.01)
    await first.close()
    left = await games.store.results.missing(99)
    second = MissingResults(games, pause=0)
    second.start()
    await done(second)

    assert len(left) == 2
    assert await games.store.results.missing(99) == []


async def test_a_log_that_cannot_be_read_keeps_no_other_from_its_result(
    games: GameService, caplog: pytest.LogCaptureFixture
) -> None:
    broken, fine = await finished_before(games, 2)
    async with games.store.writing() as tx:
        await tx.session.execute(
            game_results.metadata.tables["entries"]
            .update()
            .where(game_results.metadata.tables["entries"].c.game == broken)
            .values(events='["nothing known"]')
        )
    worker = MissingResults(games, pause=0)

    worker.start()
    await done(worker)

    assert await games.store.results.missing(9) == [broken]
    assert await games.store.results.of_game(fine) is not None
    assert f"of game {broken}" in caplog.text


@pytest.mark.parametrize("kept", PACKED, ids=lambda p: p.name.split(".db")[0])
async def test_games_of_every_earlier_release_get_theirs(kept: Path, tmp_path: Path) -> None:
    store = await Store.open(unpack(kept, tmp_path / "games.db"))
    over = await store.games.all("over")
    worker = MissingResults(GameService(store), pause=0)

    worker.start()
    await done(worker)
    found = await store.results.of_games(game.id for game in over)
    await store.close()

    assert over
    assert [r.ending for r in found.values()] == ["rules"] * len(over)
    played = [r for r in found.values() if r.unrated != "no-opponent"]  # a record was imported into schema 4
    assert "lesson" in {r.unrated for r in played} <= {"lesson", "computer"}, (
        "against the computer all of them"
    )
