"""Sync the slash commands to Discord when they have changed.

Whatever Discord says to that, the bot serves: the commands it was told before stay, and it is told later.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import logging
from pathlib import Path
from typing import Any

import discord
from discord import app_commands

from bot.connection.rest_guard import Paused, passing
from bot.connection.timeouts import CONNECTION_ERRORS, UNREADABLE
from bot.i18n.command_translator import CommandTranslator

log = logging.getLogger(__name__)

Tree = app_commands.CommandTree[Any]

SYNC_TIMEOUT = 30.0
PAUSES = (60.0, 6 * 3600.0)
"""Seconds until the second try, and between two tries at most. What is refused waits long at once: Discord
takes 200 new commands a day."""
TOO_MANY = 30034
ADVICE = {
    TOO_MANY: "Discord accepts no more new commands today: there were too many, from restarts with changes or"
    " two bots with one token. Please wait; the registered commands keep working.",
}
REFUSED = (
    "Discord refuses the commands (%s %s: %s). The registered commands keep working. Have they been"
    " changed here, or is this an old release? Install the newest one, or report this line."
)


class CommandSync:
    """Makes the commands of a tree known. `file` remembers which are."""

    def __init__(self, tree: Tree, file: Path | None = None, pauses: tuple[float, float] = PAUSES) -> None:
        self._tree = tree
        self._file = file
        self._pauses = pauses
        self._again: asyncio.Task[None] | None = None

    async def sync(self) -> None:
        """Make them known now; where that fails, later, and say so in the log."""
        if not await self._try_sync():
            self._again = asyncio.create_task(self._insist(), name="commands")

    async def close(self) -> None:
        """Say no more."""
        if self._again is not None:
            self._again.cancel()
            await asyncio.gather(self._again, return_exceptions=True)

    async def _insist(self) -> None:
        pause, longest = self._pauses
        while True:
            await asyncio.sleep(pause)
            pause = min(longest, pause * 2)
            if await self._try_sync():
                log.warning("the commands are now synced to Discord")
                return

    async def _try_sync(self) -> bool:
        """Whether Discord knows the commands now, or is told them another time only."""
        try:
            async with asyncio.timeout(SYNC_TIMEOUT):
                await self._tell()
        except (*CONNECTION_ERRORS, *UNREADABLE) as error:
            if isinstance(error, Paused) and error.here:
                self._pauses = (error.retry_after, self._pauses[1])
                log.error(ADVICE[TOO_MANY])
                return False
            log.error("the commands cannot be synced now (%s); trying again later", type(error).__name__)
            return False
        except discord.HTTPException as error:
            if not passing(error):
                self._pauses = (self._pauses[1], self._pauses[1])
            log.error(ADVICE.get(error.code) or REFUSED % (error.status, error.code, error.text[:500]))
            return False
        except Exception:
            log.exception("the commands cannot be synced; trying again later")
            return False
        return True

    async def _tell(self) -> None:
        commands, digest = await _translated(self._tree)
        application = self._tree.client.application_id
        assert application is not None
        mark = f"{application} {discord.http.Route.BASE} {digest}"
        http = self._tree.client.http
        if self._file is not None and self._file.exists() and self._file.read_text() == mark:
            known = {command["name"] for command in await http.get_global_commands(application)}
            if known == {c.name for c in self._tree.get_commands()}:
                return
        await http.bulk_upsert_global_commands(application, payload=commands)  # as sync() does
        if self._file is not None:
            self._file.write_text(mark)


_payloads: dict[str, tuple[list[dict[str, Any]], str]] = {}
"""With their hash, by the commands in English: each of thousands of words is asked for in some thirty
languages, which takes a while, and every client of a process says the same."""


async def payload(tree: Tree) -> list[dict[str, Any]]:
    """The commands as Discord is told them, in every language."""
    return (await _translated(tree))[0]


async def _translated(tree: Tree) -> tuple[list[dict[str, Any]], str]:
    known = json.dumps([command.to_dict(tree) for command in tree.get_commands()], sort_keys=True)
    if known not in _payloads:
        translator = tree.translator or CommandTranslator()
        commands = [await c.get_translated_payload(tree, translator) for c in tree.get_commands()]
        body = json.dumps(commands, sort_keys=True).encode()
        _payloads.clear()
        _payloads[known] = commands, hashlib.sha256(body).hexdigest()
    return _payloads[known]
