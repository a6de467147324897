"""Games of the ladder in a file, a line each, so that what is played on other days adds up.

Games of the computer player as it was before a change of its play stay in the file, and do not count.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

from bench.ladder.fingerprint import fingerprint
from bench.ladder.games import Game


def read(path: Path) -> list[Game]:
    """The games of a file that were played as the computer player plays now; none where there is no file."""
    if not path.exists():
        return []
    lines = path.read_text(encoding="utf-8").splitlines()
    games = [Game(**json.loads(line)) for line in lines if line]
    return [
        game for game in games if game.play and game.play == fingerprint(game.battle, game.players.values())
    ]


def append(path: Path, game: Game) -> None:
    """One more game at the end of a file."""
    line = asdict(game)
    if not game.handicap:
        del line["handicap"]
    line["seconds"] = {side: round(seconds, 2) for side, seconds in game.seconds.items()}
    with path.open("a", encoding="utf-8") as file:
        file.write(json.dumps(line) + "\n")


def played(games: Sequence[Game], battle: str, one: str, two: str) -> int:
    """How many games of a battle, without a handicap, have the player `one` on the first side and `two` on
    the second."""
    of_battle = (g for g in games if g.battle == battle and not g.handicap)
    return sum(tuple(g.players.values()) == (one, two) for g in of_battle)
