"""How often the bot has introduced itself to Discord lately, restarts included.

Discord resets the token of a bot that does so 1,000 times a day, and wants five seconds between two times.
"""

from __future__ import annotations

import contextlib
import os
import time
from collections.abc import Callable, Sequence
from pathlib import Path

DAY = 86_400.0
PACE = ((1, 5.0), (9, 60.0))
"""At most so many in so many seconds, within a process."""
MOST_A_DAY = 900
"""Within a day, whichever process it was."""
HELD = 30.0
"""Seconds a connection may wait before it introduces itself; Discord closes those that wait long."""


class TooOften(Exception):
    """It has introduced itself so often that it must wait longer than a connection stays open."""

    def __init__(self, wait: float) -> None:
        super().__init__(wait)  # seconds


class Sessions:
    """Counts sessions begun. `file` keeps the times of the last day, None for this process alone."""

    def __init__(
        self,
        file: Path | None = None,
        clock: Callable[[], float] = time.time,
        pace: Sequence[tuple[int, float]] = PACE,
        most: int = MOST_A_DAY,
    ) -> None:
        self._file = file
        self._clock = clock
        self._pace = pace
        self._most = most
        self._own: list[float] = []
        self._all = self._read()

    def wait(self) -> float:
        """Seconds until another one may be begun."""
        now = self._clock()
        told = [(self._own, *each) for each in self._pace] + [(self._all, self._most, DAY)]
        return max(_wait(times, most, within, now) for times, most, within in told)

    def begin(self) -> None:
        """Another one is begun."""
        now = self._clock()
        self._own = [*_lately(self._own, now), now]
        self._all = [*_lately(self._all, now), now]
        if self._file is not None:
            half = self._file.with_name(self._file.name + ".part")
            with contextlib.suppress(OSError):  # a full disk: this process still knows
                half.write_text("".join(f"{int(at)}\n" for at in self._all), encoding="ascii")
                os.replace(half, self._file)

    def _read(self) -> list[float]:
        if self._file is None:
            return []
        try:
            words = self._file.read_text(encoding="ascii", errors="replace").split()
        except OSError:
            return []
        return sorted(float(word) for word in words if word.isdecimal())


def _lately(times: Sequence[float], now: float) -> list[float]:
    """Those of the last day; none of the future, where a clock has been put back."""
    return [at for at in times if now - DAY < at <= now]


def _wait(times: Sequence[float], most: int, within: float, now: float) -> float:
    recent = [at for at in times if now - within < at <= now]
    return 0.0 if len(recent) < most else recent[-most] + within - now
