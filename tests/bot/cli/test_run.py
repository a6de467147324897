"""`grognard run` as a host starts it: the process, the local Discord page, Ctrl-C and a restart."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import aiohttp
import pytest

from sandbox import Sandbox
from sandbox.limits.components import walk
from tests.patience import PATIENCE

ROOT = Path(__file__).resolve().parents[3]

pytestmark = pytest.mark.skipif(os.name == "nt", reason="signals of POSIX")


def surroundings(**more: str) -> dict[str, str]:
    kept = {
        k: v for k, v in os.environ.items() if not k.startswith(("DISCORD", "GROGNARD", "PYTEST", "DISPLAY"))
    }
    return {**kept, "PYTHONPATH": str(ROOT), "PYTHONUNBUFFERED": "1", **more}


@asynccontextmanager
async def grognard(folder: Path, *words: str, **env: str) -> AsyncIterator[Any]:
    """The command, running; killed at the end if it still runs."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "bot", *words),
        cwd=folder,
        env=surroundings(**env),
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )
    try:
        yield process
    finally:
        if process.returncode is None:
            process.kill()
        await process.communicate()


async def line_with(process: Any, words: str) -> str:
    async with asyncio.timeout(PATIENCE):
        while line := (await process.stdout.readline()).decode():
            if words in line:
                return str(line)
    raise AssertionError(f"it never said {words!r}")


async def stopped(process: Any, number: int) -> tuple[int, str]:
    """Stop it; its exit code and what it said in the end."""
    process.send_signal(number)
    async with asyncio.timeout(PATIENCE):
        rest = (await process.stdout.read()).decode()
        return await process.wait(), rest


async def newest_message(session: Any, address: str, person: str, words: str) -> Any:
    """The newest message with these words in the tutorial channel, as a person sees it."""
    async with asyncio.timeout(PATIENCE):
        while True:
            world = await (await session.get(f"{address}/table/world")).json()
            channel = next(c for c in world["channels"] if c["name"] == "tutorial")
            query = {"person": person, "channel": channel["id"]}
            seen = await (await session.get(f"{address}/table/messages", params=query)).json()
            hits = [m for m in seen["messages"] if words in str(m)]
            if hits:
                return hits[-1]
            await asyncio.sleep(0.1)


def button(message: Any, label: str) -> str:
    parts = [part for _, part in walk(message["components"])]
    return str(next(c["custom_id"] for c in parts if c.get("label", "").startswith(label)))


async def press(session: Any, address: str, person: str, message: Any, label: str) -> None:
    body = {"person": person, "message": message["id"], "custom_id": button(message, label)}
    answer = await session.post(f"{address}/table/click", json=body)
    assert answer.status == 200, await answer.text()


@pytest.mark.long
@pytest.mark.promise(7)
async def test_local_discord_opens_stops_and_goes_on(tmp_path: Path) -> None:
    words = ("run", "--no-browser", "--port", "0", "--data", str(tmp_path / "data"))
    async with aiohttp.ClientSession() as session:
        async with grognard(tmp_path, *words) as process:
            kept = await line_with(process, "Games are kept in")
            assert f"{tmp_path / 'data'}. To keep them elsewhere: --data FOLDER" in kept
            address = (await line_with(process, "Play at")).split()[-1]
            world = await (await session.get(f"{address}/table/world")).json()
            anna = world["people"][0]["user"]["id"]
            welcome = await newest_message(session, address, anna, "Start the tutorial")
            await press(session, address, anna, welcome, "Start the tutorial")
            await newest_message(session, address, anna, "Lesson ·")

            code, rest = await stopped(process, signal.SIGINT)

        assert code == 0
        assert "Traceback" not in rest
        async with grognard(tmp_path, *words) as process:
            address = (await line_with(process, "Play at")).split()[-1]
            post = await newest_message(session, address, anna, "your orders, please")
            while not (await (await session.get(f"{address}/table/world")).json())["online"]:
                await asyncio.sleep(0.1)
            await press(session, address, anna, post, "Do it for me")
            await newest_message(session, address, anna, "Next phase.")

            code, rest = await stopped(process, signal.SIGTERM)

        assert code == 0
        assert "Traceback" not in rest


def test_without_a_token_and_without_the_local_discord_it_says_what_is_missing(tmp_path: Path) -> None:
    hidden = "import sys; sys.modules['sandbox'] = None; from bot.cli import main; main()"

    run = subprocess.run(
        [sys.executable, "-c", hidden, "run", "--data", str(tmp_path)],
        cwd=tmp_path,
        env=surroundings(),
        capture_output=True,
        text=True,
        check=False,
    )

    assert run.returncode == 78, run.stderr
    assert "Set DISCORD_TOKEN" in run.stderr
    assert "Traceback" not in run.stderr


@pytest.mark.long
async def test_with_a_token_it_says_how_to_invite_it(tmp_path: Path) -> None:
    async with Sandbox(tmp_path / "discord") as sandbox:
        env = {
            "DISCORD_TOKEN": sandbox.token,
            "GROGNARD_API": sandbox.api_base,
            "GROGNARD_GATEWAY": sandbox.gateway_url,
        }
        async with grognard(tmp_path, "run", "--data", str(tmp_path / "data"), **env) as process:
            line = await line_with(process, "Add me to a server")
            await sandbox.ready(timeout=PATIENCE)
            code, rest = await stopped(process, signal.SIGINT)

    assert "permissions=2252177770925056" in line
    assert "scope=bot" in line
    assert (code, sandbox.token in rest) == (0, False)


@pytest.mark.long
@pytest.mark.fault(68)
async def test_a_wrong_token_is_named_and_never_shown(tmp_path: Path) -> None:
    async with Sandbox(tmp_path / "discord") as sandbox:
        env = {
            "DISCORD_TOKEN": "wrong",
            "GROGNARD_API": sandbox.api_base,
            "GROGNARD_GATEWAY": sandbox.gateway_url,
        }
        async with grognard(tmp_path, "run", "--data", str(tmp_path / "data"), **env) as process:
            await line_with(process, "does not know this token")
            code = await asyncio.wait_for(process.wait(), PATIENCE)

    assert code == 78  # deploy/grognard.service: not to be started again


@pytest.mark.long
@pytest.mark.fault(76)
async def test_a_second_bot_on_the_same_folder_is_refused(tmp_path: Path) -> None:
    words = ("run", "--no-browser", "--port", "0", "--data", str(tmp_path / "data"))
    async with grognard(tmp_path, *words) as first:
        await line_with(first, "Play at")
        async with grognard(tmp_path, *words) as second:
            await line_with(second, "Another Grognard is running")
            assert await asyncio.wait_for(second.wait(), PATIENCE) == 1
        assert (await stopped(first, signal.SIGINT))[0] == 0


@pytest.mark.long
async def test_the_doctor_finds_a_damaged_database(tmp_path: Path) -> None:
    data = tmp_path / "data"
    async with grognard(tmp_path, "doctor", "--data", str(data)) as process:
        assert await asyncio.wait_for(process.wait(), PATIENCE) == 0
    data.mkdir()
    (data / "grognard.db").write_bytes(b"not a database at all, but long enough to be looked at" * 100)

    async with grognard(tmp_path, "doctor", "--data", str(data)) as process:
        await line_with(process, "PROBLEM")
        code = await asyncio.wait_for(process.wait(), PATIENCE)

    assert code == 1


@pytest.mark.long
@pytest.mark.parametrize(("ahead", "finding"), [(0.0, "agrees with"), (90.0, "behind"), (-90.0, "ahead of")])
async def test_the_doctor_compares_the_hosts_clock_with_discords(
    tmp_path: Path, ahead: float, finding: str
) -> None:
    """Discord's clock is so many seconds ahead of ours."""
    async with Sandbox(tmp_path / "table", clock=lambda: time.time() + ahead) as sandbox:
        env = {"DISCORD_TOKEN": sandbox.token, "GROGNARD_API": sandbox.api_base}
        async with grognard(tmp_path, "doctor", "--data", str(tmp_path / "data"), **env) as process:
            line = await line_with(process, "this host's clock")
            code = await asyncio.wait_for(process.wait(), PATIENCE)

    assert finding in line
    assert line.startswith("PROBLEM") == bool(ahead)
    assert code == (1 if ahead else 0)
