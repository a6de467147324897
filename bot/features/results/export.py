"""Results of games as files: CSV for spreadsheets, JSON for programs. Pure."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Iterator

from storage import GameResult, ResultPlayer

CSV, JSON = "csv", "json"
FORMATS = (CSV, JSON)
COLUMNS = (
    *("game", "begun", "finished", "rulebook", "battle", "turns"),
    *("side_1", "players_1", "score_1", "side_2", "players_2", "score_2"),
    *("winner", "ending", "level", "rated"),
)
"""The columns of the CSV; winner is a side, empty for none."""
FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""How a text begins that a spreadsheet would calculate."""


def as_csv(results: Iterable[GameResult]) -> str:
    """The results, one a line, with a line of headings. Texts that a spreadsheet would take for a formula
    begin with an apostrophe."""
    file = io.StringIO()
    writer = csv.writer(file)
    writer.writerow(COLUMNS)
    for result in results:
        writer.writerow([escaped(cell) if isinstance(cell, str) else cell for cell in _cells(result)])
    return file.getvalue()


def escaped(text: str) -> str:
    """A text that no spreadsheet calculates.

    >>> escaped("=1+1"), escaped("Anna")
    ("'=1+1", 'Anna')
    """
    return f"'{text}" if text.lstrip(" ").startswith(FORMULA) or text.startswith(FORMULA) else text


def _cells(result: GameResult) -> Iterator[str | int]:
    yield result.game
    yield from (result.begun.isoformat(), result.finished.isoformat(), result.rulebook, result.battle)
    yield result.turns
    for side in (*result.sides, "", "")[:2]:
        yield from (side, " + ".join(map(_name, result.seated(side))), result.scores.get(side, 0))
    yield from (result.winner, result.ending, result.level, "no" if result.unrated else "yes")


def as_json(results: Iterable[GameResult]) -> str:
    """The results as a list of objects; times are ISO 8601 in UTC, users are Discord ids as texts."""
    return json.dumps([_object(result) for result in results], ensure_ascii=False, indent=1)


def _object(result: GameResult) -> dict[str, object]:
    return {
        "game": result.game,
        "begun": result.begun.isoformat(),
        "finished": result.finished.isoformat(),
        "rulebook": result.rulebook,
        "battle": result.battle,
        "turns": result.turns,
        "sides": [
            {"side": side, "score": score, "players": [_player(p) for p in result.seated(side)]}
            for side, score in result.scores.items()
        ],
        "winner": result.winner or None,
        "ending": result.ending,
        "level": result.level,
        "rated": not result.unrated,
    }


def _player(player: ResultPlayer) -> dict[str, object]:
    known = player.user is not None and player.user > 0
    return {"name": _name(player), "user": str(player.user) if known else None, "computer": player.bot}


def _name(player: ResultPlayer) -> str:
    return "computer" if player.bot else player.name
