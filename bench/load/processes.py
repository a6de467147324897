"""The bot as a host runs it, in a process of its own, and the look-alike of Discord it talks to, which is
served from here: what the look-alike takes itself is in every time.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import re
import signal
import sys
from collections import Counter, OrderedDict
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from time import perf_counter
from typing import Any

from aiohttp import web

from bot.runtime import allocator
from sandbox import Sandbox
from sandbox.model.records import Interaction
from sandbox.model.world import GuildPlan, PersonPlan, World

ROOT = Path(__file__).resolve().parents[2]
PATIENCE = 120.0
"""Seconds to wait for what must come."""
IN_A_SERVER = 20
"""Channels of a server, a game in each."""
PEOPLE = 8
FILES_KEPT = 200
MEGABYTE = 2**20 / 1e6
"""Megabytes of a mebibyte."""
CALLBACK = re.compile(r"/interactions/(\d+)/")
_EVENT = "INTERACTION_CREATE"


class RecentFiles(OrderedDict[str, bytes]):
    """Files, of which only the newest are kept: pictures are not needed again."""

    def __setitem__(self, key: str, content: bytes) -> None:
        super().__setitem__(key, content)
        while len(self) > FILES_KEPT:
            self.popitem(last=False)


class Meter:
    """What passes between the look-alike and the bot. `sent` and `answered` are moments of `perf_counter`, by
    interaction: when it went out, and when its first answer came in."""

    def __init__(self, sandbox: Sandbox) -> None:
        self.sandbox = sandbox
        self.sent: dict[str, float] = {}
        self.answered: dict[str, float] = {}
        self.statuses: Counter[int] = Counter()
        self.refused: list[str] = []
        sandbox.gateway.sending = self._sending
        self._serve = sandbox.rest.serve
        sandbox.rest.serve = self._noting  # type: ignore[method-assign]

    def _sending(self, frame: dict[str, Any]) -> None:
        if frame["t"] == _EVENT:
            self.sent[frame["d"]["id"]] = perf_counter()

    async def _noting(self, request: web.Request) -> web.StreamResponse:
        if match := CALLBACK.search(request.path):
            self.answered.setdefault(match[1], perf_counter())
        response = await self._serve(request)
        self.statuses[response.status] += 1
        forgotten = request.method == "DELETE" and request.path.endswith("/@original")  # by `let_go`
        if response.status >= 400 and isinstance(response, web.Response) and not forgotten:
            self.refused.append(f"{request.method} {_plain(request.path)}: {response.text}")
        return response

    def acknowledged_in(self, interaction: Interaction) -> float:
        """Seconds from its being sent to its first answer; what is known of it is forgotten."""
        return self.answered.pop(interaction.id) - self.sent.pop(interaction.id)


def _plain(path: str) -> str:
    """A path without numbers and tokens."""
    return re.sub(r"/(\d+|[\w-]{40,})(?=/|$)", "/*", path)


def world(channels: int, in_a_server: int = IN_A_SERVER, people: int = PEOPLE) -> World:
    """Servers with so many channels in all, and people."""
    names = [f"game-{number}" for number in range(channels)]
    plans = [
        GuildPlan(name=f"Server {start}", channels=tuple(names[start : start + in_a_server]))
        for start in range(0, channels, in_a_server)
    ]
    players = tuple(PersonPlan(name=f"Player {number}") for number in range(people))
    return World(guilds=tuple(plans), people=players, joined=True)


def discord(of: World) -> tuple[Sandbox, Meter]:
    """A look-alike that remembers little, and its meter."""
    sandbox = Sandbox(world=of, memory=500, join_delay=0.1)
    sandbox.state.records.blobs = RecentFiles()
    return sandbox, Meter(sandbox)


def let_go(sandbox: Sandbox, interaction: Interaction, keep: Interaction | None = None) -> None:
    """Forget an interaction and the private answer to it, unless another one has the same: a long run would
    fill the memory of the look-alike."""
    records = sandbox.state.records
    post = records.posts.get(interaction.original or "")
    shared = keep is not None and keep.original == interaction.original
    if post is not None and post.viewer is not None and not shared:
        records.delete_post(post)
    records.by_token.pop(interaction.token, None)
    records.delete("interaction", interaction.id)


class Process:
    """The bot's process: its memory and its use of the processor, as the system counts them."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self.process = process
        self.pid = process.pid

    @property
    def painter(self) -> int | None:
        """The number of the drawing process, the largest of its children; None while there is none."""
        return max(_children(self.pid), key=resident, default=None)

    def all(self) -> list[int]:
        """The process and its children."""
        return [self.pid, *_children(self.pid)]

    def pin(self, cores: set[int]) -> bool:
        """Keep it and its children to these processors; whether that is possible here."""
        if not hasattr(os, "sched_setaffinity"):
            return False
        for pid in self.all():
            for thread in Path(f"/proc/{pid}/task").iterdir():
                with contextlib.suppress(OSError):
                    os.sched_setaffinity(int(thread.name), cores)
        return True

    async def stop(self) -> int:
        """Stop it in good order; its exit code."""
        self.process.send_signal(signal.SIGTERM)
        async with asyncio.timeout(PATIENCE):
            return await self.process.wait()


def _children(pid: int) -> list[int]:
    with contextlib.suppress(OSError):
        return [int(x) for x in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
    return []


def resident(pid: int) -> float:
    """Megabytes of memory a process holds; 0 where the system does not say so."""
    return allocator.resident(pid) / 2**20


def resident_together(pids: Sequence[int]) -> float:
    """Megabytes that processes hold together: what several of them map of one file, such as the code of
    Python, is in memory once. 0 where the system does not say so."""
    own, shared = 0, dict[str, int]()
    for pid in pids:
        mapped: Counter[str] = Counter()
        place = ""
        with contextlib.suppress(OSError, ValueError):
            for line in Path(f"/proc/{pid}/smaps").read_text().splitlines():
                name, _, rest = line.partition(" ")
                if not name.endswith(":"):  # a mapping: range, rights, offset, device, inode, path
                    place = " ".join(rest.split()[1:4])
                elif name == "Rss:":
                    mapped[place] += int(rest.split()[0])
                elif name == "Anonymous:":
                    mapped[place] -= int(rest.split()[0])
                    own += int(rest.split()[0])
        shared |= {place: max(size, shared.get(place, 0)) for place, size in mapped.items()}
    return (own + sum(shared.values())) / 1024


def cpu_seconds(pid: int) -> float:
    """Seconds of a processor that a process has used; 0 where the system does not say so."""
    with contextlib.suppress(OSError, ValueError, IndexError):
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    return 0.0


@asynccontextmanager
async def grognard(
    folder: Path, sandbox: Sandbox, cache: Path | None = None, **settings: str
) -> AsyncIterator[Process]:
    """The bot at work, as `python -m bot run` starts it, with more settings; what it logs goes into the
    folder. Its games are not copied meanwhile."""
    environment = {k: v for k, v in os.environ.items() if not k.startswith(("DISCORD", "GROGNARD", "PYTEST"))}
    env = {
        **environment,
        "PYTHONPATH": str(ROOT),
        "DISCORD_TOKEN": sandbox.token,
        "GROGNARD_API": sandbox.api_base,
        "GROGNARD_GATEWAY": sandbox.gateway_url,
        "GROGNARD_BACKUP_HOURS": "0",
        "GROGNARD_CACHE": str(cache or folder / "cache"),
        **settings,
    }
    with (folder / "log").open("ab") as log:
        words = (sys.executable, "-m", "bot", "run", "--data", str(folder))
        process = await asyncio.create_subprocess_exec(*words, cwd=folder, env=env, stdout=log, stderr=log)
    try:
        await connected(sandbox, process)
        yield Process(process)
    finally:
        if process.returncode is None:
            process.kill()
        await process.wait()


async def connected(sandbox: Sandbox, process: asyncio.subprocess.Process) -> None:
    """Wait until the bot is connected and its commands are known."""
    async with asyncio.timeout(PATIENCE):
        while not (sandbox.gateway.online and sandbox.state.records.commands):
            if process.returncode is not None:
                raise RuntimeError("the bot has ended")
            await asyncio.sleep(0.02)
