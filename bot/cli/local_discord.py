"""The local Discord: the sandbox as a child process, and its addresses."""

from __future__ import annotations

import asyncio
import contextlib
import importlib.util
import os
import socket
import sys
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType
from typing import Self

TOKEN = "local.table.token"
STARTS_WITHIN = 30.0
STOPS_WITHIN = 5.0


class NoTable(Exception):
    """The local Discord did not start."""


def is_installed() -> bool:
    """Whether this installation has the local Discord: the container image does without."""
    return importlib.util.find_spec("sandbox") is not None


class LocalTable:
    """The sandbox, kept in a folder; `locales` says who speaks what ("Bruno=fr").

    It ends with this process, and is deaf to Ctrl-C: we end it last.
    """

    token = TOKEN

    def __init__(self, folder: Path, port: int, locales: Sequence[str] = ()) -> None:
        self._folder = folder
        self._port = port
        self._locales = tuple(locales)
        self._process: asyncio.subprocess.Process | None = None
        self._drain: asyncio.Task[None] | None = None
        self.address = ""

    @property
    def api(self) -> str:
        """The base of its REST routes."""
        return f"{self.address}/api/v10"

    @property
    def gateway(self) -> str:
        """Its gateway."""
        return f"{self.address.replace('http', 'ws', 1)}/gateway"

    async def __aenter__(self) -> Self:
        if not (self._port and _free(self._port) and await self._open(self._port)) and not await self._open(
            0
        ):
            raise NoTable("the local Discord did not start")
        return self

    async def _open(self, port: int) -> bool:
        """Start the sandbox on a port (0: any); whether it runs. Another program may be quicker."""
        words = ("--dir", str(self._folder), "--port", str(port), "--token", TOKEN)
        parent = ("--with-parent", str(os.getpid()), *(f"--locale={pair}" for pair in self._locales))
        self._process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "sandbox", *words, *parent),
            cwd=Path(__file__).resolve().parents[2],
            stdout=asyncio.subprocess.PIPE,
            stdin=asyncio.subprocess.DEVNULL,
            start_new_session=os.name != "nt",
        )
        assert self._process.stdout is not None
        try:
            async with asyncio.timeout(STARTS_WITHIN):
                line = await self._process.stdout.readline()
        except TimeoutError:
            line = b""
        if not line.startswith(b"sandbox: http"):
            await self._end()
            return False
        self.address = line.decode().split()[1]
        self._drain = asyncio.create_task(self._read_on())
        return True

    async def _read_on(self) -> None:
        """Read what it prints, so that it never waits for a reader."""
        assert self._process is not None
        assert self._process.stdout is not None
        while await self._process.stdout.readline():
            pass

    async def ended(self) -> None:
        """Wait until it has ended."""
        assert self._process is not None
        await self._process.wait()

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self._end()

    async def _end(self) -> None:
        assert self._process is not None
        if self._process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                self._process.terminate()
            try:
                async with asyncio.timeout(STOPS_WITHIN):
                    await self._process.wait()
            except TimeoutError:
                self._process.kill()
                await self._process.wait()
        if self._drain is not None:
            await asyncio.gather(self._drain, return_exceptions=True)


def _free(port: int) -> bool:
    """Whether that port of this machine can be had."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", port))
        except OSError:
            return False
    return True
