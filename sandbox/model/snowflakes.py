"""Discord's ids: milliseconds since 2015 in the upper bits, as decimal strings that only ever grow."""

from collections.abc import Callable

EPOCH = 1_420_070_400_000


class Snowflakes:
    """Makes ids from the given clock (Unix seconds); never twice the same, never smaller than before."""

    def __init__(self, clock: Callable[[], float], last: int = 0) -> None:
        self.clock = clock
        self.last = last

    def __call__(self) -> str:
        now = (int(self.clock() * 1000) - EPOCH) << 22
        self.last = max(now, self.last + 1)
        return str(self.last)

    def before(self, seconds: float) -> str:
        """An id as if made so many seconds ago."""
        return str(int(self()) - (int(seconds * 1000) << 22))


def created_at(key: str) -> float:
    """When an id was made, in Unix seconds."""
    return ((int(key) >> 22) + EPOCH) / 1000
