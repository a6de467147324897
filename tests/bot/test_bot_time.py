"""Clocks over real sockets, moved by hand: deadlines, reminders, who is away, restarts, jumps."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from sandbox.faults import Fault

DAY = timedelta(days=1)
SECOND = timedelta(seconds=1)


async def game(house: Any, options: str, scenario: str = "ormes") -> tuple[Any, Any]:
    """Anna plays Blue against Bruno's Orange by such a clock; it is Anna's turn."""
    anna, bruno = house.person("Anna"), house.person("Bruno")
    side = "red" if scenario == "nonaka" else "blue"
    await anna.slash("battle", "game new", scenario=scenario, side=side, options=options)
    await bruno.slash("battle", "game join")
    await anna.slash("battle", "game start")
    await house.quiet()
    return anna, bruno


def posts(house: Any, words: str, channel: str = "battle") -> list[Any]:
    return [m for m in house.sandbox.messages(channel, "Clara") if words in m.words]


async def times(house: Any) -> Any:
    return await house.bot.desk.times(await house.game())


async def left(house: Any, side: str = "blue") -> timedelta:
    found = await times(house)
    return found.deadline(side) - house.clock()


async def counted(house: Any, person: Any) -> tuple[int, int]:
    found = (await house.store.ask(lambda r: r.players([int(person.id)])))[int(person.id)]
    return found.kept, found.missed


# --- deadlines --------------------------------------------------------------------------------------------


async def test_at_the_deadline_the_legal_default_is_played_once(house: Any) -> None:
    anna, bruno = await game(house, "clock=3d")
    begins = posts(house, "your orders, please")[-1]
    assert "⏳ Until <t:" in begins.words

    await house.later(days=2, hours=23)
    assert (await house.game()).state.player == "blue"
    await house.later(hours=2)

    table = await house.game()
    assert (table.state.player, table.state.turn) == ("orange", 1)
    assert len(posts(house, "is over (Anna): the legal default is played")) == 1
    assert (await counted(house, anna), await counted(house, bruno)) == ((0, 1), (0, 0))
    assert abs(await left(house, "orange") - 3 * DAY) < 60 * SECOND
    last = table.last
    await house.later(minutes=5)
    await house.again()
    await house.quiet()
    assert (await house.game()).last == last


async def test_a_player_turn_in_time_counts_as_a_deadline_kept(house: Any) -> None:
    anna, bruno = await game(house, "clock=2d")
    await house.later(days=1)

    while (await house.game()).state.player == "blue":
        await anna.slash("battle", "done")
    await house.quiet()

    assert (await counted(house, anna), await counted(house, bruno)) == ((1, 0), (0, 0))
    assert abs(await left(house, "orange") - 2 * DAY) < 60 * SECOND


async def test_one_who_plays_both_sides_keeps_and_misses_nothing(house: Any) -> None:
    anna = house.person("Anna")
    await anna.slash("battle", "game new", scenario="ormes", side="both", options="clock=1d")
    await anna.slash("battle", "game start")

    await house.later(days=2)

    assert (await house.game()).state.player == "orange"
    assert await counted(house, anna) == (0, 0)


async def test_a_game_without_a_clock_waits_for_ever(house: Any) -> None:
    await game(house, "")
    before = (await house.game()).last

    await house.later(days=400)

    assert (await house.game()).last == before
    assert not posts(house, "⏳")


async def test_where_the_game_is_to_wait_it_waits_and_says_so_once(house: Any) -> None:
    anna, _ = await game(house, "clock=1d late=wait")
    before = (await house.game()).last

    await house.later(days=1, hours=1)
    await house.later(days=5)

    assert (await house.game()).last == before
    assert len(posts(house, "The game waits")) == 1
    assert await counted(house, anna) == (0, 1)
    await anna.slash("battle", "done")
    await house.quiet()
    assert (await house.game()).last == before + 1


async def test_a_game_is_forfeited_where_that_was_agreed(house: Any) -> None:
    await game(house, "clock=1d late=forfeit")

    await house.later(days=1, hours=1)

    table = await house.game()
    assert table.game.status == "over"
    assert table.state.result.winner == "orange"
    assert len(posts(house, "the game is lost, as was agreed")) == 1
    await house.later(days=3)
    assert (await house.game()).last == table.last


async def test_orders_in_secret_are_locked_by_the_clock_of_each_side(house: Any) -> None:
    _red, blue = await game(house, "clock=1d", "nonaka")
    both = (await house.game()).owing
    await house.later(hours=3)
    await blue.slash("battle", "lock")
    await house.quiet()

    found = await times(house)
    assert len(both) == 2
    assert len(found.running) == 1
    waits = found.running[0]
    assert abs(await left(house, waits) - timedelta(hours=21)) < 60 * SECOND
    await house.later(hours=22)

    table = await house.game()
    assert table.state.turn == 2
    assert len(posts(house, "): the legal default is played")) == 1
    assert abs(await left(house, waits) - DAY) < 60 * SECOND


async def test_a_side_that_is_asked_in_the_others_turn_has_its_own_time(house: Any) -> None:
    anna, _ = await game(house, "clock=1d chosen_objectives=yes")
    assert (await house.game()).state.questions[0].side == "blue"
    await house.later(hours=20)
    for _ in range(3):
        question = (await house.game()).state.questions[0]
        if question.side != "blue":
            break
        panel = await anna.slash("battle", "game status")
        panel = await anna.click(panel, "Give orders")
        await anna.click(panel, panel.labels[0])
        await house.quiet()
    assert (await house.game()).state.questions[0].side == "orange"

    assert abs(await left(house, "orange") - DAY) < 60 * SECOND
    await house.later(days=1, minutes=1)

    table = await house.game()
    assert not table.state.questions or table.state.questions[0].side != "orange"
    assert await left(house, "blue") <= timedelta(hours=4, seconds=60)


# --- the very moment --------------------------------------------------------------------------------------


async def till(house: Any, side: str, before: timedelta) -> None:
    """Let time pass until so long before the deadline, without waking anybody."""
    await house.quiet()
    house.clock.passes(seconds=(await left(house, side) - before).total_seconds())


@pytest.mark.fault(21)
async def test_an_order_given_just_before_the_deadline_counts(house: Any) -> None:
    anna, _ = await game(house, "clock=1d")
    await till(house, "blue", 1.2 * SECOND)
    before = (await house.game()).last

    made = anna.sandbox.client.slash(anna.id, anna._place("battle"), "done", {})
    house.clock.passes(seconds=1.5)  # it is late when the bot gets to it, but not when it was given
    house.bot.alarm.wake(None)
    await house.quiet()

    table = await house.game()
    assert made.acknowledged is not None
    assert table.last == before + 1
    assert table.entries[-1].who == int(anna.id)


@pytest.mark.fault(21)
async def test_an_order_given_just_after_the_deadline_does_not_count(house: Any) -> None:
    anna, _ = await game(house, "clock=1d")
    await till(house, "blue", -0.2 * SECOND)
    before = (await house.game()).last

    reply = await anna.slash("battle", "move", unit="line-1", path="0708")

    assert "was over before that" in reply.words
    assert (await house.game()).last == before
    await house.later(seconds=7)
    assert (await house.game()).state.player == "orange"


async def test_lines_given_after_the_deadline_do_not_count_either(house: Any) -> None:
    anna, _ = await game(house, "clock=1d")
    if (await house.game()).state.phase == "bombardment":
        await anna.slash("battle", "done")
    form = await anna.slash("battle", "orders")
    plan = await anna.submit(form, {form.fields[0]["custom_id"]: "line-1 0708"})
    await till(house, "blue", -0.2 * SECOND)
    before = (await house.game()).last

    reply = await anna.click(plan, "Give")

    assert "was over before that" in reply.words
    assert (await house.game()).last == before


# --- reminders --------------------------------------------------------------------------------------------


async def test_one_reminder_before_a_deadline_never_two(house: Any) -> None:
    anna, _ = await game(house, "clock=1d")
    await anna.slash("battle", "hours", reminder="3h")
    await house.later(hours=20, minutes=50)
    assert not posts(house, "has until <t:")

    await house.later(minutes=15)
    await house.again()
    await house.later(minutes=15)
    await house.later(hours=1)

    told = posts(house, "has until <t:")
    assert len(told) == 1
    assert f"<@{anna.id}>" in told[0].words
    assert "then the legal default is played" in told[0].words


async def test_a_reminder_is_sent_once_though_the_sending_is_broken_off(house: Any) -> None:
    _anna, _ = await game(house, "clock=1d")
    house.sandbox.faults.append(Fault(method="POST", path="/channels/*/messages", processed=True, drop=True))

    await house.later(hours=19)

    assert len(posts(house, "has until <t:")) == 1


async def test_nobody_is_reminded_who_does_not_want_it_or_has_nothing_to_decide(house: Any) -> None:
    anna, _bruno = await game(house, "clock=1d")
    await anna.slash("battle", "hours", reminder="none")

    await house.later(hours=23, minutes=55)

    assert not posts(house, "has until <t:")


# --- who is away ------------------------------------------------------------------------------------------


async def test_the_clock_stands_still_in_quiet_hours_of_ones_own_zone(house: Any) -> None:
    anna, _ = await game(house, "clock=12h")
    now = house.clock() + timedelta(hours=2)
    quiet = f"{now:%H:%M}-{now + timedelta(hours=8):%H:%M}"

    reply = await anna.slash("battle", "hours", zone="UTC", quiet=quiet)

    assert "Quiet hours: from" in reply.words
    assert abs(await left(house) - timedelta(hours=20)) < 120 * SECOND
    await house.later(hours=4)
    assert "stands still until" in (await anna.slash("battle", "clock")).words
    await house.later(hours=15, minutes=30)
    assert (await house.game()).state.player == "blue"


async def test_a_vacation_is_announced_stops_the_clock_and_is_no_missed_deadline(house: Any) -> None:
    anna, _bruno = await game(house, "clock=2d")

    reply = await anna.slash("battle", "vacation", last="+6")
    await house.quiet()

    assert "23 of 30 days" in reply.words
    assert len(posts(house, "Vacation of")) == 1
    await house.later(days=5)
    assert (await house.game()).state.player == "blue"
    assert await left(house) > 2 * DAY
    over = await anna.slash("battle", "vacation", end=True)
    await house.quiet()
    assert "24 of 30 days" in over.words
    assert len(posts(house, "is back from vacation")) == 1
    assert abs(await left(house) - 2 * DAY) < 300 * SECOND
    await house.later(days=2, hours=1)
    assert (await house.game()).state.player == "orange"
    assert await counted(house, anna) == (0, 1)


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        ({"last": "+30"}, "30 are left"),
        ({"first": "yesterday"}, "cannot read “yesterday” as a day"),
        ({"first": "2020-01-01"}, "begins today or later"),
        ({"first": "+3", "last": "today"}, "begins today or later"),
        ({"first": "9000-01-01"}, "days ahead at most"),
        ({"end": True}, "announced no vacation"),
        ({"first": "@everyone"}, "cannot read"),
    ],
)
async def test_vacations_that_cannot_be_had(house: Any, asked: dict[str, Any], words: str) -> None:
    reply = await house.person("Anna").slash("battle", "vacation", asked)

    assert words in reply.words
    assert "Nothing has changed" in reply.words


async def test_hours_are_not_changed_at_will(house: Any) -> None:
    anna = house.person("Anna")
    await anna.slash("battle", "hours", quiet="22-7")
    await house.later(minutes=10)
    corrected = await anna.slash("battle", "hours", quiet="23-7")
    await house.later(minutes=10)
    refused = await anna.slash("battle", "hours", zone="Tokyo")
    await house.later(days=1)
    again = await anna.slash("battle", "hours", zone="Tokyo", quiet="none")

    assert "**23:00** to **07:00**" in corrected.words
    assert "once a day" in refused.words
    assert "Asia/Tokyo" in again.words
    assert "No quiet hours" in again.words


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        ({"zone": "Europe/Pariss"}, "Did you mean `Europe/Paris`"),
        ({"zone": "../../etc/passwd"}, "no time zone"),
        ({"quiet": "always"}, "cannot read “always” as hours"),
        ({"quiet": "25-7"}, "as hours of a day"),
        ({"quiet": "7-22"}, "12 hours a day at most"),
        ({"reminder": "never"}, "cannot read “never”"),
        ({"reminder": "99999d"}, "two weeks at most"),
    ],
)
async def test_hours_that_are_none(house: Any, asked: dict[str, Any], words: str) -> None:
    reply = await house.person("Anna").slash("battle", "hours", asked)

    assert words in reply.words


# --- when the bot is not there ----------------------------------------------------------------------------


async def test_a_restart_moves_no_deadline_and_a_long_downtime_is_nobodys_time(house: Any) -> None:
    await game(house, "clock=1d")
    await house.later(hours=6)
    await house.again()
    await house.quiet()
    assert abs(await left(house) - timedelta(hours=18)) < 60 * SECOND

    await house.close()
    house.clock.passes(days=3)
    await house.open()
    await house.quiet()

    assert (await house.game()).state.player == "blue"
    assert abs(await left(house) - timedelta(hours=18)) < 60 * SECOND


@pytest.mark.fault(78)
@pytest.mark.parametrize("jump", [{"hours": 1}, {"hours": -1}, {"days": 400}, {"days": -400}])
async def test_a_clock_that_jumps_takes_nobodys_time(house: Any, jump: dict[str, int]) -> None:
    await game(house, "clock=1d")
    await house.later(hours=6)

    house.clock.jumps(**jump)
    house.bot.alarm.wake(None)
    await house.quiet()

    assert abs(await left(house) - timedelta(hours=18)) < 60 * SECOND
    await house.later(hours=18, minutes=1)
    assert (await house.game()).state.player == "orange"
    last = (await house.game()).last
    house.clock.jumps(**{unit: -n for unit, n in jump.items()})
    house.bot.alarm.wake(None)
    await house.quiet()
    assert (await house.game()).last == last
    assert abs(await left(house, "orange") - DAY) < 60 * SECOND


async def test_a_lost_connection_is_nobodys_time(house: Any) -> None:
    await game(house, "clock=1d")
    await house.later(hours=6)

    house.bot.alarm.pause()
    house.clock.passes(days=2)
    house.bot.alarm.wake(None)
    house.bot.alarm.start()
    await house.quiet()

    assert abs(await left(house) - timedelta(hours=18)) < 60 * SECOND


# --- what is agreed ---------------------------------------------------------------------------------------


async def test_the_clock_stands_in_the_lobby_and_is_agreed_on_there(house: Any) -> None:
    anna, bruno = house.person("Anna"), house.person("Bruno")
    await anna.slash("battle", "game new", scenario="ormes", side="blue")
    alone = await anna.slash("battle", "clock", time="3d", late="wait")
    await bruno.slash("battle", "game join")
    await house.quiet()
    lobby = await anna.until("battle", "· lobby")
    assert "The clock is set" in alone.words
    assert "Clock: 3 days for each player-turn; then the game waits" in lobby.words

    proposed = await bruno.slash("battle", "clock", time="10d+12h", late="default")
    await house.quiet()
    assert "counts as soon as somebody on the other side agrees" in proposed.words
    post = await anna.until("battle", "proposes another clock")
    own = await bruno.click(post, "Agree to this clock")
    assert "Somebody on the other side has to agree" in own.words
    agreed = await anna.click(post, "Agree to this clock")
    await house.quiet()

    assert "10 days for the whole game and 12 hours more" in agreed.words
    assert "10 days for the whole game" in (await anna.until("battle", "· lobby")).words
    again = await anna.click(post, "Agree to this clock")
    assert "stands no more" in again.words


async def test_a_game_under_way_gets_another_clock_by_agreement(house: Any) -> None:
    anna, bruno = await game(house, "")
    await anna.slash("battle", "clock", time="2d")
    await house.quiet()
    clara = await house.person("Clara").click(posts(house, "proposes another clock")[-1], "Agree")
    await bruno.click(posts(house, "proposes another clock")[-1], "Agree")
    await house.quiet()

    assert "Only those who sit" in clara.words
    assert len(posts(house, "The clock of this game is another one now")) == 1
    assert abs(await left(house) - 2 * DAY) < 60 * SECOND
    shown = await house.person("Clara").slash("battle", "clock")
    assert "🔵 Blue (Anna): until <t:" in shown.words
    assert "🟠 Orange (Bruno): nothing to decide; 2 days left" in shown.words


@pytest.mark.parametrize("options", ["clock=soon", "clock=1m", "clock=3d late=surrender", "late=wait"])
async def test_a_clock_that_is_none_opens_no_game(house: Any, options: str) -> None:
    reply = await house.person("Anna").slash("battle", "game new", scenario="ormes", options=options)

    assert "Nothing has changed" in reply.words
    assert await house.store.games() == []


async def test_the_same_battle_again_has_the_same_clock(house: Any) -> None:
    anna, _bruno = await game(house, "clock=5d+12h late=forfeit")
    sure = await anna.slash("battle", "game resign")
    await anna.click(sure, sure.labels[0])
    await house.quiet()

    await anna.click(posts(house, "Blue gives up")[-1], "Rematch, sides swapped")
    await house.quiet()

    lobby = await anna.until("battle", "· lobby")
    assert "5 days for the whole game and 12 hours more" in lobby.words
    assert "then the game is lost" in lobby.words


async def test_what_the_clock_has_decided_is_not_taken_back(house: Any) -> None:
    anna, _bruno = await game(house, "clock=1d chosen_objectives=yes")
    await house.later(days=1, minutes=1)
    last = (await house.game()).last

    reply = await anna.slash("battle", "undo")

    assert "no order of yours" in reply.words
    assert (await house.game()).last == last


async def test_what_can_be_typed_about_time_completes(house: Any) -> None:
    anna = house.person("Anna")

    clocks = await anna.complete("battle", "clock", {"time": "10"}, focused="time")
    options = await anna.complete("battle", "game new", {"options": "clock=3"}, focused="options")
    zones = await anna.complete("battle", "hours", {"zone": "buenos aires"}, focused="zone")
    first = await anna.complete("battle", "vacation", {"first": ""}, focused="first")
    last = await anna.complete("battle", "vacation", {"first": "tomorrow", "last": "+4"}, focused="last")

    assert [c["value"] for c in clocks] == ["10d+1d"]
    assert [c["value"] for c in options] == ["clock=3d"]
    assert "America/Argentina/Buenos_Aires" in [c["value"] for c in zones]
    assert len(first) == 25
    assert first[0]["value"] == f"{house.clock():%Y-%m-%d}"
    assert len(last) == 1
    assert last[0]["name"].endswith("5 days")


# --- somebody else takes over -----------------------------------------------------------------------------


async def test_a_substitute_takes_over_after_the_deadline_and_has_a_deadline_of_his_own(house: Any) -> None:
    anna, bruno = await game(house, "clock=1d late=substitute")
    clara = house.person("Clara")
    await house.later(days=1, hours=1)
    post = posts(house, "whoever wants to may take the side over")[-1]
    assert (await house.game()).state.player == "blue"

    opposite = await bruno.click(post, "Take over Blue")
    asked = await clara.click(post, "Take over Blue")
    sure = asked.words
    taken = await clara.click(asked, "Take over Blue")
    await house.quiet()

    assert "cannot look into both sides" in opposite.words
    assert "see all that the side sees" in sure
    assert "You play Blue" in taken.words
    assert [s.name for s in (await house.game()).game.seats] == ["Clara", "Bruno"]
    assert len(posts(house, "takes over 🔵 **Blue** from Anna")) == 1
    assert abs(await left(house) - DAY) < 60 * SECOND
    assert (await counted(house, anna), await counted(house, clara)) == ((0, 1), (0, 0))
    assert post.gone


async def test_where_nobody_takes_over_the_game_goes_on_a_deadline_later(house: Any) -> None:
    await game(house, "clock=1d late=substitute")

    await house.later(days=1, minutes=1)
    assert (await house.game()).state.player == "blue"
    await house.later(days=1, minutes=1)

    assert (await house.game()).state.player == "orange"


async def test_a_player_looks_for_a_substitute_himself(house: Any) -> None:
    anna, _bruno = await game(house, "")
    clara = house.person("Clara")
    await anna.slash("battle", "substitute")
    await house.quiet()
    post = posts(house, "looks for somebody to take over")[-1]
    back = await anna.slash("battle", "substitute", withdraw=True)
    await house.quiet()
    withdrawn = post.gone
    await anna.slash("battle", "substitute")
    await house.quiet()
    asked = await clara.click(posts(house, "looks for somebody to take over")[-1], "Take over Blue")

    await clara.click(asked, "Take over Blue")
    await house.quiet()

    assert "Nobody is wanted" in back.words
    assert withdrawn
    assert posts(house, "looks for somebody to take over") == [], "somebody was found"
    assert (await house.game()).seat("blue").name == "Clara"
    assert "no side in this game" in (await anna.slash("battle", "done")).words


async def test_reliability_is_shown_in_the_lobby(house: Any) -> None:
    anna = house.person("Anna")
    async with house.store.writing() as w:
        await w.count(int(anna.id), kept=48, missed=2)

    await anna.slash("battle", "game new", scenario="ormes", side="blue")
    await house.quiet()

    assert "Anna: keeps 96 % of 50 deadlines" in (await anna.until("battle", "· lobby")).words
    assert "keeps 96 % of 50 deadlines" in (await anna.slash("battle", "hours")).words
