"""A host whose clock is wrong: Discord's time is learnt, and commands go on being answered."""

from __future__ import annotations

import math
import random
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.connection.discord_clock import WINDOW, DiscordClock
from tests.bot.conftest import PATIENT, open_harness
from tests.bot.manual_clock import ManualClock

START = datetime(2026, 11, 23, 12, tzinfo=UTC)


class Host:
    """A host so many seconds ahead of Discord, whose true time passes by hand."""

    def __init__(self, ahead: float) -> None:
        self.ahead, self.seconds = ahead, 0.0
        self.clock = DiscordClock(self.now, lambda: self.seconds)

    @property
    def true(self) -> datetime:
        return START + timedelta(seconds=self.seconds)

    def now(self) -> datetime:
        return self.true + timedelta(seconds=self.ahead)

    def call(self, there: float, back: float) -> None:
        """An exchange with Discord that takes so long there and back."""
        asked = self.now()
        self.seconds += there
        date = format_datetime(self.true.replace(microsecond=0), usegmt=True)
        self.seconds += back
        self.clock.answered(date, asked)

    def arrival(self, late: float) -> None:
        """An interaction that was under way for so long."""
        made = self.true
        self.seconds += late
        self.clock.arrived(made)


@pytest.mark.parametrize("ahead", [-3600.0, -7.0, -3.0, 0.0, 0.4, 3.0, 7.0, 90.0, 86400.0])
def test_the_difference_is_found_to_a_second_whatever_the_delays(ahead: float) -> None:
    chance, host = random.Random(str(ahead)), Host(ahead)
    for _ in range(40):
        host.seconds += chance.uniform(0.0, 30.0)
        if chance.random() < 0.5:
            host.call(chance.uniform(0.02, 1.5), chance.uniform(0.02, 1.5))
        else:
            host.arrival(chance.uniform(0.02, 2.5))

    assert abs(host.clock.ahead - ahead) <= 0.8
    assert abs((host.clock() - host.true).total_seconds()) <= 0.8


def test_slow_deliveries_alone_are_no_difference() -> None:
    host = Host(0.0)
    for _ in range(20):
        host.arrival(20.0)

    assert host.clock.ahead == 0.0


def test_a_clock_that_is_set_is_followed_and_what_is_old_is_forgotten() -> None:
    host = Host(5.0)
    host.call(0.1, 0.1)
    assert abs(host.clock.ahead - 5.0) < 1.0

    host.ahead = 0.0
    host.call(0.1, 0.1)
    assert host.clock.ahead == 0.0

    host.ahead, host.seconds = 1.5, host.seconds + WINDOW + 1
    host.call(0.1, 0.1)
    assert 0.0 < host.clock.ahead < 2.0


@pytest.mark.parametrize("date", ["", "yesterday", "Mon, 32 Nov 2026 12:00:00 GMT"])
def test_a_date_that_cannot_be_read_says_nothing(date: str) -> None:
    host = Host(5.0)
    host.clock.answered(date, host.now())

    assert host.clock.ahead == 0.0


def test_a_difference_is_told_once(caplog: pytest.LogCaptureFixture) -> None:
    host = Host(4.0)
    for _ in range(5):
        host.call(0.05, 0.05)
        host.clock.tell()

    told = [record.getMessage() for record in caplog.records]
    assert len(told) == 1
    assert "ahead of Discord's" in told[0]


@pytest.mark.parametrize("ahead", [-600, 600])
async def test_a_host_with_a_wrong_clock_answers(tmp_path: Path, ahead: int) -> None:
    class WrongClock(ManualClock):
        def __call__(self) -> datetime:
            return super().__call__() + timedelta(seconds=ahead)

    wrong = WrongClock()
    async with open_harness(tmp_path, bot={"clock": wrong}) as harness:
        anna: Any = harness.person("Anna")
        shown = await anna.slash("battle", "help")
        assert shown.message is not None
        assert not harness.sandbox.neglected
        # What is really old is not carried out, whatever the host's clock says.
        harness.sandbox.delivery.age = PATIENT.too_late + 1
        old = await anna.slash("battle", "game new", {"battle": "ormes", "side": "both"}, wait=False)
        await harness.quiet()
        harness.sandbox.delivery.age = 0.0
        assert await harness.store.games.all() == []
        harness.neglected.append(old.interaction.name)


@pytest.mark.long
@given(st.lists(st.tuples(st.floats(0, 300), st.floats(-5, 5), st.floats(0, 3), st.booleans()), max_size=60))
def test_what_is_kept_up_to_date_is_what_all_bounds_give(
    bounds: list[tuple[float, float, float, bool]],
) -> None:
    now = [0.0]
    clock = DiscordClock(lambda: datetime.now(UTC), lambda: now[0])
    for passed, low, width, one_sided in bounds:
        now[0] += passed
        clock._note(-math.inf if one_sided else low, low + width)

        assert clock._allowed == clock._intersection()
