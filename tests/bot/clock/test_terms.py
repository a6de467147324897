"""Agreed time controls and what they do to the players' clocks: pure functions."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.clock import terms, vacation
from bot.clock.rest_hours import RestHours
from bot.clock.side_clocks import OVER, ClockChange, Situation, advance, deduct, left
from bot.clock.side_clocks import add_time as give
from bot.clock.terms import TimeControl
from engine.errors import NotOnTable
from storage import Player, SideClock, Vacation

HOUR, DAY = timedelta(hours=1), timedelta(days=1)
NOON = datetime(2026, 6, 18, 12, tzinfo=UTC)
THREE_DAYS = TimeControl(kind="turn", allowance=3 * DAY)
TEN_DAYS = TimeControl(kind="bank", allowance=10 * DAY, increment=12 * HOUR)
NOBODY_RESTS = {"blue": (), "orange": ()}


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("3d", THREE_DAYS),
        (" 3 days ", THREE_DAYS),
        ("72h", THREE_DAYS),
        ("10d+12h", TEN_DAYS),
        ("1 week 3 days + 12 hours", TEN_DAYS),
        ("none", None),
        ("off", None),
    ],
)
def test_times_as_they_are_typed(typed: str, expected: TimeControl | None) -> None:
    assert terms.read(typed) == expected


@pytest.mark.parametrize(
    ("typed", "late", "reason"),
    [
        ("soon", "", "no_such_clock"),
        ("", "", "no_such_clock"),
        ("3x", "", "no_such_clock"),
        ("3d+", "", "no_such_clock"),
        ("9" * 400 + "d", "", "no_such_clock"),
        ("٣d", "", "no_such_clock"),
        ("-3d", "", "no_such_clock"),
        ("1m", "", "clock_out_of_bounds"),
        ("99999d", "", "clock_out_of_bounds"),
        ("1d+2d", "", "clock_out_of_bounds"),
        ("10d+0h", "", "clock_out_of_bounds"),
        ("3d", "surrender", "no_such_policy"),
    ],
)
def test_times_that_are_none(typed: str, late: str, reason: str) -> None:
    with pytest.raises(NotOnTable) as refused:
        terms.read(typed, late)

    assert refused.value.reason == reason


@given(st.text(max_size=60))
def test_whatever_is_typed_is_read_or_refused(typed: str) -> None:
    try:
        control = terms.read(typed)
    except NotOnTable:
        return
    assert control is None or terms.stored(control.json()) == control


def test_the_clock_is_found_among_the_options_of_a_game() -> None:
    control, rest = terms.taken_from("line_of_sight=yes clock=10d+12h late: forfeit optional_advance=no")

    assert control == replace(TEN_DAYS, late="forfeit")
    assert rest.split() == ["line_of_sight=yes", "optional_advance=no"]
    assert terms.taken_from(control.options) == (control, " ")
    assert terms.taken_from("overclock=3d") == (None, "overclock=3d")


def situation_in(period: str = "1", player: str = "blue", owing: str = "blue") -> Situation:
    sides = frozenset(owing.split())
    return Situation(game=1, period=period, player=player, sides=("blue", "orange"), owing=sides)


def later(
    before: ClockChange, situation: Situation, at: datetime, agreed: TimeControl = THREE_DAYS
) -> ClockChange:
    return advance(situation, agreed, before.dials, NOBODY_RESTS, at=at, now=at)


def first_situation(agreed: TimeControl = THREE_DAYS, situation: Situation | None = None) -> ClockChange:
    return advance(situation or situation_in(), agreed, {}, NOBODY_RESTS, at=NOON, now=NOON)


def test_only_who_owes_a_decision_uses_time() -> None:
    dials = first_situation().dials

    assert (dials["blue"].since, dials["orange"].since) == (NOON, None)
    assert dials["blue"].left == dials["orange"].left == 3 * DAY


def test_a_question_to_the_other_side_stops_the_one_and_starts_the_other() -> None:
    waiting = later(first_situation(), situation_in(owing="orange"), NOON + HOUR)
    answered = later(waiting, situation_in(owing="blue"), NOON + 5 * HOUR)

    blue, orange = answered.dials["blue"], answered.dials["orange"]
    assert (blue.left, blue.since) == (3 * DAY - HOUR, NOON + 5 * HOUR)
    assert (orange.left, orange.since) == (3 * DAY - 4 * HOUR, None)
    assert answered.met_deadline == ()


def test_a_player_turn_has_time_of_its_own_and_a_deadline_kept_is_counted() -> None:
    over = later(first_situation(), situation_in("2", "orange", "orange"), NOON + 2 * DAY)

    assert over.met_deadline == ("blue",)
    assert {d.left for d in over.dials.values()} == {3 * DAY}


def test_a_missed_deadline_is_not_kept() -> None:
    dials = first_situation().dials
    missed = ClockChange(dials=dials | {"blue": replace(dials["blue"], late=True)}, met_deadline=())

    assert later(missed, situation_in("2", "orange", "orange"), NOON + 4 * DAY).met_deadline == ()


def test_secret_orders_at_the_same_time_have_a_clock_each() -> None:
    both = first_situation(situation=situation_in(player="", owing="blue orange"))
    one = later(both, situation_in(player="", owing="orange"), NOON + DAY)

    assert (one.dials["blue"].left, one.dials["blue"].since) == (2 * DAY, None)
    assert one.dials["orange"].since == NOON


def test_a_time_bank_grows_by_each_own_player_turn_up_to_its_allowance() -> None:
    first = later(first_situation(TEN_DAYS), situation_in("2", "orange", "orange"), NOON + 2 * DAY, TEN_DAYS)
    second = later(first, situation_in("3"), NOON + 2 * DAY + HOUR, TEN_DAYS)

    assert first.dials["blue"].left == 8 * DAY
    assert second.dials["blue"].left == 8 * DAY + 12 * HOUR
    assert second.dials["orange"].left == 10 * DAY - HOUR
    assert (
        later(second, situation_in("4", "orange", "orange"), NOON + 3 * DAY, TEN_DAYS).dials["orange"].left
        == 10 * DAY
    )


def test_a_time_bank_grows_for_both_where_both_act_at_the_same_time() -> None:
    both = situation_in(player="", owing="blue orange")
    first = first_situation(TEN_DAYS, both)
    second = later(first, replace(both, period="2"), NOON + 2 * DAY, TEN_DAYS)

    assert {dial.left for dial in second.dials.values()} == {8 * DAY + 12 * HOUR}


def test_a_dial_stops_when_the_question_was_put_and_the_other_runs_when_it_is_seen() -> None:
    began, asked = first_situation().dials, situation_in(owing="orange")
    seen = advance(asked, THREE_DAYS, began, NOBODY_RESTS, at=NOON + HOUR, now=NOON + 5 * HOUR).dials

    assert (seen["blue"].left, seen["blue"].since) == (3 * DAY - HOUR, None)
    assert (seen["orange"].left, seen["orange"].since) == (3 * DAY, NOON + 5 * HOUR)


def test_no_one_begins_a_player_turn_with_less_than_the_increment() -> None:
    empty = later(first_situation(TEN_DAYS), situation_in("2", "orange", "orange"), NOON + 20 * DAY, TEN_DAYS)

    assert empty.dials["blue"].left == 12 * HOUR


def test_time_that_is_given_never_shortens_what_was_left() -> None:
    bank = TimeControl(kind="bank", allowance=5 * DAY, increment=timedelta(hours=1))
    dial = SideClock(game=1, side="blue", period="1", left=3 * DAY, since=NOON, reminded=(7,))

    given = give(dial, bank, NOON + DAY)
    little = give(replace(dial, left=timedelta()), bank, NOON + DAY)
    stopped = give(replace(dial, since=None), bank, NOON + DAY)

    assert (given.left, given.since, given.reminded) == (3 * DAY, NOON + DAY, ())
    assert little.left == timedelta(hours=1)
    assert (stopped.left, stopped.since) == (3 * DAY, None)


def test_the_end_of_a_game_stops_everything() -> None:
    over = later(first_situation(), situation_in(OVER, "blue", ""), NOON + HOUR)

    assert over.met_deadline == ("blue",)
    assert all(d.since is None and d.period == OVER for d in over.dials.values())
    assert later(over, situation_in(OVER, "blue", ""), NOON + DAY).met_deadline == ()


@given(
    steps=st.lists(st.tuples(st.sampled_from(["", "blue", "orange", "blue orange"]), st.integers(-50, 200)))
)
def test_no_dial_ever_gains_time_within_a_player_turn(steps: list[tuple[str, int]]) -> None:
    """Whatever happens, clocks that jump included; and winding twice is winding once."""
    state, at = first_situation(), NOON
    for owing, hours in steps:
        at += hours * HOUR
        before, state = state, later(state, situation_in(owing=owing), at)
        assert all(timedelta() <= d.left <= before.dials[s].left for s, d in state.dials.items())
        assert later(state, situation_in(owing=owing), at).dials == state.dials


def test_clocks_stand_still_while_the_bot_is_down() -> None:
    dial = first_situation().dials["blue"]

    again = deduct(dial, NOON + HOUR, (), NOON + 9 * DAY)

    assert left(again, NOON + 9 * DAY, ()) == 3 * DAY - HOUR


def test_a_clock_that_is_stopped_has_not_used_the_time_in_which_all_of_a_side_rested() -> None:
    night = {"blue": [RestHours(quiet=(14 * 60, 20 * 60))], "orange": []}
    began = first_situation().dials

    def after(situation: Situation, hours: int) -> SideClock:
        at = NOON + hours * HOUR
        return advance(situation, THREE_DAYS, began, night, at=at, now=at).dials["blue"]

    assert after(situation_in(owing="orange"), 5).left == 3 * DAY - 2 * HOUR
    assert after(situation_in(owing="orange"), 9).left == 3 * DAY - 3 * HOUR
    assert after(situation_in(owing="blue"), 9).since == NOON


def test_whoever_takes_a_seat_over_has_time_to_look_around() -> None:
    dial = SideClock(game=1, side="blue", period="1", left=HOUR, since=NOON, ran=True, reminded=(7,))

    assert give(dial, THREE_DAYS, NOON + DAY).left == 3 * DAY
    assert give(dial, THREE_DAYS, NOON + DAY).since == NOON + DAY
    assert give(dial, TEN_DAYS, NOON + DAY).left == 12 * HOUR
    assert give(dial, TEN_DAYS, NOON + DAY).reminded == ()


# --- vacations --------------------------------------------------------------------------------------------


def away(first: date, last: date) -> Vacation:
    return vacation.vacation(1, first, last, "Europe/Paris", datetime(2020, 1, 1, tzinfo=UTC))


def test_days_are_counted_in_the_year_they_lie_in_leap_days_too() -> None:
    taken = [away(date(2027, 12, 20), date(2028, 1, 5)), away(date(2028, 2, 27), date(2028, 3, 1))]

    assert vacation.used(taken) == {2027: 12, 2028: 5 + 4}


def test_a_year_has_a_budget() -> None:
    taken = [away(date(2028, 1, 1), date(2028, 1, 20))]

    assert vacation.missing(taken, date(2028, 7, 1), date(2028, 7, 10)) is None
    assert vacation.missing(taken, date(2028, 7, 1), date(2028, 7, 11)) == (2028, 10)
    assert vacation.missing(taken, date(2027, 12, 2), date(2028, 1, 11)) == (2028, 10)


def test_a_vacation_lies_between_midnights_of_its_time_zone_and_never_in_the_past() -> None:
    summer = away(date(2026, 7, 1), date(2026, 7, 14))
    assert (summer.starts, summer.ends) == (
        datetime(2026, 6, 30, 22, tzinfo=UTC),
        datetime(2026, 7, 14, 22, tzinfo=UTC),
    )
    today = vacation.vacation(1, date(2026, 6, 18), date(2026, 6, 18), "Europe/Paris", NOON)
    assert (today.starts, today.ends) == (NOON, datetime(2026, 6, 18, 22, tzinfo=UTC))


def test_a_percentage_of_deadlines_is_told_from_the_fifth_on_and_rounded_down() -> None:
    def kept(met: int, missed: int) -> int | None:
        return vacation.deadlines_kept_percent(Player(user=1, deadlines_met=met, deadlines_missed=missed))

    assert [kept(4, 0), kept(4, 1), kept(0, 5), kept(5, 1)] == [None, 80, 0, 83]


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("2026-12-24", date(2026, 12, 24)),
        ("24.12.", date(2026, 12, 24)),
        ("24/12/2027", date(2027, 12, 24)),
        ("1.1.", date(2027, 1, 1)),
        ("today", date(2026, 6, 18)),
        ("tomorrow", date(2026, 6, 19)),
        ("+7", date(2026, 6, 27)),
        ("29.2.", date(2028, 2, 29)),
        ("2027-02-29", None),
        ("31.4.", None),
        ("0000-01-01", None),
        ("9999-12-31", None),
        ("someday", None),
        ("", None),
    ],
)
def test_days_as_they_are_typed(typed: str, expected: date | None) -> None:
    assert vacation.day(typed, date(2026, 6, 18), date(2026, 6, 20)) == expected
