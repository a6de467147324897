"""`grognard worker` draws and thinks for others over a real PostgreSQL; killed, hanging or absent it keeps no
one from a picture or an order, and the queue holds nothing that its reader may not know."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sys
import urllib.request
import zlib
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import asyncpg
import pytest

import scenarios
from bot.computer_player import thought_elsewhere
from bot.computer_player.calculations import PlayerKey, recalled
from bot.computer_player.thinker import Thinker
from bot.computer_player.thinking_process import ThinkingProcess
from bot.computer_player.thought_elsewhere import ThoughtElsewhere, packed, read_answer
from bot.i18n.catalogue import catalogue_for
from bot.i18n.names import Names
from bot.images import drawn_elsewhere
from bot.images.drawing_process import DrawingProcess
from bot.images.drawn_elsewhere import DrawnElsewhere
from bot.reports.map_picture import picture
from bot.ui.page import ChartImage, FilmImage, Picture
from engine import referee
from engine.evolve import replay
from engine.ledger import SeededDice
from engine.state import State
from engine.systems import find
from opponent import Player, View
from render.film_frame import FilmFrame
from render.league.records import Column, Row, Table
from storage.jobs.queue import JobQueue
from storage.jobs.worker import DEAD, LOOK
from tests.bot.cli.test_run import ROOT, grognard, line_with, surroundings
from tests.bot.sample_games import game_after, new_game
from tests.patience import PATIENCE
from tests.storage.postgres_server import Postgres

PNG, GIF = b"\x89PNG", b"GIF89a"
TAKEN = "SELECT 1 FROM grognard_jobs.pgqueuer WHERE status = 'picked'"
ASKER_WAITS = dict(drawn_elsewhere.PATIENCE)


@pytest.fixture
def address(postgres: Postgres) -> str:
    return postgres.at(postgres.empty())


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """A slow machine is no failure."""
    monkeypatch.setattr(drawn_elsewhere, "PATIENCE", {"draw": PATIENCE, "film": PATIENCE})
    monkeypatch.setattr(thought_elsewhere, "PATIENCE", PATIENCE)


@asynccontextmanager
async def a_queue(address: str) -> AsyncIterator[JobQueue]:
    queue = JobQueue(address)
    await queue.start()
    try:
        yield queue
    finally:
        await queue.close()


@asynccontextmanager
async def drawing(address: str, cache: Path) -> AsyncIterator[DrawingProcess]:
    """What a bot draws with."""
    async with a_queue(address) as queue:
        process = DrawingProcess(cache=cache, elsewhere=DrawnElsewhere(queue))
        try:
            yield process
        finally:
            await process.close()


@asynccontextmanager
async def worker(address: str, folder: Path, *words: str) -> AsyncIterator[Any]:
    """A worker that is there."""
    before = len(await rows(address, "SELECT * FROM grognard_jobs.workers"))
    known = {"GROGNARD_DATABASE": address, "GROGNARD_DATA": str(folder / "worker")}
    async with grognard(folder, "worker", *words, **known) as process:
        async with asyncio.timeout(PATIENCE):
            while len(await rows(address, "SELECT * FROM grognard_jobs.workers")) == before:
                await asyncio.sleep(0.05)
        yield process


async def rows(address: str, sql: str) -> list[Any]:
    line = await asyncpg.connect(address)
    try:
        return [tuple(row) for row in await line.fetch(sql)]
    finally:
        await line.close()


def a_picture(side: str = "blue", battle: str = "tutorial", orders: int = 4) -> Picture:
    game, recent = game_after(battle, orders)
    return picture(Names(catalogue_for(), game), side, recent)


@pytest.mark.long
async def test_a_picture_is_drawn_once_for_all_processes(address: str, tmp_path: Path) -> None:
    async with drawing(address, tmp_path) as first, drawing(address, tmp_path) as second:
        async with worker(address, tmp_path, "--draw"):
            asked = await first.draw(a_picture())
        found = await second.draw(a_picture())

        assert asked == found
        assert asked.startswith(PNG)
        assert not first._pid
        assert not second._pid
        assert asked == await first.draw_here(a_picture())


@pytest.mark.long
async def test_without_a_worker_it_is_drawn_here_and_found_by_others(address: str, tmp_path: Path) -> None:
    async with drawing(address, tmp_path) as first, drawing(address, tmp_path) as second:
        asked = await first.draw(a_picture())
        found = await second.draw(a_picture())

        assert asked == found
        assert first._pid
        assert not second._pid


@pytest.mark.long
async def test_charts_and_films_are_drawn_too(address: str, tmp_path: Path) -> None:
    table = Table(title="Cup", sub="", columns=(Column(label="Name"),), rows=(Row(cells=("Anna",)),))
    views = [a_picture(orders=n) for n in (3, 4)]
    frames = tuple(FilmFrame(view=each.view, caption=each.caption, milliseconds=500) for each in views)
    async with drawing(address, tmp_path) as bot, worker(address, tmp_path, "--draw"):
        film = await bot.draw(FilmImage(frames=frames, alt="", theme="light"))
        chart = await bot.draw(ChartImage(chart=table, alt=""))

        assert film.startswith(GIF)
        assert chart.startswith(PNG)
        assert not bot._pid


@pytest.mark.long
async def test_a_worker_that_hangs_is_not_waited_for(
    address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(drawn_elsewhere, "PATIENCE", {"draw": 0.3, "film": 0.3})
    async with drawing(address, tmp_path) as bot, worker(address, tmp_path, "--draw") as hanging:
        os.kill(hanging.pid, signal.SIGSTOP)
        drawn = await bot.draw(a_picture())

        assert drawn.startswith(PNG)
        assert bot._pid
        os.kill(hanging.pid, signal.SIGCONT)


def test_who_asks_for_a_picture_waits_longer_than_until_another_worker_takes_the_job_of_a_dead_one() -> None:
    assert min(ASKER_WAITS.values()) > DEAD + LOOK


@pytest.mark.long  # quick: the one before
@pytest.mark.skipif(not Path("/proc").exists(), reason="finds a process by /proc")
async def test_what_a_killed_worker_was_to_draw_another_worker_draws(address: str, tmp_path: Path) -> None:
    async with drawing(address, tmp_path) as bot, worker(address, tmp_path, "--draw") as killed:
        await bot.draw(a_picture(orders=1))
        children = Path(f"/proc/{killed.pid}/task").glob("*/children")
        [painter] = {int(pid) for each in children for pid in each.read_text().split()}
        async with worker(address, tmp_path, "--draw") as other:
            os.kill(other.pid, signal.SIGSTOP)  # until the first one has taken what is asked
            os.kill(painter, signal.SIGSTOP)
            asked = [asyncio.create_task(bot.draw(a_picture(orders=n))) for n in (2, 3)]
            async with asyncio.timeout(PATIENCE):
                while not await rows(address, TAKEN):
                    await asyncio.sleep(0.05)
            killed.kill()
            os.kill(painter, signal.SIGKILL)
            os.kill(other.pid, signal.SIGCONT)
            drawn = await asyncio.gather(*asked)

        assert all(each.startswith(PNG) for each in drawn)
        assert not bot._pid, "it drew none itself"


@pytest.mark.long
async def test_workers_are_killed_and_no_picture_is_missing(address: str, tmp_path: Path) -> None:
    """One takes what the other has begun, or it is drawn here."""
    wanted = [a_picture(orders=n) for n in range(8)]
    async with (
        drawing(address, tmp_path) as bot,
        worker(address, tmp_path, "--draw") as killed,
        worker(address, tmp_path, "--draw"),
    ):
        asked = [asyncio.create_task(bot.draw(each)) for each in wanted]
        await asked[0]
        killed.kill()
        drawn = await asyncio.gather(*asked)

    assert all(each.startswith(PNG) for each in drawn)


@pytest.mark.long
async def test_a_database_that_is_not_there_means_no_queue_and_still_a_picture(tmp_path: Path) -> None:
    async with drawing("postgresql://nobody@127.0.0.1:1/none", tmp_path) as bot:
        assert (await bot.draw(a_picture())).startswith(PNG)


def position(battle: str) -> State:
    scenario = scenarios.load(battle)
    return replay(State(), referee.start(find(scenario.system), scenario, SeededDice(b"dice")))


async def played(thinking: ThinkingProcess, battle: str, level: str, orders: int) -> None:
    """Compare its orders, through the first ones of a side, with those of a player in this process."""
    scenario, state, dice = scenarios.load(battle), position(battle), SeededDice(b"dice")
    system = find(scenario.system)
    side = state.questions[0].side if state.questions else min(state.active)
    player = Player(level, b"seed")
    for number in range(orders):
        view = View(system, scenario, state, side)
        order = await thinking.next_order(view, PlayerKey(1, side, level, b"seed"))
        assert order == player.choose(view)
        state = replay(state, referee.play(system, scenario, state, side, order, dice, order=number))
        if side not in state.active:
            return


@pytest.mark.long
async def test_a_payload_s_answer_is_the_order_that_would_be_found_here() -> None:
    scenario, state = scenarios.load("ormes"), position("ormes")
    view = View(find(scenario.system), scenario, state, "blue")
    thinking = ThinkingProcess(patience=PATIENCE)
    payload = packed(view, PlayerKey(1, "blue", "easy", b"seed"), b"")

    answer = await Thinker(thinking).answer(payload)
    await thinking.close()
    order, memory = read_answer(answer) or (None, b"")

    assert order == Player("easy", b"seed").choose(view)
    assert isinstance(recalled(memory, view), Player)


@pytest.mark.parametrize(
    "answer", [b"", b"[]", b"null", b'[{"is": "done"}]', b'[{"is": "rolled"}, ""]', b"\xff"]
)
def test_what_is_no_order_is_no_answer(answer: bytes) -> None:
    assert read_answer(answer) is None


@pytest.mark.long
async def test_a_worker_s_orders_are_those_that_would_be_found_here(address: str, tmp_path: Path) -> None:
    async with a_queue(address) as queue, worker(address, tmp_path, "--play"):
        thinking = ThinkingProcess(elsewhere=ThoughtElsewhere(queue))
        for battle in ("ormes", "takase"):
            await played(thinking, battle, "easy", 3)

        assert thinking.pid == 0
        assert await rows(address, "SELECT * FROM grognard_jobs.results") == []


@pytest.mark.long
async def test_a_turn_that_two_workers_share_is_the_turn_of_one(address: str, tmp_path: Path) -> None:
    async with (
        a_queue(address) as queue,
        worker(address, tmp_path, "--play"),
        worker(address, tmp_path, "--play"),
    ):
        thinking = ThinkingProcess(elsewhere=ThoughtElsewhere(queue))
        for battle in ("ormes", "nonaka"):
            await played(thinking, battle, "normal", 12)

        assert thinking.pid == 0


@pytest.mark.long
async def test_without_a_worker_the_order_is_found_here(address: str) -> None:
    scenario, state = scenarios.load("ormes"), position("ormes")
    view = View(find(scenario.system), scenario, state, "blue")
    async with a_queue(address) as queue:
        thinking = ThinkingProcess(elsewhere=ThoughtElsewhere(queue))
        order = await thinking.next_order(view, PlayerKey(1, "blue", "easy", b"seed"))
        pid = thinking.pid
        await thinking.close()

    assert order == Player("easy", b"seed").choose(view)
    assert pid


IS_THERE = (
    "INSERT INTO grognard_jobs.workers VALUES ('{kind}', '{kind}', now() + interval '1 h') RETURNING id"
)
WAITING = "SELECT dedupe_key, headers, payload FROM grognard_jobs.pgqueuer ORDER BY 1"
EMPTIED = "WITH a AS (DELETE FROM grognard_jobs.results) DELETE FROM grognard_jobs.pgqueuer RETURNING id"


@pytest.mark.long
async def test_the_queue_holds_nothing_that_its_reader_may_not_know(
    address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two games that differ in the enemy's secret orders alone lead to the same rows, and these do not tell
    whose game it is. The workers that they wait for never come."""
    for module in (drawn_elsewhere, thought_elsewhere):
        monkeypatch.setattr(module, "REST", 0.0)
    monkeypatch.setattr(drawn_elsewhere, "PATIENCE", {"draw": 0.2, "film": 0.2})
    monkeypatch.setattr(thought_elsewhere, "PATIENCE", 0.2)
    game, scenario = new_game("takase"), scenarios.load("takase")
    ours, enemy = scenario.side_ids
    theirs = [unit.id for unit in game.state.units.values() if unit.side == enemy]
    seed = b"the seed of the game's dice"
    async with a_queue(address) as queue, drawing(address, tmp_path) as bot:
        for kind in (*drawn_elsewhere.kinds(), thought_elsewhere.kind()):
            await rows(address, IS_THERE.format(kind=kind))
        thought = ThoughtElsewhere(queue)
        held = []
        for path in ("9999", "8888"):
            orders = {id_: {"order": "march", "path": path} for id_ in theirs}
            state = replace(game.state, envelopes={ours: {}, enemy: orders})
            record = replace(game.record, seed=seed, id=918273645, channel=564738291)
            table = replace(game, state=state, record=record)
            await bot.draw(picture(Names(catalogue_for(), table), ours))
            view = View(game.system, scenario, state, ours)
            assert (
                await thought.next_order(view, PlayerKey(918273645, ours, "easy", b"of the player")) is None
            )
            held.append(await rows(address, WAITING))
            await rows(address, EMPTIED)
    everything = b"".join(zlib.decompress(payload) for _, _, payload in held[0])

    assert len(held[0]) == 2
    assert held[0] == held[1]
    assert b"of the player" in everything
    for secret in (seed, b"9999", b"918273645", b"564738291", (918273645).to_bytes(4, "little")):
        assert secret not in everything


@pytest.mark.long
async def test_health_and_metrics_of_a_worker(address: str, tmp_path: Path) -> None:
    known = {"GROGNARD_DATABASE": address, "GROGNARD_DATA": str(tmp_path / "worker")}
    async with (
        drawing(address, tmp_path) as bot,
        grognard(tmp_path, "worker", "--watch", "127.0.0.1:0", **known) as process,
    ):
        where = (await line_with(process, "Health")).split()[-1]
        async with asyncio.timeout(PATIENCE):
            while len(await rows(address, "SELECT * FROM grognard_jobs.workers")) < 3:
                await asyncio.sleep(0.05)
        await bot.draw(a_picture())
        health = await asyncio.to_thread(_get, where.replace("metrics", "healthz"))
        measures = await asyncio.to_thread(_get, where)
        process.send_signal(signal.SIGTERM)
        await asyncio.wait_for(process.wait(), PATIENCE)

    assert json.loads(health) == {"database": True}
    assert 'grognard_jobs_done_total{kind="draw",result="done"} 1.0' in measures
    assert process.returncode == 0
    assert await rows(address, "SELECT * FROM grognard_jobs.workers") == []


def _get(where: str) -> str:
    with urllib.request.urlopen(where, timeout=PATIENCE) as answer:
        return str(answer.read().decode())


@pytest.mark.parametrize(
    "words", [("worker",), pytest.param(("run", "--no-browser"), marks=pytest.mark.long)]
)
async def test_a_queue_without_postgresql_is_refused(words: tuple[str, ...], tmp_path: Path) -> None:
    async with grognard(tmp_path, *words, "--data", str(tmp_path), GROGNARD_JOBS="on") as process:
        said, _ = await asyncio.wait_for(process.communicate(), PATIENCE)

    assert process.returncode == 78
    assert b"GROGNARD_DATABASE" in said


@pytest.mark.long
async def test_without_the_setting_nothing_of_the_queue_is_loaded(tmp_path: Path) -> None:
    told = (
        "import sys, bot.cli.run, bot.cli.worker, bot.client;"
        "print([name for name in ('pgqueuer', 'pydantic', 'asyncpg', 'PIL') if name in sys.modules])"
    )
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-c", told), cwd=ROOT, env=surroundings(), stdout=asyncio.subprocess.PIPE
    )
    said, _ = await process.communicate()

    assert said.strip() == b"[]"
