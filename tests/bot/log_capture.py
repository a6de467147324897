"""Capture the bot's log during a test, and find secrets in it (promise 16)."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from bot.runtime import logging as runtime_logging

OURS = ("bot", "storage", "engine", "render", "scenarios", "discord")
SHORTEST = 4
"""Names shorter than this are found in any word."""


class LogHandler(logging.Handler):
    """Writes down what a host would read."""

    def __init__(self) -> None:
        super().__init__(logging.INFO)
        self.setFormatter(runtime_logging.TextFormatter())
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        """One more line."""
        if record.name.partition(".")[0] in OURS:
            self.lines.append(self.format(record))


@contextmanager
def captured_log() -> Iterator[list[str]]:
    """The lines of the log, verbose."""
    ear, known = LogHandler(), {name: logging.getLogger(name).level for name in ("bot", "storage")}
    logging.getLogger().addHandler(ear)
    for name in known:
        logging.getLogger(name).setLevel(logging.INFO)
    try:
        yield ear.lines
    finally:
        logging.getLogger().removeHandler(ear)
        for name, level in known.items():
            logging.getLogger(name).setLevel(level)


async def leaked_lines(harness: Any, lines: list[str]) -> list[str]:
    """The lines that contain a token, a seed, a person's name or number, or text they wrote."""
    sandbox, store = harness.sandbox, harness.store
    games = [] if store._closed else await store.games.all()
    seeds = {form for game in games if len(set(game.seed)) > 1 for form in (game.seed.hex(), repr(game.seed))}
    meta = sandbox.state.records.meta
    known = {key[7:]: about["name"] for key, about in meta.items() if key.startswith("person:")}
    secret = {sandbox.token, *sandbox.state.records.by_token, *seeds, *known, *known.values()}
    secret = {text for text in secret if len(text) >= SHORTEST}
    return [line for line in lines if any(text in line for text in secret)]
