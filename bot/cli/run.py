"""`grognard run`: the bot on Discord, or, without a token, on a local Discord look-alike."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import signal
import sys
import webbrowser
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import click
import discord

from bot.cli import local_discord, settings
from bot.cli.database_advice import advice
from bot.cli.jobs import OtherProcesses, jobs_trouble, other_processes
from bot.cli.local_discord import LocalTable
from bot.cli.settings import Settings
from bot.cli.shards.runner import ShardRunner
from bot.cli.shards.setting import ShardSetting, read_setting
from bot.cli.supervisor import NOT_AGAIN, Supervisor
from bot.connection.gateway import IdentifyBudget
from bot.runtime import allocator
from bot.runtime import logging as runtime_logging
from bot.runtime.backup_job import BackupJob
from bot.runtime.health_server import HealthServer, address
from bot.runtime.metrics import Metrics
from storage import DatabaseTrouble, Store
from storage.postgres.connection import is_url

TURN = 0.0005
"""Thread switch interval in seconds. Work in threads delays an acknowledgement at every switch; with
Python's default of 5 ms acknowledgements take about six times as long."""

WAITED_FOR = ("in_use", "lost")
"""Why a stand-by cannot open the database yet: another process has it, or the server is not there."""
STANDBY_LOOK = 2.0
"""Seconds between two tries of a stand-by."""

SHARDS_NEED = (
    "GROGNARD_SHARDS is for several processes over one database: it needs DISCORD_TOKEN, and the address of a"
    " PostgreSQL database in GROGNARD_DATABASE."
)
NO_TOKEN = (
    "Set DISCORD_TOKEN to the bot's token. (This installation has no local Discord to play on without one.)"
)


@click.command()
@click.option("--data", type=click.Path(path_type=Path), help="Folder for games (or GROGNARD_DATA).")
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=8765,
    show_default=True,
    help="Port of the local Discord.",
)
@click.option("--browser/--no-browser", default=True, help="Open the page of the local Discord.")
@click.option(
    "--locale",
    multiple=True,
    metavar="NAME=LOCALE",
    help="Language of a player on the local Discord: Bruno=fr; server=fr for public posts.",
)
@click.option(
    "--watch", default="", metavar="[HOST:]PORT", help="Address for health and metrics (or GROGNARD_WATCH)."
)
@click.option(
    "--log",
    "manner",
    type=click.Choice(runtime_logging.MANNERS),
    help="Format of the log (or GROGNARD_LOG).",
)
@click.option("--verbose", is_flag=True, help="Log more details.")
def run(
    data: Path | None,
    port: int,
    browser: bool,
    locale: tuple[str, ...],
    watch: str,
    manner: str | None,
    verbose: bool,
) -> None:
    """Run the bot until Ctrl-C.

    With DISCORD_TOKEN set (environment or .env) it connects to Discord; without one it starts a local Discord
    look-alike with a page to play on. GROGNARD_API and GROGNARD_GATEWAY replace Discord's own addresses,
    for example with a REST proxy: http://host/api/v10 and ws://host/gateway.
    """
    config = settings.read(data)
    config = replace(config, watch=watch or config.watch)
    if not config.token and not local_discord.is_installed():
        click.echo(NO_TOKEN, err=True)
        sys.exit(NOT_AGAIN)
    setting = _shards(config)
    if config.jobs and (trouble := jobs_trouble(config)):
        click.echo(trouble, err=True)
        sys.exit(NOT_AGAIN)
    runtime_logging.begin(manner or config.log, verbose=verbose)
    if not verbose:
        logging.getLogger("storage.sqlite.opening").setLevel(logging.ERROR)  # `grognard doctor` says it
    discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False  # the bot uses no voice
    try:
        sys.exit(asyncio.run(_main(config, setting, port, browser, locale)))
    except KeyboardInterrupt:  # where no signal handler can be set (Windows)
        sys.exit(0)


def _shards(config: Settings) -> ShardSetting | None:
    """GROGNARD_SHARDS as read; None where this process serves the whole bot. One that is wrong, or that other
    settings do not allow, ends the program before anything is made."""
    try:
        setting = read_setting(config.shards) if config.shards else None
    except ValueError as error:
        click.echo(error, err=True)
        sys.exit(NOT_AGAIN)
    if setting is not None and not (config.token and is_url(config.address)):
        click.echo(SHARDS_NEED, err=True)
        sys.exit(NOT_AGAIN)
    return setting


async def _main(
    config: Settings,
    setting: ShardSetting | None,
    port: int,
    browser: bool,
    locales: tuple[str, ...] = (),
) -> int:
    """Run the bot; return the exit code."""
    sys.setswitchinterval(TURN)
    allocator.economise()
    stop = asyncio.Event()
    heed_signals(stop.set)
    try:
        config.data.mkdir(parents=True, exist_ok=True)
        store = await _opened(config, stop)
    except (DatabaseTrouble, OSError) as trouble:
        click.echo(advice(trouble, config.backups), err=True)
        return 1
    health_server = HealthServer(store, Metrics())
    click.echo(config.whereabouts)
    try:
        if config.watch:
            host, number = address(config.watch)
            click.echo(
                f"Health and metrics at http://{host}:{await health_server.open(host, number)}/metrics"
            )
        async with other_processes(config, health_server.metrics) as others:
            if config.token:
                return await _on_discord(health_server, config, setting, stop, others)
            opened = LocalTable(config.table, port, locales)
            return await _at_the_table(health_server, config, stop, opened, browser, others)
    except (OSError, ValueError) as error:
        click.echo(
            f"--watch {config.watch}: {error}. Name another port, as in --watch 127.0.0.1:9815.", err=True
        )
        return 1
    finally:
        await health_server.close()
        await store.close()


async def _on_discord(
    watched: HealthServer,
    config: Settings,
    setting: ShardSetting | None,
    stop: asyncio.Event,
    others: OtherProcesses,
) -> int:
    """Run the bot, or its part of the shards, on Discord."""
    run = (
        Supervisor(watched, config, stop, others=others)
        if setting is None
        else ShardRunner(watched, config, setting, stop, others=others)
    )
    backup_job = BackupJob(
        watched.store,
        config.backups,
        config.backup_every,
        metrics=watched.metrics,
        mine=lambda: run.has_first,
    )
    keeping = asyncio.create_task(backup_job.run(), name="copies")
    try:
        return await run.run()
    finally:
        keeping.cancel()
        await asyncio.gather(keeping, return_exceptions=True)


async def _opened(config: Settings, stop: asyncio.Event) -> Store:
    """The database. A stand-by waits until the process that uses it is gone. Raises DatabaseTrouble."""
    waiting = False
    while True:
        try:
            return await Store.open(config.database, copies=config.backups, shared=bool(config.shards))
        except DatabaseTrouble as trouble:
            if not config.standby or trouble.reason not in WAITED_FOR or stop.is_set():
                raise
            if not waiting:
                click.echo(f"Standing by: {trouble.facts.get('holder') or 'another process'} has the games.")
            waiting = True
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(STANDBY_LOOK):
                    await stop.wait()


def heed_signals(stop: Callable[[], None]) -> None:
    """Stop cleanly on Ctrl-C and SIGTERM."""
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        try:
            loop.add_signal_handler(number, stop)
        except NotImplementedError:
            signal.signal(number, lambda *_: loop.call_soon_threadsafe(stop))


async def _at_the_table(
    watched: HealthServer,
    config: Settings,
    stop: asyncio.Event,
    opened: LocalTable,
    browser: bool,
    others: OtherProcesses,
) -> int:
    """Start the local Discord and run the bot on it."""
    async with opened as server:
        local = replace(config, token=server.token, api=server.api, gateway=server.gateway)
        click.echo(f"No DISCORD_TOKEN, so this is a local Discord look-alike. Play at {server.address}")
        click.echo("Ctrl-C stops it; the games stay.")
        if browser and _has_display():
            await asyncio.to_thread(webbrowser.open, server.address)
        watch = asyncio.create_task(server.ended())
        watch.add_done_callback(lambda task: stop.set())
        try:
            identify_budget = IdentifyBudget(pace=())  # this Discord counts nothing
            return await Supervisor(
                watched, local, stop, timeout=0.5, link=False, identify_budget=identify_budget, others=others
            ).run()
        finally:
            watch.cancel()


def _has_display() -> bool:
    return sys.platform in ("win32", "darwin") or bool(
        os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    )
