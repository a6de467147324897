"""Several processes play the same games over one PostgreSQL, while they are killed, the server is restarted
and the line of one is cut: every confirmed order is there, once, and every log can be decided again."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from itertools import count
from pathlib import Path

import pytest

from bot.core.game_access import Actor
from bot.core.game_service import GameService
from bot.features.lobby import seating
from storage import Store, backups
from tests.crash.shared_player import ANNA
from tests.cut_line import CutLine
from tests.storage.postgres_server import USER, Postgres

pytestmark = pytest.mark.skipif(os.name == "nt", reason="signals of POSIX")

ROOT = Path(__file__).parents[2]
BATTLES = ("ormes", "gue", "nonaka", "puits")


@dataclass(frozen=True, kw_only=True)
class Form:
    """How long it goes on: so many orders over so many games in so many processes. One is killed every few
    seconds, but not before some orders more; the server is restarted so often; the line of one is dead for so
    many seconds."""

    orders: int
    games: int
    processes: int
    kill_every: float
    between: int
    restarts: int
    cut: float


QUICK = Form(orders=40, games=4, processes=2, kill_every=0.5, between=8, restarts=1, cut=0.5)
LONG = Form(orders=2000, games=200, processes=4, kill_every=4.0, between=20, restarts=2, cut=12.0)
FORM = LONG if os.environ.get("SOAK") else QUICK
PATIENCE = 3000.0 if FORM is LONG else 150.0


@dataclass
class Confirmed:
    """What the processes said."""

    orders: list[tuple[int, int, int]] = field(default_factory=list)
    seeds: Iterator[int] = field(default_factory=lambda: count(1))

    async def player(self, url: str) -> None:
        """A process that plays, begun again whenever it was killed, until cancelled."""
        while True:
            process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", "tests.crash.shared_player", url, str(next(self.seeds))),
                cwd=ROOT,
                stdout=asyncio.subprocess.PIPE,
            )
            self.living[id(process)] = process
            try:
                assert process.stdout is not None
                while line := await process.stdout.readline():
                    if line != b"open\n" and line.endswith(b"\n"):
                        game, seq, interaction = map(int, line.split())
                        self.orders.append((game, seq, interaction))
                assert await process.wait() == -signal.SIGKILL, "it died of itself"
            finally:
                del self.living[id(process)]
                with suppress(ProcessLookupError):
                    process.kill()
                await process.wait()

    living: dict[int, asyncio.subprocess.Process] = field(default_factory=dict)


@pytest.mark.long
@pytest.mark.timeout(PATIENCE + 60)
@pytest.mark.promise(1, 2)
async def test_no_order_is_lost_or_doubled_whoever_dies(postgres: Postgres, tmp_path: Path) -> None:
    name = postgres.fresh()
    url, said = postgres.at(name), Confirmed()
    await begun(url, FORM.games)
    line = CutLine(partial(asyncio.open_unix_connection, postgres.folder / ".s.PGSQL.5432"))
    async with line.listening():
        urls = [f"postgresql://{USER}@127.0.0.1:{line.port}/{name}", *[url] * (FORM.processes - 1)]
        players = [asyncio.create_task(said.player(each)) for each in urls]
        trouble = asyncio.create_task(troubles(postgres, line, said))
        try:
            async with asyncio.timeout(PATIENCE):
                while len(said.orders) < FORM.orders or not trouble.done():
                    await asyncio.sleep(0.1)
                    assert not [task.exception() for task in players if task.done()]
            trouble.result()
        finally:
            for task in (trouble, *players):
                task.cancel()
            await asyncio.gather(trouble, *players, return_exceptions=True)
    await judge(url, said.orders)


async def begun(url: str, games: int) -> None:
    """Games under way, a person on both sides."""
    store = await Store.open(url, shared=True)
    service, numbers = GameService(store), count(1)
    for n in range(games):
        actors = (Actor(user=ANNA, name="Anna", interaction=i, guild=1, channel=1000 + n) for i in numbers)
        game = await seating.create_game(service, next(actors), BATTLES[n % len(BATTLES)], seating.BOTH, None)
        await seating.start(service, game.record.id, next(actors))
    await store.close()


async def troubles(postgres: Postgres, line: CutLine, said: Confirmed) -> None:
    """Kill a process again and again; between two kills cut the line, and restart the server."""
    kills = restarts = 0
    cut: asyncio.Task[None] | None = None
    while len(said.orders) < FORM.orders or restarts < FORM.restarts or cut is None or not cut.done():
        await played_on(said)
        kills += 1
        [*said.living.values()][kills % len(said.living)].kill()
        if kills % 2 and cut is None:
            cut = asyncio.create_task(cut_off(line))
        elif restarts < FORM.restarts and len(said.orders) > FORM.orders * restarts // (FORM.restarts + 1):
            restarts += 1
            await asyncio.to_thread(postgres.stop, signal.SIGQUIT)
            await asyncio.sleep(0.3)
            await asyncio.to_thread(postgres.start)


async def cut_off(line: CutLine) -> None:
    """Cut the line for a while."""
    line.cut()
    await asyncio.sleep(FORM.cut)
    line.mend()


async def played_on(said: Confirmed) -> None:
    """A while, in which some orders are confirmed however slow the machine is."""
    enough = len(said.orders) + FORM.between
    await asyncio.sleep(FORM.kill_every)
    while len(said.orders) < enough or not said.living:
        await asyncio.sleep(0.05)


async def judge(url: str, orders: list[tuple[int, int, int]]) -> None:
    """Each confirmed order has its receipt, which names its entry; no entry has two; no entry without one."""
    store = await Store.open(url, shared=True)
    assert len({(game, seq) for game, seq, _ in orders}) == len(orders), "confirmed twice"
    for game, seq, interaction in orders:
        receipt = await store.receipts.get(interaction)
        assert receipt is not None, f"game {game}: order {seq} is lost"
        assert (receipt.game, receipt.outcome["seq"]) == (game, seq)
    async with store.reading() as tx:
        counted = "SELECT count(*) FROM entries WHERE kind = 'order' AND who IS NOT NULL"
        entries = (await tx.session.connection.exec_driver_sql(counted)).scalar_one()
        receipted = f"SELECT count(DISTINCT (game, outcome)) FROM receipts WHERE interaction >= {1 << 40}"
        receipts = (await tx.session.connection.exec_driver_sql(receipted)).scalar_one()
    await store.close()
    assert entries == receipts >= len(orders)
    report = await asyncio.to_thread(backups.check, url)
    assert (report.faults, report.games) == ([], FORM.games)
