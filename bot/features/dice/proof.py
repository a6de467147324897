"""The record of a game's dice that anyone can verify: written, read, verified. Pure; no Discord, no game.

    grognard dice 2
    game: The bridge at Ormes
    commitment: <SHA-256 of the seed>
    seed: <hexadecimal>
    salts: ["…", "…"]
    seals: ["<SHA-256 of each of them>", "…"]
    message: <number of the Discord message with commitment and seals, 0 for none>
    beacon: {"name": "quicknet", "public_key": "…", "period": 3, "genesis": …, "group_hash": "…"}
    rounds: 1
    dice: 2

    round 1 8734221 <number of the Discord message> <signature> {"game": …, "nonce": …, "order": …}
    1/1/1 d6 4 r1 combat, line-1 (turn 1, blue, combat)
    1/1/2 d6 2 r1 combat, line-1 (turn 1, blue, combat)

    sum: <SHA-256 of everything above this line>

A die says on which round of the record it draws, r0 on none; without public dice the beacon is {}. Format 1
has no seals, message, beacon, rounds, and no r. Format 3 has a line `keys: stream` after the beacon: its dice
are keyed by side, purpose and ordinal, and all draw on the same round. The checksum detects damage. The
commitment, the seals and the orders' hashes, posted before the dice they are about, prove what was fixed
before.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import re
import struct
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any, Literal

from bot.beacon.rounds import BadRound, Chain, Round, check_signature, posted_at
from bot.features.dice.stream_gaps import gaps
from engine import codec
from engine.events import Rolled
from engine.evolve import evolve
from engine.state import State
from storage import BY_ORDER, BY_STREAM, BeaconRound, DiceKeys, Entry

FORMAT, FORMAT_1, FORMAT_3 = "grognard dice 2", "grognard dice 1", "grognard dice 3"
FIELDS_1 = ("game", "commitment", "seed", "salts", "dice")
FIELDS = ("game", "commitment", "seed", "salts", "seals", "message", "beacon", "rounds", "dice")
FIELDS_3 = (*FIELDS[:-2], "keys", *FIELDS[-2:])
FIELDS_OF = {FORMAT_1: FIELDS_1, FORMAT: FIELDS, FORMAT_3: FIELDS_3}
_DIE = re.compile(r"(\S+) d([1-9]\d{0,5}) ([1-9]\d{0,5})(?: r(0|[1-9]\d{0,8}))?(?: (.*))?")
_ROUND = re.compile(r"round ([1-9]\d{0,8}) ([1-9]\d{0,17}) ([1-9]\d{0,19}) ([0-9a-f]{96}) (\{.*\})")
_HEX = re.compile(r"(?:[0-9a-f]{2})*")

Trouble = Literal["commitment", "face", "twice", "sum", "seal", "chain", "round", "signature", "order", "gap"]


class NoRecord(ValueError):
    """This is no record of dice; the text says why."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Die:
    """One die: its key, its faces, the face that fell, what it was for, the number of the record's round that
    it draws on (0: none). `only`: the side that may know."""

    key: str
    sides: int
    face: int
    what: str = ""
    only: str = ""
    round: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Drawn:
    """A round of the beacon that an order drew on, `number` in the record: the first after Discord `message`,
    which holds the SHA-256 of `fixed`. `signature` is hexadecimal. `other`: the log has another order."""

    number: int
    round: int
    message: int
    signature: str
    fixed: str
    other: bool = False

    @property
    def randomness(self) -> str:
        """The SHA-256 of the signature, in hexadecimal."""
        return hashlib.sha256(bytes.fromhex(self.signature)).hexdigest()

    @property
    def seal(self) -> str:
        """What was posted of the order."""
        return hashlib.sha256(self.fixed.encode()).hexdigest()


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """Everything by which dice are checked. `seals` are () where words were not sealed, `message` is the one
    with commitment and seals, `chain` None without public dice. `keys` says what keys the dice; `partial`:
    some of them are left out. `damaged`: it does not answer to its own sum."""

    game: str
    commitment: str
    seed: bytes
    salts: tuple[str, ...]
    dice: tuple[Die, ...]
    seals: tuple[str, ...] = ()
    message: int = 0
    chain: Chain | None = None
    keys: DiceKeys = BY_ORDER
    partial: bool = False
    rounds: tuple[Drawn, ...] = ()
    damaged: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Fault:
    """What is wrong: of a die its key, what fell and what should have; else what is there, what should be.

    face: another number than seed, salts and key make. twice: a key that occurs before. commitment: the seed
    is not the one promised. sum: the file was changed, or is not whole. seal: a word is not the one sealed.
    chain: another chain than the public one. round: not the first after its message. signature: not the
    beacon's. order: another than was announced. gap: rolls of a side for a purpose are left out before it.
    """

    kind: Trouble
    key: str = ""
    fell: str = ""
    due: str = ""


def dice(
    entries: Iterable[Entry],
    rounds: Sequence[BeaconRound] = (),
    keys: DiceKeys = BY_ORDER,
    after: int = 0,
) -> tuple[Die, ...]:
    """Every die of a log since entry `after`, in order, those of orders taken back included. By stream, all
    dice draw on the first round."""
    fallen = [(seq, die) for seq, die in _dice(entries) if seq > after]
    if keys == BY_STREAM:
        return tuple(replace(die, round=rounds[0].number if rounds else 0) for _, die in fallen)
    numbers = {drawn.seq: drawn.number for drawn in rounds}
    return tuple(replace(die, round=numbers.get(seq, 0)) for seq, die in fallen)


def drawn(entries: Iterable[Entry], rounds: Iterable[BeaconRound]) -> tuple[Drawn, ...]:
    """The rounds of a game, each with whether the log has the order that was announced."""
    by_seq = {entry.seq: entry for entry in entries}
    return tuple(
        Drawn(
            number=each.number,
            round=each.round,
            message=each.message,
            signature=each.signature,
            fixed=each.fixed,
            other=not _as_announced(each, by_seq.get(each.seq)),
        )
        for each in rounds
    )


def _as_announced(each: BeaconRound, entry: Entry | None) -> bool:
    if entry is None:
        return False
    order = None if entry.command is None else codec.to_json(entry.command)
    about = json.loads(each.fixed)
    if each.game not in about.get("games", (about.get("game"),)):
        return False
    said = (about["number"], about["side"], about["order"])
    return bool(said == (each.number, entry.side, order))


def _dice(entries: Iterable[Entry]) -> Iterator[tuple[int, Die]]:
    state = State()
    for entry in entries:
        for event in entry.events:
            if entry.struck is None:
                state = evolve(state, event)
            if isinstance(event, Rolled):
                for die in _fallen(event, state, entry.struck is not None):
                    yield entry.seq, die


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
    """The number of a key: HMAC-SHA256(seed, salts + "/" + key) modulo the faces, plus 1. Of public dice the
    last of the salts is the randomness of the round, in hexadecimal.

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
        "seals": json.dumps(list(record.seals)),
        "message": record.message,
        "beacon": json.dumps({} if record.chain is None else asdict(record.chain)),
        "keys": record.keys,
        "rounds": len(record.rounds),
        "dice": len(record.dice),
    }
    by_stream = record.keys == BY_STREAM
    head = {name: head[name] for name in (FIELDS_3 if by_stream else FIELDS)}
    lines = [f"round {d.number} {d.round} {d.message} {d.signature} {d.fixed}" for d in record.rounds]
    lines += [f"{d.key} d{d.sides} {d.face} r{d.round} {d.what}".rstrip() for d in record.dice]
    format_ = FORMAT_3 if by_stream else FORMAT
    above = "\n".join([format_, *(f"{name}: {value}" for name, value in head.items()), "", *lines, "", ""])
    return f"{above}sum: {_sum(above)}\n"


def _sum(above: str) -> str:
    return hashlib.sha256(above.encode()).hexdigest()


def read(written: str) -> Record:
    """The record of a file. Raises NoRecord when it is none, or a line of it cannot be read."""
    written = written.replace("\r\n", "\n").removeprefix("\ufeff")
    above, separator, sum_ = written.rpartition("sum: ")
    lines = (above if separator else written).split("\n")
    if lines[0] not in FIELDS_OF:
        raise NoRecord(f"the first line is not {FORMAT!r}")
    names = FIELDS_OF[lines[0]]
    head = dict(_field(line, name) for line, name in zip(lines[1:], names, strict=False))
    if len(head) < len(names) or not _HEX.fullmatch(head["seed"]):
        raise NoRecord("the seed is missing or not hexadecimal")
    if head.get("keys", BY_STREAM) != BY_STREAM:
        raise NoRecord("the keys are of an unknown kind")
    body = [line for line in lines[1 + len(names) :] if line]
    rounds = tuple(_round(line) for line in body if line.startswith("round "))
    fallen = tuple(_die(line) for line in body if not line.startswith("round "))
    counts = (head["dice"], head.get("rounds", "0"))
    return Record(
        game=head["game"],
        commitment=head["commitment"],
        seed=bytes.fromhex(head["seed"]),
        salts=_strings(head["salts"], "salts"),
        dice=fallen,
        seals=_strings(head.get("seals", "[]"), "seals"),
        message=_message(head.get("message", "0")),
        chain=_chain(head.get("beacon", "{}")),
        keys=BY_STREAM if "keys" in head else BY_ORDER,
        rounds=rounds,
        damaged=sum_ != f"{_sum(above)}\n" or counts != (str(len(fallen)), str(len(rounds))),
    )


def _field(line: str, name: str) -> tuple[str, str]:
    label, colon, value = line.partition(": ")
    if label != name or not colon:
        raise NoRecord(f"{name!r} is missing")
    return name, value


def _strings(value: str, name: str) -> tuple[str, ...]:
    strings = _json(value, name)
    if not isinstance(strings, list) or not all(isinstance(each, str) for each in strings):
        raise NoRecord(f"the {name} are no list of words")
    return tuple(strings)


def _json(value: str, name: str) -> Any:
    try:
        return json.loads(value)
    except ValueError as error:
        raise NoRecord(f"the {name} cannot be read") from error


def _message(value: str) -> int:
    if not value.isascii() or not value.isdigit():
        raise NoRecord("the message is no number")
    return int(value)


def _chain(value: str) -> Chain | None:
    about = _json(value, "beacon")
    if not isinstance(about, Mapping):
        raise NoRecord("the beacon is no chain")
    if not about:
        return None
    try:
        chain = Chain(**about)
        _ = chain.hash
    except (TypeError, ValueError, AttributeError, ArithmeticError, struct.error) as error:
        raise NoRecord("the beacon is no chain") from error
    if chain.period < 1:
        raise NoRecord("the beacon is no chain")
    return chain


def _round(line: str) -> Drawn:
    match = _ROUND.fullmatch(line)
    if match is None:
        raise NoRecord(f"this line is no round: {line[:60]!r}")
    return Drawn(
        number=int(match[1]),
        round=int(match[2]),
        message=int(match[3]),
        signature=match[4],
        fixed=match[5],
    )


def _die(line: str) -> Die:
    match = _DIE.fullmatch(line)
    if match is None:
        raise NoRecord(f"this line is no die: {line[:60]!r}")
    key, sides, fell = match[1], int(match[2]), int(match[3])
    return Die(key=key, sides=sides, face=fell, round=int(match[4] or 0), what=match[5] or "")


# --- checked --------------------------------------------------------------------------------------------


def faults(record: Record, chain: str = "") -> tuple[Fault, ...]:
    """Everything that is wrong with a record; none when every die is what seed, words, round and key make it,
    and each round is the first of `chain` (its hash; "": any) after its message. Takes some milliseconds a
    round."""
    return tuple(_faults(record, chain))


def _faults(record: Record, chain: str) -> Iterator[Fault]:
    if record.damaged:
        yield Fault(kind="sum")
    if record.commitment != (due := commitment(record.seed)):
        yield Fault(kind="commitment", fell=record.commitment, due=due)
    seals = tuple(commitment(word.encode()) for word in record.salts)
    if record.seals and record.seals != seals:
        yield Fault(kind="seal", fell=" ".join(record.seals), due=" ".join(seals))
    if record.chain is not None and chain and record.chain.hash != chain:
        yield Fault(kind="chain", fell=record.chain.hash, due=chain)
    yield from _round_faults(record)
    randomness = {d.number: d.randomness for d in record.rounds}
    keys: set[str] = set()
    for die in record.dice:
        if die.key in keys:
            yield Fault(kind="twice", key=die.key)
        keys.add(die.key)
        if bool(die.round) != (record.chain is not None) or (die.round and die.round not in randomness):
            yield Fault(kind="round", key=die.key, fell=str(die.round), due="?")
            continue
        salts = (*record.salts, randomness[die.round]) if die.round else record.salts
        right = face(record.seed, salts, die.key, die.sides)
        if die.face != right:
            yield Fault(kind="face", key=die.key, fell=str(die.face), due=str(right))
    if record.keys == BY_STREAM:
        missing = gaps((die.key for die in record.dice), partial=record.partial)
        yield from (Fault(kind="gap", key=key, fell=key, due=due) for key, due in missing)


def _round_faults(record: Record) -> Iterator[Fault]:
    """What is wrong with rounds: each follows its own message, and is the beacon's."""
    if record.keys == BY_STREAM and len(record.rounds) > 1:
        yield Fault(kind="round", key="r2", fell=str(record.rounds[1].round), due="-")
    for place, each in enumerate(record.rounds, start=1):
        key = f"r{each.number}"
        if record.chain is None or each.number != place:
            yield Fault(kind="round", key=key, fell=str(each.number), due=str(place))
            continue
        due = record.chain.round_after(posted_at(each.message))
        if each.round != due:
            yield Fault(kind="round", key=key, fell=str(each.round), due=str(due))
        try:
            check_signature(record.chain, Round(number=each.round, signature=bytes.fromhex(each.signature)))
        except BadRound:
            yield Fault(kind="signature", key=key)
        if each.other:
            yield Fault(kind="order", key=key)
