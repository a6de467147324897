"""What a record holds. Times are UTC."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property
from typing import Any, Literal

from engine.events import Event

FORMAT = "grognard record 1"
ALL, SPECTATORS = "all", "spectators"
"""Who may know what a record holds; else the id of a side."""
OVER, PLAYING = "over", "playing"
KINDS = ("start", "order", "undo", "pass", "ruling")
Json = dict[str, Any]


class BadRecord(ValueError):
    """A record that cannot be read. `line` counts from 1, 0 for the whole file; `what` says what was
    expected."""

    def __init__(self, line: int, what: str) -> None:
        super().__init__(f"line {line}: {what}" if line else what)
        self.line = line
        self.what = what


@dataclass(frozen=True, slots=True, kw_only=True)
class Player:
    """A seat of the game, by name; `corps` are those that only this player commanded."""

    side: str
    name: str
    computer: bool = False
    corps: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class PublicRound:
    """A round of the public beacon that the order of entry `entry` drew on, `number` in the game: the first
    after Discord `message`, which holds the SHA-256 of `fixed` (JSON). `signature` is hexadecimal."""

    number: int
    entry: int
    message: int
    round: int
    signature: str
    fixed: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DiceProof:
    """By what the dice can be checked. `seed` is hexadecimal, "" until it is revealed; `seals` are the
    SHA-256 of each of `words`, `message` the Discord message with them and the `commitment` (0: none).
    `keys`: dice are keyed by the order that rolled them, or by stream, that is by side and purpose."""

    commitment: str
    seed: str = ""
    words: tuple[str, ...] = ()
    seals: tuple[str, ...] = ()
    message: int = 0
    beacon: Mapping[str, Any] = field(default_factory=dict)
    keys: Literal["order", "stream"] = "order"
    rounds: tuple[PublicRound, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class EarlierPart:
    """A beginning that was imported from the record of another game, number `game` there: the entries up to
    `until`, after the part before it, with the dice of that game."""

    until: int
    game: int
    dice: DiceProof


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordedEntry:
    """An entry of the log. `order` is the order as it is typed, `by` the number of the player who gave it
    (from 1; 0: the referee, the computer player, or a player who left). `strikes` are the entries that it
    undoes. `rules` is the fingerprint of the rules that decided it, "" for an unknown one. `line` is where it
    stands."""

    number: int
    kind: str
    at: datetime
    side: str = ""
    by: int = 0
    order: str = ""
    events: tuple[Event, ...] = ()
    strikes: tuple[int, ...] = ()
    rules: str = ""
    line: int = field(default=0, compare=False)


@dataclass(frozen=True, kw_only=True)
class RecordedGame:
    """A game as its record has it. `printed` is the battle as it was when the game began, `known_to` says who
    may know all this, `log` is the fingerprint of the log up to its last entry ("" until the game is over).
    `earlier`: the parts of the log that were imported, oldest first; `dice` are those of the rest.
    Not `intact`: the file does not have the checksum that stands in it."""

    battle: str
    title: str
    rulebook: str
    program: str
    rules: str
    game: int
    opened: datetime
    status: str
    known_to: str
    options: Mapping[str, str]
    players: tuple[Player, ...]
    clock: Json
    result: Json
    dice: DiceProof
    entries: tuple[RecordedEntry, ...]
    printed: Json
    log: str = ""
    earlier: tuple[EarlierPart, ...] = ()
    intact: bool = field(default=True, compare=False)

    @property
    def whole(self) -> bool:
        """Whether nothing is left out: the record was made after the end of the game."""
        return self.known_to == ALL

    @property
    def parts(self) -> tuple[EarlierPart, ...]:
        """All parts of the log, each with its dice; the last one is that of this game."""
        return (*self.earlier, EarlierPart(until=len(self.entries), game=self.game, dice=self.dice))

    @cached_property
    def battle_hash(self) -> str:
        """The fingerprint of the battle: the SHA-256 of its text as JSON, without `about`."""
        return battle_hash(self.printed)


def battle_hash(printed: Mapping[str, Any]) -> str:
    """The SHA-256 of a battle, its entries in any order, without `about`: its level and how its games went
    are told before it is chosen, and counted again from time to time."""
    return whole_hash({key: entry for key, entry in printed.items() if key != "about"})


def whole_hash(printed: Mapping[str, Any]) -> str:
    """The same of a whole battle, as it stands in records made until November 2026."""
    return hashlib.sha256(json.dumps(printed, separators=(",", ":"), sort_keys=True).encode()).hexdigest()
