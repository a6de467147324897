"""Completions as Discord wants them: always an answer, in less than a second, empty when there is none."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Iterable

from discord.app_commands import Choice

from bot import page
from bot.words import speak

log = logging.getLogger(__name__)

WITHIN = 1.0


def named(kind: str, values: Iterable[str]) -> list[Choice[str]]:
    """Values that never change, each with what it is called."""
    return [Choice(name=speak()(f"{kind}.{value}"), value=value) for value in values]


async def choices(found: Awaitable[list[page.Choice]]) -> list[Choice[str]]:
    """The choices; none when finding them fails or takes too long."""
    try:
        async with asyncio.timeout(WITHIN):
            return [Choice(name=c.label, value=c.value) for c in await found]
    except TimeoutError:
        log.warning("a completion took too long")
    except Exception:
        log.exception("a completion failed")
    return []
