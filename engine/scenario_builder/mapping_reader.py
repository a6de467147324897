"""Read one mapping of the text: its entries as words, numbers and lists, with file and line for mistakes."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any

from engine.errors import BadScenario
from engine.scenario import Words
from engine.scenario_builder.format_notes import EntryNote, current

LANGUAGES = ("en", "fr")
SHORT = 100
LONG = 1500
MOST_TURNS = 99
ANY_TURN = (1, MOST_TURNS)
"""Characters in a name, and in a text to read: what Discord can show."""

_WHOLE = re.compile(r"[+-]?(0|[1-9][0-9]{0,8})")


def source_line(*things: Any) -> str:
    """File and line of the first of these texts that knows them, or ""."""
    return next((line for thing in things if (line := getattr(thing, "where", ""))), "")


def parse_int(text: str) -> int | None:
    """The whole number a text spells, or None. Leading zeros make a label, not a number.

    >>> parse_int("-2"), parse_int("0101"), parse_int("3:1")
    (-2, None, None)
    """
    return int(text) if _WHOLE.fullmatch(text) else None


def suggestion(word: str, words: Iterable[str]) -> str:
    """A hint after an unknown word: what may have been meant, or what there is to choose from."""
    known = sorted(set(words))
    parts = (word, *re.split(r"[_\W]+", word))
    close = [near for part in parts for near in get_close_matches(part, known, n=1)]
    if close:
        return f"; did you mean {close[0]!r}?"
    return f"; known: {', '.join(known)}" if 0 < len(known) <= 16 else ""


@dataclass(frozen=True, slots=True)
class MappingReader:
    """A mapping, the keys that lead to it ("units[3].values"), and the file and line where it stands."""

    entries: Mapping[str, Any]
    path: str = ""
    at: str = ""

    @classmethod
    def of(cls, thing: Any, path: str = "", at: str = "") -> MappingReader:
        """The page a mapping makes; `at` is where to look when it does not know. Raises BadScenario."""
        if not isinstance(thing, Mapping):
            raise BadScenario(
                f"should hold entries (name: value), not {preview(thing)}", path, source_line(thing) or at
            )
        return cls(thing, path, source_line(thing) or at)

    def key(self, name: str) -> str:
        """The whole key of an entry."""
        return f"{self.path}.{name}" if self.path else str(name)

    def mistake(self, what: str, name: str = "", at: Any = None) -> BadScenario:
        """A mistake in the entry `name` (or the page as a whole), found in the text `at` if given."""
        key = self.key(name) if name else self.path
        return BadScenario(what, key, source_line(at, self.entries.get(name)) or self.at)

    def allow_only(self, *names: str) -> None:
        """Refuse every entry that is not named here."""
        self.known(*names)
        for name in self.entries:
            if name not in names:
                quotes = "" if self.entries[name] else "; put a text with a comma in quotes"
                raise self.mistake(f"unknown entry{suggestion(name, names)}{quotes}", name, at=name)

    def known(self, *names: str) -> None:
        """Say which entries there may be, where the reader refuses others itself."""
        if (notes := current()) is not None:
            notes.was_read(self.path, self.entries)
            notes.mapping(self.path).names.update(dict.fromkeys(names))

    def names(self) -> tuple[str, ...]:
        """The entries, where an author names them: letters of a legend, types, hexes."""
        if (notes := current()) is not None:
            notes.mapping(self.path).free = True
        return tuple(self.entries)

    def _note(self, name: str, shape: str, *, needed: bool = False) -> EntryNote:
        """Note that an entry is asked for."""
        notes = current()
        if notes is None:
            return EntryNote()
        if needed:
            notes.needed(self.path, name)
        note = notes.entry(self.path, name)
        note.shapes.add(shape)
        return note

    def __contains__(self, name: str) -> bool:
        if (notes := current()) is not None:
            notes.entry(self.path, name).optional = True
        return name in self.entries

    def get(self, name: str) -> Any:
        """An entry as it is. Raises BadScenario when it is missing."""
        if name not in self.entries:
            raise self.mistake("is missing", name)
        return self.entries[name]

    def text(self, name: str, default: str | None = None, most: int = SHORT) -> str:
        """A text that is not empty, of at most so many characters."""
        note = self._note(name, "text", needed=default is None)
        note.longest = max(note.longest, most)
        return default if default is not None and name not in self.entries else self._text(name, most)

    def _text(self, name: str, most: int = SHORT) -> str:
        value = self.get(name)
        if not isinstance(value, str):
            raise self.mistake(f"should be one text, not {preview(value)}", name)
        if not value.strip():
            raise self.mistake("is empty", name)
        if len(value) > most:
            raise self.mistake(f"has {len(value)} characters; the limit is {most}", name)
        return value

    def number(
        self,
        name: str,
        least: int,
        most: int,
        default: int | None = None,
        *,
        own: tuple[int, int] | None = None,
    ) -> int:
        """A whole number between two bounds; `own`: the bounds of any battle, if these are narrower."""
        note = self._note(name, "number", needed=default is None)
        first, last = own or (least, most)
        note.least = first if note.least is None else min(note.least, first)
        note.most = last if note.most is None else max(note.most, last)
        if default is not None and name not in self.entries:
            return default
        text = self._text(name)
        number = parse_int(text)
        if number is None or not least <= number <= most:
            raise self.mistake(f"should be a whole number from {least} to {most}, not {text!r}", name)
        return number

    def choice(
        self, name: str, among: Iterable[str], default: str | None = None, *, own: bool = False
    ) -> str:
        """One of the words allowed; `own`: the battle itself names these."""
        allowed = tuple(among)
        note = self._note(name, "text" if own else "choice", needed=default is None)
        note.choices.update(() if own else allowed)
        note.longest = max(note.longest, SHORT)
        if default is not None and name not in self.entries:
            return default
        word = self._text(name)
        if word not in allowed:
            raise self.mistake(f"{word!r} is unknown{suggestion(word, allowed)}", name)
        return str(word)

    def words(self, name: str, most: int = SHORT, default: Words | None = None) -> Words:
        """A text in every language: one text for all of them, or one for each. Where a language has none, the
        text of the first that has one stands in."""
        note = self._note(name, "words", needed=default is None)
        note.longest = max(note.longest, most)
        if default is not None and name not in self.entries:
            return default
        if isinstance(self.get(name), str):
            return dict.fromkeys(LANGUAGES, str(self._text(name, most)))
        reader = MappingReader.of(self.get(name), self.key(name), self.at)
        reader.allow_only(*LANGUAGES)
        said = {lang: str(reader._text(lang, most)) for lang in LANGUAGES if lang in reader.entries}
        if not said:
            raise self.mistake(f"is empty: say it in one of {', '.join(LANGUAGES)}", name)
        return {language: said.get(language, next(iter(said.values()))) for language in LANGUAGES}

    def mapping(self, name: str) -> MappingReader:
        """The page an entry opens; an empty one when it is missing, for entries that may be left out."""
        self._note(name, "mapping")
        return MappingReader.of(self.entries.get(name, {}), self.key(name), self.at)

    def rows(self, name: str) -> list[Any]:
        """A list; empty when the entry is missing."""
        value = self.entries.get(name, [])
        if not isinstance(value, (list, tuple)):
            raise self.mistake(f"should be a list (lines beginning with '-'), not {preview(value)}", name)
        return list(value)

    def mappings(self, name: str) -> list[MappingReader]:
        """The pages of a list, numbered from 1."""
        self._note(name, "mappings")
        return [
            MappingReader.of(row, f"{self.key(name)}[{n}]", self.at)
            for n, row in enumerate(self.rows(name), 1)
        ]

    def texts(self, name: str) -> list[str]:
        """The texts of a list."""
        self._note(name, "texts")
        rows = self.rows(name)
        for row in rows:
            if not isinstance(row, str):
                raise self.mistake(f"should hold texts, not {preview(row)}", name, at=row)
        return rows


def preview(value: Any) -> str:
    """A value in a message, short."""
    if isinstance(value, Mapping):
        return "entries"
    if isinstance(value, (list, tuple)):
        return "a list"
    text = repr(str(value) if isinstance(value, str) else value)
    return text if len(text) <= 40 else text[:37] + "..."
