"""Deadlines over quiet hours, vacations, daylight saving and leap days: pure functions, by examples and by
properties."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.clock.rest_hours import RestHours, deadline, elapsed, moment, pauses, reminder, zone_of

HOUR, DAY = timedelta(hours=1), timedelta(days=1)
NIGHT = (22 * 60, 7 * 60)

ZONES = (
    "Europe/Paris",
    "America/New_York",
    "Australia/Lord_Howe",  # half an hour of daylight saving
    "America/Santiago",  # changes at midnight
    "Asia/Kathmandu",
    "Pacific/Apia",
    "Africa/Casablanca",  # winter time in Ramadan
    "UTC",
)
moments = st.datetimes(datetime(2023, 1, 1), datetime(2029, 1, 1), timezones=st.just(UTC))
lengths = st.timedeltas(timedelta(), timedelta(days=40))
minutes = st.integers(0, 1439)


@st.composite
def rests(draw: st.DrawFn) -> RestHours:
    """A player's rest: quiet hours of twelve hours at most, a vacation or two."""
    start, length = draw(minutes), draw(st.integers(0, 720))
    quiet = (start, (start + length) % 1440) if length else None
    away = draw(st.lists(st.tuples(moments, st.timedeltas(HOUR, 20 * DAY)), max_size=2))
    spans = tuple((at, at + long) for at, long in away)
    return RestHours(zone=draw(st.sampled_from(ZONES)), quiet=quiet, away=spans)


companies = st.lists(rests(), max_size=3)


@pytest.mark.long
@given(since=moments, left=lengths, who=companies)
def test_just_the_time_that_was_left_has_passed_at_the_deadline(
    since: datetime, left: timedelta, who: list[RestHours]
) -> None:
    assert elapsed(since, deadline(since, left, who), who) == left


@pytest.mark.long
@given(since=moments, left=lengths, who=companies)
def test_a_deadline_is_never_earlier_than_the_time_left_and_never_while_everyone_rests(
    since: datetime, left: timedelta, who: list[RestHours]
) -> None:
    at = deadline(since, left, who)

    assert at >= since + left
    resting = pauses(who, since, at + DAY)
    assert not left or not any(start < at < end for start, end in resting)


@pytest.mark.long
@given(since=moments, left=lengths, more=lengths, who=companies)
def test_more_time_never_makes_a_deadline_earlier(
    since: datetime, left: timedelta, more: timedelta, who: list[RestHours]
) -> None:
    assert deadline(since, left, who) <= deadline(since, left + more, who)


@pytest.mark.long
@given(since=moments, left=lengths, part=st.floats(0, 1), who=companies)
def test_a_deadline_stays_when_the_time_used_so_far_is_taken_off(
    since: datetime, left: timedelta, part: float, who: list[RestHours]
) -> None:
    """A restart, a change of hours, a downtime: dials are settled at some moment and go on."""
    whole = deadline(since, left, who)
    now = since + (whole - since) * part

    again = deadline(now, left - elapsed(since, now, who), who)

    assert again == whole or not elapsed(min(again, whole), max(again, whole), who)


@pytest.mark.long
@given(since=moments, long=lengths, who=companies, mate=rests())
def test_a_mate_never_lets_a_side_rest_longer(
    since: datetime, long: timedelta, who: list[RestHours], mate: RestHours
) -> None:
    until = since + long
    alone = elapsed(since, until, who or [mate])

    assert elapsed(since, until, [*(who or [mate]), mate]) >= alone


@pytest.mark.long
@given(since=moments, long=lengths, who=companies)
def test_pauses_are_in_order_apart_and_inside(since: datetime, long: timedelta, who: list[RestHours]) -> None:
    until = since + long
    rests = pauses(who, since, until)

    edges = [edge for span in rests for edge in span]
    assert edges == sorted(set(edges))
    assert not edges or since <= edges[0] <= edges[-1] <= until


@given(since=moments, long=st.timedeltas(DAY, 30 * DAY), zone=st.sampled_from(ZONES))
def test_quiet_hours_follow_the_wall_clock(since: datetime, long: timedelta, zone: str) -> None:
    place = ZoneInfo(zone)

    for start, end in pauses([RestHours(zone=zone, quiet=(9 * 60, 17 * 60))], since, since + long)[1:-1]:
        begins, ends = start.astimezone(place), end.astimezone(place)
        assert (begins.hour, begins.minute, ends.hour, ends.minute) == (9, 0, 17, 0)


@pytest.mark.long
@given(since=moments, left=lengths, notice=lengths, who=rests())
def test_a_reminder_comes_before_the_deadline_and_not_while_one_rests(
    since: datetime, left: timedelta, notice: timedelta, who: RestHours
) -> None:
    at = reminder(since, left, notice, [who], who)

    assert (at is None) == (not notice)
    if at is not None:
        assert since <= at <= deadline(since, left, [who])
        assert not any(start < at < end for start, end in pauses([who], since, at + DAY))


def paris(*at: int) -> datetime:
    return datetime(*at, tzinfo=ZoneInfo("Europe/Paris")).astimezone(UTC)  # type: ignore[arg-type]


def test_without_quiet_hours_three_days_are_three_days_even_over_a_change_to_summer_time() -> None:
    assert deadline(paris(2026, 3, 27, 12), 3 * DAY) == paris(2026, 3, 30, 13)


@pytest.mark.fault(78)
def test_a_night_of_the_change_to_summer_time_is_an_hour_shorter() -> None:
    who = [RestHours(zone="Europe/Paris", quiet=NIGHT)]

    assert pauses(who, paris(2026, 3, 28, 12), paris(2026, 3, 29, 12)) == [
        (paris(2026, 3, 28, 22), paris(2026, 3, 29, 7))
    ]
    assert elapsed(paris(2026, 3, 28, 22), paris(2026, 3, 29, 7), who) == timedelta()
    assert paris(2026, 3, 29, 7) - paris(2026, 3, 28, 22) == 8 * HOUR
    assert deadline(paris(2026, 3, 28, 21), 2 * HOUR, who) == paris(2026, 3, 29, 8)


def test_a_night_of_the_change_to_winter_time_is_an_hour_longer() -> None:
    who = [RestHours(zone="Europe/Paris", quiet=NIGHT)]

    assert deadline(paris(2026, 10, 24, 21), 2 * HOUR, who) == paris(2026, 10, 25, 8)
    assert paris(2026, 10, 25, 7) - paris(2026, 10, 24, 22) == 10 * HOUR


def test_hours_that_do_not_exist_and_hours_that_are_there_twice() -> None:
    place = zone_of("Europe/Paris")

    assert moment(date(2026, 3, 29), 150, place) == paris(2026, 3, 29, 3, 30)
    first = moment(date(2026, 10, 25), 150, place)
    assert moment(date(2026, 10, 25), 150, place, second=True) - first == HOUR


@pytest.mark.fault(78)
def test_a_leap_day_is_a_day() -> None:
    who = [RestHours(zone="Europe/Paris", quiet=NIGHT)]

    assert deadline(paris(2028, 2, 28, 12), 15 * HOUR, who) == paris(2028, 2, 29, 12)
    assert deadline(paris(2028, 2, 28, 12), 30 * HOUR, who) == paris(2028, 3, 1, 12)
    assert deadline(paris(2027, 2, 28, 12), 15 * HOUR, who) == paris(2027, 3, 1, 12)


def test_a_vacation_stops_the_clock() -> None:
    away = ((paris(2026, 7, 1), paris(2026, 7, 15)),)

    assert deadline(paris(2026, 6, 30, 12), DAY, [RestHours(away=away)]) == paris(2026, 7, 15, 12)


def test_a_side_rests_only_when_all_its_players_do() -> None:
    day, night = RestHours(quiet=(9 * 60, 17 * 60)), RestHours(quiet=(16 * 60, 20 * 60))
    noon = datetime(2026, 1, 1, 12, tzinfo=UTC)

    assert pauses([day, night], noon, noon + 12 * HOUR) == [(noon + 4 * HOUR, noon + 5 * HOUR)]


@pytest.mark.fault(78)
@pytest.mark.parametrize("name", ["", "Nowhere/Atall", "../../etc/passwd", "\x00", "Europe"])
def test_a_time_zone_no_one_knows_counts_as_utc(name: str) -> None:
    assert zone_of(name) is UTC


def test_time_never_runs_backwards() -> None:
    noon = datetime(2026, 1, 1, 12, tzinfo=UTC)

    assert elapsed(noon, noon - HOUR) == timedelta()
    assert deadline(noon, timedelta()) == noon


def test_a_reminder_comes_before_a_teammates_quiet_hours() -> None:
    sleeper, owl = RestHours(quiet=NIGHT), RestHours()
    noon = datetime(2026, 1, 1, 12, tzinfo=UTC)

    assert reminder(noon, 20 * HOUR, 6 * HOUR, [sleeper, owl], sleeper) == noon + 10 * HOUR
    assert reminder(noon, 20 * HOUR, 6 * HOUR, [sleeper, owl], owl) == noon + 14 * HOUR


def test_a_reminder_comes_at_half_time_at_the_earliest() -> None:
    noon = datetime(2026, 1, 1, 12, tzinfo=UTC)

    assert reminder(noon, 8 * HOUR, 6 * HOUR, (), RestHours()) == noon + 4 * HOUR
    assert reminder(noon, 12 * HOUR, 6 * HOUR, (), RestHours()) == noon + 6 * HOUR
    assert reminder(noon, 14 * HOUR, 6 * HOUR, (), RestHours()) == noon + 8 * HOUR


def test_a_deadline_at_the_moment_a_rest_begins_is_that_moment_and_a_moment_later_lies_behind_the_rest() -> (
    None
):
    since = datetime(2026, 6, 18, 12, tzinfo=UTC)
    night = RestHours(zone="UTC", quiet=(22 * 60, 7 * 60))
    until = timedelta(hours=10)

    assert deadline(since, until, [night]) == since + until
    moment = timedelta(microseconds=1)
    assert deadline(since, until + moment, [night]) == since + until + timedelta(hours=9) + moment


def test_two_weeks_are_two_weeks_with_and_without_a_rest_at_their_end() -> None:
    since = datetime(2026, 6, 18, 12, tzinfo=UTC)
    weeks = timedelta(days=14)
    later = RestHours(away=((since + weeks, since + 2 * weeks),))

    assert deadline(since, weeks, [RestHours()]) == since + weeks
    assert deadline(since, weeks, [later]) == since + weeks
    assert deadline(since, weeks + timedelta(hours=1), [later]) == since + 2 * weeks + timedelta(hours=1)
