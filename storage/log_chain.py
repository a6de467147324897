"""The chain of hashes over the log of each game: a log of which an entry was changed, removed or added
afterwards no longer answers to its last link.

    link 0 = SHA-256 of "grognard log <game>"
    link n = SHA-256 of link n-1, then entry n as a JSON list: seq, kind, side, command, events, at, rules,
    and
             the numbers of the entries that it struck out

Command and events are covered as the text that is stored. Who gave the order is not covered, only the side: a
person who has their data deleted changes no link.
"""

from __future__ import annotations

import hashlib
import hmac
import json
from collections import OrderedDict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from storage.row_mapping import Row

COVERED = ("seq", "kind", "side", "command", "events", "at", "rules")
"""The columns of an entry that its link covers."""
HEADS_KEPT = 1024

Head = tuple[int, bytes]
"""The number of an entry and its link."""
Answered = tuple[int, int | None]
"""An interaction that was answered, and the game it was about."""


def first_link(game: int) -> bytes:
    """The link before the first entry."""
    return hashlib.sha256(f"grognard log {game}".encode()).digest()


def link(previous: bytes, row: Row, strikes: Iterable[int] = ()) -> bytes:
    """The link of an entry, given its row and the numbers of the entries it struck out."""
    covered = [*(row[name] for name in COVERED), sorted(strikes)]
    return hashlib.sha256(previous + json.dumps(covered, separators=(",", ":")).encode()).digest()


def links(game: int, rows: Sequence[Row]) -> Iterator[bytes]:
    """The links that the whole log of a game leads to, one for each of its rows, in order."""
    strikes: dict[int, list[int]] = {}
    for row in rows:
        if row["struck"] is not None:
            strikes.setdefault(row["struck"], []).append(row["seq"])
    last = first_link(game)
    for row in rows:
        last = link(last, row, strikes.get(row["seq"], ()))
        yield last


def first_break(game: int, rows: Sequence[Row]) -> int | None:
    """The number of the first entry that does not answer to its link; None where all do. The rows hold
    `chain` beside what is covered."""
    due = zip(rows, links(game, rows), strict=True)
    return next(
        (row["seq"] for row, right in due if row["chain"] is None or bytes(row["chain"]) != right), None
    )


def fingerprint(seed: bytes, last: bytes) -> str:
    """A link as it is shown to players: without the seed, no one can try out what hidden order leads to
    it."""
    return hmac.new(seed, b"log " + last, hashlib.sha256).hexdigest()[:32]


@dataclass(frozen=True, slots=True, kw_only=True)
class ChainReport:
    """The links of a game's log, the fingerprint of the rules that decided each entry (None: unknown), and
    the number of the first entry that does not answer to its link (None where all do)."""

    links: Mapping[int, bytes]
    rules: Mapping[int, str | None]
    broken: int | None


class Heads:
    """The newest links of the games written to lately: most orders need not read the one they follow."""

    def __init__(self, most: int = HEADS_KEPT) -> None:
        self._most = most
        self._heads: OrderedDict[int, Head] = OrderedDict()

    def link(self, game: int, seq: int) -> bytes | None:
        """The link of an entry, if it is known as the newest of its game."""
        known = self._heads.get(game)
        return known[1] if known is not None and known[0] == seq else None

    def update(self, written: Mapping[int, Head]) -> None:
        """Remember what was committed."""
        for game, head in written.items():
            self._heads[game] = head
            self._heads.move_to_end(game)
        while len(self._heads) > self._most:
            self._heads.popitem(last=False)


def upgraded(game: int, rows: Sequence[Row]) -> list[dict[str, Any]]:
    """What a migration writes for the log of a game that has no links yet."""
    return [
        {"its_game": game, "its_seq": row["seq"], "link": right}
        for row, right in zip(rows, links(game, rows), strict=True)
    ]
