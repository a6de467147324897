"""Is a record what it says? Its battle, its log, its dice; and whether the referee decides the same again.
Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace

import scenarios
from bot.beacon.rounds import QUICKNET
from bot.core.game import POSITION, Game
from bot.features.dice import proof as dice_proof
from bot.features.record.recorded_game import chain_of, chain_report, rounds_of
from engine.commands import Command
from engine.errors import Refused
from engine.events import Event, Noted, Rolled
from engine.evolve import replay
from engine.ledger import OutOfDice, rolled_by_stream
from engine.state import State
from notation.record import BadRecord, EarlierPart, RecordedEntry, RecordedGame
from notation.record.model import battle_hash
from notation.record.replay import battle_of, moments
from notation.record.writer import event_line
from storage import BY_STREAM, BeaconRound, Entry
from storage.log_chain import fingerprint
from storage.proofs.log_proof import decide_again
from storage.proofs.rules_fingerprint import rules_fingerprint


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """The first thing that is decided otherwise: the entry, and what the record and the referee have there
    ("" for nothing)."""

    entry: RecordedEntry
    recorded: str
    decided: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Decided:
    """How many orders were decided again, how many of them under other rules than this program's, and the
    first difference."""

    orders: int
    elsewhere: int
    difference: Difference | None


def log_is_whole(record: RecordedGame, log: Sequence[Entry]) -> bool:
    """Whether the `log` of a whole record has the fingerprint that the bot gave it."""
    if not log:
        return not record.log
    links = chain_report(record, log).links
    return fingerprint(bytes.fromhex(record.dice.seed), links[log[-1].seq]) == record.log


def entry_with(record: RecordedGame, log: Sequence[Entry], noted: str) -> int | None:
    """The entry up to which the `log` of a whole record has the fingerprint that a player noted during the
    game; None where it has it nowhere."""
    seed = bytes.fromhex(record.dice.seed)
    links = chain_report(record, log).links
    return next((n for n, link in links.items() if fingerprint(seed, link) == noted.strip().lower()), None)


def result_fits(record: RecordedGame, log: Sequence[Entry]) -> bool:
    """Whether the log ends with the result that stands in the head."""
    last = replay(State(), (event for entry in log if entry.struck is None for event in entry.events))
    return record.result == ({} if last.result is None else asdict(last.result))


def shipped(record: RecordedGame) -> bool | None:
    """Whether the battle is the one of that name that comes with this program, None without such a one."""
    if record.battle not in scenarios.all():
        return None
    return battle_hash(scenarios.load(record.battle).printed) == record.battle_hash


def dice_of(record: RecordedGame, log: Sequence[Entry]) -> tuple[dice_proof.Record, ...]:
    """What proves the dice of a whole record: of each part of its log, that of this game last. `damaged`:
    the file is not intact. Raises BadRecord."""
    return tuple(
        replace(part, damaged=not record.intact) for part in _dice_of_parts(record.title, record.parts, log)
    )


def beginning_is_right(game: Game, parts: Sequence[EarlierPart]) -> bool:
    """Whether the dice of the imported beginning of a game are those that its `parts` prove."""
    proofs = _dice_of_parts(str(game.scenario.title.get("en", "")), parts, game.entries)
    return not any(dice_proof.faults(part) for part in proofs)


def _dice_of_parts(
    title: str, parts: Sequence[EarlierPart], log: Sequence[Entry]
) -> tuple[dice_proof.Record, ...]:
    starts = (0, *(part.until for part in parts))
    return tuple(_dice_of_part(title, part, start, log) for start, part in zip(starts, parts, strict=False))


def _dice_of_part(title: str, part: EarlierPart, start: int, log: Sequence[Entry]) -> dice_proof.Record:
    """What proves the dice of the entries of a part, which come after entry `start`."""
    dice, rounds = part.dice, rounds_of(part)
    if any(not start < each.seq <= part.until for each in rounds):
        raise BadRecord(0, "a round of the beacon names an entry of another part of the log")
    return dice_proof.Record(
        game=title,
        commitment=dice.commitment,
        seed=bytes.fromhex(dice.seed),
        salts=dice.words,
        seals=dice.seals,
        message=dice.message,
        chain=chain_of(dice),
        keys=dice.keys,
        rounds=_drawn(log, rounds),
        dice=dice_proof.dice(log[: part.until], rounds, dice.keys, start),
    )


def _drawn(log: Sequence[Entry], rounds: tuple[BeaconRound, ...]) -> tuple[dice_proof.Drawn, ...]:
    try:
        return dice_proof.drawn(log, rounds)
    except (LookupError, TypeError, ValueError) as error:
        raise BadRecord(0, "a round of the beacon names no order") from error


def dice_faults(
    record: RecordedGame, log: Sequence[Entry], chain: str = QUICKNET.hash
) -> tuple[dice_proof.Fault, ...]:
    """What is wrong with the dice of a whole record. Raises BadRecord."""
    return tuple(fault for part in dice_of(record, log) for fault in dice_proof.faults(part, chain))


def imports_are_told(record: RecordedGame) -> bool:
    """Whether each imported part is followed by the note that the game was played on from there, which
    changes nothing of the position."""
    notes = (record.entries[part.until] for part in record.earlier)
    return all(
        entry.kind == "ruling"
        and len(entry.events) == 1
        and isinstance(entry.events[0], Noted)
        and entry.events[0].facts.get("act") == POSITION
        for entry in notes
    )


# --- decided again ---------------------------------------------------------------------------------------


def decide(record: RecordedGame) -> Decided:
    """Every order put to the referee again, with the dice that were recorded, up to the first difference.
    Raises BadRecord."""
    system, scenario = battle_of(record)
    orders = elsewhere = dice_undone = 0
    counted = Counter[str]()
    rolled = {entry.number for entry in record.entries if _rolled(entry.events)}
    for moment in moments(record):
        entry = moment.entry
        if not rolled.isdisjoint(entry.strikes):
            dice_undone = entry.number
        if not entry.order and entry.kind != "start":
            continue
        orders += 1
        by_stream = counted if _part_of(record, entry).dice.keys == BY_STREAM else None
        elsewhere += entry.rules != rules_fingerprint()
        try:
            due: tuple[Event, ...] | str = decide_again(
                system, scenario, moment.before, _stored(entry, moment.command), dice_undone, by_stream
            )
        except Refused as error:
            due = f"the order is refused: {error.reason}" + (f" ({error.rule})" if error.rule else "")
        except OutOfDice as error:
            due = f"another die is wanted: {error}"
        except Exception as error:  # whatever a position that was tampered with leads to
            due = f"the referee cannot carry the order out: {type(error).__name__}"
        if due != entry.events:
            difference = _difference(entry, due)
            return Decided(orders=orders, elsewhere=elsewhere, difference=difference)
        counted.update(rolled_by_stream(entry.events))
    return Decided(orders=orders, elsewhere=elsewhere, difference=None)


def _part_of(record: RecordedGame, entry: RecordedEntry) -> EarlierPart:
    return next(part for part in record.parts if entry.number <= part.until)


def _stored(entry: RecordedEntry, command: Command | None) -> Entry:
    return Entry(
        seq=entry.number, kind="order", side=entry.side, command=command, events=entry.events, at=entry.at
    )


def _rolled(events: tuple[Event, ...]) -> bool:
    return any(isinstance(event, Rolled) for event in events)


def _difference(entry: RecordedEntry, due: tuple[Event, ...] | str) -> Difference:
    if isinstance(due, str):
        return Difference(entry=entry, recorded="", decided=due)
    recorded, decided = ([event_line(event) for event in events] for events in (entry.events, due))
    for n in range(max(len(recorded), len(decided))):
        ours, theirs = (lines[n] if n < len(lines) else "" for lines in (recorded, decided))
        if ours != theirs:
            return Difference(entry=entry, recorded=ours, decided=theirs)
    return Difference(entry=entry, recorded="", decided="")
