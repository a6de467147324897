"""The deadline scheduler with real services and a real database, no Discord: whole games without players,
players on one side, crashes, and what is written down."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

import scenarios
from bot.core import game_clock
from bot.core.game import Game
from bot.core.game_service import GameService
from bot.core.requests.actor import Actor
from bot.features.lobby import seating
from bot.features.lobby.seating import Person
from bot.features.time_control.absences import AbsenceService
from bot.workers import deadline_scheduler
from bot.workers.checked_games import CheckedGames
from bot.workers.deadline_scheduler import WINDOW, DeadlineScheduler
from engine.commands import Done
from engine.errors import NotYours
from storage import ClockRecord, DatabaseTrouble, Player, Store
from storage.processes.changes import ANYTHING
from storage.processes.leases import Share
from tests.empty_database import empty_database
from tests.long_forms import long_but
from tests.patience import PATIENCE

NOON = datetime(2026, 6, 18, 12, tzinfo=UTC)
MICROSECOND, MINUTE = timedelta(microseconds=1), timedelta(minutes=1)
HOUR, DAY = timedelta(hours=1), timedelta(days=1)


class DeadlineHarness:
    """Games with a clock that tests move, and a deadline scheduler that runs when called."""

    def __init__(self, store: Store) -> None:
        self.now = NOON
        self.steady = 0.0
        self.number = 0
        self.store = store
        self.games = GameService(store, clock=lambda: self.now, secret=lambda n: b"s" * n)
        self.alarm = DeadlineScheduler(self.games, lambda: self.steady, retry=0.0)
        self.games.subscribe(self.alarm.wake_for)

    def actor(self, user: int = 1) -> Actor:
        self.number += 1
        return Actor(user=user, name=f"P{user}", interaction=self.number, guild=1, channel=1)

    async def game(self, scenario: str, options: str) -> int:
        """Users 1 and 2 play against each other."""
        loaded = scenarios.load(scenario)
        created = await seating.create_game(self.games, self.actor(), scenario, "", None, options)
        for side in loaded.side_ids[1:]:
            await seating.join(self.games, created.record.id, self.actor(2), side, Person(user=2, name="P2"))
        await seating.start(self.games, created.record.id, self.actor())
        await self.look()
        return created.record.id

    async def look(self, game: int | None = None) -> None:
        """Have it look at what has changed in a game; None: in all of them."""
        self.alarm.start()
        self.alarm.wake(game)
        async with asyncio.timeout(PATIENCE):
            while not self.alarm.idle:
                await asyncio.sleep(0)

    async def passes(self, time: timedelta) -> None:
        self.now += time
        self.steady += time.total_seconds()
        await self.look()

    async def times(self, game: int) -> Any:
        return await self.games.game_clock(await self.games.game(game))


@pytest.fixture
async def harness(tmp_path: Path) -> AsyncIterator[DeadlineHarness]:
    store = await Store.open(empty_database(tmp_path / "games.db"), clock=lambda: NOON)
    harness = DeadlineHarness(store)
    yield harness
    await harness.alarm.close()
    await store.close()


def decided(game: Game) -> list[str]:
    return [type(e.command).__name__ for e in game.active_entries if e.command]


@pytest.mark.parametrize(
    "scenario", long_but(("ormes", "gue", "nonaka"), [s for s in scenarios.all() if s != "tutorial"])
)
async def test_a_game_that_no_one_plays_comes_to_its_end_by_itself(
    harness: DeadlineHarness, scenario: str
) -> None:
    """In every rulebook, whatever is asked of whichever side: each has its own time for it."""
    game_id = await harness.game(scenario, "clock=1d")
    most = 60 * scenarios.load(scenario).turns

    for _ in range(most):
        before = await harness.games.game(game_id)
        if before.record.status == "over":
            break
        clock = await harness.times(game_id)
        assert set(clock.running) == set(before.owing)
        due = min(clock.deadline(side) for side in clock.running)
        await harness.passes(due - harness.now + game_clock.GRACE)
        assert (await harness.games.game(game_id)).last > before.last

    game = await harness.games.game(game_id)
    assert game.record.status == "over"
    assert set(decided(game)) == {"Expired"}
    people = await harness.store.players.get_many([1, 2])
    assert all(player.deadlines_missed and not player.deadlines_met for player in people.values())
    assert harness.now - NOON <= most * DAY


@pytest.mark.long
async def test_two_players_of_a_side_rest_only_together_and_a_new_teammate_changes_no_past_time(
    harness: DeadlineHarness,
) -> None:
    game = await harness.game("ormes", "clock=12h")
    await AbsenceService(harness.games).hours(harness.actor(1), quiet="14-23")
    await harness.passes(10 * HOUR)  # two hours of them awake
    assert (await harness.times(game)).deadline("blue") == NOON + 21 * HOUR

    await seating.share(harness.games, game, harness.actor(1), "blue", Person(user=3, name="P3"))
    await harness.look()

    assert (await harness.times(game)).deadline("blue") == harness.now + 10 * HOUR
    reminded = [body["user"] for body in await outbox_bodies(harness, game, "reminder")]
    assert reminded == []
    await harness.passes(9 * HOUR)
    assert sorted(body["user"] for body in await outbox_bodies(harness, game, "reminder")) == [1, 3]


async def outbox_bodies(harness: DeadlineHarness, game: int, kind: str) -> list[Any]:
    return [letter.body for letter in await harness.store.outbox.of_game(game, kind)]


@pytest.mark.long
async def test_what_is_about_no_game_has_no_clock_looked_at_and_doubt_has_all(
    harness: DeadlineHarness,
) -> None:
    looked: list[int] = []
    game = await harness.game("ormes", "clock=2d")
    host = replace(harness.actor(), channel=2)
    lobby = await seating.create_game(harness.games, host, "ormes", "", None, "")
    harness.games.subscribe_to_doubt(lambda: harness.alarm.wake(None))
    await harness.look()
    harness.alarm.subscribe(looked.append)

    await seating.leave(harness.games, lobby.record.id, replace(host, interaction=99))
    assert harness.alarm.idle
    harness.games._changed_elsewhere(ANYTHING)
    async with asyncio.timeout(PATIENCE):
        while not harness.alarm.idle:
            await asyncio.sleep(0)

    assert looked == [game]


@pytest.mark.long
async def test_moments_that_are_far_away_are_left_in_the_database_and_come_in_time(
    harness: DeadlineHarness,
) -> None:
    alarm = harness.alarm
    checked = CheckedGames(harness.store, alarm.busy, alarm.moment, alarm.noted)
    alarm.subscribe(checked.looked)
    game = await harness.game("ormes", "clock=2d")
    reminder = alarm.moment(game)
    assert reminder is not None
    assert reminder - harness.now > WINDOW
    await checked.note()
    assert alarm.moment(game) is None

    async def passes(time: timedelta) -> None:
        """Time in which no one wakes the scheduler for a game."""
        harness.now += time
        harness.steady += time.total_seconds()
        alarm._ring()
        async with asyncio.timeout(PATIENCE):
            while not alarm.idle:
                await asyncio.sleep(0)

    while harness.now < reminder - WINDOW:
        await passes(MINUTE * 50)
        assert alarm.lag == timedelta()
    await passes(reminder - harness.now - MINUTE)
    assert alarm.moment(game) == reminder
    assert await outbox_bodies(harness, game, "reminder") == []
    await passes(MINUTE)
    assert len(await outbox_bodies(harness, game, "reminder")) == 1
    assert (await harness.store.clocks.last_heartbeat()) == harness.now
    await checked.close()


@pytest.mark.long
async def test_an_absent_player_is_excused_when_a_teammate_misses_a_deadline(
    harness: DeadlineHarness,
) -> None:
    game = await harness.game("ormes", "clock=1d")
    await seating.share(harness.games, game, harness.actor(1), "blue", Person(user=3, name="P3"))
    await AbsenceService(harness.games).vacation(harness.actor(3), last="+5")

    await harness.passes(DAY + game_clock.GRACE)

    people = await harness.store.players.get_many([1, 2, 3])
    assert {user: player.deadlines_missed for user, player in people.items()} == {1: 1, 2: 0, 3: 0}


async def test_a_side_that_is_waited_for_does_not_keep_the_other_from_being_reminded(
    harness: DeadlineHarness,
) -> None:
    game = await harness.game("nonaka", "clock=1d late=wait")
    await AbsenceService(harness.games).vacation(harness.actor(2), last="+1")
    back = (await harness.store.players.vacations([2]))[0].ends

    await harness.passes(back - harness.now + DAY - HOUR)

    reminded = [body["user"] for body in await outbox_bodies(harness, game, "reminder")]
    assert [body["side"] for body in await outbox_bodies(harness, game, "overdue")] == ["red"]
    assert 2 in reminded


async def test_no_deadline_passes_on_a_server_with_which_discord_has_trouble(
    harness: DeadlineHarness,
) -> None:
    game = await harness.game("ormes", "clock=1d late=wait")
    trouble = True
    await harness.alarm.close()
    harness.alarm = DeadlineScheduler(
        harness.games, lambda: harness.steady, retry=0.0, absent=lambda server: trouble
    )
    await harness.look()
    await harness.passes(2 * DAY)
    meanwhile = await outbox_bodies(harness, game, "overdue")
    trouble = False
    await harness.look()

    assert meanwhile == []
    assert len(await outbox_bodies(harness, game, "overdue")) == 1


@pytest.mark.long
async def test_each_player_is_reminded_when_they_wish_it_and_not_with_the_other(
    harness: DeadlineHarness,
) -> None:
    game = await harness.game("nonaka", "clock=1d")
    await AbsenceService(harness.games).hours(harness.actor(2), reminder="2h")

    await harness.passes(18 * HOUR)
    first = [body["user"] for body in await outbox_bodies(harness, game, "reminder")]
    await harness.passes(4 * HOUR)

    assert first == [1]
    assert [body["user"] for body in await outbox_bodies(harness, game, "reminder")] == [1, 2]


async def test_one_player_turn_has_one_missed_deadline_though_a_substitute_is_sought_twice(
    harness: DeadlineHarness,
) -> None:
    game = await harness.game("ormes", "clock=1d late=substitute")
    await harness.passes(DAY + game_clock.GRACE)
    async with harness.store.writing() as tx:
        assert await tx.vacancies.close(game, "blue")  # no longer sought
    await harness.look()

    await harness.passes(DAY + game_clock.GRACE)

    assert "blue" in await harness.store.vacancies.of_game(game)
    assert (await harness.store.players.get(1)).deadlines_missed == 1


async def test_an_order_is_judged_by_when_it_was_given_not_by_when_it_is_read(
    harness: DeadlineHarness,
) -> None:
    game = await harness.game("ormes", "clock=1d")
    deadline = (await harness.times(game)).deadline("blue")
    harness.now = deadline + 2 * timedelta(seconds=1)
    harness.steady += (harness.now - NOON).total_seconds()
    before = (await harness.games.game(game)).last

    await harness.look()  # nothing is done yet
    late = replace(harness.actor(), at=deadline + timedelta(milliseconds=1))
    with pytest.raises(NotYours, match="time_is_over"):
        await harness.games.order(game, late, Done())
    await harness.games.order(game, replace(harness.actor(), at=deadline), Done())

    assert (await harness.games.game(game)).last == before + 1


async def test_nothing_is_done_twice_when_the_disk_fails_in_the_middle(
    harness: DeadlineHarness, caplog: Any
) -> None:
    game = await harness.game("ormes", "clock=1d late=wait")
    real, failures = harness.store.writing, 2 * [DatabaseTrouble("full", path="x")]

    def writing(**how: Any) -> Any:
        if failures:
            raise failures.pop()
        return real(**how)

    harness.store.writing = writing  # type: ignore[method-assign]
    await harness.passes(DAY + game_clock.GRACE)
    await harness.look()
    await harness.look()

    people = await harness.store.players.get_many([1])
    assert people[1].deadlines_missed == 1
    assert len(await outbox_bodies(harness, game, "overdue")) == 1
    assert "cannot be read or written" in caplog.text


async def test_a_downtime_is_bridged_though_the_disk_fails_first(harness: DeadlineHarness) -> None:
    game = await harness.game("ormes", "clock=1d")
    await harness.passes(6 * HOUR)
    real, failures = harness.store.writing, [DatabaseTrouble("full", path="x")]

    def writing(**how: Any) -> Any:
        if failures:
            raise failures.pop()
        return real(**how)

    harness.store.writing = writing  # type: ignore[method-assign]
    harness.alarm.pause()
    await harness.passes(9 * DAY)

    assert not failures
    assert (await harness.times(game)).left("blue") == 18 * HOUR
    assert (await harness.games.game(game)).state.player == "blue"


@pytest.mark.parametrize("written", [0, 1, 2])
async def test_a_downtime_takes_no_time_though_the_bot_is_stopped_again_while_it_is_credited(
    harness: DeadlineHarness, written: int
) -> None:
    game = await harness.game("ormes", "clock=1d")
    await harness.passes(6 * HOUR)
    real, left = harness.store.writing, [None] * written

    def writing(**how: Any) -> Any:
        if not left:
            raise DatabaseTrouble("full", path="x")
        left.pop()
        return real(**how)

    harness.now += 9 * DAY
    harness.store.writing = writing  # type: ignore[method-assign]
    with contextlib.suppress(DatabaseTrouble):
        await DeadlineScheduler(harness.games, lambda: 0.0).recover()
    harness.store.writing = real  # type: ignore[method-assign]
    harness.now += HOUR
    await DeadlineScheduler(harness.games, lambda: 0.0).recover()

    assert (await harness.times(game)).left("blue") == 18 * HOUR


async def test_a_game_whose_clock_cannot_be_read_goes_on_without_one(harness: DeadlineHarness) -> None:
    game = await harness.game("ormes", "clock=1d")
    async with harness.store.writing() as tx:
        await tx.clocks.save(
            ClockRecord(game=game, terms={"time": "three moons", "late": "dance"}, proposed={})
        )

    await harness.passes(2 * DAY)
    await harness.games.order(game, harness.actor(1), Done())

    assert await harness.times(game) is None


@pytest.mark.long
async def test_a_player_who_is_back_keeps_their_seat(harness: DeadlineHarness) -> None:
    game = await harness.game("ormes", "clock=1d late=substitute")
    await harness.passes(DAY + game_clock.GRACE)
    assert [*(await harness.times(game)).vacancies] == ["blue"]
    for side in ("blue", "orange", "blue"):
        while (await harness.games.game(game)).state.player == side:
            await harness.games.order(game, harness.actor(1 if side == "blue" else 2), Done())
        await harness.look()

    assert [*(await harness.times(game)).vacancies] == []
    people = await harness.store.players.get_many([1])
    assert (people[1].deadlines_met, people[1].deadlines_missed) == (1, 1)


@pytest.mark.long
async def test_a_bank_is_used_up_over_the_whole_game(harness: DeadlineHarness) -> None:
    game = await harness.game("ormes", "clock=2d+1h")
    await harness.passes(30 * HOUR)
    while (await harness.games.game(game)).state.player == "blue":
        await harness.games.order(game, harness.actor(1), Done())
    await harness.look()
    while (await harness.games.game(game)).state.player == "orange":
        await harness.games.order(game, harness.actor(2), Done())
    await harness.look()

    clock = await harness.times(game)
    assert clock.left("blue") == 19 * HOUR
    assert clock.deadline("blue") == harness.now + 19 * HOUR
    people = await harness.store.players.get_many([1, 2])
    assert [(p.deadlines_met, p.deadlines_missed) for p in people.values()] == [(1, 0), (1, 0)]


@pytest.mark.long
async def test_hours_set_in_the_middle_of_a_turn_count_from_then_on(harness: DeadlineHarness) -> None:
    game = await harness.game("ormes", "clock=1d")
    await harness.passes(6 * HOUR)

    await AbsenceService(harness.games).hours(
        harness.actor(1), quiet="6-18"
    )  # noon to six would have been quiet, too

    assert (await harness.times(game)).left("blue") == 18 * HOUR


async def test_only_the_last_fifty_deadlines_count(harness: DeadlineHarness) -> None:
    """What was long ago is forgotten, one deadline for each new one."""
    async with harness.store.writing() as tx:
        tx.players.count_deadlines([7], missed=20)
        tx.players.count_deadlines([7], met=40)
    both = await harness.store.players.get(7)
    async with harness.store.writing() as tx:
        for _ in range(15):
            tx.players.count_deadlines([7], met=1)
    later = await harness.store.players.get(7)

    assert (both.deadlines_met, both.deadlines_missed) == (40, 10)
    assert (later.deadlines_met, later.deadlines_missed) == (50, 0)


async def test_stored_players_are_read_as_they_were_written(harness: DeadlineHarness) -> None:
    player = Player(
        user=2**62, zone="Europe/Paris", quiet=(1350, 420), reminder=90 * timedelta(minutes=1), hours_set=NOON
    )
    async with harness.store.writing() as tx:
        tx.players.count_deadlines([player.user], missed=1)
        await tx.players.save(player)
        tx.players.count_deadlines([player.user], met=2)

    clock = await harness.store.players.get_many([player.user, 5])

    assert clock[player.user] == replace(player, deadlines_met=2, deadlines_missed=1)
    assert clock[5] == Player(user=5)


@pytest.mark.long
async def test_a_deadline_at_a_fixed_hour_comes_then_and_not_when_the_bot_was_away(
    harness: DeadlineHarness,
) -> None:
    """Blue is called at 14:00 in Paris: until 21:00 there are only seven hours, so it is the next day's."""
    game = await harness.game("ormes", "clock=daily 21:00 Europe/Paris")
    first = (await harness.times(game)).deadline("blue")
    await harness.passes(8 * HOUR)
    early = (await harness.games.game(game)).last
    harness.now += HOUR  # a while without the bot, by day, moves nothing
    await harness.look()
    same = (await harness.times(game)).deadline("blue")
    await harness.passes(first - harness.now + game_clock.GRACE)
    after = await harness.games.game(game)
    side = after.owing[0]
    second = (await harness.times(game)).deadline(side)
    harness.now = second + 3 * HOUR  # the bot was not there at the hour
    await harness.look()

    assert first == datetime(2026, 6, 19, 19, tzinfo=UTC)
    assert same == first
    assert after.last > early
    assert second == datetime(2026, 6, 20, 19, tzinfo=UTC)
    assert (await harness.times(game)).deadline(side) == datetime(2026, 6, 21, 19, tzinfo=UTC)


# --- the very end, and a clock that steps back ----------------------------------------------------------


@pytest.mark.long
async def test_an_order_at_the_very_end_is_in_time_and_a_moment_later_is_not(
    harness: DeadlineHarness,
) -> None:
    clock = await harness.times(await harness.game("ormes", "clock=1d"))

    end = clock.deadline("blue")

    assert end == NOON + DAY
    assert not clock.over("blue", end)
    assert clock.over("blue", end + MICROSECOND)
    assert not clock.over("orange", end + MICROSECOND), "its clock stands still"


@pytest.mark.long
async def test_the_default_is_played_when_the_grace_is_over_and_not_a_moment_before(
    harness: DeadlineHarness,
) -> None:
    game = await harness.game("ormes", "clock=1d")

    await harness.passes(DAY + game_clock.GRACE - MICROSECOND)
    waiting = decided(await harness.games.game(game))
    await harness.passes(MICROSECOND)

    assert timedelta(seconds=3) < game_clock.GRACE < timedelta(minutes=1), "as long as Discord may take"
    assert waiting == []
    assert decided(await harness.games.game(game))[:1] == ["Expired"]


@pytest.mark.long
async def test_no_side_has_less_than_no_time(harness: DeadlineHarness) -> None:
    game = await harness.game("ormes", "clock=1d late=wait")

    await harness.passes(DAY)
    at_the_end = (await harness.times(game)).left("blue")
    await harness.passes(3 * DAY)

    assert at_the_end == timedelta(0)
    assert (await harness.times(game)).left("blue") == timedelta(0)


@pytest.mark.parametrize("hours", [-72, -1, 1, 72])
async def test_a_clock_that_is_set_takes_no_time_and_gives_none(harness: DeadlineHarness, hours: int) -> None:
    game = await harness.game("ormes", "clock=1d")
    await harness.passes(HOUR)
    before = (await harness.times(game)).left("blue")

    harness.now += hours * HOUR  # and `steady` stays where it was
    await harness.look()

    assert before == 23 * HOUR
    assert (await harness.times(game)).left("blue") == before
    assert decided(await harness.games.game(game)) == []
    await harness.passes(before + game_clock.GRACE)
    assert decided(await harness.games.game(game))[:1] == ["Expired"]


@pytest.mark.long
async def test_a_small_step_back_gives_and_takes_no_more_than_itself(harness: DeadlineHarness) -> None:
    game = await harness.game("ormes", "clock=1d+1h")
    await harness.passes(HOUR)
    now = await harness.games.game(game)
    while now.state.player == "blue":
        now = (await harness.games.order(game, harness.actor(), Done())).game

    harness.now -= MINUTE
    await harness.look()
    clock = await harness.times(game)
    await harness.passes(MINUTE)

    assert clock.left("blue") == DAY - (HOUR - MINUTE), "no more than the clock shows"
    assert clock.left("orange") == DAY
    assert clock.deadline("orange") == NOON + HOUR - MINUTE + DAY
    assert (await harness.times(game)).left("orange") == DAY - MINUTE


async def test_once_the_clock_was_set_back_what_is_due_in_every_game_is_worked_out_anew(
    harness: DeadlineHarness,
) -> None:
    game = await harness.game("ormes", "clock=1d")
    before = harness.alarm.moment(game)
    assert before is not None

    harness.now -= 72 * HOUR
    await harness.look(game + 1)

    assert harness.alarm.moment(game) == before - 72 * HOUR
    assert await harness.store.clocks.last_heartbeat() == harness.now


async def test_the_bot_says_that_it_is_awake_after_a_step_back_too(harness: DeadlineHarness) -> None:
    await harness.game("ormes", "clock=1d")
    await harness.passes(HOUR)

    harness.now -= MINUTE
    await harness.look()

    assert await harness.store.clocks.last_heartbeat() == harness.now


async def test_the_computer_of_the_agreed_level_stands_in_for_the_side_that_is_late_and_for_no_other(
    harness: DeadlineHarness,
) -> None:
    game_id = await harness.game("ormes", "clock=1d late=computer_normal")
    late = (await harness.games.game(game_id)).owing
    told: list[int | None] = []
    harness.games.subscribe(told.append)
    await harness.passes(DAY + game_clock.GRACE - MICROSECOND)
    before = (await harness.games.game(game_id)).record.seats
    told.clear()
    await harness.passes(MICROSECOND)
    game = await harness.games.game(game_id)

    assert late == ("blue",)
    assert not any(seat.bot for seat in before), "not before its time is over"
    assert [(s.side, s.user, s.bot, s.level) for s in game.record.seats] == [
        ("blue", 1, True, "normal"),
        ("orange", 2, False, ""),
    ]
    assert game.computer_side == "blue"
    assert game_id in told, "so that it plays"


async def test_a_game_of_another_process_is_left_to_it(
    harness: DeadlineHarness, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = await harness.game("ormes", "clock=1d")
    monkeypatch.setattr(type(harness.store), "share", Share(1, 2))

    await harness.passes(DAY + game_clock.GRACE)
    await harness.look(game)

    assert decided(await harness.games.game(game)) == []


async def test_that_a_side_is_late_is_told_once_in_its_player_turn_however_much_is_played_for_it(
    harness: DeadlineHarness,
) -> None:
    game = await harness.game("saalfeld", "clock=1d")
    await harness.passes(DAY + game_clock.GRACE)

    assert decided(await harness.games.game(game)) == ["Expired", "Expired"]
    assert [body["side"] for body in await outbox_bodies(harness, game, "overdue")] == ["blue"]


async def test_it_is_behind_by_what_is_due_and_not_done_while_people_can_play(
    harness: DeadlineHarness,
) -> None:
    game = await harness.game("ormes", "clock=1d")
    due = harness.alarm.moment(game)
    assert due is not None
    in_time = harness.alarm.lag
    harness.now = due + HOUR
    late = harness.alarm.lag
    harness.alarm.pause()

    assert (in_time, late, harness.alarm.lag) == (timedelta(), HOUR, timedelta())


async def test_however_many_dials_run_all_of_them_stand_while_the_bot_is_down(
    harness: DeadlineHarness, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(deadline_scheduler, "TOGETHER", 1)
    game = await harness.game("ormes", "clock=1d")
    dials = (await harness.store.clocks.sides(game)).values()
    async with harness.store.writing() as tx:
        await tx.clocks.save_sides([replace(dial, since=NOON) for dial in dials])

    await harness.alarm._bridge_checked((), NOON + HOUR, NOON + 9 * HOUR)

    after = (await harness.store.clocks.sides(game)).values()
    assert [(dial.left, dial.since) for dial in after] == [(23 * HOUR, NOON + 9 * HOUR)] * 2
