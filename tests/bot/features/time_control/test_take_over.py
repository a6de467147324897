"""The computer stands in for an absent player, if the clock says so, until they are back."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from bot.core.game_result import result_of
from storage import Seat
from tests.bot.features.time_control.test_time_control import counted, posts, start_game
from tests.bot.locking import lock
from tests.patience import PATIENCE

OPTIONS = "clock=3d late=computer_easy"


async def taken_over(harness: Any, scenario: str = "ormes") -> tuple[Any, Any]:
    """Anna's time has run out: the computer has played her turn, and it is Bruno's."""
    anna, bruno = await start_game(harness, OPTIONS, scenario)
    await harness.later(days=3, hours=1)
    await harness.quiet()
    return anna, bruno


async def seat(harness: Any, side: str = "blue") -> Seat:
    return (await harness.game()).seat(side)


@pytest.mark.long
async def test_at_the_deadline_the_computer_plays_on_at_the_level_agreed_on(harness: Any) -> None:
    anna, _ = await taken_over(harness)

    game = await harness.game()
    stood_in = [e for e in game.entries if e.kind == "order" and e.side == "blue"]
    assert (game.state.player, game.state.turn) == ("orange", 1)
    assert stood_in
    assert {e.who for e in stood_in} == {None}
    assert (game.seat("blue").user, game.seat("blue").level) == (int(anna.id), "easy")
    assert len(posts(harness, "The computer (easy) plays on for Anna")) == 1
    assert await counted(harness, anna) == (0, 1)


@pytest.mark.long
async def test_the_next_turn_is_played_at_once_and_after_a_restart(harness: Any) -> None:
    _, bruno = await taken_over(harness)
    await harness.again()
    await harness.quiet()
    before = (await harness.game()).state.turn

    await pass_turn(harness, bruno)
    await harness.quiet()

    game = await harness.game()
    assert before == 1
    assert (game.state.player, game.state.turn) == ("orange", 2)
    assert len(posts(harness, "The computer (easy) plays on")) == 1


@pytest.mark.long
async def test_the_button_gives_the_side_back_with_fresh_time(harness: Any) -> None:
    anna, bruno = await taken_over(harness)
    post = posts(harness, "plays on for Anna")[0]

    refused = await harness.person("Clara").click(post, "I am back")
    back = await anna.click(post, "I am back")
    again = await anna.click(post, "I am back")
    await pass_turn(harness, bruno)
    await harness.quiet()

    game = await harness.game()
    assert "You play" not in refused.words
    assert "You play" in back.words
    assert again.words == back.words
    assert not game.seat("blue").bot
    assert (game.state.player, game.state.turn) == ("blue", 2)
    await harness.later(days=2)
    assert (await harness.game()).last == game.last


async def thinks(harness: Any) -> asyncio.Event:
    """Anna's time runs out; the computer has chosen an order and gives it when the event is set."""
    player = harness.bot.workers.computer_player
    chosen, go_on = asyncio.Event(), asyncio.Event()
    choose = player._choose

    async def slowly(game: Any, side: str) -> Any:
        command = await choose(game, side)
        chosen.set()
        await go_on.wait()
        return command

    player._choose = slowly
    harness.clock.passes(days=3, hours=1)
    harness.bot.workers.deadlines.wake(None)
    await asyncio.wait_for(chosen.wait(), PATIENCE)
    return go_on


@pytest.mark.long
async def test_the_players_order_gives_the_side_back_and_the_computers_own_is_dropped(harness: Any) -> None:
    anna, _ = await start_game(harness, OPTIONS)
    go_on = await thinks(harness)
    await anna.slash("battle", "done")
    go_on.set()
    await harness.quiet()

    game = await harness.game()
    assert not game.seat("blue").bot
    assert [e.who for e in game.entries if e.kind == "order"] == [int(anna.id)]


async def test_who_is_back_while_it_thinks_plays_and_its_order_is_dropped(harness: Any) -> None:
    anna, _ = await start_game(harness, OPTIONS)
    go_on = await thinks(harness)
    while not (told := posts(harness, "plays on for Anna")):
        await asyncio.sleep(0.02)
    await anna.click(told[0], "I am back")
    go_on.set()
    await harness.quiet()

    game = await harness.game()
    assert not game.seat("blue").bot
    assert [e for e in game.entries if e.kind == "order"] == []
    assert "blue" in game.owing


@pytest.mark.long
async def test_a_restart_while_it_thinks_loses_and_doubles_nothing(harness: Any) -> None:
    await start_game(harness, OPTIONS)
    await thinks(harness)

    await harness.again()
    await harness.quiet()

    game = await harness.game()
    ends = [e for e in game.entries if e.kind == "order" and type(e.command).__name__ == "Done"]
    assert (game.state.player, game.state.turn) == ("orange", 1)
    assert len(ends) == len({e.seq for e in ends})
    assert len(posts(harness, "The computer (easy) plays on for Anna")) == 1


@pytest.mark.long
async def test_secret_orders_of_the_absent_stay_and_the_computer_writes_the_others(harness: Any) -> None:
    anna, bruno = await start_game(harness, OPTIONS, "nonaka")
    written = await anna.slash("battle", "plan write", {"unit": "yari-1", "order": "rest"})
    before = (await harness.game()).state.envelopes["red"]
    await lock(bruno)
    await harness.later(days=3, hours=1)
    await harness.quiet()

    game = await harness.game()
    red = [(type(e.command).__name__, e.command, e.who) for e in game.entries if e.side == "red"]
    first = red[: [kind for kind, _, _ in red].index("Seal") + 1]
    orders = [(c.unit, c.order, who) for kind, c, who in first if kind == "Write"]
    assert written.ephemeral
    assert game.seat("red").bot
    assert game.state.turn == 2, "the turn was resolved"
    assert [(order, who) for unit, order, who in orders if unit == "yari-1"] == [
        (before["yari-1"], int(anna.id))
    ]
    assert {who for unit, _, who in orders if unit != "yari-1"} == {None}
    assert first[-1][2] is None, "the computer locked"
    (told,) = posts(harness, "plays on for Anna")
    assert "yari" not in told.words


@pytest.mark.long
async def test_such_a_game_is_not_rated(harness: Any) -> None:
    anna, bruno = await taken_over(harness)
    await anna.click(posts(harness, "plays on for Anna")[0], "I am back")
    sure = await bruno.slash("battle", "game resign")
    await bruno.click(sure, "Yes, give up")
    await harness.quiet()

    result = result_of(await harness.game())

    assert result.unrated == "computer"
    assert [p.user for p in result.players if p.side == "blue"] == [int(anna.id)]


async def pass_turn(harness: Any, person: Any) -> None:
    """End phase after phase of the player-turn."""
    turn = (await harness.game()).state.turn
    side = (await harness.game()).side_for(int(person.id))
    for _ in range(20):
        game = await harness.game()
        if game.state.player != side or side not in game.owing or game.state.turn != turn:
            return
        await person.slash("battle", "done")
        await harness.quiet()
