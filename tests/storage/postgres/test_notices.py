"""Hearing what other processes have written ends when it is told to, whatever comes at the same moment."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

from storage.postgres import notices
from tests.patience import PATIENCE


class Line:
    """A line whose answer comes when no one wants it any more. A server's cannot be timed so."""

    def __init__(self, as_it_answers: Callable[[], object]) -> None:
        self._as_it_answers = as_it_answers
        self.ended = False

    async def add_listener(self, channel: str, received: Callable[..., None]) -> None:
        """Nothing comes."""

    def is_closed(self) -> bool:
        return self.ended

    async def execute(self, sql: str) -> None:
        await asyncio.sleep(0)
        asyncio.get_running_loop().call_soon(self._as_it_answers)

    def terminate(self) -> None:
        self.ended = True


async def test_it_ends_though_an_answer_comes_with_the_cancellation(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(notices, "BEAT", 0.01)
    touch: list[bool] = []
    line = Line(lambda: following.cancel())

    async def connect() -> Any:
        return line

    following = asyncio.create_task(notices.follow(connect, lambda by, change: None, touch.append))
    done, _ = await asyncio.wait([following], timeout=PATIENCE)

    assert done == {following}
    assert following.cancelled()
    assert line.ended
    assert touch == [True, False]
