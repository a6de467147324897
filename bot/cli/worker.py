"""`grognard worker`: draws pictures and thinks for the computer player, for the bots over one database."""

from __future__ import annotations

import asyncio
import logging
import sys
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click
from aiohttp import web

from bot.cli import settings
from bot.cli.jobs import jobs_trouble
from bot.cli.run import heed_signals
from bot.cli.settings import Settings
from bot.cli.supervisor import NOT_AGAIN
from bot.computer_player import thought_elsewhere
from bot.computer_player.thinker import Thinker
from bot.computer_player.thinking_process import ThinkingProcess
from bot.images import drawn_elsewhere, warm_up
from bot.images.drawing_process import DrawingProcess
from bot.runtime import allocator
from bot.runtime import logging as runtime_logging
from bot.runtime.health_server import CONTENT, address
from bot.runtime.metrics import Metrics

if TYPE_CHECKING:
    from storage.jobs.worker import JobWorker

log = logging.getLogger("grognard")


@click.command()
@click.option("--draw", is_flag=True, help="Draw pictures and films only.")
@click.option("--play", is_flag=True, help="Think for the computer player only.")
@click.option("--data", type=click.Path(path_type=Path), help="Folder for the cache (or GROGNARD_DATA).")
@click.option(
    "--watch", default="", metavar="[HOST:]PORT", help="Address for health and metrics (or GROGNARD_WATCH)."
)
@click.option(
    "--log", "manner", type=click.Choice(runtime_logging.MANNERS), help="Format of the log (or GROGNARD_LOG)."
)
@click.option("--verbose", is_flag=True, help="Log more details.")
def worker(draw: bool, play: bool, data: Path | None, watch: str, manner: str | None, verbose: bool) -> None:
    """Draw pictures, and think for the computer player, until Ctrl-C.

    For the bots with GROGNARD_JOBS=on over the PostgreSQL database named in GROGNARD_DATABASE, on this
    machine or another. It needs no token, and of that database only the schema grognard_jobs.
    """
    config = settings.read(data)
    config = replace(config, watch=watch or config.watch)
    if trouble := jobs_trouble(config):
        click.echo(trouble, err=True)
        sys.exit(NOT_AGAIN)
    runtime_logging.begin(manner or config.log, verbose=verbose)
    both = draw == play
    asyncio.run(_work(config, draw=draw or both, play=play or both))


async def _work(config: Settings, *, draw: bool, play: bool) -> None:
    allocator.economise()
    stop = asyncio.Event()
    heed_signals(stop.set)
    metrics = Metrics()
    drawing = DrawingProcess(cache=config.cache, memory=config.picture_memory)
    thinking = ThinkingProcess()
    workers = _workers(config, drawing if draw else None, thinking if play else None, metrics)
    health = await _open_health(config, workers, metrics)
    click.echo(f"Working ({', '.join(each.kind for each in workers)}). Ctrl-C stops it.")
    beside = asyncio.create_task(_print_maps(drawing), name="maps") if draw else None
    try:
        await asyncio.gather(*(each.run(stop) for each in workers))
    finally:
        if beside is not None:
            beside.cancel()
            await asyncio.gather(beside, return_exceptions=True)
        await thinking.close()
        await drawing.close()
        if health is not None:
            await health.cleanup()


def _workers(
    config: Settings, drawing: DrawingProcess | None, thinking: ThinkingProcess | None, metrics: Metrics
) -> list[JobWorker]:
    from storage.jobs.worker import JobWorker

    made = []
    if drawing is not None:
        for kind, patience in zip(drawn_elsewhere.kinds(), drawn_elsewhere.PATIENCE.values(), strict=True):
            made.append(
                JobWorker(config.address, kind, partial(drawn_elsewhere.drawn, drawing.draw), patience)
            )
    if thinking is not None:
        answer = Thinker(thinking).answer
        made.append(JobWorker(config.address, thought_elsewhere.kind(), answer, thought_elsewhere.PATIENCE))
    for each in made:
        each.told = partial(_count, metrics, each.kind.partition(" ")[0])
    return made


def _count(metrics: Metrics, kind: str, seconds: float, *, done: bool) -> None:
    metrics.jobs_done.labels(kind=kind, result="done" if done else "failed").inc()
    metrics.job_times.labels(kind=kind).observe(seconds)


async def _print_maps(drawing: DrawingProcess) -> None:
    await asyncio.sleep(warm_up.AFTER)
    await warm_up.draw_all_maps(drawing)


async def _open_health(
    config: Settings, workers: Sequence[JobWorker], metrics: Metrics
) -> web.AppRunner | None:
    """Health and metrics, where an address is given. Raises OSError, ValueError."""
    if not config.watch:
        return None

    async def healthz(request: web.Request) -> web.Response:
        well = all(each.is_up for each in workers)
        return web.json_response({"database": well}, status=200 if well else 503)

    async def measures(request: web.Request) -> web.Response:
        return web.Response(body=metrics.text(), headers={"Content-Type": CONTENT})

    app = web.Application()
    app.add_routes([web.get("/healthz", healthz), web.get("/metrics", measures)])
    runner = web.AppRunner(app, access_log=None)
    await runner.setup()
    host, port = address(config.watch)
    await web.TCPSite(runner, host, port).start()
    click.echo(f"Health and metrics at http://{host}:{runner.addresses[0][1]}/metrics")
    return runner
