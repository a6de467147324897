"""The record of a game's dice that anyone can verify: written, read, verified. Pure; no Discord, no game.

    grognard dice 1
    game: The bridge at Ormes
    commitment: <SHA-256 of the seed>
    seed: <hexadecimal>
    salts: ["…", "…"]
    dice: 2

    1/1/1 d6 4 combat, line-1 (turn 1, blue, combat)
    1/1/2 d6 2 combat, line-1 (turn 1, blue, combat)

    sum: <SHA-256 of everything above this line>

The checksum detects damage. The commitment, posted before the first die, proves that no one chose the dice.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from engine.events import Rolled
from engine.evolve import evolve
from engine.state import State
from storage import Entry

FORMAT = "grognard dice 1"
FIELDS = ("game", "commitment", "seed", "salts", "dice")
_DIE = re.compile(r"(\S+) d([1-9]\d{0,5}) ([1-9]\d{0,5})(?: (.*))?")
_HEX = re.compile(r"(?:[0-9a-f]{2})*")

Trouble = Literal["commitment", "face", "twice", "sum"]


class NoRecord(ValueError):
    """This is no record of dice; the text says why."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Die:
    """One die: its key, its faces, the face that fell, what it was for. `only`: the side that may know."""

    key: str
    sides: int
    face: int
    what: str = ""
    only: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """Everything by which dice are checked. `damaged`: it does not answer to its own sum."""

    game: str
    commitment: str
    seed: bytes
    salts: tuple[str, ...]
    dice: tuple[Die, ...]
    damaged: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Fault:
    """What is wrong: of a die its key, what fell and what should have; else what is there, what should be.

    face: another number than seed, salts and key make. twice: a key that occurs before. commitment: the seed
    is not the one promised. sum: the file was changed, or is not whole.
    """

    kind: Trouble
    key: str = ""
    fell: str = ""
    due: str = ""


def dice(entries: Iterable[Entry]) -> tuple[Die, ...]:
    """Every die of a log, in order, those of orders taken back included."""
    return tuple(_dice(entries))


def _dice(entries: Iterable[Entry]) -> Iterator[Die]:
    state = State()
    for entry in entries:
        for event in entry.events:
            if entry.struck is None:
                state = evolve(state, event)
            if isinstance(event, Rolled):
                yield from _fallen(event, state, entry.struck is not None)


def _fallen(event: Rolled, state: State, undone: bool) -> Iterator[Die]:
    where = ", ".join(word for word in (f"turn {state.turn}", state.player, state.phase) if word)
    about = ", ".join(word for word in (event.purpose, event.by) if word)
    what = f"{about} ({where}{', undone' if undone else ''})"
    for ordinal, face in enumerate(event.dice, start=1):
        key = f"{event.key}/{ordinal}"
        yield Die(key=key, sides=event.sides, face=face, what=what, only=event.only)


def commitment(seed: bytes) -> str:
    """What is told of a seed before it is shown: its SHA-256, in hexadecimal."""
    return hashlib.sha256(seed).hexdigest()


def face(seed: bytes, salts: Sequence[str], key: str, sides: int) -> int:
    """The number of a key: HMAC-SHA256(seed, salts + "/" + key) modulo the faces, plus 1.

    Computed here separately from the dice of the game: a check by the same code would check nothing.

    >>> from engine.ledger import SeededDice
    >>> face(b"seed", ("a", "b"), "1/1/1", 6) == SeededDice(b"seed", ("a", "b")).draw("1/1/1", 6)
    True
    """
    mac = hmac.new(seed, f"{'/'.join(salts)}/{key}".encode(), hashlib.sha256).hexdigest()
    return int(mac, 16) % sides + 1


# --- in writing -----------------------------------------------------------------------------------------


def text(record: Record) -> str:
    """The record as a file that people and programs read."""
    head = {
        "game": " ".join(record.game.split()),
        "commitment": record.commitment,
        "seed": record.seed.hex(),
        "salts": json.dumps(list(record.salts), ensure_ascii=False),
        "dice": len(record.dice),
    }
    lines = [f"{d.key} d{d.sides} {d.face} {d.what}".rstrip() for d in record.dice]
    above = "\n".join([FORMAT, *(f"{name}: {value}" for name, value in head.items()), "", *lines, "", ""])
    return f"{above}sum: {_sum(above)}\n"


def _sum(above: str) -> str:
    return hashlib.sha256(above.encode()).hexdigest()


def read(written: str) -> Record:
    """The record of a file. Raises NoRecord when it is none, or a line of it cannot be read."""
    written = written.replace("\r\n", "\n").removeprefix("\ufeff")
    above, separator, sum_ = written.rpartition("sum: ")
    lines = (above if separator else written).split("\n")
    if lines[0] != FORMAT:
        raise NoRecord(f"the first line is not {FORMAT!r}")
    head = dict(_field(line, name) for line, name in zip(lines[1:], FIELDS, strict=False))
    if len(head) < len(FIELDS) or not _HEX.fullmatch(head["seed"]):
        raise NoRecord("the seed is missing or not hexadecimal")
    fallen = tuple(_die(line) for line in lines[1 + len(FIELDS) :] if line)
    return Record(
        game=head["game"],
        commitment=head["commitment"],
        seed=bytes.fromhex(head["seed"]),
        salts=_salts(head["salts"]),
        dice=fallen,
        damaged=sum_ != f"{_sum(above)}\n" or head["dice"] != str(len(fallen)),
    )


def _field(line: str, name: str) -> tuple[str, str]:
    label, colon, value = line.partition(": ")
    if label != name or not colon:
        raise NoRecord(f"{name!r} is missing")
    return name, value


def _salts(value: str) -> tuple[str, ...]:
    try:
        salts = json.loads(value)
    except ValueError as error:
        raise NoRecord("the salts cannot be read") from error
    if not isinstance(salts, list) or not all(isinstance(salt, str) for salt in salts):
        raise NoRecord("the salts are no list of words")
    return tuple(salts)


def _die(line: str) -> Die:
    match = _DIE.fullmatch(line)
    if match is None:
        raise NoRecord(f"this line is no die: {line[:60]!r}")
    return Die(key=match[1], sides=int(match[2]), face=int(match[3]), what=match[4] or "")


# --- checked --------------------------------------------------------------------------------------------


def faults(record: Record) -> tuple[Fault, ...]:
    """Everything that is wrong with a record; none when every die is what seed, salts and key make it."""
    return tuple(_faults(record))


def _faults(record: Record) -> Iterator[Fault]:
    if record.damaged:
        yield Fault(kind="sum")
    if record.commitment != (due := commitment(record.seed)):
        yield Fault(kind="commitment", fell=record.commitment, due=due)
    keys: set[str] = set()
    for die in record.dice:
        if die.key in keys:
            yield Fault(kind="twice", key=die.key)
        keys.add(die.key)
        right = face(record.seed, record.salts, die.key, die.sides)
        if die.face != right:
            yield Fault(kind="face", key=die.key, fell=str(die.face), due=str(right))
