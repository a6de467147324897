"""The format of battles as data: what the reader asks of each entry, noted while it reads.

Nothing lists the entries a second time: to know them, read battles within `noting`.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field

ANY = "*"
"""Stands for each name that an author chooses, and each row of a list."""


@dataclass(slots=True)
class EntryNote:
    """What was asked of one entry: its shapes ("text", "number", "choice", "words", "mapping", "texts",
    "mappings"), the longest text, the bounds of a number, the words to choose from, and where it must be
    or may be left out."""

    shapes: set[str] = field(default_factory=set)
    longest: int = 0
    least: int | None = None
    most: int | None = None
    choices: set[str] = field(default_factory=set)
    needed: set[str] = field(default_factory=set)
    """The mappings in which it must be: their paths, as they were."""
    optional: bool = False


@dataclass(slots=True)
class MappingNote:
    """A kind of mapping: its known entries, whether an author names others, and where it stood."""

    names: dict[str, None] = field(default_factory=dict)
    free: bool = False
    read: dict[str, frozenset[str]] = field(default_factory=dict)
    """By path as it was, the entries that were there."""

    @property
    def known(self) -> bool:
        """Whether its entries were asked for."""
        return bool(self.names) or self.free


@dataclass(slots=True)
class FormatNotes:
    """What was asked so far, by path without numbers ("units.*.values")."""

    mappings: defaultdict[str, MappingNote] = field(default_factory=lambda: defaultdict(MappingNote))
    entries: defaultdict[tuple[str, str], EntryNote] = field(default_factory=lambda: defaultdict(EntryNote))
    battle: str = ""

    def pattern(self, path: str) -> str:
        """A path with `ANY` for numbers and for names that authors choose."""
        known = ""
        for word in re.sub(r"\[\d+\]", f".{ANY}", path).split("."):
            word = ANY if self.mappings[known].free else word
            known = f"{known}.{word}" if known else word
        return known

    def entry(self, path: str, name: str) -> EntryNote:
        """What is known of an entry."""
        at = self.pattern(path)
        return self.entries[at, ANY if self.mappings[at].free else name]

    def mapping(self, path: str) -> MappingNote:
        """What is known of a mapping."""
        return self.mappings[self.pattern(path)]

    def needed(self, path: str, name: str) -> None:
        """An entry was asked for that must be there."""
        self.entry(path, name).needed.add(f"{self.battle}:{path}")

    def was_read(self, path: str, there: Iterable[str]) -> None:
        """A mapping was read that had these entries."""
        self.mapping(path).read.setdefault(f"{self.battle}:{path}", frozenset(map(str, there)))

    def required(self, path: str) -> list[str]:
        """The entries that every mapping of this pattern must have: asked for in each, and in each."""
        note = self.mappings[path]
        return [
            name
            for name in note.names
            if (asked := self.entries.get((path, name))) is not None
            and not asked.optional
            and note.read
            and all(where in asked.needed and name in there for where, there in note.read.items())
        ]


_NOTES: ContextVar[FormatNotes | None] = ContextVar("format_notes", default=None)


def current() -> FormatNotes | None:
    """The notes that are being taken."""
    return _NOTES.get()


@contextmanager
def noting(notes: FormatNotes, battle: str) -> Iterator[None]:
    """Take notes of what is asked of a battle."""
    notes.battle = battle
    before = _NOTES.set(notes)
    try:
        yield
    finally:
        _NOTES.reset(before)
