"""Custom battles, uploaded: who may send them, their size limit, fetching and reading."""

from __future__ import annotations

import asyncio
import logging
import re
from dataclasses import dataclass
from typing import Any, Protocol

import aiohttp

from bot.core.game_service import GameService
from bot.core.requests.actor import Actor
from bot.features.custom_battles.battle_reader_process import BattleReaderProcess
from bot.features.custom_battles.server_battles import ServerBattles
from bot.features.server_settings.service import AUTHORS, UPLOADS
from engine.errors import IllegalOrder, NotOnTable, NotYours
from engine.scenario import Scenario
from scenarios.upload_check import OWN
from scenarios.upload_limits import LARGEST

log = logging.getLogger(__name__)

FETCHED_IN = 10.0
"""Seconds for fetching a file."""
AT_ONCE = 2
"""Files that are fetched at the same time."""
MOST_ROLES = 3
"""Roles that are named whose members may allow uploads."""
KINDS = (".zip", ".yaml", ".yml")


@dataclass(frozen=True, slots=True, kw_only=True)
class Sent:
    """An that a player sent, as Discord describes it."""

    name: str
    size: int
    url: str


class Connected(Protocol):
    """How the bot is connected: files are fetched in the same way."""

    connector: Any
    proxy: str | None
    proxy_auth: aiohttp.BasicAuth | None


class CustomBattles:
    """Fetch the battle that a player chose. `patience` is in seconds."""

    def __init__(
        self,
        games: GameService,
        http: Connected,
        battles: ServerBattles,
        reader: BattleReaderProcess | None = None,
        patience: float = FETCHED_IN,
    ) -> None:
        self.games = games
        self.reader = reader or BattleReaderProcess()
        self._http = http
        self._battles = battles
        self._patience = patience
        self._fetching = asyncio.Semaphore(AT_ONCE)

    async def chosen(self, actor: Actor, scenario: str, sent: Sent | None) -> str | Scenario:
        """The battle that is named, of the bot or of the server, or the one that was sent.

        Raises Refused: battle_or_file, no_such_scenario, uploads_off, file_kind, file_large, file_lost, and
        what the reader raises.
        """
        if sent is None:
            kept = scenario.startswith(OWN) or await self._battles.listed(actor, scenario) is not None
            return await self._battles.find(actor, scenario) if kept else scenario
        if scenario:
            raise IllegalOrder("", "battle_or_file")
        return (await self.reviewed(actor, sent))[0]

    async def reviewed(self, actor: Actor, sent: Sent | None) -> tuple[Scenario, tuple[str, ...]]:
        """The battle that was sent, and what would make it a bad one. Raises Refused as `chosen` does."""
        if sent is None:
            raise IllegalOrder("", "file_lost")
        data = await self.fetch(actor, sent, KINDS, LARGEST, "file_kind")
        return await self.reader.reviewed(data, called(sent.name))

    async def check_rights(self, actor: Actor) -> None:
        """Raises NotYours, uploads_off or uploads_off_ask, where a player may not send files."""
        settled = await self.games.store.settings.of_guild(actor.guild)
        if not actor.manages and not settled.get(UPLOADS) and settled.get(AUTHORS) not in actor.roles:
            if roles := actor.managing_roles()[:MOST_ROLES]:
                raise NotYours("", "uploads_off_ask", roles=" ".join(f"<@&{role}>" for role in roles))
            raise NotYours("", "uploads_off")

    async def fetch(
        self, actor: Actor, sent: Sent, kinds: tuple[str, ...], largest: int, other_kind: str
    ) -> bytes:
        """The bytes of a file that a player sent, which ends in one of these `kinds`. Raises Refused:
        uploads_off, `other_kind`, file_large, file_lost."""
        await self.check_rights(actor)
        if not sent.name.lower().endswith(kinds):
            raise NotOnTable("", other_kind, asked=sent.name[:40])
        if sent.size > largest:
            raise IllegalOrder("", "file_large", most=largest // 1024)
        async with self._fetching:
            return await self._fetched(sent, largest)

    async def _fetched(self, sent: Sent, largest: int) -> bytes:
        """The bytes of a file; no more of them are taken than allowed, whatever was said before."""
        content = bytearray()
        http = self._http
        try:
            async with (
                asyncio.timeout(self._patience),
                aiohttp.ClientSession(
                    connector=http.connector, connector_owner=False, auto_decompress=False
                ) as session,
                session.get(
                    sent.url, allow_redirects=False, proxy=http.proxy, proxy_auth=http.proxy_auth
                ) as answer,
            ):
                if answer.status != 200:
                    raise aiohttp.ClientError(f"answered {answer.status}")
                async for part in answer.content.iter_chunked(64 * 1024):
                    content += part
                    if len(content) > largest:
                        raise IllegalOrder("", "file_large", most=largest // 1024)
        except (aiohttp.ClientError, OSError, TimeoutError, ValueError) as error:
            log.warning("an uploaded file could not be downloaded: %s", type(error).__name__)
            raise IllegalOrder("", "file_lost") from error
        return bytes(content)


def called(name: str) -> str:
    """A stranger's file name, as it is told in mistakes.

    >>> called("../../my battle.zip")
    'my_battle.zip'
    """
    return re.sub(r"[^A-Za-z0-9.-]+", "_", re.split(r"[/\\\\]", name)[-1])[-40:].lstrip("-") or "battle"
