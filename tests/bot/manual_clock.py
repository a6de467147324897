"""A clock for bot and sandbox that tests move by hand."""

from __future__ import annotations

import time
from datetime import UTC, datetime, timedelta
from typing import Any


class ManualClock:
    """Real time and more. Time that passes is counted by everyone; a jump only by clocks on the wall."""

    def __init__(self) -> None:
        self._passed = timedelta()
        self._jumped = timedelta()

    def __call__(self) -> datetime:
        return datetime.now(UTC) + self._passed + self._jumped

    def unix(self) -> float:
        return self().timestamp()

    def steady(self) -> float:
        return time.monotonic() + self._passed.total_seconds()

    def passes(self, **time: Any) -> None:
        self._passed += timedelta(**time)

    def jumps(self, **time: Any) -> None:
        self._jumped += timedelta(**time)
