"""Checks after a run, whatever its speed. Each failure is a sentence."""

from __future__ import annotations

import asyncio
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from bench.load.games import OngoingGame
from bench.load.processes import Meter
from engine.evolve import replay
from engine.state import State
from storage import Entry, Store, backups

NOT_ALLOWED = ("ERROR", "CRITICAL", "Traceback")


def traffic(meter: Meter) -> Iterator[str]:
    """What Discord would have refused, calls it does not know, and interactions that had no answer."""
    yield from (f"refused: {line}" for line in meter.refused)
    yield from (f"no such call: {line}" for line in meter.sandbox.unhandled)
    yield from (f"never acknowledged: {i.name}" for i in meter.sandbox.unanswered)


def log(path: Path) -> Iterator[str]:
    """Errors of the bot."""
    for line in path.read_text(encoding="utf-8").splitlines():
        if any(word in line for word in NOT_ALLOWED):
            yield f"in the log: {line[:300]}"


def warnings(path: Path) -> Counter[str]:
    """What the bot has warned of, and how often; numbers left out."""
    lines = path.read_text(encoding="utf-8").splitlines()
    warnings = (line.partition(" WARNING ")[2] for line in lines)
    return Counter(re.sub(r"\d+(\.\d+)?", "*", line) for line in warnings if line)


def database(path: Path, games: Sequence[OngoingGame]) -> list[str]:
    """Games whose log is not what their players saw confirmed. Every game is played again from its log."""
    report = backups.check(path)
    faults = [f"in the database: {fault}" for fault in report.faults]
    if report.games != len(games):
        faults.append(f"{len(games)} games were opened, {report.games} are in the database")
    return faults + asyncio.run(compared(path, games))


async def compared(path: Path, games: Sequence[OngoingGame]) -> list[str]:
    """What players saw confirmed beside the logs of their games."""
    store = await Store.open(path)
    try:
        return [fault for game in games for fault in _faults(game, (await store.log.entries(game.number)))]
    finally:
        await store.close()


def _faults(game: OngoingGame, entries: Sequence[Entry]) -> Iterator[str]:
    """What is missing in a log, is there too often or otherwise than it was confirmed."""
    orders, steps = entries[1:], game.script.steps[: game.orders_taken]
    if game.lost and len(orders) == len(steps) + 1:
        steps = game.script.steps[: len(orders)]  # it was accepted without an answer
    if len(orders) != len(steps):
        yield f"game {game.number}: {len(steps)} orders were confirmed, {len(orders)} are in its log"
        return
    for entry, step in zip(orders, steps, strict=True):
        if entry.command != step.command or entry.events != step.events:
            yield f"game {game.number}, entry {entry.seq}: {entry.command} in place of {step.command}"
            return
    table = replay(State(), (event for entry in entries for event in entry.events))
    expected = replay(State(), [*entries[0].events, *(e for step in steps for e in step.events)])
    if table != expected:
        yield f"game {game.number}: another table"
