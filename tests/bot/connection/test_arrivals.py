"""Interactions are handed on in turns by person, before the library makes anything of them."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from bot.connection.arrivals import Arrivals
from tests.bot.conftest import BotHarness
from tests.patience import PATIENCE

FLOOD = 30


def pressed(who: str, number: int) -> dict[str, Any]:
    return {"id": number, "member": {"user": {"id": who}}}


def handed_on(arrived: list[Any]) -> list[Any]:
    """In which order things that arrive in one go are handed on."""
    order: list[Any] = []

    async def burst() -> None:
        arrivals = Arrivals(order.append)
        for interaction in arrived:
            arrivals.add(interaction)
        async with asyncio.timeout(PATIENCE):
            while len(order) < len(arrived):
                await asyncio.sleep(0)

    asyncio.run(burst())
    return order


def test_a_burst_of_one_person_delays_another_by_one_turn() -> None:
    flood = [pressed("1", n) for n in range(1500)]

    order = handed_on([*flood, pressed("2", 1500)])

    assert order.index(pressed("2", 1500)) == 1
    assert [each for each in order if each in flood] == flood


def test_people_take_turns_and_each_ones_interactions_keep_their_order() -> None:
    arrived = [pressed(who, n) for n, who in enumerate("1111222331")]

    order = handed_on(arrived)

    assert [each["member"]["user"]["id"] for each in order] == list("1231231211")
    assert [each["id"] for each in order if each["member"]["user"]["id"] == "1"] == [0, 1, 2, 3, 9]


@pytest.mark.parametrize("strange", [None, [], {}, {"member": None}, {"member": {"user": []}}, {"user": 7}])
def test_what_names_no_person_is_handed_on_too(strange: Any) -> None:
    assert handed_on([strange, pressed("1", 1)]) == [strange, pressed("1", 1)]


def test_one_that_cannot_be_read_stops_no_other() -> None:
    order = []

    def read(interaction: dict[str, Any]) -> None:
        order.append(interaction["id"])
        if interaction["id"] == 0:
            raise ValueError

    async def burst() -> None:
        loop = asyncio.get_running_loop()
        loop.set_exception_handler(lambda _, context: None)
        arrivals = Arrivals(read)
        for n in range(3):
            arrivals.add(pressed("1", n))
        for _ in range(5):
            await asyncio.sleep(0)

    asyncio.run(burst())

    assert order == [0, 1, 2]


@pytest.mark.long
async def test_a_flood_over_the_gateway_is_not_read_before_anothers_command(harness: BotHarness) -> None:
    begun: list[int] = []

    async def note(interaction: Any) -> None:
        begun.append(interaction.user.id)

    harness.bot.add_listener(note, "on_interaction")
    anna, bruno = harness.person("Anna"), harness.person("Bruno")
    for _ in range(FLOOD):  # one after the other, before the bot can read any of them
        await anna.slash("battle", "help", wait=False)
    await bruno.slash("battle", "help", wait=False)
    await harness.quiet()

    assert begun.count(int(anna.id)) == FLOOD
    assert begun.index(int(bruno.id)) < FLOOD // 2
