"""The setting GROGNARD_SHARDS: which shards a process takes, of how many."""

from __future__ import annotations

import re
from dataclasses import dataclass

MOST = 100_000
AUTO = "auto"
_SETTING = re.compile(r"\s*(auto|[\d\s,-]+?)\s*/\s*(\d+)\s*")
_RANGE = re.compile(r"\s*(\d+)\s*(?:-\s*(\d+)\s*)?")
HOW = (
    'GROGNARD_SHARDS is "{text}". Write auto/16 (any of 16 shards, shared among the processes), or 0-3/16'
    " (these four of 16)."
)


@dataclass(frozen=True, slots=True)
class ShardSetting:
    """The shards that a process takes, of `count`; `auto`: its part of them."""

    wanted: tuple[int, ...]
    count: int
    auto: bool = False


def read_setting(text: str) -> ShardSetting:
    """Of a text such as auto/16, 0-3/16 or 0,5/16. Raises ValueError, for the host to read."""
    match = _SETTING.fullmatch(text)
    count = int(match[2]) if match else 0
    if match is None or not 0 < count <= MOST:
        raise ValueError(HOW.format(text=text))
    if match[1] == AUTO:
        return ShardSetting(tuple(range(count)), count, auto=True)
    wanted: set[int] = set()
    for part in match[1].split(","):
        ends = _RANGE.fullmatch(part)
        if ends is None or not (first := int(ends[1])) <= (last := int(ends[2] or first)) < count:
            raise ValueError(HOW.format(text=text))
        wanted |= {*range(first, last + 1)}
    return ShardSetting(tuple(sorted(wanted)), count)
