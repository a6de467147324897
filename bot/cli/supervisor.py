"""Keeps the bot connected: one client after another, ever more slowly while Discord is not there."""

from __future__ import annotations

import asyncio
import logging
from typing import Any

import click
import discord
import yarl

from bot import warming
from bot.cli.advice import CLOSED
from bot.cli.settings import Settings
from bot.client import Grognard, invitation
from bot.owed import Owed
from bot.sessions import Sessions
from bot.watch import Watch

log = logging.getLogger("grognard")

PAUSES = (2.0, 300.0)
"""Seconds before the second try, and at most before any."""
SOON = 60.0
"""A connection that lasted so many seconds was a good one."""
LOST = 300.0
"""Seconds without Discord after which the client is made anew; the library's pauses grow to 17 minutes."""
NOT_AGAIN = 78
"""The exit code when starting it again changes nothing (EX_CONFIG): deploy/grognard.service heeds it."""
TOKEN_UNKNOWN, NOT_ALLOWED = 4004, 4014


class Supervisor:
    """Runs bots of one store until it is told to `stop`. `timeout` is how many seconds servers may take to
    introduce themselves, `link` whether to say how to add the bot to one; `options` are for the client."""

    def __init__(
        self,
        watch: Watch,
        asked: Settings,
        stop: asyncio.Event,
        *,
        timeout: float = 2.0,
        link: bool = True,
        sessions: Sessions | None = None,
        pauses: tuple[float, float] = PAUSES,
        **options: Any,
    ) -> None:
        self._watch = watch
        self._asked = asked
        self._stop = stop
        self._link = link
        self._sessions = sessions or Sessions(asked.data / "sessions")
        self._owed = Owed(asked.owed)
        self._pauses = pauses
        self._options = {"guild_ready_timeout": timeout, **options}

    async def run(self) -> int:
        """Connect, and connect again when the connection dies for good; the exit code."""
        if self._asked.api:
            discord.http.Route.BASE = self._asked.api
        if self._asked.gateway:
            discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(self._asked.gateway)
        first, longest = self._pauses
        pause, wait = first, self._sessions.wait()
        while not await self._stopped(wait):
            began = asyncio.get_running_loop().time()
            code = await self._once()
            if code:
                click.echo(CLOSED[code], err=True)
                return NOT_AGAIN
            if self._stop.is_set():
                break
            if asyncio.get_running_loop().time() - began > SOON:
                pause = first
            wait, pause = max(pause, self._sessions.wait()), min(longest, pause * 2)
            log.info("connecting again in %.0f s", wait)
        return 0

    async def _stopped(self, wait: float) -> bool:
        """Wait; whether it was told to stop meanwhile."""
        if wait > PAUSES[1]:
            log.warning("too many sessions were begun within a day; the next one in %.0f s", wait)
        try:
            await asyncio.wait_for(self._stop.wait(), wait)
        except TimeoutError:
            return False
        return True

    async def _once(self) -> int:
        """One life of a client: until it is stopped, or its connection fails. Why Discord will never take it
        as it is, as the code of a close; 0 otherwise."""
        try:
            store, gauges = self._watch.store, self._watch.gauges
            bot = self._watch.bot = Grognard(
                store,
                synced=self._asked.commands,
                cache=self._asked.cache,
                gauges=gauges,
                sessions=self._sessions,
                owed=self._owed,
                **self._options,
            )
            await self._live(bot)
        except discord.LoginFailure:
            return TOKEN_UNKNOWN
        except discord.PrivilegedIntentsRequired:
            return NOT_ALLOWED
        except discord.ConnectionClosed as closed:
            log.error("Discord has closed the connection (%s)", closed.code)
            return closed.code if closed.code in CLOSED else 0
        except Exception as error:
            log.error("not connected (%s: %s)", type(error).__name__, error)
        return 0

    async def _live(self, bot: Grognard) -> None:
        living = asyncio.create_task(self._connect(bot))
        ends = [living, *(asyncio.create_task(each) for each in (self._stop.wait(), self._is_lost(bot)))]
        try:
            await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
            await bot.close()
            if living.done() and not self._stop.is_set():
                living.result()
        finally:
            for task in ends:
                task.cancel()
            await asyncio.gather(*ends, return_exceptions=True)
            await bot.close()

    async def _connect(self, bot: Grognard) -> None:
        await bot.login(self._asked.token)
        if self._link and bot.application_id is not None:
            click.echo(f"Add me to a server: {invitation(bot.application_id)}")
        self._link = False
        printing = asyncio.create_task(self._print_maps(bot), name="maps")
        try:
            await bot.connect()
        finally:
            printing.cancel()
            await asyncio.gather(printing, return_exceptions=True)

    async def _print_maps(self, bot: Grognard) -> None:
        await bot.wait_until_ready()
        await asyncio.sleep(warming.AFTER)
        await warming.print_maps(bot.painter)

    async def _is_lost(self, bot: Grognard) -> None:
        """Wait until the bot has been without Discord for too long."""
        while bot.away < LOST:
            await asyncio.sleep(self._pauses[0])
        log.warning("no connection for %.0f s", LOST)
