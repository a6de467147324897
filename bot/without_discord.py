"""The bot with all its commands, connected to nothing: for tools and tests that only ask what these are."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from bot.client import Grognard
from storage import Store


@asynccontextmanager
async def bot_without_discord() -> AsyncIterator[Grognard]:
    """A bot without games, until the block ends."""
    with TemporaryDirectory() as folder:
        store = await Store.open(Path(folder) / "games.db")
        bot = Grognard(store)
        try:
            await bot.add_commands()
            yield bot
        finally:
            await bot.close()
            await store.close()
