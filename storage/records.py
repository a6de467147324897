"""Records of a game: its seats and log, receipts, drafts and messages to post. Times are UTC."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING, Any, Literal, Protocol

from engine.commands import Command
from engine.events import Event
from storage.snapshots import Snapshot

Json = dict[str, Any]
Status = Literal["lobby", "playing", "over"]
DiceKeys = Literal["order", "stream"]
BY_ORDER: DiceKeys = "order"
BY_STREAM: DiceKeys = "stream"
"""What keys the dice of a game: the number of the order, or side and purpose with their ordinal."""
EntryKind = Literal["start", "order", "undo", "pass", "ruling"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Seat:
    """A seat of a game. `user` is a Discord id; None for the computer player if `bot`, else a free seat.

    Several users may play one side: each has a seat, and the first holds the side. `corps` are the names of
    the corps, and the ids of the single units, that only this user commands. `level` is that of the computer
    player; "" for one that plays by rules of thumb alone, as in games that began before there were levels.
    """

    side: str
    user: int | None
    name: str
    bot: bool = False
    corps: tuple[str, ...] = ()
    level: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class GameRecord:
    """A game. `printed` is the scenario's source as it was when the game began; `seed` is secret.

    `salts` are the words mixed into the dice. `seals` are their SHA-256 as posted before any of them was
    opened, () until words are closed. `beacon` is the chain hash of the public beacon that the dice draw on,
    "" where they come from seed and words alone. `revision` counts the changes of this record (1 when new);
    log entries do not count. `rated`: its result is meant to count for ratings.

    `dice_keys` says what keys the dice. `twin` is the other game of a duplicate pair, which has the same
    seed, words and round; 0 for none. `randomness` is that of the one round that all dice of such a pair draw
    on, in hexadecimal, "" without. `pictures`: which pictures reports have, "" as the server prefers.

    `imported_after`: the first so many entries are those of an imported record from whose position the game
    is played on; they have that record's dice. 0 for any other game. In a lobby they are yet to be written.
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
    beacon: str = ""
    seals: tuple[str, ...] = ()
    rated: bool = True
    dice_keys: DiceKeys = BY_ORDER
    twin: int = 0
    randomness: str = ""
    pictures: str = ""
    imported_after: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportedRecord:
    """The record of a game that was imported, compressed with gzip. `rules`: the fingerprint of the rules
    that decided its orders again when it was sent, "" where that was not kept."""

    packed: bytes
    rules: str = ""


class Undecoded(Protocol):
    """A stored entry whose fields are decoded on access."""

    def value(self, name: str) -> Any:
        """A field of the entry. Raises Unreadable."""

    def audience(self) -> frozenset[str]:
        """Who may know the events. Raises Unreadable."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One entry of the log: a command and the events it caused.

    `seq` counts from 1 within the game and is set by the store. `who` is a user id, None for the referee or
    the computer player. `struck` is the number of the undo that struck it out. A "ruling" is a moderator's
    decision: its first event notes what and why.
    """

    seq: int = 0
    kind: EntryKind
    side: str = ""
    who: int | None = None
    command: Command | None = None
    events: tuple[Event, ...] = ()
    at: datetime
    struck: int | None = None
    _audience: frozenset[str] | None = field(default=None, init=False, repr=False, compare=False)
    _undecoded: Undecoded | None = field(default=None, init=False, repr=False, compare=False)

    @classmethod
    def lazy(cls, undecoded: Undecoded, seq: int, struck: int | None) -> Entry:
        """An entry whose other fields are decoded on first access: in a long log, few ever are.

        That access may raise Unreadable.
        """
        entry = object.__new__(cls)
        write = object.__setattr__  # the class is frozen
        write(entry, "seq", seq)
        write(entry, "struck", struck)
        write(entry, "_audience", None)
        write(entry, "_undecoded", undecoded)
        return entry

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            """A field that was not decoded yet."""
            if name not in self.__slots__:
                raise AttributeError(name)
            value = self._undecoded.value(name)
            object.__setattr__(self, name, value)
            return value

    @property
    def audience(self) -> frozenset[str]:
        """Who may know of it: sides, and "" for everyone. Empty when nothing happened."""
        audience = self._audience
        if audience is None:
            undecoded = self._undecoded
            audience = undecoded.audience() if undecoded else frozenset(e.only for e in self.events)
            object.__setattr__(self, "_audience", audience)
        return audience


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredGame:
    """A whole game: its record, its log, and a snapshot."""

    game: GameRecord
    entries: tuple[Entry, ...]
    snapshot: Snapshot | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Receipt:
    """How an interaction was answered, so that it is never executed twice."""

    interaction: int
    game: int | None
    outcome: Json


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """Orders that a player has written down and not yet given.

    `number` counts the player's drafts in that game: buttons carry it, and other players must not learn from
    it how many someone has written.
    """

    game: int
    user: int
    number: int
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class OutboxMessage:
    """A message to post. `id` is the nonce, never used again; `posted` is the Discord message it became.

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


@dataclass(frozen=True, slots=True, kw_only=True)
class DiceWord:
    """A word that a user adds to the dice of a lobby. `seal` is the SHA-256 of `word`, which is None while
    the user alone knows it."""

    game: int
    user: int
    seal: str
    word: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class AnnouncedOrder:
    """The order of a game that waits for its round; no `command`: the start of the game.

    `number` counts the announcements of the game, `seq` is the number the log gives the order. The SHA-256 of
    `fixed` is posted by outbox message `letter`. `interaction` is the one by which `who` gave it, or None.
    `told`: the channel knows that the beacon is out.
    """

    game: int
    number: int
    seq: int
    side: str
    who: int | None
    command: Command | None
    fixed: str
    letter: int
    interaction: int | None
    at: datetime
    told: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class BeaconRound:
    """A round that the order `seq` drew on: the first after Discord `message`, which holds the SHA-256 of
    `fixed`. `signature` is hexadecimal; its SHA-256 is the randomness."""

    game: int
    number: int
    seq: int
    message: int
    round: int
    signature: str
    fixed: str
