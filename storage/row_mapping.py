"""Convert records to rows of the tables, and rows to records."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from functools import lru_cache
from typing import Any, get_args

from sqlalchemy import RowMapping

from engine import codec
from engine.codec import Unreadable
from engine.commands import Command
from engine.events import Event
from storage.records import Draft, Entry, EntryKind, GameRecord, Json, OutboxMessage, Receipt, Seat

Row = Mapping[str, Any] | RowMapping
_KINDS = get_args(EntryKind)


def stamp(at: datetime) -> str:
    """A time as stored: stamps sort as the times do. Raises ValueError when it has no time zone."""
    if at.tzinfo is None:
        raise ValueError(f"{at} has no time zone")
    return at.astimezone(UTC).isoformat(timespec="microseconds")


def to_text(value: Any) -> str:
    """JSON as stored. ASCII only, since neither a lone surrogate nor NUL survives every database."""
    return json.dumps(value, separators=(",", ":"), allow_nan=False)


def seat_rows(game: int, seats: Iterable[Seat]) -> list[dict[str, Any]]:
    """The rows of a game's seats, in their order."""
    return [
        {
            "game": game,
            "place": n,
            "side": s.side,
            "user": s.user,
            "name": s.name,
            "bot": int(s.bot),
            "corps": to_text(list(s.corps)),
            "level": s.level,
        }
        for n, s in enumerate(seats)
    ]


def seat(row: Row) -> Seat:
    """The seat of a row."""
    return Seat(
        side=row["side"],
        user=row["user"],
        name=row["name"],
        bot=bool(row["bot"]),
        corps=tuple(json.loads(row["corps"])),
        level=row["level"],
    )


def game(row: Row, seats: Iterable[Seat]) -> GameRecord:
    """The game of a row."""
    return GameRecord(
        id=row["id"],
        guild=row["guild"],
        channel=row["channel"],
        scenario=row["scenario"],
        printed=_printed(row["printed"]),
        options=json.loads(row["options"]),
        status=row["status"],
        seed=bytes(row["seed"]),
        salts=tuple(json.loads(row["salts"])),
        seats=tuple(seats),
        owner=row["owner"],
        created=datetime.fromisoformat(row["created"]),
        revision=row["revision"],
        beacon=row["beacon"],
        seals=tuple(json.loads(row["seals"])),
        rated=bool(row["rated"]),
        dice_keys=row["dice_keys"],
        twin=row["twin"],
        randomness=row["randomness"],
        pictures=row["pictures"],
        imported_after=row["imported_after"],
    )


@lru_cache(maxsize=32)
def _printed(text: str) -> Json:
    """The scenario's source; games of one battle share it."""
    printed: Json = json.loads(text)
    return printed


def entry_row(game: int, seq: int, entry: Entry) -> dict[str, Any]:
    """The row of an entry. Raises TypeError or ValueError for one that could not be read again."""
    if entry.kind not in _KINDS:
        raise ValueError(f"no such kind of entry: {entry.kind!r}")
    if entry.command is not None and not isinstance(entry.command, Command):
        raise TypeError(f"{entry.command!r} is not a command")
    if not all(isinstance(event, Event) for event in entry.events):
        raise TypeError("an entry holds only events")
    return {
        "game": game,
        "seq": seq,
        "kind": entry.kind,
        "side": entry.side,
        "who": entry.who,
        "command": None if entry.command is None else to_text(codec.to_json(entry.command)),
        "events": to_text([codec.to_json(event) for event in entry.events]),
        "at": stamp(entry.at),
        "struck": entry.struck,
    }


ENTRY = ("game", "seq", "kind", "side", "who", "command", "events", "at", "struck")
"""The columns of an entry, in the order in which `entry` takes them."""


def entry(row: Sequence[Any]) -> Entry:
    """The entry of a row. Raises Unreadable when this program cannot read it."""
    undecoded = _UndecodedRow(row)
    fields = {name: undecoded.value(name) for name in ENTRY if name != "game"}
    return Entry(**fields)


def lazy_entry(row: Sequence[Any]) -> Entry:
    """The entry of a row, whose fields except its number are decoded on first access."""
    return Entry.lazy(_UndecodedRow(row), row[1], row[8])


class _UndecodedRow:
    """The row of an entry: a `storage.records.Undecoded`."""

    __slots__ = ("_row",)

    def __init__(self, row: Sequence[Any]) -> None:
        self._row = row

    def value(self, name: str) -> Any:
        """A field of the entry. Raises Unreadable, and says where."""
        stored = self._row[ENTRY.index(name)]
        decode = _DECODE.get(name)
        if decode is None or stored is None:
            return stored
        with self._here():
            return decode(stored)

    def audience(self) -> frozenset[str]:
        """Who may know the events; without decoding them, since every entry is asked."""
        stored = self._row[ENTRY.index("events")]
        if '"only"' not in stored:
            return frozenset(("",) if stored != "[]" else ())
        return frozenset(event.get("only", "") for event in json.loads(stored))

    @contextmanager
    def _here(self) -> Iterator[None]:
        try:
            yield
        except Unreadable as error:
            where = f"game {self._row[0]}, entry {self._row[1]}"
            raise Unreadable(error.what, f"{where}, {error.where}" if error.where else where) from error


def _kind(word: str) -> str:
    if word not in _KINDS:
        raise Unreadable(f"no such kind of entry: {word}")
    return word


def _command(text: str) -> Command:
    stored = json.loads(text)
    thing = codec.from_json(stored)
    if not isinstance(thing, Command):
        raise Unreadable("not a command", stored["is"])
    return thing


def _events(text: str) -> tuple[Event, ...]:
    return tuple(_event(stored) for stored in json.loads(text))


def _event(stored: Any) -> Event:
    thing = codec.from_json(stored)
    if not isinstance(thing, Event):
        raise Unreadable("not an event", stored["is"])
    return thing


_DECODE: Mapping[str, Callable[[str], Any]] = {
    "kind": _kind,
    "command": _command,
    "events": _events,
    "at": datetime.fromisoformat,
}


def receipt(row: Row) -> Receipt:
    """The receipt of a row."""
    return Receipt(interaction=row["interaction"], game=row["game"], outcome=json.loads(row["outcome"]))


def outbox_message(row: Row) -> OutboxMessage:
    """The outbox message of a row."""
    return OutboxMessage(
        id=row["id"],
        game=row["game"],
        channel=row["channel"],
        kind=row["kind"],
        body=json.loads(row["body"]),
        posted=row["posted"],
        failed=row["failed"],
        at=datetime.fromisoformat(row["at"]),
    )


def draft(row: Row) -> Draft:
    """The draft of a row."""
    return Draft(game=row["game"], user=row["user"], number=row["number"], text=json.loads(row["text"]))
