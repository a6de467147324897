"""Join single steps into lines that run on, as few as there need be: roads, streams, borders."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterable
from typing import TypeVar

Node = TypeVar("Node", bound=Hashable)


def strands(steps: Iterable[tuple[Node, Node]]) -> list[list[Node]]:
    """Lines that go once over every step; they begin at ends and forks, closed ones where they like.

    >>> strands([(1, 2), (3, 2), (3, 4), (2, 9)])
    [[1, 2, 3, 4], [2, 9]]
    """
    beside: defaultdict[Node, list[Node]] = defaultdict(list)
    for one, other in steps:
        beside[one].append(other)
        beside[other].append(one)
    lines = []
    for odd in (True, False):
        for start in list(beside):
            while beside[start] and (len(beside[start]) % 2 == 1 or not odd):
                line = [start]
                while beside[line[-1]]:
                    after = beside[line[-1]].pop(0)
                    beside[after].remove(line[-1])
                    line.append(after)
                lines.append(line)
    return lines
