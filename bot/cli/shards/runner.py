"""A client for each shard that this process has, for as long as it has it.

A shard that is taken over is worked at as after a restart: all that its client does by itself follows from
the database.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import secrets
import socket
from functools import partial
from typing import Any

import click

from bot.cli.database_advice import advice
from bot.cli.jobs import NO_ONE, OtherProcesses
from bot.cli.settings import Settings
from bot.cli.shards.introductions import SharedIdentifyBudget
from bot.cli.shards.keeper import Round, ShardKeeper
from bot.cli.shards.setting import ShardSetting
from bot.cli.supervisor import Supervisor
from bot.runtime import errors
from bot.runtime.health_server import HealthServer
from storage import DatabaseTrouble, Lease, ShardSession, Share
from storage.processes.repeated import Repeated

log = logging.getLogger(__name__)

STEP = 2.5
"""Seconds between two rounds."""
SIGN = 0.5
"""Seconds between two signs that the event loop goes on."""
MOST_ADOPTED = 200
"""Servers of a shard whose session is resumed: asking for more takes longer than a new session."""
AGAIN = 1.0
"""Seconds until a round is tried again that the database has refused."""


class RunningShard:
    """The client of a shard, and its replacements."""

    def __init__(
        self,
        lease: Lease,
        supervisor: Supervisor,
        stop: asyncio.Event,
        before: asyncio.Task[None] | None = None,
    ) -> None:
        """It begins when the clients `before` have ended."""
        self.lease = lease
        self.supervisor = supervisor
        self.stop = stop
        self.task = asyncio.create_task(self._run(before), name=f"shard {lease.share.shard}")

    async def _run(self, before: asyncio.Task[None] | None) -> int:
        if before is not None:
            await before
        return await self.supervisor.run()

    async def end(self) -> None:
        """Finish what has begun."""
        self.stop.set()
        await asyncio.gather(self.task, return_exceptions=True)


class ShardRunner:
    """Runs clients for shards on one store until `stop` is set. `options` are passed to each `Supervisor`."""

    def __init__(
        self,
        health_server: HealthServer,
        config: Settings,
        setting: ShardSetting,
        stop: asyncio.Event,
        *,
        budget: SharedIdentifyBudget | None = None,
        others: OtherProcesses = NO_ONE,
        **options: Any,
    ) -> None:
        self._watch = health_server
        self._config = config
        self._stop = stop
        self._options = options
        me = f"{socket.gethostname()[:40]} {os.getpid()} {secrets.token_hex(4)}"
        failed = partial(errors.log_failure, health_server.metrics, "leases")
        self.keeper = ShardKeeper(health_server.store, setting, me, failed)
        self._budget = budget or SharedIdentifyBudget(health_server.store)
        self._drawing_process = others.drawing_process(config)
        self._thinking = others.thinking(config)
        self._running: dict[int, RunningShard] = {}
        self._ending: dict[int, asyncio.Task[None]] = {}
        self._taken: dict[int, ShardSession] = {}
        """Shards that have no client yet, and how their sessions are resumed."""
        self._code = 0

    @property
    def has_first(self) -> bool:
        """Whether this process does what belongs to no server."""
        return 0 in self._running

    async def run(self) -> int:
        """Take shards and work at them; the exit code."""
        trouble, tell = 0, Repeated(log, logging.ERROR)
        self.keeper.renewals.start()
        going_on = asyncio.create_task(self._go_on(), name="leases")
        try:
            while not self._stop.is_set():
                try:
                    await self._round()
                    trouble = 0
                    tell.over()
                except DatabaseTrouble as error:
                    if error.reason == "other_shards":
                        click.echo(advice(error), err=True)
                        return 1
                    trouble += 1
                    tell("the shards cannot be kept: %s", str(error))
                except Exception as error:  # of ours: what it has is kept by the next round
                    trouble += 1
                    errors.log_failure(self._watch.metrics, "shards", error)
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(AGAIN if trouble else STEP):
                        await self._stop.wait()
            return self._code
        finally:
            await self._end_all()
            going_on.cancel()
            await asyncio.gather(going_on, return_exceptions=True)
            await self._leave()

    async def _go_on(self) -> None:
        """Have the leases kept, also while clients end: what is under way is finished by the one who began
        it."""
        while True:
            try:
                known = self._running.items()
                sessions = {n: shard.supervisor.session for n, shard in known if not shard.stop.is_set()}
                sessions = {**self._taken, **sessions}
                for shard in self.keeper.go_on(sessions):
                    self._end(shard)
            except Exception as error:  # of ours: it is tried again
                errors.log_failure(self._watch.metrics, "leases", error)
            await asyncio.sleep(SIGN)

    async def _round(self) -> None:
        result: Round = await self.keeper.step()
        for shard, left in result.taken.items():
            self._taken[shard] = ShardSession(left.session, left.resume_url, left.sequence)
        while self._taken:  # what trouble has interrupted goes on with the next round
            shard, session = next(iter(self._taken.items()))
            if (lease := self.keeper.leases.get(shard)) is not None:
                few = await self._few_servers(lease.share)
                if not lease.lost:
                    self._start(shard, lease, session if few else None)
            del self._taken[shard]
        if result.surplus is not None:
            self._end(result.surplus, give_back=True)
        self._watch.metrics.shards.set(len(self._running))
        for running in self._running.values():
            if running.task.done() and not running.stop.is_set():
                self._code = running.task.result()
                self._stop.set()

    def _start(self, shard: int, lease: Lease, session: ShardSession | None) -> None:
        stop = asyncio.Event()
        supervisor = Supervisor(
            self._watch,
            self._config,
            stop,
            lease=lease,
            resume=session,
            identify_budget=self._budget,
            link=shard == 0,
            **{"drawing_process": self._drawing_process, "thinking": self._thinking, **self._options},
        )
        self._running[shard] = RunningShard(lease, supervisor, stop, self._ending.pop(shard, None))

    async def _few_servers(self, share: Share) -> bool:
        """Whether a session is sooner gone on with than begun: each server of it has to be asked for."""
        known = await self._watch.store.guilds.ids()
        return sum(map(share.holds, known)) <= MOST_ADOPTED

    def _end(self, shard: int, *, give_back: bool = False) -> None:
        running = self._running.pop(shard, None)
        if running is not None:
            self._ending[shard] = asyncio.create_task(self._ended(shard, running, give_back))

    async def _ended(self, shard: int, running: RunningShard, give_back: bool) -> None:
        await running.end()
        if give_back:
            with contextlib.suppress(DatabaseTrouble):
                await self.keeper.give_back(shard)

    async def _end_all(self) -> None:
        running, self._running = self._running, {}
        await asyncio.gather(*(shard.end() for shard in running.values()), *self._ending.values())

    async def _leave(self) -> None:
        """Give everything back."""
        await self.keeper.renewals.close()
        for shard in list(self.keeper.leases):
            with contextlib.suppress(DatabaseTrouble):
                await self.keeper.give_back(shard)
        with contextlib.suppress(DatabaseTrouble):
            await self.keeper.leave()
        await self._thinking.close()
        await self._drawing_process.close()
