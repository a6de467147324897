"""What an answer of Discord's leads to: silence everywhere, a wait of one call, or nothing."""

from __future__ import annotations

from collections.abc import Mapping
from types import SimpleNamespace
from typing import Any

import discord
import pytest
from multidict import CIMultiDict
from yarl import URL

from bot.connection.rest_guard import (
    LONGEST_WAIT,
    MOST_REFUSED,
    SHUT_OUT,
    TOKEN_REFUSED,
    WITHIN,
    Paused,
    RestGuard,
    wait,
)
from bot.runtime.metrics import Metrics

BOT: Mapping[str, str] = {"Authorization": "Bot token"}
FROM_DISCORD = {"Via": "1.1 google"}


class Guard:
    """A guard with a clock that tests move."""

    def __init__(self) -> None:
        self.now = 1000.0
        self.guard = RestGuard(Metrics(), steady=lambda: self.now)

    @property
    def paused(self) -> float:
        return self.guard.paused

    async def ask(self, headers: Mapping[str, str] = BOT) -> Any:
        about, asked = SimpleNamespace(), SimpleNamespace(headers=headers)
        await self.guard._on_request_start(None, about, asked)  # type: ignore[arg-type]
        return about

    async def answer(
        self, status: int, headers: Mapping[str, str] = FROM_DISCORD, *, bot: bool = True
    ) -> Paused | None:
        """Discord has answered so; what the call hears instead of the answer."""
        response = SimpleNamespace(
            status=status, headers=CIMultiDict(headers), content_type="application/json", _cache={}
        )
        url = URL(discord.http.Route.BASE + "/channels/1/messages")
        given = SimpleNamespace(response=response, url=url, headers=BOT if bot else {})
        about = SimpleNamespace(asked=self.guard._discord_clock.host())
        try:
            await self.guard._on_request_end(None, about, given)  # type: ignore[arg-type]
        except Paused as paused:
            return paused
        return None


@pytest.mark.parametrize(
    ("after", "silent"), [("5", SHUT_OUT), ("900", 900.0), ("", SHUT_OUT), ("nan", SHUT_OUT)]
)
async def test_what_comes_from_the_edge_silences_everything_for_a_minute_at_least(
    after: str, silent: float
) -> None:
    guard = Guard()
    paused = await guard.answer(429, {"Retry-After": after})

    assert paused is not None
    assert (paused.retry_after, paused.here, guard.paused) == (silent, False, silent)


@pytest.mark.parametrize("said", [{"X-RateLimit-Global": "true"}, {"X-RateLimit-Scope": "global"}])
async def test_a_limit_for_everything_silences_everything(said: dict[str, str]) -> None:
    guard = Guard()
    paused = await guard.answer(429, {**FROM_DISCORD, **said, "Retry-After": "7"})

    assert paused is not None
    assert (paused.retry_after, paused.here, guard.paused) == (7.0, False, 7.0)


async def test_a_long_limit_of_one_route_postpones_that_call_alone_and_a_short_one_none() -> None:
    guard = Guard()
    within = await guard.answer(429, {**FROM_DISCORD, "Retry-After": str(LONGEST_WAIT)})
    beyond = await guard.answer(429, {**FROM_DISCORD, "Retry-After": str(LONGEST_WAIT + 1)})

    assert within is None
    assert beyond is not None
    assert (beyond.retry_after, beyond.here, guard.paused) == (LONGEST_WAIT + 1, True, 0.0)


async def test_in_a_silence_nothing_is_asked_in_the_bots_name_and_people_are_answered() -> None:
    guard = Guard()
    await guard.answer(429, {**FROM_DISCORD, "X-RateLimit-Global": "true", "Retry-After": "7"})

    with pytest.raises(Paused):
        await guard.ask()
    assert await guard.ask({})
    guard.now += 7
    assert await guard.ask()


async def test_a_shorter_silence_does_not_end_a_longer_one() -> None:
    guard = Guard()
    await guard.answer(401)
    await guard.answer(429, {**FROM_DISCORD, "X-RateLimit-Global": "true", "Retry-After": "1"}, bot=False)

    assert guard.paused == TOKEN_REFUSED


async def test_a_token_of_an_interaction_that_is_refused_silences_nothing() -> None:
    guard = Guard()

    assert await guard.answer(401, bot=False) is None
    assert guard.paused == 0.0


@pytest.mark.parametrize(("seconds", "silent"), [(WITHIN / 2, True), (WITHIN * 2, False)])
async def test_refusals_silence_everything_when_there_were_too_many_in_ten_minutes(
    caplog: pytest.LogCaptureFixture, seconds: float, silent: bool
) -> None:
    guard = Guard()
    for _ in range(MOST_REFUSED + 1):
        await guard.answer(403)
        guard.now += seconds / MOST_REFUSED

    assert bool(guard.paused) is silent
    assert ("has refused" in caplog.text) is silent


def test_a_wait_is_never_shorter_than_what_discord_asks_for() -> None:
    assert [wait(Paused(30.0), 1.0), wait(Paused(0.5), 1.0), wait(OSError(), 2.0)] == [30.0, 1.0, 2.0]
