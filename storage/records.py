"""What is kept of a game: seats, log, what was answered, what is still to be posted. Times are UTC."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING, Any, Literal, Protocol

from engine.commands import Command
from engine.events import Event
from storage.snapshots import Snapshot

Json = dict[str, Any]
Status = Literal["lobby", "playing", "over"]
EntryKind = Literal["start", "order", "undo", "pass", "ruling"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Seat:
    """A place at the table. `user` is a Discord id; None the sparring partner if `bot`, else a free seat.

    Several may play one side: each has a seat of his own there, and the first holds the side. `corps` are
    the names of the corps he commands alone there, and the ids of single units.
    """

    side: str
    user: int | None
    name: str
    bot: bool = False
    corps: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Game:
    """A game. `printed` is the scenario's source as it was when the game began; `seed` is secret.

    `revision` counts the changes of this record (1 when new); log entries do not count.
    """

    id: int
    guild: int
    channel: int
    scenario: str
    printed: Json
    options: dict[str, str]
    status: Status
    seed: bytes
    salts: tuple[str, ...]
    seats: tuple[Seat, ...]
    owner: int
    created: datetime
    revision: int


class Unread(Protocol):
    """What is stored of an entry and not yet made into words, a command and events."""

    def value(self, name: str) -> Any:
        """A field of the entry. Raises Unreadable."""

    def told(self) -> frozenset[str]:
        """Who was told of the events. Raises Unreadable."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One entry of the log: a command and the events it caused.

    `seq` counts from 1 within the game and is given by the store. `who` is a user id, None for the
    referee or the sparring partner. `struck` is the number of the undo that struck it out. A "ruling" is what
    a marshal decided: its first event remarks what and why.
    """

    seq: int = 0
    kind: EntryKind
    side: str = ""
    who: int | None = None
    command: Command | None = None
    events: tuple[Event, ...] = ()
    at: datetime
    struck: int | None = None
    _told: frozenset[str] | None = field(default=None, init=False, repr=False, compare=False)
    _unread: Unread | None = field(default=None, init=False, repr=False, compare=False)

    @classmethod
    def stored(cls, unread: Unread, seq: int, struck: int | None) -> Entry:
        """An entry whose other fields are read when they are asked for: of a long log, few ever are.

        Unreadable is raised then.
        """
        entry = object.__new__(cls)
        write = object.__setattr__  # the class is frozen
        write(entry, "seq", seq)
        write(entry, "struck", struck)
        write(entry, "_told", None)
        write(entry, "_unread", unread)
        return entry

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            """A field that was not read yet."""
            if name not in self.__slots__:
                raise AttributeError(name)
            value = self._unread.value(name)
            object.__setattr__(self, name, value)
            return value

    @property
    def told(self) -> frozenset[str]:
        """Who was told of it: sides, and "" for everybody. Nobody, where nothing happened."""
        told = self._told
        if told is None:
            told = frozenset(e.only for e in self.events) if self._unread is None else self._unread.told()
            object.__setattr__(self, "_told", told)
        return told


@dataclass(frozen=True, slots=True, kw_only=True)
class Kept:
    """All that is kept of a game's table: its record, its log, and a snapshot of the table."""

    game: Game
    entries: tuple[Entry, ...]
    snapshot: Snapshot | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Receipt:
    """What was answered to an interaction, so that the same one is never obeyed twice."""

    interaction: int
    game: int | None
    outcome: Json


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """Orders a player of a game has written down and not yet given.

    `number` counts his drafts in that game: buttons carry it, and others must not learn from it how many
    somebody else has written.
    """

    game: int
    user: int
    number: int
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Letter:
    """Something to post. `id` is the nonce and never used again; `posted` the message it became.

    `failed` says why it was given up, "" when it was not.
    """

    id: int
    game: int | None
    channel: int
    kind: str
    body: Json
    posted: int | None
    failed: str
    at: datetime
