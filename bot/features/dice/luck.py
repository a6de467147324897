"""Luck statistics of dice: results, expectation, and the share of games with worse luck. Pure.

A share of luck of 0.8 says: of ten such rows of dice eight would have been less lucky (half of those equally
lucky count). It is counted from the exact distribution of the sum, up to MOST_FACES faces in a row; of more
dice it is the normal approximation.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Literal

from bot.core.game import Game
from engine.events import Rolled

MOST_FACES = 3000
"""Faces of all dice of a row together, up to which the distribution is counted out."""
HIGH, LOW = "high", "low"

Wish = Literal["high", "low", ""]


@dataclass(frozen=True, slots=True, kw_only=True)
class Thrown:
    """One public die, and which faces are good ("" if none is better)."""

    side: str
    purpose: str
    sides: int
    face: int
    wish: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Tally:
    """The dice of one side and kind ("" for all kinds with a wish): how many, mean and spread of what fell
    and of what was due (standard deviations of one die), the share of luck, None where nothing is wished."""

    side: str
    purpose: str
    count: int
    mean: float
    due: float
    spread: float
    spread_due: float
    luck: float | None = None
    exact: bool = True


def thrown(game: Game, viewer: str) -> tuple[Thrown, ...]:
    """The dice that counted and that `viewer` may know of; of a game that is over, all of them. Those of an
    imported beginning are not of these players."""
    over = game.record.status == "over"
    return tuple(
        Thrown(
            side=side,
            purpose=event.purpose,
            sides=event.sides,
            face=face,
            wish=game.system.luck_direction.get(event.purpose, ""),
        )
        for entry in game.own_entries
        if entry.struck is None
        for event in entry.events
        if isinstance(event, Rolled) and (over or event.only in ("", viewer))
        for side in _of(game, event.by)
        for face in event.dice
    )


def _of(game: Game, by: str) -> tuple[str, ...]:
    """The side that a unit rolled for; none for no unit."""
    if by in game.scenario.side_ids:
        return (by,)
    unit = game.state.units.get(by)
    return (unit.side,) if unit is not None and unit.side in game.scenario.side_ids else ()


def tallies(dice: Iterable[Thrown], sides: Sequence[str]) -> tuple[Tally, ...]:
    """By side in that order: all kinds together, then each kind, those with most dice first."""
    tallies: list[Tally] = []
    rows = list(dice)
    for side in sides:
        own = [d for d in rows if d.side == side]
        rated = [d for d in own if d.wish]
        kinds = [kind for kind, _ in Counter(d.purpose for d in own).most_common()]
        if rated:
            tallies.append(tally(side, "", rated))
        tallies += [tally(side, kind, [d for d in own if d.purpose == kind]) for kind in kinds]
    return tuple(tallies)


def tally(side: str, purpose: str, dice: Sequence[Thrown]) -> Tally:
    """One row; at least one die."""
    faces, n = [d.face for d in dice], len(dice)
    mean = sum(faces) / n
    share, exact = luck(dice) if all(d.wish for d in dice) else (None, True)
    return Tally(
        side=side,
        purpose=purpose,
        count=n,
        mean=mean,
        due=sum(d.sides + 1 for d in dice) / 2 / n,
        spread=math.sqrt(sum((f - mean) ** 2 for f in faces) / n),
        spread_due=math.sqrt(sum(_variance(d.sides) for d in dice) / n),
        luck=share,
        exact=exact,
    )


def luck(dice: Sequence[Thrown]) -> tuple[float, bool]:
    """The share of luck of some dice that all have a wish, and whether it is exact.

    >>> luck([Thrown(side="blue", purpose="combat", sides=6, face=6, wish="high")])
    (0.9166666666666666, True)
    """
    good = sum(d.face if d.wish == HIGH else d.sides + 1 - d.face for d in dice)
    exact = sum(d.sides for d in dice) <= MOST_FACES
    share = _counted if exact else _normal
    return share(Counter(d.sides for d in dice), good), exact


def _counted(dice: Mapping[int, int], total: int) -> float:
    """Of all ways these dice (how many, by number of faces) can fall, the share below a total, and half of
    those that make it."""
    ways, least = [1.0], 0
    for sides, number in sorted(dice.items()):
        for _ in range(number):
            ways, least = _with_one_more(ways, sides), least + 1
    at = total - least
    return sum(ways[:at]) + ways[at] / 2


def _with_one_more(ways: Sequence[float], sides: int) -> list[float]:
    """The probabilities of the sums with one more die; the first is that of the least sum."""
    heaped = [0.0, *accumulate(ways)]
    last = len(ways)
    return [
        (heaped[min(n + 1, last)] - heaped[max(0, n + 1 - sides)]) / sides for n in range(last + sides - 1)
    ]


def _normal(dice: Mapping[int, int], total: int) -> float:
    """The same by the normal distribution."""
    mean = sum(number * (sides + 1) / 2 for sides, number in dice.items())
    deviation = math.sqrt(sum(number * _variance(sides) for sides, number in dice.items()))
    return 0.5 if not deviation else (1 + math.erf((total - mean) / deviation / math.sqrt(2))) / 2


def _variance(sides: int) -> float:
    """The variance of one die."""
    return (sides * sides - 1) / 12
