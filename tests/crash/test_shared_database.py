"""Several processes play the same games over one PostgreSQL, while they are killed, the server is restarted
and the line of one is cut: every confirmed order is there, once, and every log can be decided again."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from functools import partial
from itertools import count
from pathlib import Path

import pytest
from sqlalchemy import text

from bot.core.game_service import GameService
from bot.core.requests.actor import Actor
from bot.features.lobby import seating
from storage import Store, backups
from tests.crash.shared_player import ANNA
from tests.crash.troubles import CUT, Crew, Form, Troubles
from tests.cut_line import CutLine
from tests.storage.postgres_server import USER, Postgres

pytestmark = pytest.mark.skipif(os.name == "nt", reason="signals of POSIX")

ROOT = Path(__file__).parents[2]
BATTLES = ("ormes", "gue", "nonaka", "puits")


QUICK = Form(orders=40, games=4, processes=2, kill_every=0.5, between=8, restarts=1, cuts=1, cut=0.5)
LONG = Form(orders=2000, games=200, processes=4, kill_every=4.0, between=20, restarts=2, cuts=1, cut=12.0)
FORM = LONG if os.environ.get("SOAK") else QUICK
PATIENCE = 3000.0 if FORM is LONG else 150.0

Order = tuple[int, int, int]
"""Its game, its number there, its interaction."""


@pytest.mark.long
@pytest.mark.timeout(PATIENCE + 60)
@pytest.mark.promise(1, 2)
async def test_no_order_is_lost_or_doubled_whoever_dies(postgres: Postgres, tmp_path: Path) -> None:
    name = postgres.fresh()
    url, seeds, orders = postgres.at(name), count(1), list[Order]()
    await begun(url, FORM.games)
    line = CutLine(partial(asyncio.open_unix_connection, postgres.folder / ".s.PGSQL.5432"))
    through_line = lambda: f"postgresql://{USER}@127.0.0.1:{line.port}/{name}"  # noqa: E731

    @asynccontextmanager
    async def player(number: int) -> AsyncIterator[asyncio.subprocess.Process]:
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "tests.crash.shared_player"),
            *(through_line() if number == CUT else url, str(next(seeds))),
            cwd=ROOT,
            stdout=asyncio.subprocess.PIPE,
        )
        try:
            yield process
        finally:
            with suppress(ProcessLookupError):
                process.kill()
            await process.wait()

    async def listen(process: asyncio.subprocess.Process) -> None:
        assert process.stdout is not None
        while line := await process.stdout.readline():
            if line != b"open\n" and line.endswith(b"\n"):
                game, seq, interaction = map(int, line.split())
                orders.append((game, seq, interaction))

    async with line.listening(), Crew(player, listen).at_work(FORM.processes) as crew:
        async with asyncio.timeout(PATIENCE):
            await Troubles(FORM, postgres, [line], crew, lambda: len(orders)).run()
    assert set(crew.ends) == {-signal.SIGKILL}, "one died of itself"
    await judge(url, orders)


async def begun(url: str, games: int) -> None:
    """Games under way, a person on both sides."""
    store = await Store.open(url, shared=True)
    service, numbers = GameService(store), count(1)
    for n in range(games):
        actors = (Actor(user=ANNA, name="Anna", interaction=i, guild=1, channel=1000 + n) for i in numbers)
        game = await seating.create_game(service, next(actors), BATTLES[n % len(BATTLES)], seating.BOTH, None)
        await seating.start(service, game.record.id, next(actors))
    await store.close()


async def judge(url: str, orders: list[Order]) -> None:
    """Each confirmed order has its receipt, which names its entry; no entry has two; no entry without one."""
    store = await Store.open(url, shared=True)
    assert len({(game, seq) for game, seq, _ in orders}) == len(orders), "confirmed twice"
    for game, seq, interaction in orders:
        receipt = await store.receipts.get(interaction)
        assert receipt is not None, f"game {game}: order {seq} is lost"
        assert (receipt.game, receipt.outcome["seq"]) == (game, seq)
    async with store.reading() as tx:
        counted = "SELECT count(*) FROM entries WHERE kind = 'order' AND who IS NOT NULL"
        entries = (await tx.session.execute(text(counted))).scalar_one()
        receipted = f"SELECT count(DISTINCT (game, outcome)) FROM receipts WHERE interaction >= {1 << 40}"
        receipts = (await tx.session.execute(text(receipted))).scalar_one()
    await store.close()
    assert entries == receipts >= len(orders)
    report = await asyncio.to_thread(backups.check, url)
    assert (report.faults, report.games) == ([], FORM.games)
