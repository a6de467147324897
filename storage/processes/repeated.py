"""Trouble that lasts, told in the log once in a while."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable

EVERY = 60.0
"""Seconds until it is told again."""


class Repeated:
    """Tells of trouble that is met again and again: at once when it begins or changes, then once in EVERY.
    `steady` counts seconds."""

    def __init__(
        self,
        log: logging.Logger,
        level: int = logging.WARNING,
        steady: Callable[[], float] = time.monotonic,
    ) -> None:
        self._log = log
        self._level = level
        self._steady = steady
        self._told: tuple[object, ...] = ()
        self._at = 0.0

    def __call__(self, message: str, *about: object) -> None:
        """There is trouble."""
        now, said = self._steady(), (message, *about)
        if said != self._told or now - self._at >= EVERY:
            self._told, self._at = said, now
            self._log.log(self._level, message, *about)

    def over(self) -> None:
        """It is over."""
        self._told = ()
