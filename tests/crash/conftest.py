"""What tests of killed bots share."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.crash.mortal_bot import Nursery


@pytest.fixture(scope="session")
def bots_nursery() -> Iterator[Nursery]:
    """A nursery of bots that die; it loads their code once."""
    bots = Nursery()
    yield bots
    bots.close()
