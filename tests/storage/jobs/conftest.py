"""A queue of jobs in a database of its own."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from storage.jobs.queue import JobQueue
from tests.storage.postgres_server import Postgres


@pytest.fixture
def address(postgres: Postgres) -> str:
    """A database in which there is no queue yet."""
    return postgres.at(postgres.empty())


@pytest.fixture
async def queue(address: str) -> AsyncIterator[JobQueue]:
    made = JobQueue(address)
    await made.start()
    yield made
    await made.close()
