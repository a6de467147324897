"""Values within a line of a record: words, numbers, lists and groups.

    value = word | number | "text in JSON's quotes" | true | false | null
          | [ value value ... ] | { name:value name:value ... }

Four digits alone are a word, because hexes have four; such a number has a plus sign. Words hold no spaces,
quotes, brackets, braces, colons or equals signs.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

DEEPEST = 12
"""Levels of lists and groups within each other."""
_NUMBER = re.compile(r"-?(?:0|[1-9]\d{0,18})(?:\.\d{1,17})?(?:[eE][+-]?\d{1,2})?", re.ASCII)
_LIKE_A_HEX = re.compile(r"\d{4}", re.ASCII)
_SIGNED = re.compile(r"\+[1-9]\d{3}", re.ASCII)
_BARE = re.compile(r'[^\s"\[\]{}:=]+')
_NAMED = {"true": True, "false": False, "null": None}
_TOKEN = re.compile(r'\s+|"(?:[^"\\]|\\.)*"|[\[\]{}:=]|[^\s"\[\]{}:=]+')


def text_of(value: Any) -> str:
    """A value in writing.

    >>> text_of({"unit": "line-1", "hex": "0203", "name": "1st Line", "dice": [4, 2], "men": 1200})
    '{unit:line-1 hex:0203 name:"1st Line" dice:[4 2] men:+1200}'
    """
    if isinstance(value, str):
        return word_of(value)
    if isinstance(value, bool) or value is None:
        return json.dumps(value)
    if isinstance(value, (int, float)):
        plain = json.dumps(value)
        return f"+{plain}" if _LIKE_A_HEX.fullmatch(plain) else plain
    if isinstance(value, Mapping):
        return "{" + " ".join(f"{word_of(name)}:{text_of(part)}" for name, part in value.items()) + "}"
    return "[" + " ".join(map(text_of, value)) + "]"


def word_of(text: str) -> str:
    """A text in writing: bare where that cannot be misread, else in quotes."""
    bare = _BARE.fullmatch(text) and text.isprintable() and text not in _NAMED
    return text if bare and (_LIKE_A_HEX.fullmatch(text) or not _numeric(text)) else quoted(text)


def _numeric(text: str) -> bool:
    return bool(_NUMBER.fullmatch(text) or _SIGNED.fullmatch(text))


def quoted(text: str) -> str:
    """A text in JSON's quotes, without any character that does not show."""
    return printable(json.dumps(text, ensure_ascii=False))


def printable(document: str) -> str:
    """JSON without characters that do not show, which are escaped."""
    if document.isprintable():
        return document
    return "".join(c if c.isprintable() or c == "\n" else _escaped(c) for c in document)


def _escaped(character: str) -> str:
    return json.dumps(character)[1:-1] if ord(character) > 0x7F else f"\\u{ord(character):04x}"


class ValueReader:
    """Reads the values of one line. Its methods raise ValueError, which says what was expected."""

    def __init__(self, text: str) -> None:
        self._tokens = _tokens(text)
        self._next = next(self._tokens, "")

    def over(self) -> bool:
        """Whether nothing is left."""
        return not self._next

    def word(self) -> str:
        """A word or quoted text."""
        token = self._take()
        if token[:1] == '"':
            return _unquoted(token)
        if not _BARE.fullmatch(token):
            raise ValueError(f"a word is expected, not {token[:20]!r}" if token else "a word is expected")
        return token

    def expect(self, sign: str) -> None:
        """That very sign."""
        token = self._take()
        if token != sign:
            raise ValueError(f"{sign!r} is expected" + (f", not {token[:20]!r}" if token else " at the end"))

    def value(self, depth: int = 0) -> Any:
        """A value of any kind."""
        if depth > DEEPEST:
            raise ValueError(f"lists and groups are nested more than {DEEPEST} deep")
        token = self._take()
        if token == "[":
            return list(self._items(depth))
        if token == "{":
            return self._group(depth)
        if token[:1] == '"':
            return _unquoted(token)
        if not _BARE.fullmatch(token):
            raise ValueError(f"a value is expected, not {token!r}" if token else "a value is expected")
        return _plain(token)

    def _items(self, depth: int) -> Iterator[Any]:
        while self._next != "]":
            yield self.value(depth + 1)
        self._take()

    def _group(self, depth: int) -> dict[str, Any]:
        group: dict[str, Any] = {}
        while self._next != "}":
            name = self.word()
            if name in group:
                raise ValueError(f"{name[:20]!r} stands twice in a group")
            self.expect(":")
            group[name] = self.value(depth + 1)
        self._take()
        return group

    def _take(self) -> str:
        token, self._next = self._next, next(self._tokens, "")
        return token


def _tokens(text: str) -> Iterator[str]:
    at = 0
    while at < len(text):
        match = _TOKEN.match(text, at)
        if match is None:
            raise ValueError("a quotation mark is not closed")
        at = match.end()
        if not match[0].isspace():
            yield match[0]


def _unquoted(token: str) -> str:
    try:
        return str(json.loads(token))
    except ValueError as error:
        raise ValueError(f"{token[:20]} cannot be read: quoted text is written as in JSON") from error


def _plain(token: str) -> Any:
    if token in _NAMED:
        return _NAMED[token]
    if _LIKE_A_HEX.fullmatch(token) or not _numeric(token):
        return token
    return json.loads(token.removeprefix("+"))


def read_value(text: str) -> Any:
    """The one value that a text holds. Raises ValueError."""
    reader = ValueReader(text)
    value = reader.value()
    if not reader.over():
        raise ValueError("one value is expected; texts with spaces stand in quotes")
    return value
