"""Sentences by key and language. English ones are in `locale/en.yaml`, the others in gettext catalogues
beside it (`locale/fr.po`: context the key, msgid the English). Nobody else holds text for players."""

from __future__ import annotations

import gettext
import io
import string
from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from babel.core import Locale
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from babel.numbers import format_decimal

import scenarios
from bot import grammar

FOLDER = Path(__file__).resolve().parent / "locale"
FIRST = "en"
"""The language every key has, and the one spoken where nobody says which."""

MANY = 100
"""What a count counts as that is no whole number, like "<1"."""

Part = tuple[str, str | None, str]
"""A piece of a sentence: what stands before a fact, the fact's name (None at the end), how it is set in."""


class Words:
    """One language. Call it with a key and facts: `words("refusal.too_far", hex="0304", needs=4, has=3)`."""

    def __init__(
        self, language: str, texts: Mapping[str, str], catalogue: gettext.NullTranslations | None = None
    ) -> None:
        self.language = language
        self._texts = texts
        self._parts: dict[str, tuple[Part, ...]] = {}
        self._catalogue = catalogue or gettext.NullTranslations()

    def __call__(self, key: str, /, **facts: Any) -> str:
        """The sentence of that key with its facts in it. Raises KeyError when there is none."""
        parts = self._parts.get(key)
        if parts is None:
            parts = self._parts[key] = tuple(_parts(self._texts[key]))
        told = []
        for before, name, spec in parts:
            told.append(before)
            if name is not None:
                told.append(self._set(facts[name], spec) if spec else str(facts[name]))
        return "".join(told)

    def __contains__(self, key: object) -> bool:
        return key in self._texts

    def __iter__(self) -> Iterator[str]:
        return iter(self._texts)

    def raw(self, key: str) -> str:
        """The sentence of that key as it is written, its facts by name."""
        return self._texts[key]

    def written(self) -> Iterator[tuple[str, str]]:
        """Every key with its sentence as it is written."""
        yield from self._texts.items()

    def get(self, key: str, default: str, /, **facts: Any) -> str:
        """The sentence of that key, or `default` when there is none."""
        return self(key, **facts) if key in self else default

    def of(self, texts: Mapping[str, str]) -> str:
        """A text of a scenario or rulebook in this language, or in the first one it has."""
        if own := texts.get(self.language):
            return grammar.typeset(self.language, own)
        return texts.get(FIRST) or next(iter(texts.values()), "")

    def several(self, parts: tuple[str, ...] | list[str], last: str = "list.and") -> str:
        """Things in a row: "a", "a and b", "a, b and c"."""
        if len(parts) < 2:
            return "".join(parts)
        return self(last, some=", ".join(parts[:-1]), last=parts[-1])

    def number(self, value: float | Fraction, digits: int) -> str:
        """A number with so many decimals: "1.3" in English, "1,3" in French."""
        return _decimal(self.language, float(value), digits)

    def command(self, about: str, english: str) -> str | None:
        """What is said of a slash command in this language, None when nothing is: `about` is "/map area"."""
        said = self._catalogue.pgettext(about, english)
        return said if said != english else None

    def _set(self, value: Any, spec: str) -> str:
        """A fact as its sentence wants it: counted, joined to the word before it, or as wide as asked."""
        if "/" in spec:
            one, many = spec.split("/")
            n = abs(int(value)) if isinstance(value, int) or str(value).isdigit() else MANY
            return f"{value} {one if _single(self.language, n) else many}"
        joined = grammar.joined(self.language, spec, str(value))
        return format(value, spec) if joined is None else joined


@lru_cache(maxsize=1024)
def _single(language: str, n: int) -> bool:
    """Whether so many take the singular: 1 in English, 0 and 1 in French."""
    return Locale(language).plural_form(n) == "one"


def _parts(text: str) -> Iterator[Part]:
    for before, name, spec, _ in string.Formatter().parse(text):
        yield before, name, spec or ""


@lru_cache(maxsize=4096)
def _decimal(language: str, value: float, digits: int) -> str:
    return format_decimal(value, format=f"0.{'0' * digits}", locale=language)


def languages() -> tuple[str, ...]:
    """The languages there are, the first one first."""
    return (FIRST, *sorted(path.stem for path in FOLDER.glob("*.po")))


def speak(language: str = FIRST) -> Words:
    """The words of a language, as Discord names it ("en-GB"); of the first language when it is not known."""
    short = language.split("-")[0].lower()
    return _spoken(short if short in languages_known() else FIRST)


@cache
def languages_known() -> frozenset[str]:
    """The languages there were when this was first asked."""
    return frozenset(languages())


@cache
def _spoken(language: str) -> Words:
    english = sentences()
    if language == FIRST:
        return Words(FIRST, english)
    found = catalogue(language)
    return Words(language, {key: found.pgettext(key, text) for key, text in english.items()}, found)


@cache
def sentences() -> Mapping[str, str]:
    """The English sentences by key."""
    return dict(_flat(scenarios.read(FOLDER / f"{FIRST}.yaml")))


def catalogue(language: str) -> gettext.GNUTranslations:
    """The catalogue of a language, out of its .po file: nothing needs to be compiled beforehand."""
    binary = io.BytesIO()
    with (FOLDER / f"{language}.po").open("rb") as file:
        write_mo(binary, read_po(file, locale=language))
    binary.seek(0)
    return gettext.GNUTranslations(binary)


def _flat(entries: Mapping[str, Any], before: str = "") -> Iterator[tuple[str, str]]:
    """Nested entries as dotted keys."""
    for name, entry in entries.items():
        if isinstance(entry, Mapping):
            yield from _flat(entry, f"{before}{name}.")
        else:
            yield f"{before}{name}", str(entry)
