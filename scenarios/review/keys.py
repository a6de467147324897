"""Keys such as "units[3].values.cs": their steps, and the way along them through the text of a battle."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

STEP = re.compile(r"([^.\[\]]+)|\[(\d+)\]")


def steps(key: str) -> list[Any]:
    """The names and numbers of a key.

    >>> steps("units[3].values.cs")
    ['units', 3, 'values', 'cs']
    """
    return [name or int(number) for name, number in STEP.findall(key)]


def entries_along(at: Any, names: Sequence[Any]) -> Iterator[Any]:
    """What lies under each step of a key; None from the first step on that leads nowhere."""
    for name in names:
        if isinstance(at, dict) and name in at:
            at = at[name]
        elif isinstance(at, list) and isinstance(name, int) and 0 < name <= len(at):
            at = at[name - 1]
        else:
            at = None
        yield at
