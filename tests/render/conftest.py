"""Room in memory for the maps that tests draw on: each is printed once in a run, not once a test."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from render.paint import caches

ROOM = 400_000_000
"""Bytes; a bot has less (`caches.BUDGET`), and with so many maps in turn it would draw each of them again."""


@pytest.fixture(scope="session", autouse=True)
def room_for_maps() -> Iterator[None]:
    """Caches in memory hold every map of a run."""
    caches.set_budget(ROOM)
    yield
    caches.set_budget(caches.BUDGET)
