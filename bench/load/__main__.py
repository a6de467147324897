"""The command line: `python -m bench.load [--quick] [--games N] [--orders N] [--seconds N]`. A table,
build/load.json and build/load.md. With `--database postgres`: orders of one and of two processes.

A goal that is missed is a figure like any other. The exit code is 1 only when something was lost, refused,
never answered or logged as an error.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import sqlite3
import sys
from collections.abc import AsyncIterator, Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

from bench.commands.bot_process import measured_bot
from bench.harness import Figure, hushed
from bench.load import games, phases, processes, scripts, several, verification
from bench.load.phases import QUICK, Run, Size
from bench.load.players import Players
from bench.load.processes import PEOPLE
from bench.report import heading, line, machine, write

NAME = "load"
FILE, POSTGRES = "sqlite", "postgres"
WHERE = processes.ROOT / "build" / "load.json"
RESTING = 5.0
"""Seconds in which a drawing process that has come to rest draws next to nothing."""
SETTLED = 3600.0
"""Seconds the posts about a thousand games that have just begun may take, on a busy machine."""


def main(words: Sequence[str] | None = None) -> int:
    """Runs it; the exit code."""
    args = _parser().parse_args(words)
    overrides = {
        name: value for name in ("games", "orders", "seconds", "servers") if (value := getattr(args, name))
    }
    if args.database == POSTGRES:
        return several.main(quick=args.quick, where=args.output)
    size = replace(QUICK if args.quick else Size(), **overrides)
    facts = machine()
    for key, value in facts.items():
        print(f"{key:14} {value}")
    print(heading(NAME), flush=True)
    figures: list[tuple[str, Figure]] = []
    wrong: list[str] = []

    async def measured() -> None:
        async for figure in _all(size, wrong):
            figures.append((NAME, figure))
            print(line(figure), flush=True)

    with hushed("storage"):
        asyncio.run(measured())
    for fault in wrong[:20]:
        print(f"  WRONG: {fault}", flush=True)
    write(args.output, facts, figures, quick=args.quick, wrong=wrong, left_out={})
    goals = [figure.met for _, figure in figures if figure.goal is not None]
    print(f"\n{sum(map(bool, goals))} of {len(goals)} goals met; {args.output}")
    if args.quick:
        print("A quick run shows that everything works; its figures mean nothing.")
    return 1 if wrong else 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m bench.load", description="The bot under load.")
    parser.add_argument("--quick", action="store_true", help="shows that it runs, not how fast")
    database = os.environ.get("DATABASE") or FILE
    parser.add_argument(
        "--database",
        choices=(FILE, POSTGRES),
        default=database,
        help="postgres: instead, orders of one and of two processes (or DATABASE; %(default)s)",
    )
    parser.add_argument("--games", type=int, help="games under way (1000)")
    parser.add_argument("--orders", type=int, help="orders while memory is watched (20000)")
    parser.add_argument("--seconds", type=float, help="how long commands come at random moments (60)")
    parser.add_argument("--servers", type=int, help="servers of the last part (2500)")
    parser.add_argument("--cache", type=Path, help="folder of maps that are printed already (a new one)")
    parser.add_argument("--output", type=Path, default=WHERE, help="where the records go (%(default)s)")
    return parser


async def _all(size: Size, wrong: list[str]) -> AsyncIterator[Figure]:
    began = perf_counter()
    with TemporaryDirectory(prefix="grognard-") as folder:
        async for figure in _floor(Path(folder), size):
            yield figure
        async for figure in _thousand(Path(folder), size, wrong):
            yield figure
        if size.servers:
            async for figure in _many_servers(Path(folder), size, wrong):
                yield figure
    yield Figure(name="the whole of it", value=perf_counter() - began, unit="s", better="less")


async def _floor(folder: Path, size: Size) -> AsyncIterator[Figure]:
    """What the look-alike and its players take themselves: a bot without any library, idle."""
    async with measured_bot("raw", folder / "raw") as raw:
        seconds = [(await raw.first_byte("ping"))[0] for _ in range(size.alone)]
    for figure in phases.times("raw aiohttp, alone: acknowledgement", seconds):
        yield figure


async def _thousand(folder: Path, size: Size, wrong: list[str]) -> AsyncIterator[Figure]:
    """Everything that is measured with all the games."""
    data = folder / "ours"
    data.mkdir()
    sandbox, meter = processes.discord(processes.world(size.games, people=max(PEOPLE, size.games // 4)))
    async with sandbox:
        going = await games.open_games(
            data / "grognard.db", sandbox, scripts.written(size.scripts, size.length), size.left
        )
        with closing(sqlite3.connect(f"file:{data}/grognard.db?mode=ro", uri=True)) as database:
            load_players = Players(sandbox, meter, database, wrong)
            async for figure in _first_life(data, load_players, going, size):
                yield figure
            if size.again:
                async for figure in _second_life(data, load_players, going, size):
                    yield figure
        wrong += verification.traffic(meter)
    wrong += [*verification.log(data / "log")]
    wrong += await asyncio.to_thread(verification.database, data / "grognard.db", going)
    warnings = await asyncio.to_thread(verification.warnings, data / "log")
    often = "; ".join(f"{count} x {text}" for text, count in warnings.most_common(3))
    yield Figure(name="warnings in the bot's log", value=warnings.total(), unit="", better="less", note=often)


async def _first_life(
    data: Path, load_players: Players, going: Sequence[games.OngoingGame], size: Size
) -> AsyncIterator[Figure]:
    began = perf_counter()
    async with processes.grognard(data, load_players.sandbox, size.cache) as bot:
        yield Figure(name="start, until connected", value=perf_counter() - began, unit="s", better="less")
        await _delivered(load_players)
        name = f"posts and boards of {len(going)} games"
        yield Figure(name=name, value=perf_counter() - began, unit="s", better="less")
        await _maps_drawn(bot, size.settling)
        run = Run(load_players, bot, going, size)
        run.waiting.extend(going)
        load_players.seeing = {game.player for game in going}
        for figure in await phases.twenty(run, "after the start"):
            yield figure
        players = sorted(load_players.seeing)
        await load_players.prefer_words(set(players[1::2]), going[0].channel)
        for phase in (phases.open_loop, phases.long_play):
            for figure in await phase(run):
                yield figure
        await _delivered(load_players)
        if code := await bot.stop():
            load_players.wrong.append(f"stopped with exit code {code}")


async def _second_life(
    data: Path, load_players: Players, going: Sequence[games.OngoingGame], size: Size
) -> AsyncIterator[Figure]:
    """After a restart nothing is warm."""
    async with processes.grognard(data, load_players.sandbox, size.cache) as bot:
        run = Run(load_players, bot, going, replace(size, rounds=1))
        for figure in await phases.twenty(run, "right after a restart"):
            yield figure
        await _delivered(load_players)
        if code := await bot.stop():
            load_players.wrong.append(f"stopped with exit code {code}")


async def _delivered(load_players: Players) -> None:
    """Wait until every post is made and the bot has come to rest."""
    sql = "SELECT count(*) FROM letters WHERE posted IS NULL AND failed = ''"
    async with asyncio.timeout(SETTLED):
        while load_players.database.execute(sql).fetchone()[0]:
            await asyncio.sleep(0.1)
        await load_players.sandbox.settled(SETTLED, quiet=0.5)


async def _maps_drawn(bot: processes.Process, settling: float) -> None:
    """Wait until the drawing process has come to rest: after the start it draws the maps of all battles."""
    await asyncio.sleep(settling)
    async with asyncio.timeout(SETTLED):
        while settling:
            before = processes.cpu_seconds(bot.painter or 0)
            await asyncio.sleep(RESTING)
            if processes.cpu_seconds(bot.painter or 0) - before < RESTING / 20:
                return


async def _many_servers(folder: Path, size: Size, wrong: list[str]) -> AsyncIterator[Figure]:
    """As many servers as one connection may have, and what they take in memory."""
    data = folder / "servers"
    data.mkdir()
    sandbox, meter = processes.discord(processes.world(size.servers * 10, in_a_server=10))
    async with sandbox:
        began = perf_counter()
        async with processes.grognard(data, sandbox) as bot:
            await _greeted(data / "grognard.db", size.servers)
            name = f"{size.servers} servers of 10 channels"
            yield Figure(name=f"{name}, greeted", value=perf_counter() - began, unit="s", better="less")
            memory = processes.resident(bot.pid)
            yield Figure(name=f"{name}, memory", value=memory, goal=200.0, unit="MB", better="less")
            if code := await bot.stop():
                wrong.append(f"stopped with exit code {code}")
        wrong += verification.traffic(meter)
    wrong += verification.log(data / "log")


async def _greeted(path: Path, servers: int) -> None:
    """Wait until every server has its welcome."""
    sql = "SELECT count(*) FROM letters WHERE kind = 'welcome' AND posted IS NOT NULL"
    async with asyncio.timeout(SETTLED):
        with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as database:
            while database.execute(sql).fetchone()[0] < servers:
                await asyncio.sleep(0.2)


if __name__ == "__main__":
    sys.exit(main())
