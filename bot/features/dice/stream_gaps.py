"""Keys of dice by stream: side, purpose, ordinal of the roll and of the die, as in `blue/combat/7/1`. Pure.

Both games of a duplicate pair have the same dice for the same keys. So none may be left out: rolls of a
stream are numbered from 1 without gaps, and so are the dice of a roll.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

_KEY = re.compile(r"(.*)/([1-9]\d{0,8})/([1-9]\d{0,8})", re.ASCII | re.DOTALL)


def gaps(keys: Iterable[str], *, partial: bool = False) -> Iterator[tuple[str, str]]:
    """The keys of a log that do not follow the one before of their stream, each with one that could have.
    `partial`: some are left out, so that only their order is asked about.

    >>> list(gaps(["blue/combat/1/1", "blue/combat/1/2", "blue/fire/1/1", "blue/combat/3/1"]))
    [('blue/combat/3/1', 'blue/combat/2/1')]
    """
    last: dict[str, tuple[int, int]] = {}
    for key in keys:
        match = _KEY.fullmatch(key)
        if match is None:
            yield key, "side/purpose/1/1"
            continue
        stream, now = match[1], (int(match[2]), int(match[3]))
        roll, die = last.get(stream, (0, 0))
        if now not in ((roll + 1, 1), (roll, die + 1)) and not (partial and now > (roll, die)):
            yield key, f"{stream}/{roll + 1}/1"
        last[stream] = now
