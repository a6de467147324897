"""A game as a file: its battle as printed, its log, and at its end the proof of its dice. Pure.

Before its end the file holds what a spectator knows: no seed, and nothing that one side alone was told.
"""

from __future__ import annotations

import json
from collections.abc import Mapping

from bot.core.game import Game
from bot.features.dice import proof as dice_proof
from bot.features.dice.evidence import Evidence
from engine.events import Event, Rolled
from storage import Entry, Json, to_json
from storage.chain import fingerprint

FORMAT = "grognard game 1"


NO_LINKS: Mapping[int, bytes] = {}
NO_EVIDENCE = Evidence()


def text(game: Game, links: Mapping[int, bytes] = NO_LINKS, evidence: Evidence = NO_EVIDENCE) -> str:
    """The file of a game, of the referee's own `game`; people are named as they sit, without their ids.
    `links` are those of its log, `evidence` what else proves its dice."""
    return json.dumps(game_document(game, links, evidence), ensure_ascii=False, indent=1) + "\n"


def game_document(
    game: Game, links: Mapping[int, bytes] = NO_LINKS, evidence: Evidence = NO_EVIDENCE
) -> Json:
    """The same as JSON."""
    record, over = game.record, game.record.status == "over"
    entries = game.entries if over else game.known_to("")
    result = game.state.result
    head: Json = {
        "format": FORMAT,
        "battle": record.scenario,
        "rulebook": game.scenario.system,
        "options": dict(record.options),
        "status": record.status,
        "created": record.created.isoformat(),
        "players": {
            side: [_called(s.name, s.bot) for s in game.seats(side)] for side in game.scenario.side_ids
        },
        "result": None
        if result is None
        else {"winner": result.winner, "level": result.level, "reason": result.reason},
        "commitment": dice_proof.commitment(record.seed),
        "salts": list(record.salts),
        "seals": list(record.seals),
        "beacon": record.beacon,
    }
    if over:
        head["dice"] = dice_proof.text(_record(game, evidence))
    shown = {seq: fingerprint(record.seed, link) for seq, link in links.items()} if over else {}
    numbers = {entry.seq: n for n, entry in enumerate(entries, start=1)}
    return head | {
        "log": [
            _entry(game, entry, numbers, over=over)
            | ({"fingerprint": shown[entry.seq]} if entry.seq in shown else {})
            for entry in entries
        ],
        "printed": record.printed,
    }


def _called(name: str, bot: bool) -> str:
    return "computer player" if bot else name


def _record(game: Game, evidence: Evidence) -> dice_proof.Record:
    record = game.record
    return dice_proof.Record(
        game=str(game.scenario.id),
        commitment=dice_proof.commitment(record.seed),
        seed=record.seed,
        salts=record.salts,
        seals=record.seals,
        message=evidence.message,
        chain=evidence.chain,
        rounds=dice_proof.drawn(game.entries, evidence.rounds),
        dice=dice_proof.dice(game.entries, evidence.rounds),
    )


def _entry(game: Game, entry: Entry, numbers: dict[int, int], *, over: bool) -> Json:
    """An entry; before the end only what everybody was told of it, numbered by what everybody knows."""
    events = entry.events if over else tuple(e for e in entry.events if not e.only)
    open_ = over or entry.audience <= {""}
    document: Json = {"number": numbers[entry.seq], "kind": entry.kind, "at": _at(entry, over=over)}
    if entry.side:
        document["side"] = entry.side
    who = next((s.name for s in game.record.seats if entry.who is not None and s.user == entry.who), "")
    if who:
        document["who"] = who
    if entry.struck is not None and entry.struck in numbers:
        document["struck by"] = numbers[entry.struck]
    if entry.command is not None and open_ and entry.audience:
        document["command"] = to_json(entry.command)
    return document | {"events": [_event(e, over=over) for e in events]}


def _at(entry: Entry, *, over: bool) -> str:
    """When it was written; before the end to the minute, since seconds tell how many orders came between."""
    return (entry.at if over else entry.at.replace(second=0, microsecond=0)).isoformat()


def _event(event: Event, *, over: bool) -> Json:
    """An event; before the end dice without their keys, which count orders, secret ones, too."""
    document = to_json(event)
    return (
        document
        if over or not isinstance(event, Rolled)
        else {k: v for k, v in document.items() if k != "key"}
    )


def dice_in(written: str) -> str:
    """The record of dice in the file of a game. Raises proof.NoRecord when there is none in it yet."""
    try:
        document = json.loads(written)
    except ValueError as error:
        raise dice_proof.NoRecord("this is neither a record of dice nor a game") from error
    if not isinstance(document, dict) or document.get("format") != FORMAT:
        raise dice_proof.NoRecord(f"this is no game of the format {FORMAT!r}")
    if not isinstance(document.get("dice"), str):
        raise dice_proof.NoRecord("the game was not over when this was written: its seed is not in it")
    return str(document["dice"])
