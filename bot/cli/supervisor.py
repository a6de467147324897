"""Keep the bot connected: replace a failed client, with longer and longer pauses while Discord is down."""

from __future__ import annotations

import asyncio
import logging
from typing import Any

import click
import discord
import yarl

from bot.beacon.client import RELAYS, BeaconClient
from bot.cli.database_advice import CLOSED
from bot.cli.jobs import NO_ONE, OtherProcesses
from bot.cli.settings import Settings
from bot.client import Grognard, invitation
from bot.connection.gateway import IdentifyBudget, SessionBudget
from bot.images import warm_up
from bot.runtime import allocator
from bot.runtime.health_server import HealthServer
from bot.transport.pending_answers import PendingAnswers, SharedPendingAnswers
from storage import Lease, ShardSession

log = logging.getLogger("grognard")

PAUSES = (2.0, 300.0)
"""Seconds before the second try, and at most before any."""
SOON = 60.0
"""A connection that lasted this many seconds resets the pauses."""
LOST = 300.0
"""Seconds without Discord after which the client is replaced; the library's pauses grow to 17 minutes."""
TRIMMED_EVERY = 30.0
"""Seconds between two times that free memory is given back to the system: a few milliseconds in a thread."""
NOT_AGAIN = 78
"""The exit code when a restart would not help (EX_CONFIG); deploy/grognard.service then does not restart."""
TOKEN_UNKNOWN, NOT_ALLOWED = 4004, 4014


class Supervisor:
    """Runs clients on one store until `stop` is set.

    `timeout` is in seconds, for servers to become available; `link` prints the invitation link; `options` are
    passed to the client. With a `lease` they work at one shard, while the lease is theirs;
    the first one goes on with the session `resume`. `others` may draw and think for it.
    """

    def __init__(
        self,
        health_server: HealthServer,
        config: Settings,
        stop: asyncio.Event,
        *,
        timeout: float = 2.0,
        link: bool = True,
        identify_budget: SessionBudget | None = None,
        lease: Lease | None = None,
        resume: ShardSession | None = None,
        pauses: tuple[float, float] = PAUSES,
        others: OtherProcesses = NO_ONE,
        **options: Any,
    ) -> None:
        self._watch = health_server
        self._config = config
        self._stop = stop
        self._link = link
        self._sessions = identify_budget or IdentifyBudget(config.data / "sessions")
        if lease is not None:
            options |= {"shard_id": lease.share.shard, "shard_count": lease.share.count, "lease": lease}
        self._pauses = pauses
        self._others = others
        self._lease = lease
        self._store = health_server.store if lease is None else health_server.store.leased(lease)
        self._pending_answers = (
            PendingAnswers(config.pending_answers) if lease is None else SharedPendingAnswers(self._store)
        )
        self._options = {"guild_ready_timeout": timeout, **options}
        self._resume = resume
        self._bot: Grognard | None = None

    @property
    def has_first(self) -> bool:
        """Whether this process does what belongs to no server: it is alone."""
        return True

    @property
    def session(self) -> ShardSession:
        """How another process would resume the session."""
        if self._bot is None:
            return self._resume or ShardSession()
        return self._bot.session

    async def run(self) -> int:
        """Connect, and reconnect after each failure; return the exit code."""
        try:
            return await self._until_stopped()
        finally:
            self._watch.leave(self._store.share.shard)
            if self._lease is not None:
                self._pending_answers.close()

    async def _until_stopped(self) -> int:
        if self._config.api:
            discord.http.Route.BASE = self._config.api
        if self._config.gateway:
            discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(self._config.gateway)
        first, longest = self._pauses
        pause, wait = first, self._sessions.wait()
        while not await self._stopped(wait):
            began = asyncio.get_running_loop().time()
            if not await self._has_lease():
                break
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
        """Wait; return whether `stop` was set in the meantime."""
        if wait > PAUSES[1]:
            log.warning("too many sessions started within a day; starting the next one in %.0f s", wait)
        try:
            async with asyncio.timeout(wait):
                await self._stop.wait()
        except TimeoutError:
            return False
        return True

    async def _has_lease(self) -> bool:
        """Wait until the lease, where there is one, is certain; False where another process has it."""
        if self._lease is None:
            return True
        waiting = [asyncio.create_task(each) for each in (self._lease.until_certain(), self._stop.wait())]
        await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
        for task in waiting:
            task.cancel()
        await asyncio.gather(*waiting, return_exceptions=True)
        return self._lease.certain

    async def _once(self) -> int:
        """Run one client until it is stopped or its connection fails.

        Returns the close code if Discord will never accept the connection, otherwise 0.
        """
        try:
            metrics = self._watch.metrics
            options = {
                "thinking": self._others.thinking(self._config),
                "drawing_process": self._others.drawing_process(self._config),
                **self._options,
            }
            self._bot = bot = Grognard(
                self._store,
                synced=self._config.commands,
                metrics=metrics,
                identify_budget=self._sessions,
                pending_answers=self._pending_answers,
                game_memory=self._config.game_memory,
                beacon=BeaconClient(relays=self._config.relays or RELAYS),
                **options,
            )
            if self._resume is not None:
                bot.resume(self._resume)
                self._resume = None
            self._watch.watch(bot, self._store.share.shard)
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
        await bot.login(self._config.token)
        if self._link and bot.application_id is not None:
            click.echo(f"Add me to a server: {invitation(bot.application_id)}")
        self._link = False
        beside = [asyncio.create_task(_give_back_memory(), name="memory")]
        if self._store.share.holds(None):
            beside.append(asyncio.create_task(self._print_maps(bot), name="maps"))
        try:
            await bot.connect()
        finally:
            for task in beside:
                task.cancel()
            await asyncio.gather(*beside, return_exceptions=True)

    async def _print_maps(self, bot: Grognard) -> None:
        await bot.wait_until_ready()
        await asyncio.sleep(warm_up.AFTER)
        allocator.set_aside()
        await warm_up.draw_all_maps(bot.drawing_process)

    async def _is_lost(self, bot: Grognard) -> None:
        """Wait until the bot has been disconnected for too long."""
        while bot.away < LOST:
            await asyncio.sleep(self._pauses[0])
        log.warning("no connection for %.0f s", LOST)


async def _give_back_memory() -> None:
    """Return free memory to the system now and then: what a start takes, what a burst of commands took."""
    while True:
        await asyncio.sleep(TRIMMED_EVERY)
        await asyncio.to_thread(allocator.give_back)
