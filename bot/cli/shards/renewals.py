"""Leases are kept by a thread of its own, with a connection of its own: they last while the event loop is
held up, but not when it no longer goes on at all.
"""

from __future__ import annotations

import asyncio
import logging
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from storage import DatabaseTrouble, Lease, LeaseLine, ShardSession
from storage.processes.repeated import Repeated

log = logging.getLogger(__name__)

STEP = 2.5
"""Seconds between two renewals: a lease lasts for four."""
AGAIN = 1.0
"""Seconds until one is tried again that the database has refused."""
HUNG = 15.0
"""Seconds without a sign of the event loop after which it holds nothing any more: its shards are free within
half a minute."""

CANNOT = "the leases cannot be kept: %s"


@dataclass(frozen=True, slots=True)
class Sign:
    """What the event loop had when it gave this sign of life, with how each session is resumed."""

    at: float
    held: Mapping[Lease, ShardSession] = field(default_factory=dict)


class Renewals:
    """Renews leases of a process in a thread. `attends`: it takes any shard; `failed` is told, in the thread,
    of errors of ours. `steady` counts seconds."""

    def __init__(
        self,
        line: LeaseLine,
        process: str,
        failed: Callable[[Exception], object],
        *,
        attends: bool,
        steady: Callable[[], float] = time.monotonic,
    ) -> None:
        self._line = line
        self._process = process
        self._failed = failed
        self._attends = attends
        self._steady = steady
        self._sign = Sign(steady())
        self._over = threading.Event()
        self._trouble = Repeated(log, logging.ERROR, steady)
        self.attended = False
        """Whether the database has heard of this process."""
        self._thread = threading.Thread(target=self._run, name="leases", daemon=True)

    def start(self) -> None:
        """Begin."""
        self._thread.start()

    def sign(self, held: Mapping[Lease, ShardSession]) -> None:
        """The event loop goes on, and has these leases."""
        self._sign = Sign(self._steady(), dict(held))

    def add(self, held: Mapping[Lease, ShardSession]) -> None:
        """It has these, too: what begins with them may hold it up."""
        self.sign({**self._sign.held, **held})

    async def close(self) -> None:
        """Keep nothing any more."""
        self._over.set()
        if self._thread.is_alive():
            await asyncio.to_thread(self._thread.join)

    def _run(self) -> None:
        with asyncio.Runner() as runner:
            pause = 0.0
            while not self._over.wait(pause):
                pause = runner.run(self._round())
            runner.run(self._line.close())

    async def _round(self) -> float:
        """Renew once; seconds until the next time."""
        sign, asked = self._sign, self._steady()
        if asked - sign.at > HUNG:
            self._trouble(CANNOT, f"the event loop has stood still for {HUNG:.0f} s")
            return AGAIN
        try:
            kept = await self._line.renew(self._process, sign.held, attends=self._attends)
        except DatabaseTrouble as error:
            self._trouble(CANNOT, str(error))
            return AGAIN
        except Exception as error:  # of ours: it is tried again
            self._failed(error)
            return AGAIN
        self._trouble.over()
        self.attended = True
        for lease in sign.held:
            if lease in kept:
                lease.renewed(asked)
            elif not lease.lost:
                log.warning("shard %s is another process's now", lease.share.shard)
                lease.lost = True
        return STEP
