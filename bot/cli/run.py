"""grognard run: the bot on Discord, or, without a token, on a table of its own on this machine."""

from __future__ import annotations

import asyncio
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

from bot import logs
from bot.cli import settings
from bot.cli.advice import advice
from bot.cli.settings import Settings
from bot.cli.supervisor import Supervisor
from bot.cli.table import LocalTable
from bot.gauges import Gauges
from bot.keeper import Keeper
from bot.sessions import Sessions
from bot.watch import Watch, address
from storage import DatabaseTrouble, Store

TURN = 0.0005
"""Seconds for which a thread may keep the interpreter to itself. What is worked out in threads holds up an
acknowledgement at every turn; with Python's own 5 ms it comes some six times as late."""


@click.command()
@click.option("--data", type=click.Path(path_type=Path), help="Folder for games (or GROGNARD_DATA).")
@click.option(
    "--port", type=click.IntRange(0, 65535), default=8765, show_default=True, help="Port of the local table."
)
@click.option("--browser/--no-browser", default=True, help="Open the local table's page.")
@click.option(
    "--locale",
    multiple=True,
    metavar="NAME=LOCALE",
    help="Language of somebody at the local table: Bruno=fr; server=fr for what all read.",
)
@click.option(
    "--watch", default="", metavar="[HOST:]PORT", help="Tell health and measures there (or GROGNARD_WATCH)."
)
@click.option(
    "--log", "manner", type=click.Choice(logs.MANNERS), help="How the log is written (or GROGNARD_LOG)."
)
@click.option("--verbose", is_flag=True, help="Say more in the log.")
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

    With DISCORD_TOKEN set (environment or .env) it connects to Discord; without one it opens the local
    table, a page to play on. GROGNARD_API and GROGNARD_GATEWAY name another address than Discord's own,
    such as a REST proxy: http://host/api/v10 and ws://host/gateway.
    """
    asked = settings.read(data)
    asked = replace(asked, watch=watch or asked.watch)
    logs.begin(manner or asked.log, verbose=verbose)
    if not verbose:
        logging.getLogger("storage.opening").setLevel(logging.ERROR)  # `grognard doctor` says it
    discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False  # nobody speaks here
    try:
        sys.exit(asyncio.run(_main(asked, port, browser, locale)))
    except KeyboardInterrupt:  # where no signal handler can be set (Windows)
        sys.exit(0)


async def _main(asked: Settings, port: int, browser: bool, locales: tuple[str, ...] = ()) -> int:
    """Run; the exit code."""
    sys.setswitchinterval(TURN)
    stop = asyncio.Event()
    _heed_signals(stop.set)
    try:
        asked.data.mkdir(parents=True, exist_ok=True)
        store = await Store.open(asked.database)
    except (DatabaseTrouble, OSError) as trouble:
        click.echo(advice(trouble), err=True)
        return 1
    watch = Watch(store, Gauges())
    try:
        if asked.watch:
            host, number = address(asked.watch)
            click.echo(f"Health and measures at http://{host}:{await watch.open(host, number)}/metrics")
        if asked.token:
            keeper = Keeper(store, asked.backups, asked.backup_every, gauges=watch.gauges)
            keeping = asyncio.create_task(keeper.run(), name="keeper")
            try:
                return await Supervisor(watch, asked, stop).run()
            finally:
                keeping.cancel()
                await asyncio.gather(keeping, return_exceptions=True)
        return await _at_the_table(watch, asked, stop, LocalTable(asked.table, port, locales), browser)
    except (OSError, ValueError) as error:
        click.echo(
            f"--watch {asked.watch}: {error}. Name another port, as in --watch 127.0.0.1:9815.", err=True
        )
        return 1
    finally:
        await watch.close()
        await store.close()


def _heed_signals(stop: Callable[[], None]) -> None:
    """Stop in good order on Ctrl-C and SIGTERM."""
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        try:
            loop.add_signal_handler(number, stop)
        except NotImplementedError:
            signal.signal(number, lambda *_: loop.call_soon_threadsafe(stop))


async def _at_the_table(
    watched: Watch, asked: Settings, stop: asyncio.Event, opened: LocalTable, browser: bool
) -> int:
    """Open the local table, and run the bot on it."""
    async with opened as table:
        local = replace(asked, token=table.token, api=table.api, gateway=table.gateway)
        click.echo(f"No DISCORD_TOKEN, so this is the local table. Play at {table.address}")
        click.echo("Ctrl-C stops it; the games stay.")
        if browser and _has_display():
            await asyncio.to_thread(webbrowser.open, table.address)
        watch = asyncio.create_task(table.ended())
        watch.add_done_callback(lambda task: stop.set())
        try:
            sessions = Sessions(pace=())  # this Discord counts nothing
            return await Supervisor(watched, local, stop, timeout=0.5, link=False, sessions=sessions).run()
        finally:
            watch.cancel()


def _has_display() -> bool:
    return sys.platform in ("win32", "darwin") or bool(
        os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    )
