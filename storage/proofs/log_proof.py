"""The proof of one log. Pure.

A log is proven when its entries are numbered without a gap, each answers to its link
(`storage/log_chain.py`), and each order, put to the referee again in the position it met
and with the dice that were recorded, has the same events. Only orders decided by the rules of this program
are put to the referee: those of another version are applied as they were recorded, and so are the
corrections of moderators.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from engine import referee, scenario_builder
from engine.errors import BadScenario, Refused
from engine.events import Event, Noted, Rolled
from engine.evolve import replay
from engine.ledger import OutOfDice, rolled_by_stream
from engine.scenario import Scenario
from engine.state import State
from engine.system import System
from engine.systems import SYSTEMS
from storage import log_chain
from storage.proofs.rules_fingerprint import rules_fingerprint
from storage.records import BY_STREAM, Entry, GameRecord
from storage.row_mapping import Row
from storage.snapshots import Snapshot

SCENARIOS_KEPT = 16


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredLog:
    """A game as it is stored: its record, the rows of its log, the same decoded, and its newest snapshot."""

    game: GameRecord
    printed: str
    rows: Sequence[Row]
    entries: Sequence[Entry]
    snapshot: Snapshot | None


@dataclass(slots=True, kw_only=True)
class LogProof:
    """What is wrong with a log, and how many of its orders were put to the referee again."""

    faults: list[str]
    refereed: int = 0


class RecordedDice:
    """Dice that fall as they were recorded. Raises OutOfDice when another die is wanted."""

    def __init__(self, events: Sequence[Event]) -> None:
        rolls = (event for event in events if isinstance(event, Rolled))
        self._dice = iter(
            (f"{roll.key}/{n}", roll.sides, face)
            for roll in rolls
            for n, face in enumerate(roll.dice, start=1)
        )

    def draw(self, key: str, sides: int) -> int:
        """The next recorded die, if it is the one that is wanted."""
        die = next(self._dice, None)
        if die is None or die[:2] != (key, sides) or not 1 <= die[2] <= sides:
            raise OutOfDice(sides, key)
        return die[2]


def prove(log: StoredLog, known: int = 0) -> LogProof:
    """Prove a log; its first `known` entries were proven before, and are only applied."""
    where, entries = f"game {log.game.id}", log.entries
    proof = LogProof(faults=[])
    if log.game.status == "playing" and not entries:
        proof.faults.append(f"{where}: it is under way and has no log")
    if [entry.seq for entry in entries] != list(range(1, len(entries) + 1)):
        proof.faults.append(f"{where}: the log has a gap")
        return proof
    proof.faults += (
        f"{where}, entry {entry.seq}: struck by an earlier one"
        for entry in entries
        if entry.struck is not None and entry.struck <= entry.seq
    )
    broken = log_chain.first_break(log.game.id, log.rows)
    if broken is not None:
        proof.faults.append(f"{where}, entry {broken}: it does not answer to its link: the log was changed")
    states = _refereed(log, known, proof)
    snapshot = log.snapshot
    if snapshot is not None and (snapshot.seq >= len(states) or states[snapshot.seq] != snapshot.state):
        proof.faults.append(f"{where}: the snapshot after entry {snapshot.seq} is not what the log leads to")
    return proof


def _refereed(log: StoredLog, known: int, proof: LogProof) -> list[State]:
    """The states after 0, 1, 2 ... entries, those that count in the end; every order was put to the referee
    on the way, in the position it met."""
    entries, states, dice_undone, rolled = log.entries, [State()], 0, Counter[str]()
    struck_by: dict[int, list[Entry]] = {}
    for entry in entries:
        if entry.struck is not None:
            struck_by.setdefault(entry.struck, []).append(entry)
    for number, entry in enumerate(entries):
        if struck := struck_by.get(entry.seq):
            if any(_rolled(each) for each in struck):
                dice_undone = entry.seq
            _apply_again(entries, states, struck[0].seq - 1, by=entry.seq)
        if entry.seq > known and log.rows[number]["rules"] == rules_fingerprint():
            by_stream = rolled if _falls_by_stream(log.game, entry) else None
            proof.faults += _faults(log, entry, states[-1], dice_undone, by_stream, proof)
        rolled.update(rolled_by_stream(entry.events))
        states.append(replay(states[-1], entry.events))
    return states


def _falls_by_stream(game: GameRecord, entry: Entry) -> bool:
    """Whether dice of an entry are keyed by stream: those of an imported beginning as their keys say."""
    if entry.seq > game.imported_after:
        return game.dice_keys == BY_STREAM
    keys = (event.key for event in entry.events if isinstance(event, Rolled))
    return any(not key.partition("/")[0].isdigit() for key in keys)


def _apply_again(entries: Sequence[Entry], states: list[State], after: int, by: int) -> None:
    """Bring the states after that many entries up to an undo, which has struck some out."""
    for number in range(after, len(states) - 1):
        entry = entries[number]
        counts = entry.struck is None or entry.struck > by
        states[number + 1] = replay(states[number], entry.events) if counts else states[number]


def _rolled(entry: Entry) -> bool:
    return any(isinstance(event, Rolled) for event in entry.events)


def _faults(
    log: StoredLog,
    entry: Entry,
    before: State,
    dice_undone: int,
    rolled: Mapping[str, int] | None,
    proof: LogProof,
) -> Iterator[str]:
    """What is wrong with one entry, given the position it met and the dice before it."""
    where = f"game {log.game.id}, entry {entry.seq}"
    if entry.kind == "ruling":
        return
    if entry.command is None and entry.kind != "start":
        if any(not isinstance(event, Noted) for event in entry.events):
            yield f"{where}: it has events and no order"
        return
    try:
        table = _table(log.printed)
    except BadScenario as error:
        yield f"{where}: its battle cannot be built: {error}"
        return
    if table is None:
        return
    proof.refereed += 1
    try:
        due = decide_again(*table, before, entry, dice_undone, rolled)
    except (Refused, OutOfDice) as error:
        yield f"{where}: the referee does not accept it: {type(error).__name__}"
    except Exception as error:  # whatever a position that was tampered with leads to
        yield f"{where}: the referee cannot carry it out: {type(error).__name__}"
    else:
        if due != entry.events:
            yield f"{where}: its order leads to other events than are recorded"


def decide_again(
    system: System,
    scenario: Scenario,
    before: State,
    entry: Entry,
    dice_undone: int,
    rolled: Mapping[str, int] | None = None,
) -> tuple[Event, ...]:
    """What the referee decides of an order, or of the start, with the dice that were recorded. `before` is
    the position it met, `dice_undone` the number of the newest undo before it that took dice back, `rolled`
    the rolls before it where dice fall by stream. Raises Refused; OutOfDice when other dice are wanted."""
    dice = RecordedDice(entry.events)
    if entry.command is None:
        return referee.start(system, scenario, dice, rolled)
    return referee.play(
        system, scenario, before, entry.side, entry.command, dice, entry.seq, dice_undone, rolled
    )


@lru_cache(maxsize=SCENARIOS_KEPT)
def _table(printed: str) -> tuple[System, Scenario] | None:
    """The rulebook and the battle of a game; None for a rulebook that this process does not know. Raises
    BadScenario."""
    source = json.loads(printed)
    system = SYSTEMS.get(str(source.get("system")))
    return None if system is None else (system, scenario_builder.build(source))
