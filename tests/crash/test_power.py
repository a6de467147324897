"""Power loss: of each file what was synced survives, and of the rest any blocks. No confirmed order is lost.

A quick form; `SOAK=1` makes it a hundred.
"""

from __future__ import annotations

import asyncio
import os
import random
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

from storage import Store, backups

ROOT = Path(__file__).resolve().parents[2]
LOSSES = 100 if os.environ.get("SOAK") else 3
BLOCK = 512

pytestmark = pytest.mark.skipif(
    sys.platform != "linux" or shutil.which("gcc") is None, reason="Linux and gcc"
)


@pytest.fixture(scope="module")
def shim(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("shim") / "power.so"
    source = Path(__file__).with_name("power.c")
    subprocess.run(["gcc", "-shared", "-fPIC", "-O1", "-o", made, source, "-ldl"], check=True)
    return made


@pytest.mark.promise(1)
@pytest.mark.timeout(0 if os.environ.get("SOAK") else 600)
def test_no_confirmed_order_is_lost_when_the_power_goes(shim: Path, tmp_path: Path) -> None:
    chance = random.Random(1815)
    disk, said = tmp_path / "disk", list[tuple[int, int, int]]()
    disk.mkdir()
    for number in range(LOSSES):
        after = tmp_path / f"after-{number}"
        said += played(shim, disk, after, chance.uniform(0.05, 1.2), orders=int(number == LOSSES - 1))
        lose(disk, after, chance, torn=number % 2 == 1)
        shutil.rmtree(disk)
        after.rename(disk)

        asyncio.run(judge(disk / "games.db", said))

    assert said, "it never played"


def played(shim: Path, disk: Path, kept: Path, seconds: float, orders: int) -> list[tuple[int, int, int]]:
    """What a player says is confirmed until the power goes, so many orders at least and for so long; `kept`
    holds what was synced."""
    kept.mkdir()
    for file in disk.iterdir():  # what survived the last loss is on the disk
        shutil.copy(file, kept / file.name)
    env = os.environ | {"LD_PRELOAD": str(shim), "POWER_WATCH": str(disk), "POWER_KEPT": str(kept)}
    command = [sys.executable, "-m", "tests.crash.player", str(disk / "games.db")]
    with subprocess.Popen(command, cwd=ROOT, env=env, stdout=subprocess.PIPE, text=True) as player:
        assert player.stdout is not None
        player.stdout.readline()
        told = "".join(player.stdout.readline() for _ in range(orders))
        time.sleep(seconds)
        player.kill()
        told += player.stdout.read()
    lines = [line.split() for line in told.splitlines(keepends=True) if line.endswith("\n")]
    return [(int(game), int(seq), int(interaction)) for game, seq, interaction in lines]


def lose(disk: Path, kept: Path, chance: random.Random, *, torn: bool) -> None:
    """Leave in `kept` what the power left: what was synced; if `torn`, any blocks of what was not, too."""
    for half in kept.glob("*.half"):
        half.unlink()
    if not torn:
        return
    for synced in list(kept.iterdir()):
        now = disk / synced.name
        if not now.exists():
            continue
        old, new = synced.read_bytes(), now.read_bytes()
        length = len(old) if chance.random() < 0.5 else max(len(old), len(new))
        new, mixed = new.ljust(length, b"\0"), bytearray(old.ljust(length, b"\0"))
        for at in range(0, length, BLOCK):
            if chance.random() < 0.5:
                mixed[at : at + BLOCK] = new[at : at + BLOCK]
        synced.write_bytes(mixed)


async def judge(path: Path, said: list[tuple[int, int, int]]) -> None:
    """What was confirmed is there, once and in order; the logs replay to the games."""
    problems = await asyncio.to_thread(backups.check, path)
    assert not problems.faults
    store = await Store.open(path)
    try:
        for game in {game for game, _, _ in said}:
            entries = await store.log.entries(game)
            assert [entry.seq for entry in entries] == list(range(1, len(entries) + 1))
        for game, seq, interaction in said:
            receipt = await store.receipts.get(interaction)
            assert receipt is not None, f"order {interaction} was confirmed and is lost"
            assert (receipt.game, receipt.outcome["seq"]) == (game, seq)
    finally:
        await store.close()
