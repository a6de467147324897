"""How many wrong codes someone may try: a few, then none for a while.

They are counted in memory, so that a restart gives new tries, and need not be kept: who tried fifty codes a
second, the most that Discord lets a bot answer, for the three days that a code lives, would hit one of ten
thousand open codes with a chance below one in a million (a test reckons it up).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from datetime import datetime, timedelta

from engine.errors import IllegalOrder

WITHIN = timedelta(hours=1)
"""The time in which wrong codes are counted."""
OF_USER, OF_SERVER = 5, 20
"""Wrong codes that a member can try within that time, and all members of a server together."""
MOST_REMEMBERED = 10_000
"""Members and servers that are remembered; beyond that those go whose last wrong code is the oldest."""


class Attempts:
    """Counts wrong codes."""

    def __init__(self, clock: Callable[[], datetime]) -> None:
        self._clock = clock
        self._wrong: dict[tuple[str, int], deque[datetime]] = {}

    def check(self, user: int, guild: int) -> None:
        """Raises IllegalOrder, too_many_codes, for those who have tried too many."""
        for key, most in ((("user", user), OF_USER), (("server", guild), OF_SERVER)):
            wrong = self._recent(key)
            if len(wrong) >= most:
                again = int((wrong[0] + WITHIN).timestamp())
                raise IllegalOrder("", "too_many_codes", when=f"<t:{again}:R>")

    def note(self, user: int, guild: int) -> None:
        """A wrong code was tried."""
        for key in (("user", user), ("server", guild)):
            wrong = self._recent(key)
            wrong.append(self._clock())
            self._wrong.pop(key, None)
            self._wrong[key] = wrong
        while len(self._wrong) > MOST_REMEMBERED:
            self._wrong.pop(next(iter(self._wrong)))

    def _recent(self, key: tuple[str, int]) -> deque[datetime]:
        wrong = self._wrong.get(key, deque(maxlen=OF_SERVER))
        while wrong and wrong[0] <= self._clock() - WITHIN:
            wrong.popleft()
        return wrong
