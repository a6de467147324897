"""Hundreds of requests of one person delay no other's; orders and reports are never refused."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack
from dataclasses import replace
from itertools import product
from typing import Any

import pytest

from bot.runtime import admission
from bot.runtime.fair_queue import Requester
from bot.ui.page import ChartImage, Picture
from engine.scenario import SYMBOL_SETS
from engine.view.overlays import NEEDS_UNIT, OVERLAYS
from render import THEMES
from sandbox.tests.tiny_bot import PNG as DOT
from tests.bot.conftest import PATIENT
from tests.bot.two_players import begin
from tests.patience import PATIENCE

STILL_BUSY = "still drawing"
MANY = 200


class HeldPictures:
    """Takes the painter's place behind its queue: draws nothing until told to, and notes for whom."""

    def __init__(self, harness: Any) -> None:
        self.go = asyncio.Event()
        self.drawn: list[str] = []
        harness.bot.drawing_process._draw = self.draw

    async def draw(self, picture: Picture | ChartImage) -> bytes:
        """A dot, later."""
        await self.go.wait()
        self.drawn.append(picture.alt)
        return DOT


def maps(number: int) -> list[dict[str, str]]:
    """So many different ways to ask for a map."""
    plain = [name for name in OVERLAYS if name not in NEEDS_UNIT]
    ways = product(THEMES, SYMBOL_SETS, ("whole", "action"), plain, plain)
    wishes = [
        {"theme": theme, "symbols": symbols, "area": area, "overlay": f"{one} {other}"}
        for theme, symbols, area, one, other in ways
    ]
    assert len(wishes) >= number
    return wishes[:number]


async def flood(who: Any, number: int = MANY) -> list[asyncio.Task[Any]]:
    tasks = [asyncio.create_task(who.slash("battle", "map", wish)) for wish in maps(number)]
    await asyncio.sleep(0)
    return tasks


@pytest.mark.long
@pytest.mark.promise(3)
async def test_another_map_comes_after_one_of_hundreds(harness: Any) -> None:
    anna, bruno = await begin(harness, "tutorial")
    held = HeldPictures(harness)
    asked = await flood(anna)
    refused = [await task for task in asked[admission.MOST_CURIOUS :]]

    other = asyncio.create_task(bruno.slash("battle", "map", unit="guard"))
    while not harness.bot.drawing_process.queue.waiting(int(bruno.id)):
        await asyncio.sleep(0.01)
    held.go.set()
    reply, first = await other, [await task for task in asked[: admission.MOST_CURIOUS]]

    assert reply.attachments
    assert all(one.attachments for one in first)
    assert len(held.drawn) == admission.MOST_CURIOUS + 1
    assert all(STILL_BUSY in one.words and one.ephemeral for one in refused)
    again = await anna.slash("battle", "map")
    assert again.attachments


@pytest.mark.long
async def test_orders_are_never_refused_and_do_not_wait_for_the_pictures_of_others(harness: Any) -> None:
    anna, bruno = await begin(harness, "tutorial")
    held = HeldPictures(harness)
    asked = await flood(bruno, MANY // 5)
    before = (await harness.game()).last

    orders = [asyncio.create_task(anna.slash("battle", "undo")) for _ in range(MANY // 5)]
    orders.append(asyncio.create_task(anna.slash("battle", "done")))
    held.go.set()
    replies = [await task for task in orders]
    await asyncio.gather(*asked)
    await harness.quiet()

    assert not any(STILL_BUSY in reply.words for reply in replies)
    assert (await harness.game()).last > before


async def test_what_has_waited_too_long_for_its_turn_is_not_carried_out(harness: Any) -> None:
    anna, _ = await begin(harness, "tutorial")
    await harness.quiet()
    handler, before = harness.bot.interactions, (await harness.game()).last
    handler.timeouts = replace(PATIENT, early=0.0)  # acknowledged before it is worked on
    harness.neglected = ["done"]  # Discord has said so by then

    async with AsyncExitStack() as turns:
        for _ in range(admission.AT_ONCE):
            await turns.enter_async_context(handler.admission.first_call(Requester(person=int(anna.id))))
        typed = await anna.slash("battle", "done", wait=False)
        while not handler.admission._first_calls.waiting(int(anna.id)):
            await asyncio.sleep(0.01)
        handler.timeouts = replace(PATIENT, too_late=0.0)
    async with asyncio.timeout(PATIENCE):
        while handler.busy:
            await asyncio.sleep(0.01)

    assert not any(typed.interaction.id in exchange.path for exchange in harness.sandbox.exchanges)
    assert (await harness.game()).last == before


@pytest.mark.long
async def test_a_refusal_is_told_in_the_language_of_the_one_who_asked(build: Any) -> None:
    async with build() as harness:
        anna, _ = await begin(harness, "tutorial")
        harness.sandbox.state.records.meta[f"person:{anna.id}"]["locale"] = "fr"
        held = HeldPictures(harness)
        asked = await flood(anna, admission.MOST_CURIOUS + 1)
        last = await asked[-1]
        held.go.set()
        await asyncio.gather(*asked)

    assert "Je dessine ou calcule encore" in last.words


@pytest.mark.long
async def test_what_is_typed_on_makes_earlier_completions_outdated(harness: Any) -> None:
    anna, bruno = await begin(harness, "tutorial")
    typed = [
        asyncio.create_task(anna.complete("battle", "map", {"unit": ""}, focused="unit")) for _ in range(50)
    ]
    other = await bruno.complete("battle", "map", {"unit": ""}, focused="unit")
    choices = [await task for task in typed]

    assert other
    assert choices[-1], "the newest is answered"
    assert not all(choices), "those that no one looks at any more cost nothing"


@pytest.mark.long
async def test_many_presses_in_a_what_if_are_curiosity(harness: Any) -> None:
    anna, _ = await begin(harness, "tutorial")
    held = HeldPictures(harness)
    held.go.set()
    opened = await anna.slash("battle", "whatif open")
    held.go.clear()

    presses = [asyncio.create_task(anna.click(opened, opened.buttons[0]["label"])) for _ in range(MANY // 10)]
    await asyncio.sleep(0.5)
    held.go.set()
    replies = [await task for task in presses]

    assert any(STILL_BUSY in reply.words for reply in replies)
