"""A game as a file: its battle as printed, its log, and at its end the proof of its dice. Pure.

Before its end the file holds what a spectator knows: no seed, and nothing that one side alone was told.
"""

from __future__ import annotations

import json

from bot import proof
from bot.table import Table
from engine.events import Event, Rolled
from storage import Entry, Json, to_json

FORMAT = "grognard game 1"


def text(table: Table) -> str:
    """The file of a game, of the referee's own `table`; people are named as they sit, without their ids."""
    return json.dumps(game(table), ensure_ascii=False, indent=1) + "\n"


def game(table: Table) -> Json:
    """The same as JSON."""
    found, over = table.game, table.game.status == "over"
    entries = table.entries if over else table.known_to("")
    result = table.state.result
    head: Json = {
        "format": FORMAT,
        "battle": found.scenario,
        "rulebook": table.scenario.system,
        "options": dict(found.options),
        "status": found.status,
        "created": found.created.isoformat(),
        "players": {
            side: [_called(s.name, s.bot) for s in table.seats(side)] for side in table.scenario.side_ids
        },
        "result": None
        if result is None
        else {"winner": result.winner, "level": result.level, "reason": result.reason},
        "commitment": proof.commitment(found.seed),
        "salts": list(found.salts),
    }
    if over:
        head["dice"] = proof.text(_record(table))
    numbers = {entry.seq: n for n, entry in enumerate(entries, start=1)}
    return head | {
        "log": [_entry(table, entry, numbers, over=over) for entry in entries],
        "printed": found.printed,
    }


def _called(name: str, bot: bool) -> str:
    return "sparring partner" if bot else name


def _record(table: Table) -> proof.Record:
    found = table.game
    return proof.Record(
        game=str(table.scenario.id),
        commitment=proof.commitment(found.seed),
        seed=found.seed,
        salts=found.salts,
        dice=proof.dice(table.entries),
    )


def _entry(table: Table, entry: Entry, numbers: dict[int, int], *, over: bool) -> Json:
    """An entry; before the end only what everybody was told of it, numbered by what everybody knows."""
    events = entry.events if over else tuple(e for e in entry.events if not e.only)
    open_ = over or entry.told <= {""}
    found: Json = {"number": numbers[entry.seq], "kind": entry.kind, "at": entry.at.isoformat()}
    if entry.side:
        found["side"] = entry.side
    who = next((s.name for s in table.game.seats if entry.who is not None and s.user == entry.who), "")
    if who:
        found["who"] = who
    if entry.struck is not None and entry.struck in numbers:
        found["struck by"] = numbers[entry.struck]
    if entry.command is not None and open_ and entry.told:
        found["command"] = to_json(entry.command)
    return found | {"events": [_event(e, over=over) for e in events]}


def _event(event: Event, *, over: bool) -> Json:
    """An event; before the end dice without their keys, which count orders, secret ones, too."""
    found = to_json(event)
    return found if over or not isinstance(event, Rolled) else {k: v for k, v in found.items() if k != "key"}


def dice_in(written: str) -> str:
    """The record of dice in the file of a game. Raises proof.NoRecord when there is none in it yet."""
    try:
        found = json.loads(written)
    except ValueError as error:
        raise proof.NoRecord("this is neither a record of dice nor a game") from error
    if not isinstance(found, dict) or found.get("format") != FORMAT:
        raise proof.NoRecord(f"this is no game of the format {FORMAT!r}")
    if not isinstance(found.get("dice"), str):
        raise proof.NoRecord("the game was not over when this was written: its seed is not in it")
    return str(found["dice"])
