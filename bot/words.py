"""Sentences by key and language, out of `locale/<language>.yaml`. Nobody else holds text for players."""

from __future__ import annotations

import string
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import scenarios

FOLDER = Path(__file__).resolve().parent / "locale"
FIRST = "en"
"""The language every key has."""


class Words:
    """One language. Call it with a key and facts: `words("refusal.too_far", hex="0304", needs=4, has=3)`."""

    def __init__(self, language: str, texts: Mapping[str, str]) -> None:
        self.language = language
        self._texts = texts

    def __call__(self, key: str, /, **facts: Any) -> str:
        """The sentence of that key with its facts in it. Raises KeyError when there is none."""
        return _SETTER.vformat(self._texts[key], (), facts)

    def __contains__(self, key: object) -> bool:
        return key in self._texts

    def __iter__(self) -> Iterator[str]:
        return iter(self._texts)

    def get(self, key: str, default: str, /, **facts: Any) -> str:
        """The sentence of that key, or `default` when there is none."""
        return self(key, **facts) if key in self else default

    def of(self, texts: Mapping[str, str]) -> str:
        """A text of a scenario or rulebook in this language, or in the first one it has."""
        return texts.get(self.language) or texts.get(FIRST) or next(iter(texts.values()), "")

    def several(self, parts: tuple[str, ...] | list[str], last: str = "list.and") -> str:
        """Things in a row: "a", "a and b", "a, b and c"."""
        if len(parts) < 2:
            return "".join(parts)
        return self(last, some=", ".join(parts[:-1]), last=parts[-1])


class _Setter(string.Formatter):
    """Sets facts into sentences; `{n:point/points}` counts: "1 point", "2 points"."""

    def format_field(self, value: Any, format_spec: str) -> str:
        if "/" in format_spec and isinstance(value, int):
            one, many = format_spec.split("/")
            return f"{value} {one if abs(value) == 1 else many}"
        return str(super().format_field(value, format_spec))


_SETTER = _Setter()


def languages() -> tuple[str, ...]:
    """The languages there are."""
    return tuple(sorted(path.stem for path in FOLDER.glob("*.yaml")))


@cache
def speak(language: str = FIRST) -> Words:
    """The words of a language, as Discord names it ("en-GB"); of the first language when it is not known."""
    short = language.split("-")[0].lower()
    texts = dict(_flat(scenarios.read(FOLDER / f"{FIRST}.yaml")))
    if short != FIRST and short in languages():
        texts.update(_flat(scenarios.read(FOLDER / f"{short}.yaml")))
        return Words(short, texts)
    return Words(FIRST, texts)


def _flat(entries: Mapping[str, Any], before: str = "") -> Iterator[tuple[str, str]]:
    """Nested entries as dotted keys."""
    for name, entry in entries.items():
        if isinstance(entry, Mapping):
            yield from _flat(entry, f"{before}{name}.")
        else:
            yield f"{before}{name}", str(entry)
