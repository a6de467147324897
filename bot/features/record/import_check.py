"""Checks a record that someone sent, in a process of its own: `python -m bot.features.record.import_check`.

It reads the record from standard input and writes its answer as JSON. Its memory and time are limited
(scenarios/upload_process.py). What passes is a whole game: its battle is one that comes with this program or
passes the checks of uploaded battles, log and dice are right, and every order is decided as it was recorded.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Any

import scenarios
from bot.features.record import checks
from bot.features.record.recorded_game import log_of
from engine.errors import BadScenario
from engine.scenario import Scenario
from notation.record import BadRecord, RecordedGame, read
from notation.record.reader import LARGEST
from notation.record.replay import battle_of
from scenarios import upload_limits, upload_text
from scenarios.upload_check import MOST_TOLD, OWN
from scenarios.upload_process import confine

MOST_ENTRIES = 3000
"""Entries of an imported game."""
MOST_ROUNDS = 1000
"""Rounds of the public beacon, each of which takes some milliseconds to check."""
LONGEST_NAME = 80


def mistakes(data: bytes) -> Iterator[BadScenario]:
    """What is wrong with a record; nothing when it can be imported."""
    try:
        record = read(data)
        yield from _faults(record)
    except BadRecord as error:
        yield BadScenario(error.what, "(record)", f"line {error.line}" if error.line else "")
    except MemoryError:
        yield BadScenario("takes too much memory", "(record)")
    except Exception as error:  # whatever a record made to do harm leads to
        yield BadScenario(f"cannot be read ({type(error).__name__})", "(record)")


def _faults(record: RecordedGame) -> Iterator[BadScenario]:
    if fault := _unfit(record):
        yield BadScenario(fault, "(record)")
        return
    _, scenario = battle_of(record)
    if battle_faults := list(_battle_faults(record, scenario)):
        yield from battle_faults
        return
    log = log_of(record)
    if not checks.log_is_whole(record, log):
        yield BadScenario("the log does not have the fingerprint that stands below it", "log")
    if not checks.imports_are_told(record):
        yield BadScenario("does not say where the imported part ends", "log")
    if not checks.result_fits(record, log):
        yield BadScenario("is not the one that the log leads to", "result")
    if faults := checks.dice_faults(record, log):
        first = f"{faults[0].kind} {faults[0].key}".rstrip()
        yield BadScenario(f"{len(faults)} wrong; the first: {first}", "dice")
    difference = checks.decide(record).difference
    if difference is not None:
        what = f"this program decides entry {difference.entry.number} otherwise: "
        what += f"{difference.decided or 'nothing'} instead of {difference.recorded or 'nothing'}"
        yield BadScenario(what, "order", f"line {difference.entry.line}")


def _unfit(record: RecordedGame) -> str:
    """Why a record cannot be imported, whatever stands in its log; "" when it can."""
    if not record.intact:
        return "was changed or is incomplete: its checksum is wrong"
    if not record.whole:
        return "was made before the end of the game"
    if not record.entries or len(record.entries) > MOST_ENTRIES:
        return f"has {len(record.entries)} entries; from 1 to {MOST_ENTRIES} can be imported"
    if (rounds := sum(len(part.dice.rounds) for part in record.parts)) > MOST_ROUNDS:
        return f"has {rounds} rounds of the beacon; the limit is {MOST_ROUNDS}"
    if any(len(player.name) > LONGEST_NAME for player in record.players):
        return f"has a player whose name is longer than {LONGEST_NAME} characters"
    return ""


def _battle_faults(record: RecordedGame, scenario: Scenario) -> Iterator[BadScenario]:
    """What forbids the battle of a record; nothing for one that comes with this program."""
    sides = {player.side for player in record.players}
    if scenario.id != record.battle or sides != set(scenario.side_ids):
        yield BadScenario("battle and players do not belong together", "battle")
        return
    if checks.shipped(record):
        return
    if not scenario.id.startswith(OWN):
        yield BadScenario("is another edition of a battle that comes with this program", "battle")
        return
    theirs = scenarios.charts(scenario.system)
    own = _own_charts(record.printed.get("charts", {}), theirs)
    yield from islice(upload_limits.exceeded(record.printed), MOST_TOLD)
    yield from islice(upload_text.strange(record.printed | {"charts": own}), MOST_TOLD)
    yield from islice(upload_limits.recharted(own, theirs, tuple(theirs.get("own_edge", ()))), MOST_TOLD)
    yield from islice(upload_limits.overlarge(scenario, record.printed["units"]), MOST_TOLD)


def _own_charts(printed: Any, theirs: Mapping[str, Any]) -> dict[str, Any]:
    """What a battle's charts have otherwise than its rulebook's."""
    if not isinstance(printed, Mapping):
        return {}
    own = dict[str, Any]()
    for name, entry in printed.items():
        usual = theirs.get(name)
        if entry == usual:
            continue
        nested = isinstance(entry, Mapping) and isinstance(usual, Mapping)
        own[name] = _own_charts(entry, usual or {}) if nested else entry
    return own


def main() -> int:
    """Check a record and write what is wrong with it."""
    confine()
    data = sys.stdin.buffer.read(LARGEST + 1)
    told = [
        {"what": m.what[:300], "key": m.key[:100], "where": m.where[-100:]}
        for m in islice(mistakes(data), MOST_TOLD)
    ]
    sys.stdout.write(json.dumps({"mistakes": told}))
    return 0


if __name__ == "__main__":
    sys.exit(main())
