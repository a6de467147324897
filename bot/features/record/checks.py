"""Is a record what it says? Its battle, its log, its dice; and whether the referee decides the same again.
Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass

import scenarios
from bot.beacon.chain import QUICKNET
from bot.features.dice import proof as dice_proof
from bot.features.record.recorded_game import chain_of, chain_report, rounds_of
from engine.commands import Command
from engine.errors import Refused
from engine.events import Event, Rolled
from engine.evolve import replay
from engine.ledger import OutOfDice, rolled_by_stream
from engine.state import State
from notation.record import BadRecord, RecordedEntry, RecordedGame
from notation.record.model import battle_hash
from notation.record.replay import battle_of, moments
from notation.record.writer import event_line
from storage import BY_STREAM, BeaconRound, Entry
from storage.chain import fingerprint
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


def dice_of(record: RecordedGame, log: Sequence[Entry]) -> dice_proof.Record:
    """What proves the dice of a whole record. `damaged`: the file is not intact. Raises BadRecord."""
    rounds = rounds_of(record)
    return dice_proof.Record(
        damaged=not record.intact,
        game=record.title,
        commitment=record.dice.commitment,
        seed=bytes.fromhex(record.dice.seed),
        salts=record.dice.words,
        seals=record.dice.seals,
        message=record.dice.message,
        chain=chain_of(record),
        keys=record.dice.keys,
        rounds=_drawn(log, rounds),
        dice=dice_proof.dice(log, rounds, record.dice.keys),
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
    return dice_proof.faults(dice_of(record, log), chain)


# --- decided again ---------------------------------------------------------------------------------------


def decide(record: RecordedGame) -> Decided:
    """Every order put to the referee again, with the dice that were recorded, up to the first difference.
    Raises BadRecord."""
    system, scenario = battle_of(record)
    orders = elsewhere = dice_undone = 0
    counted = Counter[str]()
    by_stream = counted if record.dice.keys == BY_STREAM else None
    rolled = {entry.number for entry in record.entries if _rolled(entry.events)}
    for moment in moments(record):
        entry = moment.entry
        if not rolled.isdisjoint(entry.strikes):
            dice_undone = entry.number
        if not entry.order and entry.kind != "start":
            continue
        orders += 1
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
