"""What the Dutch system knows of a player before a round: score, side history, floats (C.04.3 A.2 to A.7)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum

from league.model import ByeKind, Line, Tournament


class Strength(IntEnum):
    """How much a player needs a side (A.6)."""

    NONE = 0
    MILD = 1
    STRONG = 2
    ABSOLUTE = 3


class Float(IntEnum):
    """How a player moved between score groups in a round (A.4)."""

    DOWN = -1
    NONE = 0
    UP = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Player:
    """One player of the round to pair.

    `sides` are those of the games played, oldest first, as +1 and -1; `side` is the preferred one, 0 for
    none. `last_float` and `float_before` are those of the previous round and of the one before that.
    """

    number: int
    score: int
    opponents: frozenset[int]
    sides: tuple[int, ...]
    side: int
    strength: Strength
    last_float: Float
    float_before: Float
    no_bye: bool
    topscorer: bool

    @property
    def rank(self) -> tuple[int, int]:
        """Sorts players in the order of A.2, best first."""
        return (-self.score, self.number)

    @property
    def difference(self) -> int:
        """Games on the first side minus games on the second."""
        return sum(self.sides)

    @property
    def repeated(self) -> bool:
        """Whether the last two games were on the same side."""
        return len(self.sides) > 1 and self.sides[-1] == self.sides[-2]


def preference(sides: tuple[int, ...]) -> tuple[int, Strength]:
    """The preferred side (+1, -1, 0 for none) after these games, and how strongly (A.6)."""
    if not sides:
        return 0, Strength.NONE
    difference = sum(sides)
    side = -sides[-1] if difference == 0 else (-1 if difference > 0 else 1)
    if abs(difference) > 1 or (len(sides) > 1 and sides[-1] == sides[-2]):
        return side, Strength.ABSOLUTE
    return side, Strength.STRONG if difference else Strength.MILD


def players_of(tournament: Tournament, absent: frozenset[int]) -> list[Player]:
    """The players of the next round in the order of A.2, without those in `absent`."""
    done = len(tournament.rounds)
    last = done + 1 == tournament.planned_rounds
    scores = {n: _running(lines) for n, lines in tournament.records.items()}
    players = []
    for entrant in tournament.entrants:
        number = entrant.number
        if number in absent or not entrant.active(done + 1):
            continue
        lines = tournament.records[number]
        played = [line for line in lines if line.played]
        sides = tuple(line.side.value for line in played if line.side)
        side, strength = preference(sides)
        players.append(
            Player(
                number=number,
                score=scores[number][done],
                opponents=frozenset(line.opponent for line in played if line.opponent is not None),
                sides=sides,
                side=side,
                strength=strength,
                last_float=_float(scores, lines, number, done - 1),
                float_before=_float(scores, lines, number, done - 2),
                no_bye=any(line.bye is ByeKind.ALLOCATED or line.forfeit_win for line in lines),
                topscorer=last and 2 * scores[number][done] > tournament.scoring.win * done,
            )
        )
    return sorted(players, key=lambda player: player.rank)


def _running(lines: tuple[Line, ...]) -> list[int]:
    """The score before each round, and after the last."""
    scores = [0]
    for line in lines:
        scores.append(scores[-1] + line.score)
    return scores


def _float(scores: dict[int, list[int]], lines: tuple[Line, ...], number: int, index: int) -> Float:
    """The float in the round at that index (A.4). A round without a game counts as a downfloat."""
    if index < 0:
        return Float.NONE
    line = lines[index]
    if not line.played or line.opponent is None:
        return Float.DOWN
    mine, theirs = scores[number][index], scores[line.opponent][index]
    return Float((theirs > mine) - (theirs < mine))
