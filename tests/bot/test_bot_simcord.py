"""The same bot on a Discord that somebody else wrote: a short game by simcord's own account."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import simcord

from bot.client import Grognard
from storage import Store


@contextlib.asynccontextmanager
async def a_world(tmp_path: Path) -> AsyncIterator[Any]:
    """A running bot with one server, one channel and two people."""
    store = await Store.open(tmp_path / "grognard.db")
    bot = Grognard(store)
    try:
        async with simcord.run(bot, settle_timeout=30.0) as env:
            yield env
    finally:
        await bot.close()
        await store.close()


def words(message: Any) -> str:
    return "\n".join([message.content, *(e.description or "" for e in message.embeds)])


async def test_a_game_is_opened_begun_and_an_order_given(tmp_path: Path) -> None:
    async with a_world(tmp_path) as world:
        await _a_game(world)


async def _a_game(world: Any) -> None:
    guild = world.create_guild()
    channel = guild.create_text_channel("battle")
    anna = guild.add_member(world.create_user("anna"))

    opened = await anna.slash(channel, "game new", scenario="ormes", side="both")
    started = await anna.slash(channel, "game start")
    moved = await anna.slash(channel, "move", unit="line-1", path="0708")
    refused = await anna.slash(channel, "move", unit="line-1", path="0101")
    await world.settle()

    assert opened.ephemeral
    assert "lobby" in words(opened.response)
    assert "has begun" in words(started.response)
    assert "0709 → 0708" in words(moved.response)
    assert moved.response.attachments
    assert "Nothing has moved" in words(refused.response)
    assert any("Turn 1" in m.content for m in channel.history())


async def test_the_tutorials_button_works(tmp_path: Path) -> None:
    async with a_world(tmp_path) as world:
        await _a_tutorial(world)


async def _a_tutorial(world: Any) -> None:
    guild = world.create_guild()
    channel = guild.create_text_channel("tutorial")
    anna = guild.add_member(world.create_user("anna"))
    await world.settle()

    welcome = channel.last_message
    started = await anna.click(welcome, label="Start the tutorial")
    assert "has begun" in words(started.response)
    shot = await anna.click(started.response, label="Do it for me")
    await world.settle()

    assert "Battery Rolland" in words(shot.response)
