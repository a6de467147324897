"""Orders of the computer player thought out by other processes, through the queue of jobs.

Here is what the bot asks; `thinker.py` is what a worker answers. A job holds the position as its side may
know it, the battle as printed, what the player's choices are drawn with, and what it remembers of its turn;
not which game that is. So it is the same which worker thinks, and who began the turn.
"""

from __future__ import annotations

import asyncio
import base64
import hashlib
import json
from collections import OrderedDict
from dataclasses import replace
from typing import TYPE_CHECKING, cast

from bot.computer_player.calculations import PlayerKey
from bot.jobs import parcels
from bot.runtime.fair_queue import FairQueue
from bot.runtime.metrics import Metrics
from bot.runtime.worker_threads import in_thread
from engine import codec
from engine.commands import Command
from opponent.view import View, require_view

if TYPE_CHECKING:
    from storage.jobs.queue import JobQueue

PLAY = "play"
PATIENCE = 25.0
"""Seconds after which an order is thought out here instead."""
REST = 60.0
"""Seconds for which no other process is asked when one was late."""
AT_ONCE = 4
"""Orders of one bot process that are in the queue at once; the others wait here, in fair turns."""
MOST_PLAYERS = 64


def kind() -> str:
    """What such jobs are called in the queue: only processes of the same program play alike."""
    return f"{PLAY} {parcels.program()}"


class ThoughtElsewhere:
    """Asks other processes for orders."""

    def __init__(self, jobs: JobQueue, metrics: Metrics | None = None) -> None:
        self.queue = FairQueue(AT_ONCE)
        self._jobs = jobs
        self._gauges = metrics or Metrics()
        self._memories: OrderedDict[PlayerKey, bytes] = OrderedDict()
        self._rests_until = 0.0

    async def next_order(self, view: View, key: PlayerKey) -> Command | None:
        """The order of a player; None where no other process finds one in time."""
        answer = await self.queue.run(lambda: self._ask(view, key))
        command = None
        if answer is not None:
            command, memory = answer
            self._memories[key] = memory
            self._memories.move_to_end(key)
            while len(self._memories) > MOST_PLAYERS:
                self._memories.popitem(last=False)
        else:
            self._memories.pop(key, None)  # who goes on with the turn plans it again
        self._gauges.jobs_asked.labels(kind=PLAY, result="here" if command is None else "found").inc()
        return command

    async def _ask(self, view: View, key: PlayerKey) -> tuple[Command, bytes] | None:
        from storage.jobs.queue import Job

        now = asyncio.get_running_loop().time
        if not self._jobs.is_up or (began := now()) < self._rests_until:
            return None
        told = await in_thread(packed, view, key, self._memories.get(key, b""))

        async def payload() -> bytes:
            return told

        name = f"{PLAY} {parcels.program()} {hashlib.sha256(told).hexdigest()}"
        answer = await self._jobs.ask(Job(kind=kind(), key=name, payload=payload, once=True), PATIENCE)
        if answer is None and now() - began >= PATIENCE:
            self._rests_until = now() + REST
        return None if answer is None else read_answer(answer)


def packed(view: View, key: PlayerKey, memory: bytes) -> bytes:
    """The payload of a job. Raises TypeError for anything but a view."""
    require_view(view)
    state = replace(view.state)  # without what was calculated about it
    battle = json.dumps(dict(view.scenario.printed))
    return parcels.pack((view.system.name, battle, view.side, state, key.level, key.seed, memory))


def read_answer(answer: bytes) -> tuple[Command, bytes] | None:
    """The order of an answer, and what its player remembers; None of what is no answer."""
    try:
        order, memory = json.loads(answer)
        command = codec.from_json(order)
        if type(command) not in codec.COMMANDS.values():
            return None
        return cast(Command, command), base64.b64decode(memory)
    except (ValueError, TypeError, codec.Unreadable):
        return None
