"""The alarm clock at a real desk with a real database, without any Discord: whole games that nobody plays,
players on one side, crashes, and what is written down."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

import scenarios
from bot import opening, timekeeper
from bot.absence import Absence
from bot.alarm import Alarm
from bot.desk import By, Desk
from bot.opening import Guest
from bot.table import Table
from engine.commands import Done
from engine.errors import NotYours
from storage import Clock, DatabaseTrouble, Player, Store

NOON = datetime(2026, 6, 18, 12, tzinfo=UTC)
HOUR, DAY = timedelta(hours=1), timedelta(days=1)


class Hall:
    """A desk whose clock stands still unless it is moved; an alarm that looks when it is told to."""

    def __init__(self, store: Store) -> None:
        self.now = NOON
        self.steady = 0.0
        self.number = 0
        self.store = store
        self.desk = Desk(store, clock=lambda: self.now, secret=lambda n: b"s" * n)
        self.alarm = Alarm(self.desk, lambda: self.steady, retry=0.0)
        self.desk.heard.append(self.alarm.wake)

    def by(self, user: int = 1) -> By:
        self.number += 1
        return By(user=user, name=f"P{user}", interaction=self.number, guild=1, channel=1)

    async def game(self, scenario: str, options: str) -> int:
        """Users 1 and 2 play against each other."""
        found = scenarios.load(scenario)
        table = await opening.open_game(self.desk, self.by(), scenario, "", None, options)
        for side in found.side_ids[1:]:
            await opening.take(self.desk, table.game.id, self.by(2), side, Guest(user=2, name="P2"))
        await opening.start(self.desk, table.game.id, self.by())
        await self.look()
        return table.game.id

    async def look(self) -> None:
        self.alarm.start()
        self.alarm.wake(None)
        async with asyncio.timeout(60):
            while not self.alarm.idle:
                await asyncio.sleep(0)

    async def passes(self, time: timedelta) -> None:
        self.now += time
        self.steady += time.total_seconds()
        await self.look()

    async def times(self, game: int) -> Any:
        return await self.desk.times(await self.desk.table(game))


@pytest.fixture
async def hall(tmp_path: Path) -> AsyncIterator[Hall]:
    store = await Store.open(tmp_path / "games.db", clock=lambda: NOON)
    hall = Hall(store)
    yield hall
    await hall.alarm.close()
    await store.close()


def decided(table: Table) -> list[str]:
    return [type(e.command).__name__ for e in table.living if e.command]


@pytest.mark.parametrize("scenario", [s for s in scenarios.all() if s != "tutorial"])
async def test_a_game_that_nobody_plays_comes_to_its_end_by_itself(hall: Hall, scenario: str) -> None:
    """In every rulebook, whatever is asked of whichever side: each has its own time for it."""
    game = await hall.game(scenario, "clock=1d")
    most = 60 * scenarios.load(scenario).turns

    for _ in range(most):
        before = await hall.desk.table(game)
        if before.game.status == "over":
            break
        found = await hall.times(game)
        assert set(found.running) == set(before.owing)
        due = min(found.deadline(side) for side in found.running)
        await hall.passes(due - hall.now + timekeeper.GRACE)
        assert (await hall.desk.table(game)).last > before.last

    table = await hall.desk.table(game)
    assert table.game.status == "over"
    assert set(decided(table)) == {"Expired"}
    people = await hall.store.ask(lambda r: r.players([1, 2]))
    assert all(player.missed and not player.kept for player in people.values())
    assert hall.now - NOON <= most * DAY


async def test_two_on_a_side_rest_only_together_and_a_mate_changes_nothing_of_the_past(hall: Hall) -> None:
    game = await hall.game("ormes", "clock=12h")
    await Absence(hall.desk).hours(hall.by(1), quiet="14-23")
    await hall.passes(10 * HOUR)  # two hours of them awake
    assert (await hall.times(game)).deadline("blue") == NOON + 21 * HOUR

    await opening.share(hall.desk, game, hall.by(1), "blue", Guest(user=3, name="P3"))
    await hall.look()

    assert (await hall.times(game)).deadline("blue") == hall.now + 10 * HOUR
    reminded = [body["user"] for body in await told(hall, game, "reminder")]
    assert reminded == []
    await hall.passes(9 * HOUR)
    assert sorted(body["user"] for body in await told(hall, game, "reminder")) == [1, 3]


async def told(hall: Hall, game: int, kind: str) -> list[Any]:
    return [letter.body for letter in await hall.store.letters_of(game, kind)]


async def test_who_is_away_when_his_mate_misses_a_deadline_is_excused(hall: Hall) -> None:
    game = await hall.game("ormes", "clock=1d")
    await opening.share(hall.desk, game, hall.by(1), "blue", Guest(user=3, name="P3"))
    await Absence(hall.desk).vacation(hall.by(3), last="+5")

    await hall.passes(DAY + timekeeper.GRACE)

    people = await hall.store.ask(lambda r: r.players([1, 2, 3]))
    assert {user: player.missed for user, player in people.items()} == {1: 1, 2: 0, 3: 0}


async def test_an_order_is_judged_by_when_it_was_given_not_by_when_it_is_read(hall: Hall) -> None:
    game = await hall.game("ormes", "clock=1d")
    deadline = (await hall.times(game)).deadline("blue")
    hall.now = deadline + 2 * timedelta(seconds=1)
    hall.steady += (hall.now - NOON).total_seconds()
    before = (await hall.desk.table(game)).last

    def done(table: Table, side: str) -> Done:
        return Done()

    await hall.look()  # nothing is done yet
    late = replace(hall.by(), at=deadline + timedelta(milliseconds=1))
    with pytest.raises(NotYours, match="time_is_over"):
        await hall.desk.order(game, late, done)
    await hall.desk.order(game, replace(hall.by(), at=deadline), done)

    assert (await hall.desk.table(game)).last == before + 1


async def test_nothing_is_done_twice_when_the_disk_fails_in_the_middle(hall: Hall, caplog: Any) -> None:
    game = await hall.game("ormes", "clock=1d late=wait")
    real, failures = hall.store.writing, 2 * [DatabaseTrouble("full", path="x")]

    def writing() -> Any:
        if failures:
            raise failures.pop()
        return real()

    hall.store.writing = writing  # type: ignore[method-assign]
    await hall.passes(DAY + timekeeper.GRACE)
    await hall.look()
    await hall.look()

    people = await hall.store.ask(lambda r: r.players([1]))
    assert people[1].missed == 1
    assert len(await told(hall, game, "overdue")) == 1
    assert "cannot be read or written" in caplog.text


async def test_a_downtime_is_bridged_though_the_disk_fails_first(hall: Hall) -> None:
    game = await hall.game("ormes", "clock=1d")
    await hall.passes(6 * HOUR)
    real, failures = hall.store.writing, [DatabaseTrouble("full", path="x")]

    def writing() -> Any:
        if failures:
            raise failures.pop()
        return real()

    hall.store.writing = writing  # type: ignore[method-assign]
    hall.alarm.pause()
    await hall.passes(9 * DAY)

    assert not failures
    assert (await hall.times(game)).left("blue") == 18 * HOUR
    assert (await hall.desk.table(game)).state.player == "blue"


async def test_a_game_whose_clock_cannot_be_read_goes_on_without_one(hall: Hall) -> None:
    game = await hall.game("ormes", "clock=1d")
    async with hall.store.writing() as w:
        await w.keep_clock(Clock(game=game, terms={"time": "three moons", "late": "dance"}, proposed={}))

    await hall.passes(2 * DAY)
    await hall.desk.order(game, hall.by(1), lambda table, side: Done())

    assert await hall.times(game) is None


async def test_one_who_is_back_keeps_his_seat(hall: Hall) -> None:
    game = await hall.game("ormes", "clock=1d late=substitute")
    await hall.passes(DAY + timekeeper.GRACE)
    assert [*(await hall.times(game)).wanted] == ["blue"]
    for side in ("blue", "orange", "blue"):
        while (await hall.desk.table(game)).state.player == side:
            await hall.desk.order(game, hall.by(1 if side == "blue" else 2), lambda table, side: Done())
        await hall.look()

    assert [*(await hall.times(game)).wanted] == []
    people = await hall.store.ask(lambda r: r.players([1]))
    assert (people[1].kept, people[1].missed) == (1, 1)


async def test_a_bank_is_used_up_over_the_whole_game(hall: Hall) -> None:
    game = await hall.game("ormes", "clock=2d+1h")
    await hall.passes(30 * HOUR)
    while (await hall.desk.table(game)).state.player == "blue":
        await hall.desk.order(game, hall.by(1), lambda table, side: Done())
    await hall.look()
    while (await hall.desk.table(game)).state.player == "orange":
        await hall.desk.order(game, hall.by(2), lambda table, side: Done())
    await hall.look()

    found = await hall.times(game)
    assert found.left("blue") == 19 * HOUR
    assert found.deadline("blue") == hall.now + 19 * HOUR
    people = await hall.store.ask(lambda r: r.players([1, 2]))
    assert [(p.kept, p.missed) for p in people.values()] == [(1, 0), (1, 0)]


async def test_hours_set_in_the_middle_of_a_turn_count_from_then_on(hall: Hall) -> None:
    game = await hall.game("ormes", "clock=1d")
    await hall.passes(6 * HOUR)

    await Absence(hall.desk).hours(hall.by(1), quiet="6-18")  # noon to six would have been quiet, too

    assert (await hall.times(game)).left("blue") == 18 * HOUR


async def test_what_is_known_of_a_player_comes_back_as_it_was_kept(hall: Hall) -> None:
    player = Player(
        user=2**62, zone="Europe/Paris", quiet=(1350, 420), reminder=90 * timedelta(minutes=1), hours_set=NOON
    )
    async with hall.store.writing() as w:
        await w.count(player.user, missed=1)
        await w.keep_player(player)
        await w.count(player.user, kept=2)

    found = await hall.store.ask(lambda r: r.players([player.user, 5]))

    assert found[player.user] == replace(player, kept=2, missed=1)
    assert found[5] == Player(user=5)
