"""Two processes of the real program with a worker: it draws for both and thinks for their computer player;
when it is killed, they go on by themselves."""

from __future__ import annotations

import asyncio
import urllib.request
from pathlib import Path

import asyncpg
import pytest

from sandbox import Sandbox
from tests.bot.cli.shards.test_killed_process import process, until_all_are
from tests.bot.cli.shards.test_two_processes import CHANNELS, SHARDS, WORLD
from tests.bot.cli.test_run import grognard, line_with
from tests.storage.postgres_server import Postgres

PATIENCE = 120.0


async def pictures(address: str) -> int:
    """How many there are for all."""
    line = await asyncpg.connect(address)
    try:
        return int(await line.fetchval("SELECT count(*) FROM grognard_jobs.results"))
    finally:
        await line.close()


def done(where: str, kind: str) -> float:
    """How many jobs of a kind a worker says that it has done."""
    with urllib.request.urlopen(where, timeout=PATIENCE) as answer:
        lines = answer.read().decode().splitlines()
    name = f'grognard_jobs_done_total{{kind="{kind}",result="done"}}'
    return sum(float(line.split()[-1]) for line in lines if line.startswith(name))


@pytest.mark.long  # quick: tests/bot/cli/test_worker.py
async def test_a_worker_draws_and_thinks_for_two_processes(tmp_path: Path, postgres: Postgres) -> None:
    address = postgres.at(postgres.empty())
    known = {"GROGNARD_DATABASE": address, "GROGNARD_DATA": str(tmp_path / "worker")}
    async with Sandbox(tmp_path / "discord", world=WORLD, join_delay=0.05) as sandbox:
        sandbox.gateway.shards = sandbox.gateway.max_concurrency = SHARDS
        anna = sandbox.person("Anna")
        anna.timeout = PATIENCE
        async with (
            process(sandbox, address, tmp_path / "one", GROGNARD_JOBS="on", GROGNARD_STANDBY="on"),
            process(sandbox, address, tmp_path / "two", GROGNARD_JOBS="on", GROGNARD_STANDBY="on"),
        ):
            await until_all_are(sandbox)
            async with grognard(tmp_path, "worker", "--watch", "127.0.0.1:0", **known) as worker:
                where = (await line_with(worker, "Health")).split()[-1]
                await line_with(worker, "Working")
                await asyncio.sleep(2.0)
                for channel in CHANNELS:
                    taken = {"battle": "tutorial", "partner": True, "level": "easy", "side": "orange"}
                    await anna.slash(channel, "game new", **taken)
                    await anna.slash(channel, "game start")
                    assert (await anna.slash(channel, "map")).message is not None
                async with asyncio.timeout(PATIENCE):
                    while not (done(where, "draw") and done(where, "play")):
                        await asyncio.sleep(0.2)
                worker.kill()
            before = await pictures(address)
            for channel in CHANNELS:
                assert (await anna.slash(channel, "map", theme="dark")).message is not None

    assert await pictures(address) > before > 0
    for name in ("one", "two"):
        assert "Traceback" not in (tmp_path / name / "log").read_text()
