"""Other processes that draw and think for this one (GROGNARD_JOBS). Without the setting nothing of the queue
is loaded."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from importlib.util import find_spec
from typing import TYPE_CHECKING

from bot.cli.settings import Settings
from bot.computer_player.thinking_process import ThinkingProcess
from bot.computer_player.thought_elsewhere import ThoughtElsewhere
from bot.images.drawing_process import DrawingProcess
from bot.images.drawn_elsewhere import DrawnElsewhere
from bot.jobs import parcels
from bot.runtime.metrics import Metrics
from storage.postgres.connection import is_url

if TYPE_CHECKING:
    from storage.jobs.queue import Counts

JOBS_NEED = (
    "GROGNARD_JOBS and `grognard worker` are for several processes over one database: they need the address"
    " of a PostgreSQL database in GROGNARD_DATABASE."
)
NO_LIBRARY = "Install the modules asyncpg and pgqueuer: .venv/bin/pip install asyncpg pgqueuer"


@dataclass(frozen=True, slots=True)
class OtherProcesses:
    """Who draws and thinks elsewhere; None: no one."""

    drawn: DrawnElsewhere | None = None
    thought: ThoughtElsewhere | None = None

    def drawing_process(self, config: Settings) -> DrawingProcess:
        """The drawing process of this one."""
        return DrawingProcess(cache=config.cache, memory=config.picture_memory, elsewhere=self.drawn)

    def thinking(self, config: Settings) -> ThinkingProcess:
        """The thinking process of this one."""
        return ThinkingProcess(enabled=config.thinking, elsewhere=self.thought)


NO_ONE = OtherProcesses()


def jobs_trouble(config: Settings) -> str:
    """Why there can be no queue, for the host; "" where there can."""
    if not is_url(config.address):
        return JOBS_NEED
    return "" if find_spec("pgqueuer") and find_spec("asyncpg") else NO_LIBRARY


@asynccontextmanager
async def other_processes(config: Settings, metrics: Metrics) -> AsyncIterator[OtherProcesses]:
    """Those of the queue, as long as it is kept."""
    if not config.jobs:
        yield NO_ONE
        return
    from storage.jobs.queue import JobQueue

    def counted(counts: Counts) -> None:
        waiting, workers = Counter[str](), Counter[str]()
        for kind, number in counts.jobs.items():
            waiting[kind.partition(" ")[0]] += number
        for kind, number in counts.workers.items():
            workers[kind.partition(" ")[0]] += number if kind.endswith(parcels.program()) else 0
        metrics.of_jobs({metrics.jobs_waiting: waiting, metrics.job_workers: workers})

    await asyncio.to_thread(parcels.program)
    queue = JobQueue(config.address, counted)
    await queue.start()
    try:
        yield OtherProcesses(DrawnElsewhere(queue, metrics), ThoughtElsewhere(queue, metrics))
    finally:
        await queue.close()
