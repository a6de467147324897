"""The Dutch system read literally: every candidate in the order of the rules, judged by the criteria.

Shares no line with `league.swiss.bracket`, `criteria` or `quick`: only `Player`, which says what is known of
a player. Good for brackets of up to eight players.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, groupby, permutations
from typing import Any

from league.swiss.players import Float, Player, Strength

Pairs = tuple[tuple[Player, Player], ...]


def legal(one: Player, two: Player) -> bool:
    """C.1 and C.3."""
    if one.number in two.opponents:
        return False
    absolute = one.strength == two.strength == Strength.ABSOLUTE
    return not (absolute and one.side == two.side and not one.topscorer and not two.topscorer)


def all_pairings(players: Sequence[Player]) -> Iterator[tuple[Pairs, tuple[Player, ...]]]:
    """Every way to pair some of the players, with those left over."""
    if not players:
        yield (), ()
        return
    one, *rest = players
    for pairs, left in all_pairings(rest):
        yield pairs, (one, *left)
    for two in rest:
        if legal(one, two):
            for pairs, left in all_pairings([p for p in rest if p is not two]):
                yield ((one, two), *pairs), left


def completes(players: Sequence[Player]) -> bool:
    """C.4: all can be paired, but for one bye (C.2) when their number is odd."""
    if not players:
        return True
    one, *rest = players
    if len(players) % 2 and not one.no_bye and completes(rest):
        return True
    return any(legal(one, two) and completes([p for p in rest if p is not two]) for two in rest)


def differences(pairs: Pairs, left: Sequence[Player], lowest: int) -> list[int]:
    """A.8: the score differences of a bracket, the largest first. Half points."""
    return sorted(
        [abs(a.score - b.score) for a, b in pairs] + [p.score - (lowest - 2) for p in left], reverse=True
    )


def next_bracket(left: Sequence[Player], lower: Sequence[Player]) -> tuple[int, list[int]]:
    """C.7: how well the bracket below can be paired: pairs, then score differences."""
    floats = {p.number for p in left}
    return min(
        (-len(pairs), differences(pairs, over, lower[0].score))
        for pairs, over in all_pairings([*left, *lower])
        if all(not {a.number, b.number} <= floats for a, b in pairs)
    )


def judge(pairs: Pairs, left: Sequence[Player], lowest: int) -> tuple[Any, ...]:
    """C.5, C.6 and C.8 to C.19; less is better."""
    clash = [(a, b) for a, b in pairs if a.side and a.side == b.side]
    top = [(a, b) for a, b in clash if a.topscorer or b.topscorer]
    downs = [(a, abs(a.score - b.score)) for a, b in pairs if a.score > b.score]
    downs += [(b, abs(a.score - b.score)) for a, b in pairs if b.score > a.score]
    downs += [(p, p.score - lowest + 2) for p in left]
    ups = [
        (min((a, b), key=lambda p: p.score), abs(a.score - b.score)) for a, b in pairs if a.score != b.score
    ]
    counts: list[Any] = []
    sums: list[Any] = []
    for name in ("last_float", "float_before"):
        down = sorted((d for p, d in downs if getattr(p, name) == Float.DOWN), reverse=True)
        up = sorted((d for p, d in ups if getattr(p, name) == Float.UP), reverse=True)
        counts += [len(down), len(up)]
        sums += [down, up]
    return (
        -len(pairs),
        differences(pairs, left, lowest),
        sum(abs(a.difference) > 1 and abs(b.difference) > 1 for a, b in top),
        sum(a.repeated and b.repeated for a, b in top),
        len(clash),
        sum(a.strength >= Strength.STRONG and b.strength >= Strength.STRONG for a, b in clash),
        *counts,
        *sums,
    )


def within(residents: Sequence[Player], count: int) -> Iterator[Pairs]:
    """All candidates of a homogeneous bracket or remainder with `count` pairs, in order (B.6, D.1, D.2)."""
    size = len(residents)
    first, second = range(count), range(count, size)

    def order(exchange: tuple[tuple[int, ...], tuple[int, ...]]) -> tuple[Any, ...]:
        out, come = exchange
        return (len(out), sum(come) - sum(out), [-n for n in reversed(out)], come)

    swaps = [
        (out, come)
        for n in range(min(count, size - count) + 1)
        for out in combinations(first, n)
        for come in combinations(second, n)
    ]
    for out, come in sorted(swaps, key=order):
        upper = sorted({*first} - {*out} | {*come})
        lower = sorted({*second} - {*come} | {*out})
        for chosen in permutations(lower, count):
            yield tuple((residents[i], residents[j]) for i, j in zip(upper, chosen, strict=True))


def candidates(moved: Sequence[Player], residents: Sequence[Player]) -> Iterator[Pairs]:
    """All candidates of a bracket in order (B.6, B.7, D.3), whatever their number of pairs."""
    for some in range(min(len(moved), len(residents)), -1, -1):
        for upper in combinations(moved, some):
            for chosen in permutations(residents, some):
                first = tuple(zip(upper, chosen, strict=True))
                if all(legal(a, b) for a, b in first):
                    rest = [p for p in residents if p not in chosen]
                    for count in range(len(rest) // 2, -1, -1):
                        yield from (first + pairs for pairs in within(rest, count))


def best(
    moved: Sequence[Player],
    residents: Sequence[Player],
    lower: Sequence[Player],
    after: Sequence[Player],
    closing: bool,
) -> tuple[Pairs, list[Player]]:
    """The best candidate, the earliest of equals (B.8), and who floats down."""
    lowest = residents[-1].score
    record: tuple[Any, ...] | None = None
    choice: tuple[Pairs, list[Player]] = ((), [])
    below: dict[frozenset[int], Any] = {}
    for pairs in candidates(moved, residents):
        if not all(legal(a, b) for a, b in pairs):
            continue
        taken = {p.number for pair in pairs for p in pair}
        left = [p for p in (*moved, *residents) if p.number not in taken]
        marks = judge(pairs, left, lowest)
        if record is not None and marks[:2] > record[:2]:
            continue
        key = frozenset(p.number for p in left)
        if key not in below:
            if closing:
                below[key] = completes([*left, *after])
            else:
                below[key] = next_bracket(left, lower)
        if closing and not below[key]:
            continue
        mark = (*marks[:2], None if closing else below[key], *marks[2:])
        if record is None or _less(mark, record):
            record, choice = mark, (pairs, left)
    return choice


def _less(one: tuple[Any, ...], two: tuple[Any, ...]) -> bool:
    return next((a < b for a, b in zip(one, two, strict=True) if a != b), False)


def pair_all(players: Sequence[Player]) -> tuple[set[tuple[int, int]], int | None] | None:
    """All pairs, the higher ranked first, and who gets the bye (A.9); None when there is no pairing."""
    if not completes(players):
        return None
    groups = [list(group) for _, group in groupby(players, key=lambda p: p.score)]
    result: list[tuple[Player, Player]] = []
    moved: list[Player] = []
    while groups:
        residents, *below = groups
        after = [p for group in below for p in group]
        pairs, left = best(moved, residents, below[0] if below else [], after, closing=not below)
        if below and not completes([*left, *after]):
            pairs, left = best(moved, residents, after, after, closing=True)
            below = [after]
        result += pairs
        moved, groups = left, below
    return {(a.number, b.number) for a, b in result}, moved[0].number if moved else None
