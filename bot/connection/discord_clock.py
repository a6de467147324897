"""Discord's time, learnt from what Discord stamps, so that no age depends on a right clock of the host.

What arrives was stamped before it arrived, so its stamp bounds from above how far this host is ahead; the
Date of an answer, in whole seconds, lies between the question and the answer and bounds it from both sides.
"""

from __future__ import annotations

import email.utils
import logging
import math
import time
from collections import deque
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from functools import lru_cache

log = logging.getLogger(__name__)

WINDOW = 900.0
"""Seconds for which a bound counts: clocks drift, and are set."""
MOST = 200
"""Bounds kept."""
WORTH_TELLING = 1.0
"""Seconds of difference from which the log tells."""


class DiscordClock:
    """The host's `clock`, put right by what it differs from Discord's; `steady` counts seconds."""

    def __init__(self, clock: Callable[[], datetime], steady: Callable[[], float] = time.monotonic) -> None:
        self.host = clock
        self._steady = steady
        self._bounds: deque[tuple[float, float, float]] = deque()
        self._allowed = (-math.inf, math.inf)
        """What all bounds allow, from the newest to the first that contradicts those after it."""
        self._told = 0.0
        self.ahead = 0.0
        """Seconds by which this host is ahead of Discord; below zero behind, 0 as long as it may be right."""

    def __call__(self) -> datetime:
        """The time at Discord."""
        return self.host() - timedelta(seconds=self.ahead)

    def on_host(self, stamped: datetime) -> datetime:
        """When Discord's time `stamped` was, by the host's clock."""
        return stamped + timedelta(seconds=self.ahead)

    def arrived(self, stamped: datetime) -> None:
        """Something has just come in that Discord made at that time."""
        self._note(-math.inf, (self.host() - stamped).total_seconds())

    def answered(self, date: str, asked: datetime) -> None:
        """An answer has just come in with this Date; the question was put at `asked`, by the host's clock."""
        if (at := _read(date)) is None:
            return
        self._note((asked - at).total_seconds() - 1.0, (self.host() - at).total_seconds())

    def _note(self, least: float, most: float) -> None:
        now, (low, high) = self._steady(), self._allowed
        self._bounds.append((now, least, most))
        self._allowed = max(low, least), min(high, most)
        gone = list[tuple[float, float, float]]()
        while self._bounds[0][0] < now - WINDOW or len(self._bounds) > MOST:
            gone.append(self._bounds.popleft())
        loosened = any(each[1] == low or each[2] == high for each in gone)
        if loosened or self._allowed[0] > self._allowed[1]:
            self._allowed = self._intersection()
        self.ahead = self._estimate(*self._allowed)

    def tell(self) -> None:
        """Log the difference when it is new and large."""
        if abs(self.ahead - self._told) >= WORTH_TELLING:
            self._told = self.ahead
            log.warning("%s; put right where age counts", difference(self.ahead))

    def _intersection(self) -> tuple[float, float]:
        """The same, from all bounds. Where a bound contradicts newer ones the clock was set in between."""
        least, most = -math.inf, math.inf
        for _, low, high in reversed(self._bounds):
            if low > most or high < least:
                break
            least, most = max(least, low), min(most, high)
        return least, most

    def _estimate(self, least: float, most: float) -> float:
        """The difference between those two that lies nearest to none."""
        if least <= 0.0 <= most:
            return 0.0
        return (least + most) / 2 if math.isfinite(least + most) else (least if least > 0.0 else most)


@lru_cache(maxsize=16)
def _read(date: str) -> datetime | None:
    """The moment of a Date, which many answers of one second share; None where it is none."""
    try:
        at = email.utils.parsedate_to_datetime(date)
    except (TypeError, ValueError):
        return None
    return at if at.tzinfo is not None else at.replace(tzinfo=UTC)


def difference(ahead: float) -> str:
    """How a difference is told."""
    if abs(ahead) < WORTH_TELLING:
        return "this host's clock agrees with Discord's"
    side = "ahead of" if ahead > 0 else "behind"
    return f"this host's clock is {abs(ahead):.1f} s {side} Discord's: let the system set it (NTP)"
