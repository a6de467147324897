"""Reads the fields of a record: the values of its head, and the numbers and times of its entries.

Each function raises ValueError, which says what was expected.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, datetime

from notation.record.model import OVER, PLAYING, Json, Player, PublicRound
from notation.record.values import read_value

MOST_ENTRIES = 20_000
STAMP = r"\d{4}-\d\d-\d\d \d\d:\d\d(?::\d\d\.\d{6})?"
_HEX = re.compile(r"-|(?:[0-9a-f]{2}){1,512}", re.ASCII)
_WHOLE = re.compile(r"0|[1-9]\d{0,18}", re.ASCII)


def read_text(text: str) -> str:
    """A word, or text in quotes."""
    value = read_value(text)
    if not isinstance(value, str):
        raise ValueError("a word or text in quotes is expected")
    return value


def read_whole(text: str) -> int:
    """A whole number."""
    if not _WHOLE.fullmatch(text):
        raise ValueError("a whole number is expected")
    return int(text)


def dash(text: str) -> str:
    """Text, "" for `-`."""
    return "" if text == "-" else text


def read_hexadecimal(text: str) -> str:
    """A hexadecimal number, "" for `-`."""
    if not _HEX.fullmatch(text):
        raise ValueError("a hexadecimal number is expected, or '-'")
    return dash(text)


def read_time(text: str) -> datetime:
    """A time, UTC."""
    if not re.fullmatch(STAMP, text, re.ASCII):
        raise ValueError("a time like '2026-01-31 18:30:00.000000' (UTC) is expected")
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


def read_status(text: str) -> str:
    """Whether the game is over."""
    if text not in (OVER, PLAYING):
        raise ValueError(f"'{OVER}' or '{PLAYING}' is expected")
    return text


def read_group(text: str) -> Json:
    """A group in braces."""
    value = read_value(text)
    if not isinstance(value, dict):
        raise ValueError("a group in braces is expected")
    return value


def read_words_by_name(text: str) -> dict[str, str]:
    """A group of words."""
    group = read_group(text)
    if not all(isinstance(value, str) for value in group.values()):
        raise ValueError("a group of words in braces is expected")
    return group


def read_texts(text: str) -> tuple[str, ...]:
    """A list of words."""
    value = read_value(text)
    if not isinstance(value, list) or not all(isinstance(each, str) for each in value):
        raise ValueError("a list of words in brackets is expected")
    return tuple(value)


def read_player(text: str) -> Player:
    """A seat of the game."""
    group = read_group(text)
    known = {"side": str, "name": str, "computer": bool, "corps": list}
    if not {"side", "name"} <= group.keys() or any(
        name not in known or not isinstance(value, known[name]) for name, value in group.items()
    ):
        raise ValueError("{side:... name:...} is expected, with computer:true or corps:[...] after it")
    corps = group.pop("corps", [])
    if not all(isinstance(each, str) for each in corps):
        raise ValueError("corps are a list of words in brackets")
    return Player(**group, corps=tuple(corps))


def read_round(text: str) -> PublicRound:
    """A round of the public beacon."""
    group = read_group(text)
    numbers, words = ("number", "entry", "message", "round"), ("signature", "fixed")
    if group.keys() != {*numbers, *words} or not (
        all(type(group[name]) is int and group[name] > 0 for name in numbers)
        and all(isinstance(group[name], str) for name in words)
        and _HEX.fullmatch(group["signature"])
    ):
        raise ValueError("{number:.. entry:.. message:.. round:.. signature:.. fixed:..} is expected")
    return PublicRound(**group)


def read_ranges(text: str) -> Iterator[int]:
    """The numbers of ranges like `3-5 9`, MOST_ENTRIES at most."""
    left = MOST_ENTRIES
    for part in text.split():
        first, _, last = part.partition("-")
        low, high = int(first), int(last or first)
        left -= high - low + 1
        if high < low or left < 0:
            raise ValueError("ranges like '3-5 9' are expected")
        yield from range(low, high + 1)


def read_stream(text: str) -> str:
    """The word for dice that are keyed by stream."""
    if text != "stream":
        raise ValueError("'stream' is expected")
    return text


def read_until(text: str) -> tuple[int, int]:
    """The last entry of an imported part, and the number of its game."""
    group = read_group(text)
    entry, game = group.get("entry"), group.get("game")
    if set(group) != {"entry", "game"} or type(entry) is not int or type(game) is not int or entry < 1:
        raise ValueError("{entry:NUMBER game:NUMBER} is expected")
    return entry, game
