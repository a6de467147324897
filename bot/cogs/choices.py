"""Completions as Discord wants them: always an answer, in time, empty when there is none."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Iterable

from discord.app_commands import Choice, locale_str

from bot import page
from bot.tongue import KEY
from bot.words import speak

log = logging.getLogger(__name__)

WITHIN = 2.0


def named(kind: str, values: Iterable[str], rest: str = "") -> list[Choice[str]]:
    """Values that never change, each with what it is called: the sentence "kind.value", "kind.value.rest"."""
    found = ((value, ".".join(filter(None, (kind, value, rest)))) for value in values)
    return [Choice(name=locale_str(speak()(key), **{KEY: key}), value=value) for value, key in found]


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
