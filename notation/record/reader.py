"""Reads a record, line by line. Nothing in it is trusted: sizes are limited, every error names its line."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from typing import Any, TypeVar

import scenarios
from engine import codec
from engine.codec import Unreadable
from engine.events import Event
from notation.record.model import (
    ALL,
    FORMAT,
    KINDS,
    OVER,
    PLAYING,
    BadRecord,
    DiceProof,
    Json,
    Player,
    PublicRound,
    RecordedEntry,
    RecordedGame,
    battle_hash,
)
from notation.record.values import ValueReader, read_value
from notation.record.writer import BATTLE, END, LAST_KEYS, LOG, checksum

LARGEST = 4 * 1024 * 1024
"""Bytes of a record."""
LONGEST = 20_000
"""Characters of a line."""
MOST_ENTRIES = 20_000
MOST_EVENTS = 200_000

_STAMP = r"\d{4}-\d\d-\d\d \d\d:\d\d(?::\d\d\.\d{6})?"
_TAIL = re.compile(rf"({_STAMP})(?: by ([1-9]\d{{0,3}}))?(?: rules (-|[0-9a-f]{{1,64}}))?\]", re.ASCII)
_ORDER = re.compile(r"([1-9]\d{0,6}) ([^\s:]{1,60}): (\S.*)", re.ASCII)
_OTHER = re.compile(
    rf"([1-9]\d{{0,6}})(?: ([^\s:]{{1,60}}))? ({'|'.join(KINDS)})((?: [1-9]\d{{0,6}}(?:-[1-9]\d{{0,6}})?)*)",
    re.ASCII,
)
_HEX = re.compile(r"-|(?:[0-9a-f]{2}){1,512}", re.ASCII)
_WHOLE = re.compile(r"0|[1-9]\d{0,18}", re.ASCII)

T = TypeVar("T")


def read(data: bytes) -> RecordedGame:
    """The game in a record. Raises BadRecord, which names the line and says what was expected."""
    return _Reader(data).game()


class _Reader:
    def __init__(self, data: bytes) -> None:
        if len(data) > LARGEST:
            raise BadRecord(0, f"the file is larger than {LARGEST // 1024} KB")
        try:
            text = data.decode("utf-8").removeprefix("\ufeff").replace("\r\n", "\n")
        except UnicodeDecodeError as error:
            raise BadRecord(data.count(b"\n", 0, error.start) + 1, "text in UTF-8 is expected") from error
        self._text = text
        self._lines = text.split("\n")
        self._at = 0
        self._events = 0

    def game(self) -> RecordedGame:
        """The whole record."""
        if self._line() != FORMAT:
            raise BadRecord(1, f"{FORMAT!r} is expected; this is no record of a game")
        head = self._head()
        log = tuple(self._log(head["rules"]))
        printed_at = self._at + 1
        printed = self._battle(head["battle"])
        if _hash(printed) != head.pop("battle hash"):
            raise BadRecord(printed_at, "the battle with the hash that stands above is expected")
        fingerprint, intact = self._end()
        return RecordedGame(**head, entries=log, printed=printed, log=fingerprint, intact=intact)

    # --- lines ---------------------------------------------------------------------------------------------

    def _line(self) -> str:
        """The next line. Raises BadRecord at the end of the file."""
        if self._at >= len(self._lines):
            raise BadRecord(self._at, "the file ends here; it is not whole")
        line = self._lines[self._at]
        self._at += 1
        return line

    def _peek(self) -> str:
        """The next line that is neither empty nor a comment, without taking it."""
        while self._at < len(self._lines):
            line = self._lines[self._at]
            if len(line) > LONGEST:
                raise BadRecord(self._at + 1, f"lines have {LONGEST} characters at most")
            if line.strip() and not line.startswith("#"):
                return line
            self._at += 1
        return ""

    def _read(self, work: Callable[[str], T], text: str) -> T:
        """What `work` reads in the line just taken. Raises BadRecord for its ValueError."""
        try:
            return work(text)
        except (ValueError, TypeError, OverflowError) as error:
            raise BadRecord(self._at, str(error)) from error

    # --- the head ------------------------------------------------------------------------------------------

    def _field(self, name: str) -> str:
        line = self._peek()
        label, colon, value = line.partition(": ")
        if label != name or not colon:
            raise BadRecord(
                self._at + 1, f"'{name}: ...' is expected" + (f", not {line[:40]!r}" if line else "")
            )
        self._at += 1
        return value

    def _one(self, name: str, work: Callable[[str], T]) -> T:
        return self._read(work, self._field(name))

    def _several(self, name: str, work: Callable[[str], T], most: int) -> tuple[T, ...]:
        rows: list[T] = []
        while self._peek().startswith(f"{name}: "):
            rows.append(self._one(name, work))
            if len(rows) > most:
                raise BadRecord(self._at, f"{most} lines '{name}: ...' are allowed at most")
        return tuple(rows)

    def _head(self) -> dict[str, Any]:
        head: dict[str, Any] = {
            "battle": self._one("battle", _text),
            "title": self._one("title", _text),
            "battle hash": self._one("battle hash", _hexadecimal),
            "rulebook": self._one("rulebook", _text),
            "options": self._one("options", _words_by_name),
            "program": self._one("program", _text),
            "rules": self._one("rules", _hexadecimal),
            "game": self._one("game", _whole),
            "opened": self._one("opened", _time),
            "status": self._one("status", _status),
            "known_to": self._one("known to", _text),
            "players": self._several("player", _player, 99),
            "clock": self._one("clock", _group),
            "result": self._one("result", _group),
        }
        head["dice"] = DiceProof(
            commitment=self._one("commitment", _hexadecimal),
            seed=self._one("seed", _hexadecimal),
            words=self._one("words", _texts),
            seals=self._one("seals", _texts),
            message=self._one("message", _whole),
            beacon=self._one("beacon", _group),
            keys="stream" if self._several("keys", _stream, 1) else "order",
            rounds=self._several("round", _round, MOST_ENTRIES),
        )
        whole = head["known_to"] == ALL
        if whole and (head["status"] != OVER or not head["dice"].seed):
            raise BadRecord(self._at, "a record known to all is expected to be over and to have its seed")
        return head

    # --- the log -------------------------------------------------------------------------------------------

    def _section(self, name: str) -> None:
        line = self._peek()
        self._at += 1
        if line != name:
            raise BadRecord(self._at, f"{name!r} is expected" + (f", not {line[:40]!r}" if line else ""))

    def _log(self, rules: str) -> Iterator[RecordedEntry]:
        self._section(LOG)
        number, struck = 0, set[int]()
        while (line := self._peek()) != BATTLE:
            self._at += 1
            number += 1
            if number > MOST_ENTRIES:
                raise BadRecord(self._at, f"{MOST_ENTRIES} entries are allowed at most")
            entry = self._entry(line, rules)
            if entry.number != number:
                raise BadRecord(entry.line, f"entry {number} is expected, not {entry.number}")
            strikes = set(entry.strikes)
            if max(strikes, default=0) >= number or strikes & struck or len(strikes) < len(entry.strikes):
                raise BadRecord(entry.line, "an entry can undo earlier ones only, each of them once")
            struck |= strikes
            yield entry

    def _entry(self, line: str, rules: str) -> RecordedEntry:
        head, _, tail = line.rpartition("  [")
        about = _TAIL.fullmatch(tail)
        order, other = _ORDER.fullmatch(head), _OTHER.fullmatch(head)
        if about is None or (order is None and other is None):
            what = (
                "'NUMBER SIDE: ORDER  [TIME by PLAYER]' or 'NUMBER SIDE KIND  [TIME by PLAYER]' is expected"
            )
            raise BadRecord(self._at, f"{what}, not {line[:60]!r}")
        at, where = self._read(_time, about[1]), self._at
        entry: Json = {
            "at": at,
            "by": int(about[2] or 0),
            "rules": rules if about[3] is None else _dash(about[3]),
            "events": tuple(self._entry_events()),
            "line": where,
        }
        if order is not None:
            return RecordedEntry(
                number=int(order[1]), kind="order", side=order[2], order=order[3].strip(), **entry
            )
        assert other is not None
        strikes = tuple(self._read(_ranges, other[4]))
        return RecordedEntry(
            number=int(other[1]), kind=other[3], side=other[2] or "", strikes=strikes, **entry
        )

    def _entry_events(self) -> Iterator[Event]:
        while (line := self._peek()).startswith("  "):
            self._at += 1
            self._events += 1
            if self._events > MOST_EVENTS:
                raise BadRecord(self._at, f"{MOST_EVENTS} events are allowed at most")
            yield self._read(read_event, line)

    # --- the end -------------------------------------------------------------------------------------------

    def _battle(self, name: str) -> Json:
        """The battle; an empty section stands for the one of that name that comes with this program."""
        self._section(BATTLE)
        first = self._at
        while self._at < len(self._lines) and self._lines[self._at] != END:
            self._at += 1
        document = "\n".join(self._lines[first : self._at])
        if not document.strip() and name in scenarios.all():
            self._section(END)
            return dict(scenarios.load(name).printed)
        try:
            printed = json.loads(document, parse_constant=_refuse)
        except json.JSONDecodeError as error:
            raise BadRecord(first + error.lineno, f"the battle as JSON is expected ({error.msg})") from error
        except (ValueError, RecursionError) as error:
            raise BadRecord(first + 1, "the battle as JSON is expected") from error
        if not isinstance(printed, dict):
            raise BadRecord(first + 1, "the battle as a JSON object is expected")
        self._section(END)
        return printed

    def _end(self) -> tuple[str, bool]:
        """The fingerprint of the log; whether the file has the checksum that stands in it."""
        log = self._one("log", _hexadecimal) if self._peek().startswith("log: ") else ""
        given = self._one("sum", _hexadecimal)
        above, _, _ = self._text.rpartition("sum: ")
        if self._peek():
            raise BadRecord(self._at + 1, "nothing is expected after the sum")
        return log, given == checksum(above)


def _stream(text: str) -> str:
    if text != "stream":
        raise ValueError("'stream' is expected")
    return text


def _hash(printed: Json) -> str:
    try:
        return battle_hash(printed)
    except RecursionError:
        return ""


def _refuse(constant: str) -> None:
    raise ValueError(f"{constant} is no number")


def read_event(line: str) -> Event:
    """The event of a line. Raises ValueError."""
    reader = ValueReader(line)
    stored: Json = {"is": reader.word()}
    while not reader.over():
        name = reader.word()
        if name in stored:
            raise ValueError(f"{name[:20]!r} stands twice in an event")
        reader.expect("=")
        stored[name] = reader.value()
    first = {key: stored.pop(key) for key in ("is", *LAST_KEYS) if key in stored}
    try:
        event = codec.from_json({**first, **stored})
    except Unreadable as error:
        raise ValueError(f"no event that this program knows: {error}") from error
    if not isinstance(event, Event):
        raise ValueError(f"an event is expected, not the order {first['is']!r}")
    return event


def _text(text: str) -> str:
    value = read_value(text)
    if not isinstance(value, str):
        raise ValueError("a word or text in quotes is expected")
    return value


def _whole(text: str) -> int:
    if not _WHOLE.fullmatch(text):
        raise ValueError("a whole number is expected")
    return int(text)


def _dash(text: str) -> str:
    return "" if text == "-" else text


def _hexadecimal(text: str) -> str:
    if not _HEX.fullmatch(text):
        raise ValueError("a hexadecimal number is expected, or '-'")
    return _dash(text)


def _time(text: str) -> datetime:
    if not re.fullmatch(_STAMP, text, re.ASCII):
        raise ValueError("a time like '2026-01-31 18:30:00.000000' (UTC) is expected")
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


def _status(text: str) -> str:
    if text not in (OVER, PLAYING):
        raise ValueError(f"'{OVER}' or '{PLAYING}' is expected")
    return text


def _group(text: str) -> Json:
    value = read_value(text)
    if not isinstance(value, dict):
        raise ValueError("a group in braces is expected")
    return value


def _words_by_name(text: str) -> dict[str, str]:
    group = _group(text)
    if not all(isinstance(value, str) for value in group.values()):
        raise ValueError("a group of words in braces is expected")
    return group


def _texts(text: str) -> tuple[str, ...]:
    value = read_value(text)
    if not isinstance(value, list) or not all(isinstance(each, str) for each in value):
        raise ValueError("a list of words in brackets is expected")
    return tuple(value)


def _player(text: str) -> Player:
    group = _group(text)
    known = {"side": str, "name": str, "computer": bool, "corps": list}
    if not {"side", "name"} <= group.keys() or any(
        name not in known or not isinstance(value, known[name]) for name, value in group.items()
    ):
        raise ValueError("{side:... name:...} is expected, with computer:true or corps:[...] after it")
    corps = group.pop("corps", [])
    if not all(isinstance(each, str) for each in corps):
        raise ValueError("corps are a list of words in brackets")
    return Player(**group, corps=tuple(corps))


def _round(text: str) -> PublicRound:
    group = _group(text)
    numbers, words = ("number", "entry", "message", "round"), ("signature", "fixed")
    if group.keys() != {*numbers, *words} or not (
        all(type(group[name]) is int and group[name] > 0 for name in numbers)
        and all(isinstance(group[name], str) for name in words)
        and _HEX.fullmatch(group["signature"])
    ):
        raise ValueError("{number:.. entry:.. message:.. round:.. signature:.. fixed:..} is expected")
    return PublicRound(**group)


def _ranges(text: str) -> Iterator[int]:
    """The numbers of ranges like `3-5 9`, MOST_ENTRIES at most."""
    left = MOST_ENTRIES
    for part in text.split():
        first, _, last = part.partition("-")
        low, high = int(first), int(last or first)
        left -= high - low + 1
        if high < low or left < 0:
            raise ValueError("ranges like '3-5 9' are expected")
        yield from range(low, high + 1)
