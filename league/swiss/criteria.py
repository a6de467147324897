"""How good a pair is for its bracket: the pairing criteria of C.04.3, as one exact integer for each pair.

Each criterion is a digit of that integer, with a radix so large that sums over a whole pairing never carry
into the digit of a more important one. So the heaviest matching is the best candidate by C.5 to C.19.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from league.model import POINT
from league.swiss.players import Float, Player, Strength

Pair = tuple[int, int]
"""Two players by their places in the bracket, the higher ranked one first."""


def may_meet(one: Player, two: Player) -> bool:
    """Whether two players may be paired: no rematch (C.1), not both bound to the same side (C.3)."""
    if two.number in one.opponents:
        return False
    return (
        one.side != two.side
        or one.strength is not Strength.ABSOLUTE
        or two.strength is not Strength.ABSOLUTE
        or one.topscorer
        or two.topscorer
    )


@dataclass(frozen=True, kw_only=True)
class Bracket:
    """Players that are paired together (A.3), and those below who matter to that.

    `moved` are the players moved down, `residents` the score group; `lower` is the next score group or, when
    `closing`, everybody below. `closing`: all players here and in `lower` have to be paired, but for the one
    who gets the bye (C.2, C.4); so it is in the penultimate and in the last bracket.
    """

    moved: tuple[Player, ...]
    residents: tuple[Player, ...]
    lower: tuple[Player, ...]
    closing: bool
    players: tuple[Player, ...] = field(init=False)
    """All of them, in order."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "players", (*self.moved, *self.residents, *self.lower))

    @property
    def own(self) -> int:
        """How many players are in the bracket itself."""
        return len(self.moved) + len(self.residents)


def weights(bracket: Bracket) -> dict[Pair, int]:
    """The weight of every pair that may meet."""
    digits = _Digits(bracket)
    players = bracket.players
    moved = len(bracket.moved)  # who could not be paired with each other further up
    rows = {
        (i, j): digits.of(i, j)
        for i in range(len(players))
        for j in range(max(i + 1, moved), len(players))
        if may_meet(players[i], players[j])
    }
    return combine(rows, len(players))


def combine(rows: Mapping[Pair, tuple[int, ...]], players: int) -> dict[Pair, int]:
    """Each row of digits as one integer, most important digit first."""
    if not rows:
        return {}
    largest = [max(map(abs, column)) for column in zip(*rows.values(), strict=True)]
    kept = [(k, size * players + 1) for k, size in enumerate(largest) if size]
    return {pair: _number(row, kept) for pair, row in rows.items()}


def _number(row: tuple[int, ...], kept: Iterable[tuple[int, int]]) -> int:
    total = 0
    for k, radix in kept:
        total = total * radix + row[k]
    return total


class _Digits:
    """The criteria of one bracket, the most important first; more is better."""

    def __init__(self, bracket: Bracket) -> None:
        self.bracket = bracket
        self.players = bracket.players
        self.own = bracket.own
        own = bracket.players[: self.own]
        self.floor = min(player.score for player in own) - POINT  # A.8: below the lowest, by one point
        self.even = all(player.score == own[0].score for player in own)
        differences = {player.score - self.floor for player in own}
        differences |= {a.score - b.score for a in own for b in bracket.residents if a.score >= b.score}
        base = 2 * len(own) + 1
        self.worth = {d: base**rank for rank, d in enumerate(sorted(differences))}
        """Of a score difference: one larger outweighs any number of smaller ones (A.8)."""
        self.floats = (
            [p.last_float for p in bracket.players],
            [p.float_before for p in bracket.players],
        )

    def of(self, i: int, j: int) -> tuple[int, ...]:
        one, two = self.players[i], self.players[j]
        inside = j < self.own
        head = [(1 + one.no_bye + two.no_bye) if self.bracket.closing else 0, int(inside)]  # C.2 and C.4; C.5
        drop = one.score - two.score if inside else 0
        spared = sum(self.worth[p.score - self.floor] for p in (one, two)[: (i < self.own) + inside])
        head.append(spared - self.worth[drop] if inside and not self.even else 0)  # C.6
        if not self.bracket.closing:
            head += [int(not inside), spared]  # C.7: pairs below, and who floats again
        if not inside:
            return (*head, *(0,) * 12)
        return (*head, *self._sides(one, two), *self._floats(i, j, drop))

    def _sides(self, one: Player, two: Player) -> tuple[int, int, int, int]:
        if not one.side or one.side != two.side:
            return (0, 0, 0, 0)
        top = one.topscorer or two.topscorer
        return (
            -(top and abs(one.difference) > 1 and abs(two.difference) > 1),  # C.8
            -(top and one.repeated and two.repeated),  # C.9
            -1,  # C.10
            -(one.strength >= Strength.STRONG and two.strength >= Strength.STRONG),  # C.11
        )

    def _floats(self, i: int, j: int, drop: int) -> tuple[int, ...]:
        """C.12 to C.19. Who stays unpaired floats down: so a pair is worth what it spares its players."""
        counts: list[int] = []
        differences: list[int] = []
        for floats in self.floats:
            down = (floats[i] is Float.DOWN, floats[j] is Float.DOWN)
            up_again = drop > 0 and floats[j] is Float.UP
            counts += [(down[0] and not drop) + down[1], -up_again]
            if self.even:
                differences += [0, 0]
                continue
            spared = sum(
                self.worth[p.score - self.floor]
                for p, was in zip((self.players[i], self.players[j]), down, strict=True)
                if was
            )
            differences += [
                spared - (self.worth[drop] if down[0] and drop else 0),
                -self.worth[drop] if up_again else 0,
            ]
        return (*counts, *differences)
