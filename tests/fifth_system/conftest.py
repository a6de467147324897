"""Skirmish is registered while a test of this folder runs, and removed after it.

All of the bot is imported before, so that the choices of its commands are those of other tests.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

import scenarios
from bot.feature import load_features
from engine.systems import SYSTEMS
from tests.bot.conftest import build, harness
from tests.fifth_system.system import SYSTEM

__all__ = ["build", "harness"]

FEATURES = load_features()
FOLDER = Path(__file__).parent / "scenarios"


@pytest.fixture(autouse=True)
def skirmish() -> Iterator[None]:
    scenarios.register(SYSTEM, FOLDER)
    yield
    scenarios.FOLDERS.remove(FOLDER)
    del SYSTEMS[SYSTEM.name]
