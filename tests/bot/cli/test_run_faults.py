"""One process through many faults: a killed drawing process, a full disk, a stop while busy.

It runs where little is as it should be: no language, no time zone, few file handles, no plain folder.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import resource
import shutil
import signal
import sqlite3
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from sandbox import Fault, Sandbox
from storage import backups
from tests.bot.cli.test_run import PATIENCE, ROOT, surroundings
from tests.crash.processes import children, wait_for_exit

SHIM = ROOT / "tests" / "crash" / "full.c"

pytestmark = pytest.mark.skipif(
    sys.platform != "linux" or shutil.which("gcc") is None, reason="Linux and gcc"
)


def painter_of(pid: int) -> int:
    """The drawing process of a bot."""
    spawned = [c for c in children(pid) if b"job_loop" in Path(f"/proc/{c}/cmdline").read_bytes()]
    return spawned[0]


@asynccontextmanager
async def bot(sandbox: Sandbox, data: Path, log: Path, **env: str) -> AsyncIterator[Any]:
    """`grognard run`, connected; what it says goes to a file."""
    known = {
        "DISCORD_TOKEN": sandbox.token,
        "GROGNARD_API": sandbox.api_base,
        "GROGNARD_GATEWAY": sandbox.gateway_url,
        "GROGNARD_BACKUP_HOURS": "0",
    }
    with log.open("ab") as said:
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "bot", "run", "--data", data),
            cwd=log.parent,
            env=surroundings(**known, **env),
            stdout=said,
            stderr=said,
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (64, 64)),
        )
    try:
        await sandbox.ready(timeout=PATIENCE)
        yield process
    finally:
        if process.returncode is None:
            process.kill()
        await process.wait()


@pytest.mark.long
@pytest.mark.promise(1, 7)
@pytest.mark.fault(76, 77, 78)
async def test_one_process_lives_through_much(tmp_path: Path) -> None:
    shim, flag, data = tmp_path / "full.so", tmp_path / "full", tmp_path / "Spiele ♞ été"
    subprocess.run(["gcc", "-shared", "-fPIC", "-O1", "-o", shim, SHIM, "-ldl"], check=True)
    odd = {"LC_ALL": "C", "LANG": "C", "TZ": "Nowhere/Atlantis", "PYTHONUTF8": "0"}
    full = {"LD_PRELOAD": str(shim), "FULL_WATCH": str(data), "FULL_FLAG": str(flag)}
    async with Sandbox(tmp_path / "discord", join_delay=0.05) as sandbox:
        anna = sandbox.person("Anna")
        anna.timeout = PATIENCE
        async with bot(sandbox, data, tmp_path / "log", **odd, **full) as process:
            await anna.slash("battle", "game new", battle="tutorial", partner=True)
            await anna.slash("battle", "game start")
            drawn = await anna.slash("battle", "map")
            assert drawn.message is not None
            assert drawn.message.pictures

            await the_painter_is_killed(process.pid, anna)
            await the_disk_is_full(flag, anna, data)
            gone = await stopped_at_work(process, sandbox, anna)
            await wait_for_exit(gone)

        assert process.returncode == 0
        assert not (await asyncio.to_thread(backups.check, data / "grognard.db")).faults
        assert sandbox.token not in (tmp_path / "log").read_text()


async def the_painter_is_killed(pid: int, anna: Any) -> None:
    """The next picture is drawn by another."""
    os.kill(painter_of(pid), signal.SIGKILL)

    drawn = await anna.slash("battle", "map", theme="dark")

    assert drawn.message.pictures


async def the_disk_is_full(flag: Path, anna: Any, data: Path) -> None:
    """Orders are refused in words, looking goes on, and with room all goes on."""
    before = entries(data)
    flag.touch()
    for _ in range(2):
        no = await anna.slash("battle", "done")
        assert refused(no)
        assert "the disk is full" in no.words
        assert no.message.ephemeral
    for look in ("game status", "log", "map"):
        assert not refused(await anna.slash("battle", look))
    flag.unlink()
    assert entries(data) == before

    assert not refused(await anna.slash("battle", "done"))

    assert entries(data) > before


async def stopped_at_work(process: Any, sandbox: Sandbox, anna: Any) -> set[int]:
    """SIGTERM after the acknowledgement, before a slow answer: it comes all the same. The processes below."""
    below = children(process.pid)
    sandbox.faults.append(Fault(method="PATCH", path="/webhooks/*", status=0, delay=1.0))
    asking = asyncio.create_task(anna.slash("battle", "game status"))
    while not any(i.acknowledged and i.name == "game status" for i in sandbox.interactions[-1:]):
        await sandbox.broadcaster.wait_for_change(0.05)
    process.send_signal(signal.SIGTERM)
    answer = await asking
    assert not refused(answer)
    assert await asyncio.wait_for(process.wait(), PATIENCE) == 0
    return below


def refused(reply: Any) -> bool:
    return 0xC61820 in reply.colours


def entries(data: Path) -> int:
    with contextlib.closing(sqlite3.connect(f"file:{data / 'grognard.db'}?mode=ro", uri=True)) as database:
        return int(database.execute("SELECT count(*) FROM entries").fetchone()[0])
