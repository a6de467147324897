"""The real bot as a process that kills itself, with SIGKILL, at a step that is named; and a nursery of such
processes, which start in a moment because the nursery has loaded the bot's code once.

A step has the name of what the bot is about to do or has just done, like
`before POST /channels/{channel_id}/threads`. Names are those of calls to Discord, of transactions
(`after commit tournaments.add_round outbox.add`: all that was written in it), and of writes in a transaction
that goes on (`before tournaments.save_game`).
"""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Mapping
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any, NamedTuple

from sandbox.tests.tiny_bot import PNG as DOT

ROOT = Path(__file__).resolve().parents[2]
READY_AFTER = 0.2
"""Seconds without news of a server after which the bot knows them all."""
CHAIN = "MORTAL_CHAIN"
"""The variable with a chain, as JSON, on which public dice draw."""
TOLD_AFTER = 0.5
"""Seconds of an outage of that chain after which the channel is told; its relays are asked often."""


class Step(NamedTuple):
    """The nth of the names that match a pattern (as in a shell), from the first that matches `since` on."""

    pattern: str
    nth: int
    since: str = "*"


class Nursery:
    """Starts bots, one at a time."""

    def __init__(self) -> None:
        command = (sys.executable, "-m", "tests.crash.mortal_bot")
        self._process = subprocess.Popen(
            command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        self._alive = 0

    async def start(
        self, folder: Path, environment: Mapping[str, str], step: Step | None, steps: Path
    ) -> None:
        """A bot on that folder that dies at a step and writes the names of its steps to a file."""
        order = {"folder": str(folder), "environment": {**environment}, "step": step, "steps": str(steps)}
        assert self._process.stdin is not None
        print(json.dumps(order), file=self._process.stdin, flush=True)
        self._alive = await self._number()

    async def ended(self, within: float) -> bool:
        """Wait until the bot has ended; whether it did so within that many seconds. If not, it is killed."""
        ends = asyncio.create_task(self._number())
        by_itself, _ = await asyncio.wait([ends], timeout=within)
        if not by_itself:
            os.kill(self._alive, signal.SIGKILL)
        self._alive = await ends
        return bool(by_itself)

    async def kill(self) -> None:
        """Kill the bot, if there is one."""
        if self._alive:
            await self.ended(0.0)

    async def _number(self) -> int:
        assert self._process.stdout is not None
        return int(await asyncio.to_thread(self._process.stdout.readline))

    def close(self) -> None:
        """End the nursery, in which no bot lives any more."""
        self._process.communicate()


# --- in the bot's process ----------------------------------------------------------------------------------


class Death:
    """Tells the steps as they come, and kills the process at one of them."""

    def __init__(self, step: Step | None, steps: Path) -> None:
        self._step = step or Step("", 0)
        self._file = steps.open("a", buffering=1)
        self._since, self._reached = False, 0
        self._written: dict[str, None] = {}

    def reach(self, name: str) -> None:
        """Such a step has come."""
        self._file.write(f"{name}\n")
        self._since = self._since or fnmatchcase(name, self._step.since)
        if self._since and fnmatchcase(name, self._step.pattern):
            self._reached += 1
            if self._reached == self._step.nth:
                os.kill(os.getpid(), signal.SIGKILL)

    def wrap(self, owner: Any, function: str, name: Callable[..., str]) -> None:
        """Tell each call of a function, before it and after it."""
        original = getattr(owner, function)

        async def call(*arguments: Any, **options: Any) -> Any:
            what = name(*arguments)
            self.reach(f"before {what}")
            answer = await original(*arguments, **options)
            self.reach(f"after {what}")
            return answer

        setattr(owner, function, call)

    def wrap_write(self, owner: Any, function: str, name: str) -> None:
        """Tell each call of a function that belongs to a transaction."""

        def called(*arguments: Any) -> str:
            self._written[name] = None
            return name

        self.wrap(owner, function, called)

    def wrap_commit(self, store: Any) -> None:
        """Tell each transaction, with what is written in it."""
        commit, at_once = store._commit, store._written_at_once

        def written() -> str:
            names = " ".join(self._written)
            self._written = {}
            return f"commit {names}".rstrip()

        async def committed(owner: Any, connection: Any, session: Any) -> None:
            name = written()
            self.reach(f"before {name}")
            await commit(owner, connection, session)
            self.reach(f"after {name}")

        async def all_at_once(owner: Any, connection: Any, session: Any) -> bool:
            if not session.deferred or connection.get_transaction() is not None:
                return bool(await at_once(owner, connection, session))
            name = f"commit {' '.join(self._written)}".rstrip()
            self.reach(f"before {name}")
            if done := bool(await at_once(owner, connection, session)):
                self._written = {}
                self.reach(f"after {name}")
            return done

        store._commit, store._written_at_once = committed, all_at_once


async def _dot(drawing: object, picture: object) -> bytes:
    """A dot in place of each picture: here no one looks at maps."""
    return DOT


def _live(order: Mapping[str, Any]) -> None:
    """Be the bot."""
    import discord
    from discord.webhook.async_ import AsyncWebhookAdapter

    from bot.beacon.client import BeaconClient
    from bot.beacon.rounds import Chain
    from bot.cli import main
    from bot.cli.supervisor import Supervisor
    from bot.images.drawing_process import DrawingProcess
    from bot.workers import public_dice
    from storage.queries.dice import DiceRepository
    from storage.queries.games import GameRepository
    from storage.queries.league.tournaments import TournamentRepository
    from storage.queries.log import LogRepository
    from storage.queries.outbox import OutboxRepository
    from storage.store import Store

    os.environ.clear()
    os.environ.update(order["environment"])
    os.chdir(order["folder"])
    with open("log", "ab") as log, open(os.devnull, "rb") as nothing:
        for number, file in ((0, nothing), (1, log), (2, log)):
            os.dup2(file.fileno(), number)
    death = Death(order["step"] and Step(*order["step"]), Path(order["steps"]))
    calls: Any = lambda http, route, *rest: f"{route.method} {route.path}"  # noqa: E731
    death.wrap(discord.http.HTTPClient, "request", calls)
    death.wrap(AsyncWebhookAdapter, "request", calls)
    for repository, names in (
        (TournamentRepository, ("add_round", "save_game", "touch")),
        (GameRepository, ("create", "update", "add_record")),
        (OutboxRepository, ("add", "mark_posted")),
        (LogRepository, ("append", "append_all")),
        (DiceRepository, ("announce", "tell", "draw")),
    ):
        for name in names:
            title = repository.__name__.removesuffix("Repository").lower()
            death.wrap_write(repository, name, f"{title}.{name}")
    death.wrap_commit(Store)
    options: Any = Supervisor.__init__
    options.__kwdefaults__["timeout"] = READY_AFTER
    if chain := os.environ.get(CHAIN):
        _, *defaults = BeaconClient.__init__.__defaults__ or ()
        BeaconClient.__init__.__defaults__ = (Chain(**json.loads(chain)), *defaults)
        public_dice.OUTAGE, public_dice.PAUSES = TOLD_AFTER, (0.1, 0.1, 0.1)
    DrawingProcess.draw = _dot  # type: ignore[method-assign]
    sys.argv = ["grognard", "run", "--data", order["folder"]]
    main()


def _main() -> None:
    """Start a bot for each line of the input; say its number, and 0 when it has ended."""
    import bot.cli.run
    import bot.client  # noqa: F401 - loaded once for all
    from bot.feature import load_features
    from bot.i18n.catalogue import catalogue_for

    load_features()
    catalogue_for("fr")
    for line in sys.stdin:
        number = os.fork()
        if number == 0:
            _live(json.loads(line))
            os._exit(1)
        print(number, flush=True)
        os.waitpid(number, 0)
        print(0, flush=True)


if __name__ == "__main__":
    _main()
