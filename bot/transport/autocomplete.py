"""Answers to autocompletion requests: always, in time, empty when there are no choices."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Iterable

from discord.app_commands import Choice, locale_str

from bot.i18n.catalogue import catalogue_for
from bot.i18n.command_translator import KEY
from bot.ui import page as ui_page
from engine.errors import Refused

log = logging.getLogger(__name__)

WITHIN = 2.0


def localized_choices(kind: str, values: Iterable[str], rest: str = "") -> list[Choice[str]]:
    """Values that never change, each with what it is called: the sentence "kind.value", "kind.value.rest"."""
    pairs = ((value, ".".join(filter(None, (kind, value, rest)))) for value in values)
    return [Choice(name=locale_str(catalogue_for()(key), **{KEY: key}), value=value) for value, key in pairs]


async def respond(choices: Awaitable[list[ui_page.Choice]]) -> list[Choice[str]]:
    """The choices; none when what they belong to is refused, when finding them fails or takes too long."""
    try:
        async with asyncio.timeout(WITHIN):
            return [Choice(name=c.label, value=c.value) for c in await choices]
    except Refused:
        return []
    except TimeoutError:
        log.warning("an autocompletion took too long")
    except Exception:
        log.exception("an autocompletion failed")
    return []
