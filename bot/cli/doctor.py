"""`grognard doctor`: check everything the bot needs, and say what to do."""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
import sys
import zoneinfo
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import aiohttp
import click
import discord

import scenarios
from bot.beacon.client import RELAYS, BeaconClient
from bot.cli import settings
from bot.cli.database_advice import advice
from bot.cli.settings import Settings
from bot.client import PERMISSIONS, invitation
from bot.connection.discord_clock import WORTH_TELLING, DiscordClock, difference
from storage import DatabaseTrouble, Store

OLDEST = (3, 11)
ROOM = 200_000_000
"""Bytes a host should have free."""
DISCORD = "https://discord.com/api/v10"
UNKNOWN_TOKEN = "Discord does not know this token. Copy it again from the Bot page, or reset it there."
PATIENCE = aiohttp.ClientTimeout(total=10)

Finding = tuple[bool, str]
"""Whether it is all right, and a message."""


@click.command()
@click.option("--data", type=click.Path(path_type=Path), help="Folder for games (or GROGNARD_DATA).")
def doctor(data: Path | None) -> None:
    """Check Python, token, permissions, fonts, disk, database and the beacon of public dice."""
    config = settings.read(data)
    sick = False
    for check in CHECKS:
        for well, what in check(config):
            click.echo(f"{'ok     ' if well else 'PROBLEM'}  {what}")
            sick = sick or not well
    sys.exit(1 if sick else 0)


def _python(config: Settings) -> Iterator[Finding]:
    version = ".".join(map(str, sys.version_info[:3]))
    well = sys.version_info >= OLDEST
    yield well, f"Python {version}" + ("" if well else ". Install Python 3.11 or later.")
    yield True, f"SQLite {sqlite3.sqlite_version}"


def _scenarios(config: Settings) -> Iterator[Finding]:
    try:
        known = [scenarios.load(id_).id for id_ in scenarios.all()]
    except Exception as error:
        yield False, f"a battle cannot be read: {error}"
    else:
        yield True, f"battles: {', '.join(known)}"


def _fonts(config: Settings) -> Iterator[Finding]:
    try:
        from PIL import ImageFont

        import render

        fonts = sorted(Path(render.__file__).parent.glob("fonts/*.[ot]tf"))
        for font in fonts:
            ImageFont.truetype(str(font), 12)
    except Exception as error:
        yield False, f"pictures cannot be drawn: {error}. Set the bot up again: make clean setup"
    else:
        well = bool(fonts)
        yield well, f"{len(fonts)} fonts" + ("" if well else " are in render/fonts: get the project again.")


def _time_zones(config: Settings) -> Iterator[Finding]:
    known = zoneinfo.available_timezones()
    well = "Europe/Paris" in known
    yield well, f"{len(known)} time zones" + ("" if well else ". Install the time zone database (tzdata).")


def _disk(config: Settings) -> Iterator[Finding]:
    folder = config.data
    while not folder.exists() and folder != folder.parent:
        folder = folder.parent
    free = shutil.disk_usage(folder).free
    well = free > ROOM
    yield (
        well,
        f"{free // 1_000_000:,} MB free for {config.data}" + ("" if well else ". Make room on that disk."),
    )


def _database(config: Settings) -> Iterator[Finding]:
    where = config.database
    try:
        if isinstance(where, Path):
            if not where.exists():
                yield True, f"no database yet at {where}; the first run creates it"
                return
            with closing(sqlite3.connect(f"file:{where}?mode=ro", uri=True)) as database:
                result = database.execute("PRAGMA integrity_check").fetchone()[0]
            yield result == "ok", f"database {where}: integrity {result}"
            if result != "ok":
                return
        yield True, asyncio.run(_open(where))
    except DatabaseTrouble as trouble:
        well = trouble.reason == "in_use"
        yield well, "the database is in use by a running bot" if well else advice(trouble, config.backups)
    except sqlite3.Error as error:
        yield False, f"database {where}: {error}. Restore a backup, or move the file away."


async def _open(where: Path | str) -> str:
    store = await Store.open(where)
    try:
        games = await store.games.all()
    finally:
        await store.close()
    return f"the database opens ({store.name}); {len(games)} games"


def _token(config: Settings) -> Iterator[Finding]:
    if not config.token:
        yield True, "no DISCORD_TOKEN: `grognard run` starts the local Discord look-alike"
        return
    if not settings.looks_like_token(config.token) and not config.api:
        yield False, "DISCORD_TOKEN does not look like a bot token (three parts with dots). Copy it again."
        return
    yield from asyncio.run(_ask(config))


async def _ask(config: Settings) -> list[Finding]:
    """Ask Discord for our application, which the invitation link needs, and for the time."""
    clock = DiscordClock(discord.utils.utcnow)
    asked = clock.host()
    header = {"Authorization": f"Bot {config.token}", "User-Agent": "DiscordBot (grognard, 0.1)"}
    try:
        async with (
            aiohttp.ClientSession(headers=header, timeout=PATIENCE) as session,
            session.get(f"{config.api or DISCORD}/users/@me") as answer,
        ):
            clock.answered(answer.headers.get("Date", ""), asked)
            if answer.status == 401:
                return [(False, UNKNOWN_TOKEN)]
            if answer.status != 200:
                return [(False, f"Discord answers {answer.status}. Try again later.")]
            me = await answer.json()
    except (aiohttp.ClientError, OSError, TimeoutError) as error:
        return [(False, f"Discord cannot be reached ({type(error).__name__}). Check the network.")]
    needed = ", ".join(name.replace("_", " ") for name, held in PERMISSIONS if held)
    link = invitation(int(me["id"]))
    return [
        (True, f"token of {me['username']}; it needs: {needed}. Add it with {link}"),
        (abs(clock.ahead) < WORTH_TELLING, difference(clock.ahead)),
    ]


def _beacon(config: Settings) -> Iterator[Finding]:
    """Whether public dice could be drawn now: no fault of the bot, and not needed without them."""
    relays = asyncio.run(_ask_relays(config))
    good = [relay for relay, fault in relays if not fault]
    for relay, fault in relays:
        if fault:
            yield True, f"no rounds for public dice from {relay}: {fault}"
    if good:
        yield True, f"public dice: {', '.join(good)} serve{'s' if len(good) == 1 else ''} the beacon's rounds"
    else:
        yield True, "no relay of the beacon can be reached now: games with public dice would wait for one"


async def _ask_relays(config: Settings) -> list[tuple[str, str]]:
    client = BeaconClient(relays=config.relays or RELAYS)
    try:
        return await client.check_relays()
    finally:
        await client.close()


Check = Callable[[Settings], Iterator[Finding]]
CHECKS: tuple[Check, ...] = (_python, _scenarios, _fonts, _time_zones, _disk, _database, _token, _beacon)
