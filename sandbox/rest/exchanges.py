"""Records of all REST exchanges, for checks of the traffic afterwards."""

import json
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any


@dataclass(slots=True, kw_only=True)
class Activity:
    """REST calls that have no answer yet, and when there was one last (seconds of a steady clock). `working`
    tells what no call shows: whether a bot in the same process is still at work on an interaction."""

    calls: int = 0
    quiet_since: float = field(default_factory=time.monotonic)
    working: Callable[[], bool] = lambda: False


@dataclass(slots=True, kw_only=True)
class Exchange:
    """One request and its answer. Paths are those below /api/v10; times are seconds."""

    method: str
    path: str
    query: dict[str, str]
    content_type: str
    authorized: bool
    reason: str | None
    """The audit-log reason, decoded from its header."""
    json: Any = None
    files: list[dict[str, Any]] = field(default_factory=list)
    """{"name", "size"} of each file."""
    whole: bool = False
    """The request came to its end and could be read."""
    status: int | None = None
    """None while it lasts, and when the connection was cut instead of an answer."""
    response: Any = None
    headers: dict[str, str] = field(default_factory=dict)
    """Those of the answer that tell how often Discord may be asked."""
    seconds: float = 0.0
    failure: str = ""
    """The error over which the sandbox itself stumbled."""
    faulty: bool = False
    """The answer was made up by a Fault: no judge of the sandbox should look at it."""


Recorder = Callable[[Exchange], None]

RECORDERS: list[Recorder] = []
"""Told of every exchange of every sandbox in this process, once it is over."""


def recorder(file: Path) -> Recorder:
    """A witness who writes a line of JSON for each exchange, for judges in another process."""

    def record(exchange: Exchange) -> None:
        with file.open("a", encoding="utf-8") as lines:
            lines.write(json.dumps(asdict(exchange)) + "\n")

    return record


def recorded(line: str) -> Exchange:
    """The exchange of such a line."""
    return Exchange(**json.loads(line))
