"""What a transaction has changed, as other processes over the same database are told."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass

MOST_NAMED = 300
"""Games that are named one by one; of more, all may have changed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """The tables that were written and the games that were changed; None: any may have been."""

    tables: frozenset[str] | None = None
    games: frozenset[int] | None = None

    @classmethod
    def of(cls, tables: frozenset[str] | None, games: Iterable[int]) -> Change:
        """What changed these tables, and of games these."""
        named = frozenset(games)
        return cls(tables=tables, games=named if tables is not None and len(named) <= MOST_NAMED else None)

    def to_text(self, by: str) -> str:
        """As it is sent by a process."""
        tables = None if self.tables is None else sorted(self.tables)
        games = None if self.games is None else sorted(self.games)
        return json.dumps([by, tables, games], separators=(",", ":"))

    @classmethod
    def from_text(cls, text: str) -> tuple[str, Change]:
        """Which process has sent it, and what it says; of what cannot be read, anything may have changed."""
        try:
            by, tables, games = json.loads(text)
            return str(by), cls(
                tables=None if tables is None else frozenset(map(str, tables)),
                games=None if games is None else frozenset(map(int, games)),
            )
        except (ValueError, TypeError):
            return "", cls()


ANYTHING = Change()
"""It is not known what has changed."""
