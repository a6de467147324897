"""Tournaments as data: entrants, rounds, pairings, byes, results, and what they score.

Sides take the place of the colours of chess: in each game one entrant has the first side, the other the
second. Scores are integers in half points: a win is 2, a draw is 1, unless `Scoring` says otherwise.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from enum import Enum, StrEnum
from functools import cached_property

POINT = 2
"""One point, in the half points that all scores are counted in."""


class BadTournament(ValueError):
    """Data that no tournament can have: what is wrong, and where."""

    def __init__(self, where: str, what: str) -> None:
        super().__init__(f"{where}: {what}")
        self.where = where
        self.what = what


class NoPairing(Exception):
    """No pairing follows the rules: an organiser has to decide. Says of which round, and why."""

    def __init__(self, where: str, what: str) -> None:
        super().__init__(f"{where}: {what}")
        self.where = where
        self.what = what


class Side(Enum):
    """The side an entrant plays: +1 and -1, so that a sum is a difference of sides."""

    FIRST = 1
    SECOND = -1

    @property
    def other(self) -> Side:
        return Side(-self.value)


class Result(StrEnum):
    """How a game ended. A forfeit is a game that was not played."""

    FIRST_WINS = "first"
    SECOND_WINS = "second"
    DRAW = "draw"
    FIRST_FORFEITS = "first-forfeits"
    SECOND_FORFEITS = "second-forfeits"
    BOTH_FORFEIT = "both-forfeit"

    @property
    def played(self) -> bool:
        return self in (Result.FIRST_WINS, Result.SECOND_WINS, Result.DRAW)


class ByeKind(StrEnum):
    """Why an entrant has no opponent in a round."""

    ALLOCATED = "allocated"
    """The one player left over in a round with an odd number of players."""
    HALF = "half"
    """Requested, for half a point."""
    ZERO = "zero"
    """Requested, for nothing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Scoring:
    """What a round is worth, in half points."""

    win: int = 2
    draw: int = 1
    loss: int = 0
    forfeit_win: int = 2
    forfeit_loss: int = 0
    allocated_bye: int = 2
    half_bye: int = 1
    zero_bye: int = 0

    def bye(self, kind: ByeKind) -> int:
        match kind:
            case ByeKind.ALLOCATED:
                return self.allocated_bye
            case ByeKind.HALF:
                return self.half_bye
            case ByeKind.ZERO:
                return self.zero_bye

    def game(self, result: Result, side: Side) -> int:
        """What a result is worth to a side."""
        match result:
            case Result.DRAW:
                return self.draw
            case Result.FIRST_WINS | Result.SECOND_WINS:
                return self.win if (result is Result.FIRST_WINS) == (side is Side.FIRST) else self.loss
            case Result.BOTH_FORFEIT:
                return self.forfeit_loss
            case _:
                forfeits = (result is Result.FIRST_FORFEITS) == (side is Side.FIRST)
                return self.forfeit_loss if forfeits else self.forfeit_win


@dataclass(frozen=True, slots=True, kw_only=True)
class Entrant:
    """A player or team. `number` is the seed: 1 is the strongest; late entries take the next free number.

    Takes part from round `joined` on, and up to the round before `left`.
    """

    number: int
    name: str = ""
    joined: int = 1
    left: int | None = None

    def active(self, number: int) -> bool:
        """Whether the entrant takes part in the round of that number."""
        return self.joined <= number and (self.left is None or number < self.left)


@dataclass(frozen=True, slots=True, kw_only=True)
class Pairing:
    """A game between two entrants, by number.

    `margin` is the score of the first side minus that of the second, in the points of the game played.
    `boards` are the half points that both won on the boards of a team match.
    """

    first: int
    second: int
    result: Result | None = None
    margin: int = 0
    boards: tuple[int, int] = (0, 0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Bye:
    """A round without an opponent."""

    entrant: int
    kind: ByeKind


@dataclass(frozen=True, slots=True, kw_only=True)
class Round:
    """The games and byes of one round. An entrant that does not take part is in neither."""

    pairings: tuple[Pairing, ...] = ()
    byes: tuple[Bye, ...] = ()

    @property
    def finished(self) -> bool:
        return all(pairing.result is not None for pairing in self.pairings)

    def with_results(self, results: dict[tuple[int, int], Result]) -> Round:
        """The same round with results, by first and second side."""
        return replace(
            self,
            pairings=tuple(
                replace(p, result=results.get((p.first, p.second), p.result)) for p in self.pairings
            ),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """One round of one entrant: a row of its record.

    `opponent` and `side` are None in a round without a game; `played` is False for forfeits, too.
    `score` is that of this round, in half points; `margin` is from this entrant's view. `boards` are the half
    points on the boards of a team match.
    """

    opponent: int | None = None
    side: Side | None = None
    played: bool = False
    score: int = 0
    margin: int = 0
    boards: int = 0
    result: Result | None = None
    bye: ByeKind | None = None

    @property
    def won(self) -> bool:
        """Won over the board, not by forfeit."""
        winner = {Result.FIRST_WINS: Side.FIRST, Result.SECOND_WINS: Side.SECOND}
        return self.result is not None and self.side is not None and winner.get(self.result) is self.side

    @property
    def forfeit_win(self) -> bool:
        loser = {Result.FIRST_FORFEITS: Side.FIRST, Result.SECOND_FORFEITS: Side.SECOND}
        return self.result in loser and loser[self.result] is not self.side


@dataclass(frozen=True, kw_only=True)
class Tournament:
    """Entrants and the rounds so far. Only the last round may have games without a result.

    `initial_side` is the side of the top seed in round 1. `boards` are those of each match between teams, 0
    for players; a bye is worth a draw on every board, unless it is worth nothing. Raises
    BadTournament, which says what and where.
    """

    entrants: tuple[Entrant, ...]
    planned_rounds: int
    rounds: tuple[Round, ...] = ()
    scoring: Scoring = field(default_factory=Scoring)
    initial_side: Side = Side.FIRST
    boards: int = 0

    def __post_init__(self) -> None:
        check(self)

    @cached_property
    def by_number(self) -> dict[int, Entrant]:
        return {entrant.number: entrant for entrant in self.entrants}

    @cached_property
    def records(self) -> dict[int, tuple[Line, ...]]:
        """For each entrant one line a round, absences included."""
        lines: dict[int, list[Line]] = {entrant.number: [] for entrant in self.entrants}
        for round_ in self.rounds:
            this = dict(self._lines(round_))
            for number, rows in lines.items():
                rows.append(this.get(number, Line(score=self.scoring.zero_bye)))
        return {number: tuple(rows) for number, rows in lines.items()}

    def _lines(self, round_: Round) -> Iterator[tuple[int, Line]]:
        for bye in round_.byes:
            boards = 0 if bye.kind is ByeKind.ZERO else self.boards * self.scoring.draw
            yield bye.entrant, Line(score=self.scoring.bye(bye.kind), bye=bye.kind, boards=boards)
        for pairing in round_.pairings:
            sides = (
                (pairing.first, pairing.second, Side.FIRST, pairing.boards[0]),
                (pairing.second, pairing.first, Side.SECOND, pairing.boards[1]),
            )
            for number, opponent, side, boards in sides:
                result = pairing.result
                yield (
                    number,
                    Line(
                        opponent=opponent,
                        side=side,
                        played=result is not None and result.played,
                        score=0 if result is None else self.scoring.game(result, side),
                        margin=pairing.margin * side.value,
                        boards=boards,
                        result=result,
                    ),
                )

    def score(self, number: int, rounds: int | None = None) -> int:
        """Half points of an entrant after so many rounds; after all of them by default."""
        return sum(line.score for line in self.records[number][:rounds])


def check(tournament: Tournament) -> None:
    """Raises BadTournament for entrants or rounds that cannot be."""
    numbers = [entrant.number for entrant in tournament.entrants]
    if sorted(numbers) != list(range(1, len(numbers) + 1)):
        raise BadTournament(
            "entrants", f"numbers have to be 1 to {len(numbers)}, each once: {sorted(numbers)}"
        )
    for entrant in tournament.entrants:
        if entrant.joined < 1 or (entrant.left is not None and entrant.left < entrant.joined):
            raise BadTournament(
                f"entrant {entrant.number}",
                f"joins in round {entrant.joined}, leaves in round {entrant.left}",
            )
    if len(tournament.rounds) > tournament.planned_rounds:
        raise BadTournament("rounds", f"{len(tournament.rounds)} of {tournament.planned_rounds} planned")
    for number, round_ in enumerate(tournament.rounds, start=1):
        _check_round(tournament, number, round_)


def _check_round(tournament: Tournament, number: int, round_: Round) -> None:
    where = f"round {number}"
    known = {entrant.number: entrant for entrant in tournament.entrants}
    seen: set[int] = set()
    for entrant in (
        *(bye.entrant for bye in round_.byes),
        *(side for pairing in round_.pairings for side in (pairing.first, pairing.second)),
    ):
        if entrant not in known:
            raise BadTournament(where, f"there is no entrant {entrant}")
        if entrant in seen:
            raise BadTournament(where, f"entrant {entrant} is there twice")
        if not known[entrant].active(number):
            raise BadTournament(where, f"entrant {entrant} does not take part")
        seen.add(entrant)
    missing = sorted(n for n, entrant in known.items() if entrant.active(number) and n not in seen)
    if missing:
        raise BadTournament(where, f"neither a game nor a bye for {', '.join(map(str, missing))}")
    if sum(bye.kind is ByeKind.ALLOCATED for bye in round_.byes) > 1:
        raise BadTournament(where, "more than one allocated bye")
    if number < len(tournament.rounds) and not round_.finished:
        raise BadTournament(where, "a game without a result, but later rounds exist")
