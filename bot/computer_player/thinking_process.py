"""The computer player thinks in a process of its own, at low priority, so that no answer waits for it.

The process starts when it is first needed, and ends when nothing has been asked of it for a while. It is
given what a side may know (`view_parcel`). Whatever goes wrong there raises ThinkingFailed, and the game goes
on by rules of thumb. Knows no Discord.
"""

from __future__ import annotations

import asyncio
import logging
import os
from collections.abc import Callable
from typing import Concatenate, ParamSpec, TypeVar

from bot.computer_player.calculations import PlayerKey, begin, learn_battle, next_order
from bot.computer_player.thought_elsewhere import ThoughtElsewhere
from bot.computer_player.view_parcel import ViewParcel, fingerprint, pack
from bot.runtime.fair_queue import FairQueue
from bot.runtime.job_process import CallFailed, JobProcess, ProcessEnded
from bot.runtime.worker_threads import in_thread
from engine.commands import Command
from opponent.view import View

log = logging.getLogger(__name__)

PATIENCE = 20.0
"""Seconds that one calculation may take."""
IDLE = 120.0
"""Seconds after which a process that has nothing to do ends."""
MOST_WAITING = 40
"""Calculations that may wait for their turn."""
TRIES = 2
ENDS, REST = 4, 60.0
"""After so many ends in a row with nothing done, no other process is started for so many seconds."""
P = ParamSpec("P")
T = TypeVar("T")


class ThinkingFailed(Exception):
    """There is no answer of the computer player: too much waits, or the process failed."""


class TooSlow(ThinkingFailed):
    """The calculation took longer than it may: something easier may do."""


class ThinkingProcess:
    """One process for all games, whose calculations take turns. `patience` and `idle` are in seconds; without
    `enabled` it never starts, and every question fails. Orders that are thought out `elsewhere` in time are
    not thought about here."""

    def __init__(
        self,
        patience: float = PATIENCE,
        idle: float = IDLE,
        *,
        enabled: bool = True,
        elsewhere: ThoughtElsewhere | None = None,
    ) -> None:
        self.enabled = enabled
        self.queue = FairQueue(1)
        self._patience = patience
        self._idle = idle
        self._elsewhere = elsewhere
        self._process: JobProcess | None = None
        self._waiting = 0
        self._ends = 0
        self._rests_until = 0.0
        self._idle_end: asyncio.TimerHandle | None = None
        self._closing = False

    @property
    def pid(self) -> int:
        """The id of the process, 0 when none runs."""
        return self._process.pid if self._process is not None else 0

    async def next_order(self, view: View, key: PlayerKey) -> Command:
        """The order that the computer gives. Raises ThinkingFailed; TypeError for anything but a view."""
        if self._elsewhere is not None and self.enabled and not self._closing:
            command = await self._elsewhere.next_order(view, key)
            if command is not None:
                return command
        return await self.calculate(view, next_order, key)

    async def calculate(
        self,
        view: View,
        function: Callable[Concatenate[ViewParcel, P], T | None],
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> T:
        """What a function of `calculations` makes of a view, in a turn of the running task's requester.

        A process that ends is replaced and asked again, once. Raises ThinkingFailed, TooSlow where it took
        too long; TypeError for anything but a view.
        """
        parcel = await in_thread(pack, view)
        loop = asyncio.get_running_loop()
        if not self.enabled or self._closing or loop.time() < self._rests_until:
            raise ThinkingFailed
        if self._waiting >= MOST_WAITING:
            log.warning("%s calculations of the computer player wait; rules of thumb decide", self._waiting)
            raise ThinkingFailed
        self._waiting += 1
        try:
            result = await self.queue.run(lambda: self._answer(view, parcel, function, *args, **kwargs))
        finally:
            self._waiting -= 1
        if isinstance(result, ThinkingFailed):
            raise result
        return result

    async def _answer(
        self,
        view: View,
        parcel: ViewParcel,
        function: Callable[Concatenate[ViewParcel, P], T | None],
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> T | ThinkingFailed:
        """The result, or why there is none: when no one waits for it any more, that is no error."""
        try:
            return await self._tries(view, parcel, function, *args, **kwargs)
        except ThinkingFailed as failure:
            return failure

    async def _tries(
        self,
        view: View,
        parcel: ViewParcel,
        function: Callable[Concatenate[ViewParcel, P], T | None],
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> T:
        for _ in range(TRIES):
            if self._closing or asyncio.get_running_loop().time() < self._rests_until:
                break
            try:
                result = await self._run(function, parcel, *args, **kwargs)
                if result is None:
                    await self._run(learn_battle, fingerprint(view.scenario), dict(view.scenario.printed))
                    result = await self._run(function, parcel, *args, **kwargs)
            except ProcessEnded:
                log.warning("the computer player's process has ended")
                self._drop()
            except TimeoutError:
                log.warning(
                    "the computer player thought for more than %s s; stopping its process", self._patience
                )
                self._drop()
                raise TooSlow from None
            except CallFailed as failure:
                log.error("a calculation of the computer player failed: %s", failure)
                break
            else:
                self._ends = 0
                if result is not None:
                    return result
        raise ThinkingFailed

    async def _run(self, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """What a function returns there. Raises TimeoutError, ProcessEnded, CallFailed."""
        process = self._process
        if process is None:
            self._process = process = JobProcess("thinking_process")
            await self._result(process, begin, os.getpid())
        return await self._result(process, function, *args, **kwargs)

    async def _result(
        self, process: JobProcess, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        if self._idle_end is not None:
            self._idle_end.cancel()
        done = asyncio.wrap_future(process.call(function, *args, **kwargs))
        try:
            async with asyncio.timeout(self._patience):
                await asyncio.wait([done])
            return done.result()
        finally:
            done.cancel()
            if not self._closing:
                self._idle_end = asyncio.get_running_loop().call_later(self._idle, self._end_idle)

    def _end_idle(self) -> None:
        """Let a process go that has nothing to do."""
        if not self.queue.busy and self._process is not None:
            self._process.finish()
            self._process = None

    def _drop(self) -> None:
        """End the process, whatever it is doing."""
        process, self._process = self._process, None
        if process is not None:
            process.kill()
        self._ends += 1
        if self._ends >= ENDS:
            self._rests_until = asyncio.get_running_loop().time() + REST
            log.warning(
                "the computer player's process has ended %s times; it rests for %s s", self._ends, REST
            )

    async def close(self) -> None:
        """End the process at once: what it thinks about is asked again after a restart."""
        self._closing = True
        if self._idle_end is not None:
            self._idle_end.cancel()
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            await asyncio.wrap_future(process.ended)
