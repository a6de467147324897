"""Writes a record. What it writes is read again as the same, and written again it is the same text."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator
from dataclasses import asdict
from datetime import UTC, datetime

from engine import codec
from engine.events import Began, Event
from notation.record.model import FORMAT, DiceProof, Json, Player, RecordedEntry, RecordedGame
from notation.record.values import printable, text_of, word_of

LOG, BATTLE, END = "[log]", "[battle]", "[end]"
LAST_KEYS = ("rule", "only")
"""Fields of an event that are written after its others, and stored before them."""


def write(game: RecordedGame) -> str:
    """The text of a record, with a checksum as its last line."""
    above = "\n".join([FORMAT, *_head(game), "", LOG, *_log(game), "", BATTLE, _battle(game.printed), END])
    above += "\n" + (f"log: {game.log}\n" if game.log else "")
    return f"{above}sum: {checksum(above)}\n"


def checksum(above: str) -> str:
    """The SHA-256 of everything above the last line."""
    return hashlib.sha256(above.encode("utf-8", "surrogatepass")).hexdigest()


def _head(game: RecordedGame) -> Iterator[str]:
    yield f"battle: {word_of(game.battle)}"
    yield f"title: {text_of(game.title)}"
    yield f"battle hash: {game.battle_hash}"
    yield f"rulebook: {word_of(game.rulebook)}"
    yield f"options: {text_of(game.options)}"
    yield f"program: {text_of(game.program)}"
    yield f"rules: {game.rules or '-'}"
    yield f"game: {game.game}"
    yield f"opened: {stamp(game.opened, seconds=game.whole)}"
    yield f"status: {game.status}"
    yield f"known to: {word_of(game.known_to)}"
    yield from (f"player: {text_of(_player(player))}" for player in game.players)
    yield f"clock: {text_of(game.clock)}"
    yield f"result: {text_of(game.result)}"
    for part in game.earlier:
        yield f"until: {text_of({'entry': part.until, 'game': part.game})}"
        yield from _dice(part.dice)
    yield from _dice(game.dice)


def _player(player: Player) -> Json:
    group: Json = {"side": player.side, "name": player.name}
    if player.computer:
        group["computer"] = True
    return group | ({"corps": list(player.corps)} if player.corps else {})


def _dice(dice: DiceProof) -> Iterator[str]:
    yield f"commitment: {dice.commitment or '-'}"
    yield f"seed: {dice.seed or '-'}"
    yield f"words: {text_of(dice.words)}"
    yield f"seals: {text_of(dice.seals)}"
    yield f"message: {dice.message}"
    yield f"beacon: {text_of(dice.beacon)}"
    if dice.keys != "order":
        yield f"keys: {dice.keys}"
    yield from (f"round: {text_of(asdict(each))}" for each in dice.rounds)


def _log(game: RecordedGame) -> Iterator[str]:
    began: Began | None = None
    for entry in game.entries:
        now = next((event for event in reversed(entry.events) if isinstance(event, Began)), None)
        if entry.number > 1 or began is not None:
            yield ""
        if began is not None:
            yield f"# {_heading(began)}"
        began = now
        yield _entry_line(entry, game)
        yield from (f"  {event_line(event)}" for event in entry.events)


def _heading(began: Began) -> str:
    turn = f"turn {began.turn}" if began.turn else "before the first turn"
    return printable(
        ": ".join(part for part in (f"{turn}, {began.player}".rstrip(", "), began.phase) if part)
    )


def _entry_line(entry: RecordedEntry, game: RecordedGame) -> str:
    if entry.order:
        head = f"{entry.number} {entry.side}: {entry.order}"
    else:
        head = " ".join(filter(None, (str(entry.number), entry.side, entry.kind, ranges(entry.strikes))))
    by = f" by {entry.by}" if entry.by else ""
    rules = f" rules {entry.rules or '-'}" if entry.rules != game.rules else ""
    return f"{head}  [{stamp(entry.at, seconds=game.whole)}{by}{rules}]"


def ranges(numbers: Iterable[int]) -> str:
    """Numbers in writing, those that follow each other as a range.

    >>> ranges((3, 4, 5, 9))
    '3-5 9'
    """
    runs: list[list[int]] = []
    for number in sorted(numbers):
        if runs and number == runs[-1][1] + 1:
            runs[-1][1] = number
        else:
            runs.append([number, number])
    return " ".join(str(a) if a == b else f"{a}-{b}" for a, b in runs)


def event_line(event: Event) -> str:
    """An event in writing: its name and its fields, rule and audience last."""
    stored = codec.to_json(event)
    name = stored.pop("is")
    last = {key: stored.pop(key) for key in LAST_KEYS if key in stored}
    fields = (f"{key}={text_of(value)}" for key, value in {**stored, **last}.items())
    return " ".join((name, *fields))


def stamp(at: datetime, *, seconds: bool = True) -> str:
    """A time in writing: UTC, to the microsecond or to the minute."""
    plain = at.astimezone(UTC).replace(tzinfo=None)
    return plain.isoformat(" ", "microseconds" if seconds else "minutes")


def _battle(printed: Json) -> str:
    return printable(json.dumps(printed, ensure_ascii=False, indent=1))
