"""Clients that share nothing with discord.py: what suits only one library is no Discord."""

import asyncio
import base64
import contextlib
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from sandbox import Sandbox, World
from sandbox.tests.tiny_bot import PNG

HERE = Path(__file__).parent / "foreign"
PACKAGES = Path(__file__).parents[2] / "build" / "hikari"
PATIENCE = 60.0
TOKEN = base64.b64encode(b"123456789012345678").decode().rstrip("=") + ".sandbox.token"
"""hikari reads a number in its first part, as in a real one."""


@pytest.fixture(scope="session")
def discord_js():
    """The command that starts a bot on discord.js, which is installed as locked when it is not there."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if node is None or npm is None:
        pytest.skip("node and npm are not installed")
    lock, done = HERE / "package-lock.json", HERE / "node_modules" / ".package-lock.json"
    if not done.exists() or done.stat().st_mtime < lock.stat().st_mtime:
        words = ("ci", "--no-audit", "--no-fund", "--ignore-scripts", "--loglevel=error")
        subprocess.run([npm, *words], cwd=HERE, check=True, timeout=120)
    return node, "client.js"


@pytest.fixture(scope="session")
def hikari():
    """The command that starts a bot on hikari, which is installed as locked, beside our own packages."""
    lock, done = HERE / "requirements.lock", PACKAGES / "requirements.lock"
    if not done.exists() or done.read_bytes() != lock.read_bytes():
        shutil.rmtree(PACKAGES, ignore_errors=True)
        words = ("--quiet", "--disable-pip-version-check", "--require-hashes", "--target", str(PACKAGES))
        pip = (sys.executable, "-m", "pip", "install", *words, "-r", str(lock))
        subprocess.run(pip, check=True, timeout=120)
        shutil.copy(lock, done)
    return sys.executable, "client_hikari.py"


@contextlib.asynccontextmanager
async def running(sandbox, command, log):
    """A bot of another library, connected, its commands known."""
    with log.open("wb") as lines:
        words, env = (*command, sandbox.base_url, sandbox.token), os.environ | {"PYTHONPATH": str(PACKAGES)}
        process = await asyncio.create_subprocess_exec(*words, cwd=HERE, env=env, stdout=lines, stderr=lines)
    try:
        async with asyncio.timeout(PATIENCE):
            while not (sandbox.state.records.commands and sandbox.gateway.online):
                assert process.returncode is None, log.read_text()
                await sandbox.broadcaster.wait_for_change(0.2)
            await sandbox.ready(PATIENCE)
        yield
        assert process.returncode is None, log.read_text()
    finally:
        if process.returncode is None:
            process.kill()
        await process.wait()


@pytest.mark.long
@pytest.mark.parametrize("library", ["discord_js", "hikari"])
async def test_a_bot_of_another_library_plays_here_too(tmp_path, request, library):
    command = request.getfixturevalue(library)
    async with Sandbox(tmp_path / "table", world=World(token=TOKEN), join_delay=0.1) as sandbox:
        async with running(sandbox, command, tmp_path / "log"):
            await plays(sandbox)
            await resumes(sandbox)
        assert sandbox.unanswered == []
    log = (tmp_path / "log").read_text()
    assert log.split() == ["resumed"], log


async def plays(sandbox):
    """One thing of each kind, as a person sees it."""
    anna = sandbox.person("Anna")
    assert sorted(anna.commands("battle")) == ["file", "later", "panel", "text"]
    assert (await anna.slash("battle", "text")).text == "pong to Anna"

    reply = await anna.slash("battle", "file")
    assert reply.file() == PNG
    assert reply.embeds[0]["image"]["url"] == reply.attachments[0]["url"]

    panel = await anna.slash("battle", "panel")
    await anna.click(panel, "Count")
    await anna.click(panel, "Count")
    assert panel.text == "Panel 2"
    chosen = await anna.select(panel, "choose", "Blue")
    assert (chosen.text, chosen.ephemeral) == ("chose b", True)
    form = await anna.click(panel, "Ask")
    assert (await anna.submit(form, {"name": "Maria"})).text == "Hello Maria"

    later = await anna.slash("battle", "later")
    async with asyncio.timeout(PATIENCE):
        while not later.followups:
            await sandbox.broadcaster.wait_for_change(0.5)
    assert (later.text, later.file()) == ("done", PNG)
    assert [(more.text, more.ephemeral) for more in later.followups] == [("and more", True)]


async def resumes(sandbox):
    """What was missed while the line was cut is answered after it."""
    await sandbox.gateway.close(4000)
    missed = await sandbox.person("Bruno").slash("battle", "text")
    async with asyncio.timeout(PATIENCE):
        while not sandbox.gateway.resumes:
            await sandbox.broadcaster.wait_for_change(0.5)
    assert missed.text == "pong to Bruno"
    assert (sandbox.gateway.identifies, sandbox.gateway.resumes) == (1, 1)
    await sandbox.settled()
