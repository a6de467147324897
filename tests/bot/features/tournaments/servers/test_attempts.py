"""How many wrong codes someone may try. Pure."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from bot.features.tournaments.servers import attempts
from bot.features.tournaments.servers.attempts import OF_SERVER, OF_USER, WITHIN, Attempts
from engine.errors import IllegalOrder

NOON = datetime(2026, 12, 1, 12, tzinfo=UTC)
MINUTE = timedelta(minutes=1)


class Tries:
    """Wrong codes at moments that a test says."""

    def __init__(self) -> None:
        self.now = NOON
        self.attempts = Attempts(lambda: self.now)

    def wrong(self, user: int, guild: int, times: int = 1) -> None:
        for _ in range(times):
            self.attempts.note(user, guild)

    def until(self, user: int, guild: int) -> str:
        """When they may try again; "" when they may now."""
        try:
            self.attempts.check(user, guild)
        except IllegalOrder as refused:
            return f"{refused.reason} {refused.facts['when']}"
        return ""


def test_a_member_has_five_tries_anywhere_and_others_still_have_theirs() -> None:
    tries = Tries()
    tries.wrong(1, 10, OF_USER - 1)
    before = tries.until(1, 10)
    tries.wrong(1, 11)

    assert before == ""
    assert tries.until(1, 12) != ""
    assert tries.until(2, 10) == ""


def test_the_members_of_a_server_have_twenty_together() -> None:
    tries = Tries()
    for user in range(OF_SERVER):
        assert tries.until(user, 10) == ""
        tries.wrong(user, 10)

    assert tries.until(99, 10) != ""
    assert tries.until(99, 11) == ""


def test_the_next_try_is_free_when_the_first_wrong_code_is_an_hour_old_and_not_before() -> None:
    tries = Tries()
    for _ in range(OF_USER):
        tries.wrong(1, 10)
        tries.now += MINUTE
    said = tries.until(1, 10)
    tries.now = NOON + WITHIN - timedelta(microseconds=1)
    almost = tries.until(1, 10)
    tries.now = NOON + WITHIN
    after = tries.until(1, 10)

    assert said == almost == f"too_many_codes <t:{int((NOON + WITHIN).timestamp())}:R>"
    assert after == ""


def test_of_very_many_who_tried_those_are_forgotten_whose_last_try_is_the_oldest(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(attempts, "MOST_REMEMBERED", 4)
    tries = Tries()
    for user, guild in ((1, 10), (2, 20), (1, 10), (3, 30)):
        tries.wrong(user, guild, OF_USER)

    assert [tries.until(user, 99) != "" for user in (1, 2, 3)] == [True, False, True]
