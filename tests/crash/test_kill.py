"""SIGKILL at random moments of random play: what a player saw confirmed is there, nothing is there twice, and
every post that was owed is made once. A quick form; `SOAK=1` makes it three hundred.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import os
import random
import signal
import sqlite3
import sys
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from sandbox import Fault, Sandbox
from sandbox.client.command_input import InvalidInput
from sandbox.client.person import NoAnswer, Reply
from storage import backups
from tests.crash.processes import children, wait_for_exit

ROOT = Path(__file__).resolve().parents[2]
KILLS = 300 if os.environ.get("SOAK") else 2
BATTLES = ("tutorial", "gue", "ormes", "puits", "nonaka")
REFUSAL = 0xC61820
PATIENCE = 120.0

pytestmark = pytest.mark.skipif(os.name == "nt", reason="signals of POSIX")


@dataclass(slots=True)
class ConfirmedEntries:
    """What players saw confirmed: for each interaction its game, its entry and what stands in it."""

    path: Path
    entries: dict[int, tuple[int, int, str]] = field(default_factory=dict)
    answers: int = 0

    def confirm(self, reply: Reply, *, order: bool) -> None:
        """An answer has come; an order that was not refused must be on the disk by now."""
        self.answers += 1
        number = int(reply.interaction.id)
        with closing(sqlite3.connect(f"file:{self.path}?mode=ro", uri=True)) as database:
            entry = _entry(database, number)
        refused = reply.message is None or REFUSAL in reply.colours
        assert entry is not None or refused or not order, f"confirmed, and not on the disk: {reply}"
        if entry is not None:
            self.entries[number] = entry


def _entry(database: sqlite3.Connection, interaction: int) -> tuple[int, int, str] | None:
    """The entry an interaction made, with a digest of it; `struck` may change later."""
    sql = """SELECT e.game, e.seq, e.kind, e.side, e.who, e.command, e.events, e.at FROM receipts r
             JOIN entries e ON e.game = r.game AND e.seq = json_extract(r.outcome, '$.seq')
             WHERE r.interaction = ?"""
    row = database.execute(sql, (interaction,)).fetchone()
    return None if row is None else (row[0], row[1], hashlib.sha256(repr(row).encode()).hexdigest())


def environment(folder: Path, sandbox: Sandbox) -> dict[str, str]:
    """The environment of a bot that plays on a sandbox, its games in a folder."""
    kept = {k: v for k, v in os.environ.items() if not k.startswith(("DISCORD", "GROGNARD", "PYTEST"))}
    return {
        **kept,
        "PYTHONPATH": str(ROOT),
        "DISCORD_TOKEN": sandbox.token,
        "GROGNARD_API": sandbox.api_base,
        "GROGNARD_GATEWAY": sandbox.gateway_url,
        "GROGNARD_BACKUP_HOURS": "0",
        "GROGNARD_CACHE": str(folder.parent / "cache"),
    }


@asynccontextmanager
async def grognard(
    folder: Path, sandbox: Sandbox, through: tuple[str, ...] = (), **more: str
) -> AsyncIterator[Any]:
    """The bot, a process of its own, connected; killed in the end. `through` is a program that starts it."""
    env = {**environment(folder, sandbox), **more}
    with (folder / "log").open("ab") as log:
        process = await asyncio.create_subprocess_exec(
            *(*through, sys.executable, "-m", "bot", "run", "--data", str(folder)),
            cwd=folder,
            env=env,
            stdout=log,
            stderr=log,
        )
    try:
        await sandbox.ready(timeout=PATIENCE)
        yield process
    finally:
        if process.returncode is None:
            process.send_signal(signal.SIGKILL)
        await process.wait()


async def press_at_random(person: Any, channel: str, chance: random.Random, seen: ConfirmedEntries) -> None:
    """Press, choose and type at random, one thing after another, until cancelled."""
    person.timeout = 5.0
    while True:
        with contextlib.suppress(NoAnswer, InvalidInput):
            name, reply = await _anything(person, channel, chance)
            seen.confirm(reply, order=name == "done")
        await asyncio.sleep(0)


async def _anything(person: Any, channel: str, chance: random.Random) -> tuple[str, Reply]:
    lot = chance.random()
    if lot < 0.06:
        await person.slash(channel, "game new", battle=chance.choice(BATTLES), partner=True)
        return "start", await person.slash(channel, "game start")
    if lot < 0.35:
        return "done", await person.slash(channel, "done")
    messages = [m for m in person.sees(channel)[-8:] if m.buttons or m.selects]
    if not messages:
        return "panel", await person.slash(channel, "game status")
    message = chance.choice(messages)
    menus = [menu for menu in message.selects if menu.get("options")]
    if menus and chance.random() < 0.6:
        menu = chance.choice(menus)
        return "menu", await person.select(
            message, menu["custom_id"], chance.choice(menu["options"])["value"]
        )
    pressed = [b["custom_id"] for b in message.buttons if "custom_id" in b and not b.get("disabled")]
    if not pressed:
        return "panel", await person.slash(channel, "game status")
    return "press", await person.click(message, chance.choice(pressed))


@pytest.mark.long
@pytest.mark.promise(1, 2, 7)
@pytest.mark.fault(76)
@pytest.mark.timeout(0 if os.environ.get("SOAK") else 600)
async def test_nothing_confirmed_is_lost_and_nothing_happens_twice(tmp_path: Path) -> None:
    chance, folder = random.Random(1809), tmp_path / "data"
    folder.mkdir()
    seen = ConfirmedEntries(folder / "grognard.db")
    async with Sandbox(tmp_path / "discord", join_delay=0.05) as sandbox:
        players = [(sandbox.person("Anna"), "battle"), (sandbox.person("Bruno"), "tutorial")]
        for life in range(KILLS):
            async with grognard(folder, sandbox) as process:
                await answered(sandbox)
                lives = [asyncio.create_task(press_at_random(*player, chance, seen)) for player in players]
                await asyncio.sleep(chance.uniform(0.3, 3.0))
                if life == KILLS - 1:
                    await played(seen)
                below = children(process.pid)
                process.send_signal(signal.SIGKILL)
                await process.wait()
            await wait_for_exit(below)
            for task in lives:
                task.cancel()
            ends = await asyncio.gather(*lives, return_exceptions=True)
            assert all(isinstance(end, asyncio.CancelledError) for end in ends), ends
            while sandbox.gateway.online:
                await sandbox.broadcaster.wait_for_change(0.1)
            await judge(seen)
        async with grognard(folder, sandbox):
            await answered(sandbox)
            await delivered(seen.path)
        judge_posts(seen.path, sandbox)
    assert "Traceback" not in (folder / "log").read_text()


@pytest.mark.long
@pytest.mark.promise(7)
@pytest.mark.fault(76)
async def test_what_was_acknowledged_before_a_kill_is_answered_after_it(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    folder.mkdir()
    async with Sandbox(tmp_path / "discord", join_delay=0.05) as sandbox:
        anna = sandbox.person("Anna")
        async with grognard(folder, sandbox) as process:
            await anna.slash("battle", "game new", battle="ormes", side="both")
            await anna.slash("battle", "game start")
            sandbox.faults.append(Fault(method="PATCH", path="/webhooks/*", status=0, delay=60, times=2))
            moved = await anna.slash("battle", "move", {"unit": "line-1", "path": "0708"}, wait=False)
            drawn = await anna.slash("battle", "map", wait=False)
            while sandbox.faults[-1].times:
                await sandbox.broadcaster.wait_for_change(0.1)
            thinking = len(sandbox.neglected)
            process.send_signal(signal.SIGKILL)
            await process.wait()
        while sandbox.gateway.online:
            await sandbox.broadcaster.wait_for_change(0.1)
        async with grognard(folder, sandbox):
            await answered(sandbox)
            while (folder / "owed").read_bytes():
                await sandbox.broadcaster.wait_for_change(0.05)
        replies = [
            Reply(sandbox, sandbox.state.records.interactions[m.interaction.id]) for m in (moved, drawn)
        ]

    assert thinking == 2
    assert "0709 → 0708" in replies[0].words
    assert "Nothing was done in the game" in replies[1].words
    assert not any(i.token in (folder / "log").read_text() for i in sandbox.interactions)


async def answered(sandbox: Sandbox) -> None:
    """Wait until nothing that was acknowledged is left "thinking"."""
    async with asyncio.timeout(PATIENCE):
        while any(i.acknowledged for i in sandbox.neglected):
            await sandbox.broadcaster.wait_for_change(0.1)


async def played(seen: ConfirmedEntries) -> None:
    """Wait until an order has been confirmed: on a slow machine a life can be too short for one."""
    async with asyncio.timeout(PATIENCE):
        while not seen.entries:
            await asyncio.sleep(0.05)


async def judge(seen: ConfirmedEntries) -> None:
    """Confirmed entries are unchanged, no interaction was obeyed twice, the logs replay to the games."""
    problems = await asyncio.to_thread(backups.check, seen.path)
    assert not problems.faults
    with closing(sqlite3.connect(seen.path)) as database:
        for interaction, entry in seen.entries.items():
            assert _entry(database, interaction) == entry, f"interaction {interaction} was confirmed"
        sql = "SELECT game, json_extract(outcome, '$.seq') FROM receipts WHERE outcome LIKE '%\"seq\":%'"
        made = Counter(row for row in database.execute(sql + " AND outcome NOT LIKE '%\"undo\":%'"))
        assert not [entry for entry, times in made.items() if times > 1]


async def delivered(path: Path) -> None:
    """Wait until no post is owed any more."""
    async with asyncio.timeout(PATIENCE):
        while True:
            with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as database:
                sql = "SELECT count(*) FROM letters WHERE posted IS NULL AND failed = ''"
                if not database.execute(sql).fetchone()[0]:
                    return
            await asyncio.sleep(0.1)


def judge_posts(path: Path, sandbox: Sandbox) -> None:
    """Every letter that was posted is one message; no message stands there twice."""
    posts = Counter(post.nonce for post in sandbox.state.records.posts.values() if post.nonce is not None)
    with closing(sqlite3.connect(path)) as database:
        letters = dict(database.execute("SELECT id, posted FROM letters WHERE posted IS NOT NULL"))
    assert letters
    assert not [nonce for nonce, times in posts.items() if times > 1]
