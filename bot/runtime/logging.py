"""The log: one line per event, as text or JSON; never a token, a name or user text."""

from __future__ import annotations

import json
import logging
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import UTC, datetime
from typing import Any

TEXT, JSON = "text", "json"
MANNERS = (TEXT, JSON)
_SECRET = re.compile(
    r"(?P<path>/(?:webhooks|interactions)/\d+/)[\w%.~-]+"  # its owner could answer in our name
    r"|(?P<bot>\bBot )?[\w-]{18,}\.[\w-]{4,}\.[\w-]{20,}"
)

_MESSAGE = re.compile(r"^(?![ \t]|Traceback |The above |During ).*$", re.MULTILINE)
"""A line of a traceback that is none of its frames."""
_SAID = re.compile(r"'(?:[^'\\]|\\.)*'|\"(?:[^\"\\]|\\.)*\"|“[^”]*”|\d{16,}")
_ASSERTED = re.compile(r"^((?:\w+\.)*AssertionError): .*")


def begin(manner: str, *, verbose: bool = False, stream: object = None) -> None:
    """Write the log to standard error from now on."""
    handler = logging.StreamHandler(stream or sys.stderr)  # type: ignore[arg-type]
    handler.setFormatter(JsonFormatter() if manner == JSON else TextFormatter())
    logging.basicConfig(handlers=[handler], level=logging.INFO if verbose else logging.WARNING, force=True)
    logging.getLogger("grognard").setLevel(logging.INFO)


def clean(text: str) -> str:
    """A text without tokens: those of bots, and those in the addresses of interactions."""
    return _SECRET.sub(lambda m: f"{m['path'] or m['bot'] or ''}***", text)


def silent(trace: str) -> str:
    """A traceback without what people have written: where an error came from and what kind it was, but of its
    message nothing between quotation marks, no long number and, of what the program asserts, no word."""
    return _MESSAGE.sub(lambda m: _ASSERTED.sub(r"\1", _SAID.sub("…", m[0])), trace)


def _about() -> dict[str, int]:
    known = {"interaction": interaction.get(), "game": game.get()}
    return {name: number for name, number in known.items() if number}


class TextFormatter(logging.Formatter):
    """2026-11-22 04:00:00,123 WARNING bot.workers.outbox_sender: words [interaction 5 game 3]"""

    def __init__(self) -> None:
        super().__init__("%(asctime)s %(levelname)-7s %(name)s: %(message)s")

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802 - the library's name
        """The line, before any traceback."""
        about = " ".join(f"{name} {number}" for name, number in _about().items())
        return super().formatMessage(record) + (f" [{about}]" if about else "")

    def formatException(self, ei: Any) -> str:  # noqa: N802 - the library's name
        """The traceback."""
        return silent(super().formatException(ei))

    def format(self, record: logging.LogRecord) -> str:
        """The line with its traceback."""
        return clean(super().format(record))


class JsonFormatter(logging.Formatter):
    """One object a line: at, level, from, says; interaction and game where known; error with a traceback."""

    def format(self, record: logging.LogRecord) -> str:
        """The line."""
        fields: dict[str, object] = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "from": record.name,
            "says": clean(record.getMessage()),
            **_about(),
        }
        if record.exc_info:
            fields["error"] = clean(silent(self.formatException(record.exc_info)))
        return json.dumps(fields, ensure_ascii=False)


interaction: ContextVar[int] = ContextVar("interaction", default=0)
"""The interaction that is being answered in this task; 0 without any."""
game: ContextVar[int] = ContextVar("game", default=0)
"""The game that is being changed in this task; 0 without any."""


@contextmanager
def about_game(number: int) -> Iterator[None]:
    """Within it, this task changes that game."""
    before = game.get()
    game.set(number)
    try:
        yield
    finally:
        game.set(before)
