"""What the bot writes into its log while a test runs, and whether it tells what it must not (promise 16)."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from bot import logs

OURS = ("bot", "storage", "engine", "render", "scenarios", "discord")
SHORTEST = 4
"""Names shorter than this are found in any word."""


class Ear(logging.Handler):
    """Writes down what a host would read."""

    def __init__(self) -> None:
        super().__init__(logging.INFO)
        self.setFormatter(logs.AsText())
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        """One more line."""
        if record.name.partition(".")[0] in OURS:
            self.lines.append(self.format(record))


@contextmanager
def overheard() -> Iterator[list[str]]:
    """The lines of the log, verbose."""
    ear, known = Ear(), {name: logging.getLogger(name).level for name in ("bot", "storage")}
    logging.getLogger().addHandler(ear)
    for name in known:
        logging.getLogger(name).setLevel(logging.INFO)
    try:
        yield ear.lines
    finally:
        logging.getLogger().removeHandler(ear)
        for name, level in known.items():
            logging.getLogger(name).setLevel(level)


async def betrayed(house: Any, lines: list[str]) -> list[str]:
    """The lines that hold a token, a seed, somebody's name or number, or words that he wrote."""
    sandbox, store = house.sandbox, house.store
    games = [] if store._closed else await store.games()
    seeds = {form for game in games if len(set(game.seed)) > 1 for form in (game.seed.hex(), repr(game.seed))}
    meta = sandbox.state.records.meta
    known = {key[7:]: about["name"] for key, about in meta.items() if key.startswith("person:")}
    secret = {sandbox.token, *sandbox.state.records.by_token, *seeds, *known, *known.values()}
    secret = {text for text in secret if len(text) >= SHORTEST}
    return [line for line in lines if any(text in line for text in secret)]
