"""What a start looks at: games in which something is left to do or due, and no other."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from bot.core.game_service import GameService
from bot.workers.checked_games import CheckedGames
from storage import DatabaseTrouble, Store
from tests.bot.two_players import CHANNEL, begin
from tests.patience import PATIENCE


class Loads:
    """Which games were read from the database."""

    def __init__(self, harness: Any, monkeypatch: pytest.MonkeyPatch) -> None:
        self.games: list[int] = []
        load = type(harness.store.games).load

        async def noted(queries: Any, game: int) -> Any:
            self.games.append(game)
            return await load(queries, game)

        monkeypatch.setattr(type(harness.store.games), "load", noted)


async def opened(harness: Any) -> None:
    """A start, until nothing is under way; the harness's own way of waiting reads every game."""
    await harness.open()
    await harness.sandbox.settled(quiet=0.1)
    workers = harness.bot.workers
    async with asyncio.timeout(PATIENCE):
        while not workers.deadlines._present or not (workers.deadlines.idle and workers.status_messages.idle):
            await asyncio.sleep(0.02)


@pytest.mark.parametrize("options", ["", "clock=2d"])
async def test_a_start_reads_no_game_in_which_nothing_is_due(
    harness: Any, monkeypatch: pytest.MonkeyPatch, options: str
) -> None:
    await begin(harness, "ormes", options=options)
    loads = Loads(harness, monkeypatch)

    await harness.close()
    await opened(harness)

    assert loads.games == []
    moments, _ = await harness.store.games.moments_until(harness.clock() + timedelta(days=9))
    assert set(moments) == {1}, "a deadline or a daily reminder"
    assert harness.bot.workers.deadlines._moments.any


@pytest.mark.long
async def test_a_game_written_after_its_note_is_looked_at(
    harness: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    anna, _ = await begin(harness, "ormes", options="clock=2d")
    await harness.bot.workers.checked_games.note()

    async def lost() -> None:
        """The bot dies before the next round of notes."""

    await anna.slash(CHANNEL, "move", {"unit": "line-1", "path": "0708"})
    await harness.quiet()
    monkeypatch.setattr(harness.bot.workers.checked_games, "note", lost)
    loads = Loads(harness, monkeypatch)

    await harness.close()
    await opened(harness)

    assert set(loads.games) == {1}


@pytest.mark.long
async def test_what_is_due_while_the_bot_is_down_is_done_at_the_start(harness: Any) -> None:
    anna, _ = await begin(harness, "ormes")
    await harness.close()
    harness.clock.passes(hours=25)
    await harness.open()
    await harness.quiet()

    assert any("the game waits for you" in m.words for m in anna.sees(CHANNEL))


@pytest.mark.long
async def test_clocks_stand_while_the_bot_is_down_though_no_game_is_read(
    harness: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    await begin(harness, "ormes", options="clock=2d")
    before = harness.bot.workers.deadlines.moment(1)
    loads = Loads(harness, monkeypatch)
    await harness.close()
    harness.clock.passes(days=1)
    await opened(harness)

    assert loads.games == []
    game = await harness.game()
    clock = await harness.bot.games.game_clock(game)
    assert abs(clock.next_moment() - before - timedelta(days=1)) < timedelta(minutes=1)


@pytest.mark.long
async def test_the_computer_goes_on_where_it_was_to_move(
    harness: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def nothing(_: int | None) -> None:
        """The computer player has not come to its move."""

    anna = harness.person("Anna")
    await anna.slash(CHANNEL, "game new", battle="ormes", side="blue", partner=True)
    await anna.slash(CHANNEL, "game start")
    await harness.quiet()
    monkeypatch.setattr(harness.bot.workers.computer_player, "_play", nothing)
    while (await harness.game()).owing == ("blue",):
        await anna.slash(CHANNEL, "done")
    await harness.again()
    await harness.quiet()

    assert (await harness.game()).owing == ("blue",)
    assert [e for e in (await harness.game()).entries if e.side == "orange"]


class Notes:
    """Notes over a real database; `written` are the moments in it, by game."""

    def __init__(self, store: Store) -> None:
        self.busy: set[int] = set()
        self.moment: datetime | None = None
        self.written: list[dict[int, datetime | None]] = []
        self.checked = CheckedGames(
            store,
            lambda game: game in self.busy,
            lambda game: self.moment,
            lambda wakes: self.written.append({**wakes}),
        )


async def test_a_game_in_which_something_is_left_to_do_is_not_noted(games: GameService) -> None:
    notes = Notes(games.store)
    notes.busy.add(1)
    notes.checked.looked(1)
    notes.checked.looked(2)
    await notes.checked.note()
    notes.busy.clear()
    await notes.checked.close()

    assert notes.written == [{2: None}, {1: None}]


async def test_what_is_looked_at_while_it_is_noted_is_noted_again(games: GameService) -> None:
    notes = Notes(games.store)
    notes.checked.looked(1)
    async with games.store.writing():
        noting = asyncio.create_task(notes.checked.note())
        await asyncio.sleep(0)
        notes.moment = datetime(2026, 6, 18, tzinfo=UTC)
        notes.checked.looked(1)
    await noting
    await notes.checked.close()

    assert notes.written == [{1: None}, {1: notes.moment}]


async def test_a_note_that_cannot_be_written_is_written_later(
    games: GameService, monkeypatch: pytest.MonkeyPatch
) -> None:
    def failing(**how: Any) -> Any:
        raise DatabaseTrouble("full", path="x")

    notes = Notes(games.store)
    notes.checked.looked(1)
    with monkeypatch.context() as patch:
        patch.setattr(games.store, "writing", failing)
        await notes.checked.note()
    await notes.checked.close()

    assert notes.written == [{1: None}]
