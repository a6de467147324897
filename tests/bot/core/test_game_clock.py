"""What becomes of the dials when something is taken back, and when a player comes back."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from bot.clock import terms
from bot.core import game_clock
from bot.core.game_service import GameService
from engine.commands import Done
from storage import Pause, Store
from tests.bot.features.lobby.test_seating_rights import ANNA, begun, by

DAY = timedelta(days=1)


@pytest.fixture
async def games(tmp_path: Path) -> AsyncIterator[GameService]:
    store = await Store.open(tmp_path / "games.db")
    yield GameService(store)
    await store.close()


async def out_of_time(games: GameService) -> int:
    """A game with a clock of three days; the side that owes a decision, Anna's, has let its time run out."""
    game_id = await begun(games)
    game = await games.game(game_id)
    async with games.store.writing() as tx:
        await game_clock.agree(tx, game_id, terms.read("3d", "computer_easy"))
        clock = await game_clock.update_clocks(tx, game, games.clock())
        assert clock is not None
        assert game.owing == ("blue",)
        late = replace(clock.dials["blue"], late=True, left=timedelta(), reminded=(ANNA,))
        await tx.clocks.save_sides([late])
    return game_id


async def test_who_must_decide_again_has_fresh_time_and_is_late_no_more(games: GameService) -> None:
    game_id = await out_of_time(games)
    others = (await games.store.clocks.sides(game_id))["orange"]

    async with games.store.writing() as tx:
        await game_clock.refresh(tx, await games.game(game_id), games.clock())

    dials = await games.store.clocks.sides(game_id)
    assert (dials["blue"].late, dials["blue"].left, dials["blue"].reminded) == (False, 3 * DAY, ())
    assert dials["orange"] == others


async def test_who_comes_back_has_their_seat_and_fresh_time_and_is_late_no_more(games: GameService) -> None:
    game_id = await out_of_time(games)
    async with games.store.writing() as tx:
        await game_clock.take_over(tx, await games.game(game_id), "blue", "hard")
    games.forget(game_id)
    absent = await games.game(game_id)

    async with games.store.writing() as tx:
        back = await game_clock.give_back(tx, absent, "blue", games.clock())

    dial = (await games.store.clocks.sides(game_id))["blue"]
    assert [(s.side, s.user, s.bot, s.level) for s in absent.record.seats if s.bot] == [
        ("blue", ANNA, True, "hard")
    ]
    assert not any(game_clock.stands_in(seat) for seat in back.record.seats)
    assert back.record == await games.store.games.get(game_id)
    assert (dial.late, dial.left, dial.reminded) == (False, 3 * DAY, ())


async def test_a_dial_stops_with_the_order_and_not_when_it_is_looked_at(games: GameService) -> None:
    game_id = await begun(games)
    async with games.store.writing() as tx:
        await game_clock.agree(tx, game_id, terms.read("10d+12h"))
        await game_clock.update_clocks(tx, await games.game(game_id), games.clock())
    began = (await games.store.clocks.sides(game_id))["blue"].left
    while "blue" in (await games.game(game_id)).owing:
        await games.order(game_id, by(ANNA), Done())
    game = await games.game(game_id)

    async with games.store.reading() as tx:
        soon = await game_clock.game_clock(tx, game, game.entries[-1].at)
        late = await game_clock.game_clock(tx, game, game.entries[-1].at + DAY)

    assert soon is not None
    assert late is not None
    assert late.dials["blue"] == soon.dials["blue"]
    assert began - timedelta(hours=1) < late.dials["blue"].left
    assert late.dials["orange"].since == late.now


@pytest.mark.parametrize("why", ["paused", "removed"])
async def test_all_dials_stand_in_a_pause_and_while_the_server_has_sent_the_bot_away(
    games: GameService, why: str
) -> None:
    game_id = await begun(games)
    game = await games.game(game_id)
    async with games.store.writing() as tx:
        await game_clock.agree(tx, game_id, terms.read("3d"))
    running = await games.game_clock(game)

    async with games.store.writing() as tx:
        if why == "paused":
            await tx.pauses.save(Pause(game=game_id, by=ANNA, reason="ill", since=games.clock()))
        else:
            await tx.guilds.mark_bot_removed(game.record.guild, games.clock())
    standing = await games.game_clock(game)

    assert running is not None
    assert standing is not None
    assert (running.running, standing.running) == (("blue",), ())
