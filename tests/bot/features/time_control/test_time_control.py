"""Clocks over real sockets, moved by hand: deadlines, reminders, who is away, restarts, jumps."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from bot.clock import terms
from bot.core import game_clock
from bot.core.game_service import GameService
from bot.features.time_control.service import ClockService
from sandbox.rest.faults import Fault
from storage import Store
from tests.bot.features.lobby.test_seating_rights import ANNA, BRUNO, CLARA, begun, by, refusal
from tests.bot.locking import lock
from tests.empty_database import empty_database

DAY = timedelta(days=1)
SECOND = timedelta(seconds=1)


async def start_game(harness: Any, options: str, scenario: str = "ormes") -> tuple[Any, Any]:
    """Anna plays Blue against Bruno's Orange by such a clock; it is Anna's turn."""
    anna, bruno = harness.person("Anna"), harness.person("Bruno")
    side = "red" if scenario == "nonaka" else "blue"
    await anna.slash("battle", "game new", battle=scenario, side=side, options=options)
    await bruno.slash("battle", "game join")
    await anna.slash("battle", "game start")
    await harness.quiet()
    return anna, bruno


def posts(harness: Any, words: str, channel: str = "battle") -> list[Any]:
    return [m for m in harness.sandbox.messages(channel, "Clara") if words in m.words]


async def times(harness: Any) -> Any:
    return await harness.bot.games.game_clock(await harness.game())


async def left(harness: Any, side: str = "blue") -> timedelta:
    clock = await times(harness)
    return clock.deadline(side) - harness.clock()


async def counted(harness: Any, person: Any) -> tuple[int, int]:
    player = await harness.store.players.get(int(person.id))
    return player.deadlines_met, player.deadlines_missed


# --- deadlines --------------------------------------------------------------------------------------------


async def test_at_the_deadline_the_legal_default_is_played_once(harness: Any) -> None:
    anna, bruno = await start_game(harness, "clock=3d")
    begins = posts(harness, "your orders, please")[-1]
    assert "⏳ Until <t:" in begins.words

    await harness.later(days=2, hours=23)
    assert (await harness.game()).state.player == "blue"
    await harness.later(hours=2)

    game = await harness.game()
    assert (game.state.player, game.state.turn) == ("orange", 1)
    assert len(posts(harness, "(Anna) is out of time: the default order is played")) == 1
    assert (await counted(harness, anna), await counted(harness, bruno)) == ((0, 1), (0, 0))
    assert abs(await left(harness, "orange") - 3 * DAY) < 60 * SECOND
    last = game.last
    await harness.later(minutes=5)
    await harness.again()
    await harness.quiet()
    assert (await harness.game()).last == last


@pytest.mark.long
async def test_a_player_turn_in_time_counts_as_a_deadline_kept(harness: Any) -> None:
    anna, bruno = await start_game(harness, "clock=2d")
    await harness.later(days=1)

    while (await harness.game()).state.player == "blue":
        await anna.slash("battle", "done")
    await harness.quiet()

    assert (await counted(harness, anna), await counted(harness, bruno)) == ((1, 0), (0, 0))
    assert abs(await left(harness, "orange") - 2 * DAY) < 60 * SECOND


@pytest.mark.long
async def test_one_who_plays_both_sides_keeps_and_misses_nothing(harness: Any) -> None:
    anna = harness.person("Anna")
    await anna.slash("battle", "game new", battle="ormes", side="both", options="clock=1d")
    await anna.slash("battle", "game start")

    await harness.later(days=2)

    assert (await harness.game()).state.player == "orange"
    assert await counted(harness, anna) == (0, 0)


async def test_a_game_without_a_clock_waits_for_ever(harness: Any) -> None:
    await start_game(harness, "")
    before = (await harness.game()).last

    await harness.later(days=400)

    assert (await harness.game()).last == before
    assert not posts(harness, "⏳")


@pytest.mark.long
async def test_where_the_game_is_to_wait_it_waits_and_says_so_once(harness: Any) -> None:
    anna, _ = await start_game(harness, "clock=1d late=wait")
    before = (await harness.game()).last

    await harness.later(days=1, hours=1)
    await harness.later(days=5)

    assert (await harness.game()).last == before
    assert len(posts(harness, "The game waits")) == 1
    assert await counted(harness, anna) == (0, 1)
    await anna.slash("battle", "done")
    await harness.quiet()
    assert (await harness.game()).last == before + 1


@pytest.mark.long
async def test_a_game_is_forfeited_where_that_was_agreed(harness: Any) -> None:
    await start_game(harness, "clock=1d late=forfeit")

    await harness.later(days=1, hours=1)

    game = await harness.game()
    assert game.record.status == "over"
    assert game.state.result.winner == "orange"
    assert len(posts(harness, "loses the game, as agreed")) == 1
    await harness.later(days=3)
    assert (await harness.game()).last == game.last


async def test_orders_in_secret_are_locked_by_the_clock_of_each_side(harness: Any) -> None:
    _red, blue = await start_game(harness, "clock=1d", "nonaka")
    both = (await harness.game()).owing
    await harness.later(hours=3)
    await lock(blue)
    await harness.quiet()

    clock = await times(harness)
    assert len(both) == 2
    assert len(clock.running) == 1
    waits = clock.running[0]
    assert abs(await left(harness, waits) - timedelta(hours=21)) < 60 * SECOND
    await harness.later(hours=22)

    game = await harness.game()
    assert game.state.turn == 2
    assert len(posts(harness, ") is out of time: the default order is played")) == 1
    assert abs(await left(harness, waits) - DAY) < 60 * SECOND


@pytest.mark.long
async def test_a_side_that_is_asked_in_the_others_turn_has_its_own_time(harness: Any) -> None:
    anna, _ = await start_game(harness, "clock=1d chosen_objectives=yes")
    assert (await harness.game()).state.questions[0].side == "blue"
    await harness.later(hours=20)
    for _ in range(3):
        question = (await harness.game()).state.questions[0]
        if question.side != "blue":
            break
        panel = await anna.slash("battle", "game status")
        panel = await anna.click(panel, "Give orders")
        await anna.click(panel, panel.labels[0])
        await harness.quiet()
    assert (await harness.game()).state.questions[0].side == "orange"

    assert abs(await left(harness, "orange") - DAY) < 60 * SECOND
    await harness.later(days=1, minutes=1)

    game = await harness.game()
    assert not game.state.questions or game.state.questions[0].side != "orange"
    assert await left(harness, "blue") <= timedelta(hours=4, seconds=60)


# --- the very moment --------------------------------------------------------------------------------------


async def till(harness: Any, side: str, before: timedelta) -> None:
    """Let time pass until so long before the deadline, without waking anybody."""
    await harness.quiet()
    harness.clock.passes(seconds=(await left(harness, side) - before).total_seconds())


@pytest.mark.long
@pytest.mark.fault(21)
async def test_an_order_given_just_before_the_deadline_counts(harness: Any) -> None:
    anna, _ = await start_game(harness, "clock=1d")
    await till(harness, "blue", 1.2 * SECOND)
    before = (await harness.game()).last

    made = anna.sandbox.client.slash(anna.id, anna._place("battle"), "done", {})
    harness.clock.passes(seconds=1.5)  # it is late when the bot gets to it, but not when it was given
    harness.bot.workers.deadlines.wake(None)
    await harness.quiet()

    game = await harness.game()
    assert made.acknowledged is not None
    assert game.last == before + 1
    assert game.entries[-1].who == int(anna.id)


@pytest.mark.long
@pytest.mark.fault(21)
async def test_an_order_given_just_after_the_deadline_does_not_count(harness: Any) -> None:
    anna, _ = await start_game(harness, "clock=1d")
    await till(harness, "blue", -0.2 * SECOND)
    before = (await harness.game()).last

    reply = await anna.slash("battle", "move", unit="line-1", path="0708")

    assert "ran out of time first" in reply.words
    assert (await harness.game()).last == before
    await harness.later(seconds=7)
    assert (await harness.game()).state.player == "orange"


@pytest.mark.long
async def test_lines_given_after_the_deadline_do_not_count_either(harness: Any) -> None:
    anna, _ = await start_game(harness, "clock=1d")
    if (await harness.game()).state.phase == "bombardment":
        await anna.slash("battle", "done")
    form = await anna.slash("battle", "orders")
    plan = await anna.submit(form, {form.fields[0]["custom_id"]: "line-1 0708"})
    await till(harness, "blue", -0.2 * SECOND)
    before = (await harness.game()).last

    reply = await anna.click(plan, "Give")

    assert "ran out of time first" in reply.words
    assert (await harness.game()).last == before


# --- reminders --------------------------------------------------------------------------------------------


@pytest.mark.long
async def test_one_reminder_before_a_deadline_never_two(harness: Any) -> None:
    anna, _ = await start_game(harness, "clock=1d")
    await anna.slash("battle", "time hours", reminder="3h")
    await harness.later(hours=20, minutes=50)
    assert not posts(harness, "has until <t:")

    await harness.later(minutes=15)
    await harness.again()
    await harness.later(minutes=15)
    await harness.later(hours=1)

    reminders = posts(harness, "has until <t:")
    assert len(reminders) == 1
    assert f"<@{anna.id}>" in reminders[0].words
    assert "then the default order is played" in reminders[0].words


async def test_a_reminder_is_sent_once_though_the_sending_is_broken_off(harness: Any) -> None:
    _anna, _ = await start_game(harness, "clock=1d")
    harness.sandbox.faults.append(
        Fault(method="POST", path="/channels/*/messages", processed=True, drop=True)
    )

    await harness.later(hours=19)

    assert len(posts(harness, "has until <t:")) == 1


async def test_no_one_is_reminded_who_does_not_want_it_or_has_nothing_to_decide(harness: Any) -> None:
    anna, _bruno = await start_game(harness, "clock=1d")
    await anna.slash("battle", "time hours", reminder="none")

    await harness.later(hours=23, minutes=55)

    assert not posts(harness, "has until <t:")


# --- who is away ------------------------------------------------------------------------------------------


@pytest.mark.long
async def test_the_clock_stands_still_in_quiet_hours_of_the_players_time_zone(harness: Any) -> None:
    anna, _ = await start_game(harness, "clock=12h")
    now = harness.clock() + timedelta(hours=2)
    quiet = f"{now:%H:%M}-{now + timedelta(hours=8):%H:%M}"

    reply = await anna.slash("battle", "time hours", zone="UTC", quiet=quiet)

    assert "Quiet hours: your clocks stop" in reply.words
    assert abs(await left(harness) - timedelta(hours=20)) < 120 * SECOND
    await harness.later(hours=4)
    assert "is stopped until" in (await anna.slash("battle", "time clock")).words
    await harness.later(hours=15, minutes=30)
    assert (await harness.game()).state.player == "blue"


@pytest.mark.long
async def test_a_vacation_is_announced_stops_the_clock_and_is_no_missed_deadline(harness: Any) -> None:
    anna, _bruno = await start_game(harness, "clock=2d")

    reply = await anna.slash("battle", "time vacation", last="+6")
    await harness.quiet()

    assert "23 of 30 days" in reply.words
    assert len(posts(harness, "is on vacation")) == 1
    await harness.later(days=5)
    assert (await harness.game()).state.player == "blue"
    assert await left(harness) > 2 * DAY
    over = await anna.slash("battle", "time vacation", end=True)
    await harness.quiet()
    assert "24 of 30 days" in over.words
    assert len(posts(harness, "is back early from vacation")) == 1
    assert abs(await left(harness) - 2 * DAY) < 300 * SECOND
    await harness.later(days=2, hours=1)
    assert (await harness.game()).state.player == "orange"
    assert await counted(harness, anna) == (0, 1)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"last": "+30"}, "30 left"),
        ({"first": "yesterday"}, "cannot read “yesterday” as a day"),
        ({"first": "2020-01-01"}, "starts today or later"),
        ({"first": "+3", "last": "today"}, "starts today or later"),
        ({"first": "9000-01-01"}, "days ahead at most"),
        ({"end": True}, "not announced a vacation"),
        ({"first": "@everyone"}, "cannot read"),
    ],
)
async def test_vacations_that_cannot_be_had(harness: Any, options: dict[str, Any], words: str) -> None:
    reply = await harness.person("Anna").slash("battle", "time vacation", options)

    assert words in reply.words
    assert "Nothing has changed" in reply.words


async def test_hours_are_not_changed_at_will(harness: Any) -> None:
    anna = harness.person("Anna")
    await anna.slash("battle", "time hours", quiet="22-7")
    await harness.later(minutes=10)
    corrected = await anna.slash("battle", "time hours", quiet="23-7")
    await harness.later(minutes=10)
    refused = await anna.slash("battle", "time hours", zone="Tokyo")
    await harness.later(days=1)
    again = await anna.slash("battle", "time hours", zone="Tokyo", quiet="none")

    assert "**23:00** to **07:00**" in corrected.words
    assert "once a day" in refused.words
    assert "Asia/Tokyo" in again.words
    assert "No quiet hours" in again.words


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"zone": "Europe/Pariss"}, "Did you mean `Europe/Paris`"),
        ({"zone": "../../etc/passwd"}, "no time zone"),
        ({"quiet": "always"}, "cannot read “always” as hours"),
        ({"quiet": "25-7"}, "as hours"),
        ({"quiet": "7-22"}, "12 hours a day at most"),
        ({"reminder": "never"}, "cannot read “never”"),
        ({"reminder": "99999d"}, "two weeks at most"),
    ],
)
async def test_hours_that_are_none(harness: Any, options: dict[str, Any], words: str) -> None:
    reply = await harness.person("Anna").slash("battle", "time hours", options)

    assert words in reply.words


# --- when the bot is not there ----------------------------------------------------------------------------


@pytest.mark.long
async def test_a_restart_moves_no_deadline_and_clocks_stand_still_in_a_long_downtime(harness: Any) -> None:
    await start_game(harness, "clock=1d")
    await harness.later(hours=6)
    await harness.again()
    await harness.quiet()
    assert abs(await left(harness) - timedelta(hours=18)) < 60 * SECOND

    await harness.close()
    harness.clock.passes(days=3)
    await harness.open()
    await harness.quiet()

    assert (await harness.game()).state.player == "blue"
    assert abs(await left(harness) - timedelta(hours=18)) < 60 * SECOND


@pytest.mark.fault(78)
@pytest.mark.parametrize("jump", [{"hours": 1}, {"hours": -1}, {"days": 400}, {"days": -400}])
async def test_a_jump_of_the_system_clock_costs_no_player_time(harness: Any, jump: dict[str, int]) -> None:
    await start_game(harness, "clock=1d")
    await harness.later(hours=6)

    harness.clock.jumps(**jump)
    harness.bot.workers.deadlines.wake(None)
    await harness.quiet()

    assert abs(await left(harness) - timedelta(hours=18)) < 60 * SECOND
    await harness.later(hours=18, minutes=1)
    assert (await harness.game()).state.player == "orange"
    last = (await harness.game()).last
    harness.clock.jumps(**{unit: -n for unit, n in jump.items()})
    harness.bot.workers.deadlines.wake(None)
    await harness.quiet()
    assert (await harness.game()).last == last
    assert abs(await left(harness, "orange") - DAY) < 60 * SECOND


async def test_clocks_stand_still_while_the_connection_is_lost(harness: Any) -> None:
    await start_game(harness, "clock=1d")
    await harness.later(hours=6)

    harness.bot.workers.deadlines.pause()
    harness.clock.passes(days=2)
    harness.bot.workers.deadlines.wake(None)
    harness.bot.workers.deadlines.start()
    await harness.quiet()

    assert abs(await left(harness) - timedelta(hours=18)) < 60 * SECOND


# --- what is agreed ---------------------------------------------------------------------------------------


@pytest.mark.long
async def test_the_clock_stands_in_the_lobby_and_is_agreed_on_there(harness: Any) -> None:
    anna, bruno = harness.person("Anna"), harness.person("Bruno")
    await anna.slash("battle", "game new", battle="ormes", side="blue")
    alone = await anna.slash("battle", "time clock", time="3d", late="wait")
    await bruno.slash("battle", "game join")
    await harness.quiet()
    lobby = await anna.until("battle", "· lobby")
    assert "The clock is set" in alone.words
    assert "Clock: 3 days per player-turn; then the game waits" in lobby.words

    proposed = await bruno.slash("battle", "time clock", time="10d+12h", late="default")
    await harness.quiet()
    assert "takes effect once someone on the other side agrees" in proposed.words
    post = await anna.until("battle", "proposes a different clock")
    own = await bruno.click(post, "Agree to this clock")
    assert "A player on the other side has to agree" in own.words
    agreed = await anna.click(post, "Agree to this clock")
    await harness.quiet()

    assert "10 days for the whole game plus 12 hours" in agreed.words
    assert "10 days for the whole game" in (await anna.until("battle", "· lobby")).words
    again = await anna.click(post, "Agree to this clock")
    assert "no longer open" in again.words


@pytest.mark.long
async def test_a_game_under_way_gets_another_clock_by_agreement(harness: Any) -> None:
    anna, bruno = await start_game(harness, "")
    await anna.slash("battle", "time clock", time="2d")
    await harness.quiet()
    clara = await harness.person("Clara").click(posts(harness, "proposes a different clock")[-1], "Agree")
    await bruno.click(posts(harness, "proposes a different clock")[-1], "Agree")
    await harness.quiet()

    assert "Only the players of this game" in clara.words
    assert len(posts(harness, "The time control has changed")) == 1
    assert abs(await left(harness) - 2 * DAY) < 60 * SECOND
    reply = await harness.person("Clara").slash("battle", "time clock")
    assert "🔵 Blue (Anna): until <t:" in reply.words
    assert "🟠 Orange (Bruno): nothing to do; 2 days left" in reply.words


@pytest.mark.parametrize("options", ["clock=soon", "clock=1m", "clock=3d late=surrender", "late=wait"])
async def test_a_clock_that_is_none_opens_no_game(harness: Any, options: str) -> None:
    reply = await harness.person("Anna").slash("battle", "game new", battle="ormes", options=options)

    assert "Nothing has changed" in reply.words
    assert await harness.store.games.all() == []


@pytest.mark.long
async def test_the_same_battle_again_has_the_same_clock(harness: Any) -> None:
    anna, _bruno = await start_game(harness, "clock=5d+12h late=forfeit")
    sure = await anna.slash("battle", "game resign")
    await anna.click(sure, sure.labels[0])
    await harness.quiet()

    await anna.click(posts(harness, "Blue resigns")[-1], "Rematch with sides swapped")
    await harness.quiet()

    lobby = await anna.until("battle", "· lobby")
    assert "5 days for the whole game plus 12 hours" in lobby.words
    assert "then the game is lost" in lobby.words


@pytest.mark.long
async def test_what_the_clock_has_decided_is_not_taken_back(harness: Any) -> None:
    anna, _bruno = await start_game(harness, "clock=1d chosen_objectives=yes")
    await harness.later(days=1, minutes=1)
    last = (await harness.game()).last

    reply = await anna.slash("battle", "undo")

    assert "no order to undo" in reply.words
    assert (await harness.game()).last == last


async def test_what_can_be_typed_about_time_completes(harness: Any) -> None:
    anna = harness.person("Anna")

    clocks = await anna.complete("battle", "time clock", {"time": "10"}, focused="time")
    options = await anna.complete("battle", "game new", {"options": "clock=3"}, focused="options")
    zones = await anna.complete("battle", "time hours", {"zone": "buenos aires"}, focused="zone")
    first = await anna.complete("battle", "time vacation", {"first": ""}, focused="first")
    last = await anna.complete("battle", "time vacation", {"first": "tomorrow", "last": "+4"}, focused="last")

    assert [c["value"] for c in clocks] == ["10d+1d"]
    assert [c["value"] for c in options] == ["clock=3d"]
    assert "America/Argentina/Buenos_Aires" in [c["value"] for c in zones]
    assert len(first) == 25
    assert first[0]["value"] == f"{harness.clock():%Y-%m-%d}"
    assert len(last) == 1
    assert last[0]["name"].endswith("5 days")


# --- another player takes over -----------------------------------------------------------------------------


@pytest.mark.long
async def test_a_substitute_takes_over_after_the_deadline_and_has_a_deadline_of_his_own(harness: Any) -> None:
    anna, bruno = await start_game(harness, "clock=1d late=substitute")
    clara = harness.person("Clara")
    await harness.later(days=1, hours=1)
    post = posts(harness, "anyone may take over this side")[-1]
    assert (await harness.game()).state.player == "blue"

    opposite = await bruno.click(post, "Take over Blue")
    question = await clara.click(post, "Take over Blue")
    sure = question.words
    taken = await clara.click(question, "Take over Blue")
    await harness.quiet()

    assert "no one may see both sides" in opposite.words
    assert "see everything the side sees" in sure
    assert "You now play Blue" in taken.words
    assert [s.name for s in (await harness.game()).record.seats] == ["Clara", "Bruno"]
    assert len(posts(harness, "takes over 🔵 **Blue** from Anna")) == 1
    assert abs(await left(harness) - DAY) < 60 * SECOND
    assert (await counted(harness, anna), await counted(harness, clara)) == ((0, 1), (0, 0))
    assert post.gone


@pytest.mark.long
async def test_where_no_one_takes_over_the_game_goes_on_a_deadline_later(harness: Any) -> None:
    await start_game(harness, "clock=1d late=substitute")

    await harness.later(days=1, minutes=1)
    assert (await harness.game()).state.player == "blue"
    await harness.later(days=1, minutes=1)

    assert (await harness.game()).state.player == "orange"


@pytest.mark.long
async def test_a_player_looks_for_a_substitute_himself(harness: Any) -> None:
    anna, _bruno = await start_game(harness, "")
    clara = harness.person("Clara")
    await anna.slash("battle", "time substitute")
    await harness.quiet()
    post = posts(harness, "is looking for someone to take over")[-1]
    back = await anna.slash("battle", "time substitute", withdraw=True)
    await harness.quiet()
    withdrawn = post.gone
    await anna.slash("battle", "time substitute")
    await harness.quiet()
    question = await clara.click(posts(harness, "is looking for someone to take over")[-1], "Take over Blue")

    await clara.click(question, "Take over Blue")
    await harness.quiet()

    assert "No longer looking" in back.words
    assert withdrawn
    assert posts(harness, "is looking for someone to take over") == [], "somebody was found"
    assert (await harness.game()).seat("blue").name == "Clara"
    assert "no side in this game" in (await anna.slash("battle", "done")).words


async def test_reliability_is_shown_in_the_lobby(harness: Any) -> None:
    anna = harness.person("Anna")
    async with harness.store.writing() as tx:
        tx.players.count_deadlines([int(anna.id)], met=48, missed=2)

    await anna.slash("battle", "game new", battle="ormes", side="blue")
    await harness.quiet()

    assert "Anna: met 96% of the last 50 deadlines" in (await anna.until("battle", "· lobby")).words
    assert "met 96% of the last 50 deadlines" in (await anna.slash("battle", "time hours")).words


async def test_a_clock_is_agreed_to_as_it_stands_and_not_as_it_was_first_proposed(tmp_path: Path) -> None:
    store = await Store.open(empty_database(tmp_path / "games.db"))
    games = GameService(store)
    game, clocks, first, second = await begun(games), ClockService(games), by(ANNA), by(ANNA)
    await clocks.clock(first, "9d")
    await clocks.clock(second, "1h")

    early = await refusal(clocks.agree(by(BRUNO), game, first.interaction))
    stands = await game_clock.terms_of(store, game)
    late = await refusal(clocks.agree(by(BRUNO), game, second.interaction))
    agreed = await game_clock.terms_of(store, game)
    await store.close()

    assert (early, stands) == ("no_such_proposal", None)
    assert late == ""
    assert agreed is not None
    assert agreed.allowance == timedelta(hours=1)


async def test_a_proposal_that_is_delivered_twice_is_posted_once(tmp_path: Path) -> None:
    store = await Store.open(empty_database(tmp_path / "games.db"))
    games = GameService(store)
    game, asked = await begun(games), by(ANNA)

    for _ in range(2):
        await ClockService(games).clock(asked, "9d")
    posts = await store.outbox.of_game(game, "clock")
    await store.close()

    assert [post.body for post in posts] == [{"number": asked.interaction}]


async def test_who_takes_a_side_over_before_its_deadline_has_fresh_time_too(tmp_path: Path) -> None:
    store = await Store.open(empty_database(tmp_path / "games.db"))
    games = GameService(store)
    game, clocks, now = await begun(games), ClockService(games), games.clock()
    async with store.writing() as tx:
        await game_clock.agree(tx, game, terms.read("1d"))
        await game_clock.update_clocks(tx, await games.game(game), now)
    await clocks.substitute(by(ANNA))

    games.clock = lambda: now + timedelta(hours=20)
    await clocks.relieve(by(CLARA), game, "blue", sure=True)
    running = await games.game_clock(await games.game(game))
    await store.close()

    assert running is not None
    assert running.left("blue") == timedelta(days=1)
