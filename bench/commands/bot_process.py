"""A bot in its process and the Discord look-alike it talks to, which takes the measurements."""

from __future__ import annotations

import asyncio
import json
import re
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from time import perf_counter
from typing import Any

from aiohttp import web

from bench.harness import WrongOutput
from bench.load.processes import Process
from sandbox import Person, Reply, Sandbox, World

ROOT = Path(__file__).resolve().parents[2]
CHANNEL = "battle"
CALLBACK = re.compile(r"/interactions/(\d+)/")
PATIENCE = 30.0  # seconds


class MeasuredBot:
    """One bot at work. Times are seconds of `perf_counter`, which all processes of a machine share."""

    def __init__(self, sandbox: Sandbox, process: asyncio.subprocess.Process) -> None:
        self.sandbox = sandbox
        self.anna: Person = sandbox.person("Anna")
        self.anna.timeout = PATIENCE
        self.called: list[float] = []
        self.first_calls: dict[str, float] = {}
        """By the id of an interaction, when its first call came."""
        self.written: list[float] = []
        self._process = process
        self.process = Process(process)
        """Its memory and its use of the processor."""
        self._moves: asyncio.Queue[Any] = asyncio.Queue()
        self._listening = asyncio.create_task(self._listen())

    async def _listen(self) -> None:
        assert self._process.stdout is not None
        while line := await self._process.stdout.readline():
            event = json.loads(line)
            if "written" in event:
                self.written.append(event["written"])
            else:
                self._moves.put_nowait(event["move"])

    async def move(self) -> dict[str, str] | None:
        """A move that can be made and taken back; None when there is none now."""
        assert self._process.stdin is not None
        self._process.stdin.write(b"move\n")
        async with asyncio.timeout(PATIENCE):
            move: dict[str, str] | None = await self._moves.get()
        return move

    async def use(self, command: str, **options: Any) -> tuple[float, Reply]:
        """Use a command and wait for all that comes of it: when it was sent, and the answer."""
        await self.sandbox.settled(PATIENCE, quiet=0.0)
        self.called.clear()
        self.written.clear()
        sent = perf_counter()
        reply = await self.anna.slash(CHANNEL, command, options)
        return sent, reply

    async def first_byte(self, command: str, **options: Any) -> tuple[float, Reply]:
        """Seconds from the command to the first byte of the bot's first call."""
        sent, reply = await self.use(command, **options)
        return self.called[0] - sent, reply

    async def durable(self, command: str, **options: Any) -> tuple[float, float, Reply]:
        """Seconds from the command to its being on the disk, and to the answer."""
        sent, reply = await self.use(command, **options)
        answered = perf_counter()
        async with asyncio.timeout(PATIENCE):
            while not self.written:
                await asyncio.sleep(0.001)
        return self.written[0] - sent, answered - sent, reply

    async def stop(self) -> None:
        """Let the bot end."""
        assert self._process.stdin is not None
        self._process.stdin.close()
        async with asyncio.timeout(PATIENCE):
            await self._process.wait()
        await self._listening


@asynccontextmanager
async def measured_bot(kind: str, folder: Path, world: World | None = None) -> AsyncIterator[MeasuredBot]:
    """A bot of that kind, connected to a look-alike of its own; Anna and CHANNEL are in its world."""
    folder.mkdir()
    sandbox = Sandbox(world=world, join_delay=0.1)
    called: list[float] = []
    first_calls: dict[str, float] = {}
    serve = sandbox.rest.serve

    async def noting(request: web.Request) -> web.StreamResponse:
        called.append(now := perf_counter())
        if (about := CALLBACK.search(request.path)) is not None:
            first_calls.setdefault(about[1], now)
        return await serve(request)

    sandbox.rest.serve = noting  # type: ignore[method-assign]
    async with sandbox:
        process = await asyncio.create_subprocess_exec(
            *(
                sys.executable,
                "-m",
                "bench.commands.bots",
                kind,
                f"127.0.0.1:{sandbox.port}",
                sandbox.token,
                str(folder),
            ),
            cwd=ROOT,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
        )
        try:
            await sandbox.ready(PATIENCE)
            contender = MeasuredBot(sandbox, process)
            contender.called, contender.first_calls = called, first_calls
            while not contender.anna.commands(CHANNEL):
                await asyncio.sleep(0.01)
            yield contender
            await contender.stop()
        finally:
            if process.returncode is None:
                process.kill()
                await process.wait()
        if sandbox.unhandled:
            raise WrongOutput(f"{kind}: calls that Discord does not know: {[*sandbox.unhandled]}")
