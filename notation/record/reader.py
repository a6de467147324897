"""Reads a record, line by line. Nothing in it is trusted: sizes are limited, every error names its line."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from typing import Any, TypeVar

import scenarios
from engine import codec
from engine.codec import Unreadable
from engine.events import Event
from notation.record import fields
from notation.record.fields import MOST_ENTRIES
from notation.record.model import (
    ALL,
    FORMAT,
    KINDS,
    OVER,
    BadRecord,
    DiceProof,
    EarlierPart,
    Json,
    RecordedEntry,
    RecordedGame,
    battle_hash,
    whole_hash,
)
from notation.record.values import ValueReader
from notation.record.writer import BATTLE, END, LAST_KEYS, LOG, checksum

LARGEST = 4 * 1024 * 1024
"""Bytes of a record."""
LONGEST = 20_000
"""Characters of a line."""
MOST_EVENTS = 200_000
MOST_PARTS = 20
"""Games that one was played on from, one after the other."""

_TAIL = re.compile(rf"({fields.STAMP})(?: by ([1-9]\d{{0,3}}))?(?: rules (-|[0-9a-f]{{1,64}}))?\]", re.ASCII)
_ORDER = re.compile(r"([1-9]\d{0,6}) ([^\s:]{1,60}): (\S.*)", re.ASCII)
_OTHER = re.compile(
    rf"([1-9]\d{{0,6}})(?: ([^\s:]{{1,60}}))? ({'|'.join(KINDS)})((?: [1-9]\d{{0,6}}(?:-[1-9]\d{{0,6}})?)*)",
    re.ASCII,
)

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
        if head["earlier"] and head["earlier"][-1].until >= len(log):
            raise BadRecord(self._at, "entries after those of the imported parts are expected")
        printed_at = self._at + 1
        printed = self._battle(head["battle"])
        if head.pop("battle hash") not in _hashes(printed):
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
            "battle": self._one("battle", fields.read_text),
            "title": self._one("title", fields.read_text),
            "battle hash": self._one("battle hash", fields.read_hexadecimal),
            "rulebook": self._one("rulebook", fields.read_text),
            "options": self._one("options", fields.read_words_by_name),
            "program": self._one("program", fields.read_text),
            "rules": self._one("rules", fields.read_hexadecimal),
            "game": self._one("game", fields.read_whole),
            "opened": self._one("opened", fields.read_time),
            "status": self._one("status", fields.read_status),
            "known_to": self._one("known to", fields.read_text),
            "players": self._several("player", fields.read_player, 99),
            "clock": self._one("clock", fields.read_group),
            "result": self._one("result", fields.read_group),
        }
        head["earlier"] = tuple(self._earlier())
        head["dice"] = self._dice()
        whole = head["known_to"] == ALL
        if whole and (head["status"] != OVER or not head["dice"].seed):
            raise BadRecord(self._at, "a record known to all is expected to be over and to have its seed")
        return head

    def _dice(self) -> DiceProof:
        return DiceProof(
            commitment=self._one("commitment", fields.read_hexadecimal),
            seed=self._one("seed", fields.read_hexadecimal),
            words=self._one("words", fields.read_texts),
            seals=self._one("seals", fields.read_texts),
            message=self._one("message", fields.read_whole),
            beacon=self._one("beacon", fields.read_group),
            keys="stream" if self._several("keys", fields.read_stream, 1) else "order",
            rounds=self._several("round", fields.read_round, MOST_ENTRIES),
        )

    def _earlier(self) -> Iterator[EarlierPart]:
        """The parts of the log that were imported from other records, each with its dice."""
        until = parts = 0
        while self._peek().startswith("until: "):
            entry, game = self._one("until", fields.read_until)
            if entry <= until:
                raise BadRecord(self._at, f"an entry after {until} is expected")
            until, parts = entry, parts + 1
            if parts > MOST_PARTS:
                raise BadRecord(self._at, f"{MOST_PARTS} imported parts are allowed at most")
            dice = self._dice()
            if not dice.seed:
                raise BadRecord(self._at, "the seed of an imported part is expected")
            yield EarlierPart(until=until, game=game, dice=dice)

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
        at, where = self._read(fields.read_time, about[1]), self._at
        entry: Json = {
            "at": at,
            "by": int(about[2] or 0),
            "rules": rules if about[3] is None else fields.dash(about[3]),
            "events": tuple(self._entry_events()),
            "line": where,
        }
        if order is not None:
            return RecordedEntry(
                number=int(order[1]), kind="order", side=order[2], order=order[3].strip(), **entry
            )
        assert other is not None
        strikes = tuple(self._read(fields.read_ranges, other[4]))
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
        log = self._one("log", fields.read_hexadecimal) if self._peek().startswith("log: ") else ""
        given = self._one("sum", fields.read_hexadecimal)
        above, _, _ = self._text.rpartition("sum: ")
        if self._peek():
            raise BadRecord(self._at + 1, "nothing is expected after the sum")
        return log, given == checksum(above)


def _hashes(printed: Json) -> tuple[str, ...]:
    """The fingerprints that may stand for a battle."""
    try:
        return battle_hash(printed), whole_hash(printed)
    except RecursionError:
        return ()


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
