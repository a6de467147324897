"""Wakes those who wait before they try something again."""

from __future__ import annotations

import asyncio
import contextlib
import random


class WakeSignal:
    """Wakes those who wait before they try something again."""

    def __init__(self) -> None:
        self._rung = asyncio.Event()

    def set(self) -> None:
        """It may go better now."""
        self._rung.set()
        self._rung = asyncio.Event()

    async def sleep(self, seconds: float) -> None:
        """Wait for so many seconds, a little more than others do, or until it rings."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds * random.uniform(1.0, 1.2)):
                await self._rung.wait()
