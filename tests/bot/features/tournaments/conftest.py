"""The bot on a server with people enough for a tournament."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from dataclasses import replace
from typing import Any

import pytest

from sandbox.model.world import PersonPlan, World
from tests.bot.features.tournaments import play

PLAYERS = 21


@pytest.fixture
async def harness(build: Callable[..., Any]) -> AsyncIterator[Any]:
    usual = World()
    people = tuple(PersonPlan(name=f"Player {n}") for n in range(PLAYERS))
    async with build(world=replace(usual, people=(*usual.people, *people))) as harness:
        harness.bot.drawing_process.draw = play.dot
        yield harness
