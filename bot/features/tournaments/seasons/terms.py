"""The terms of a season as announced: divisions, how many move between them, points by place. No Discord."""

from __future__ import annotations

import re
from dataclasses import asdict, dataclass

from engine.errors import IllegalOrder
from league.season_table import MOST_PLACES, MOST_POINTS, POINTS
from storage import Json

MOST_DIVISIONS = 5
MOST_IN_DIVISION = 128
LONGEST_DIVISION = 20
"""Characters of a division's name."""
MOST_MOVED = 8


@dataclass(frozen=True, slots=True, kw_only=True)
class DivisionTerms:
    """A division; `size` is how many players it is to hold in the next season, 0 for as many as now."""

    name: str
    size: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonTerms:
    """What was announced: the divisions, the top one first, how many players change places between two of
    them, and what the places of a tournament are worth, the first one first."""

    divisions: tuple[DivisionTerms, ...]
    promoted: int = 0
    points: tuple[int, ...] = POINTS

    @property
    def lowest(self) -> int:
        """The number of the lowest division."""
        return len(self.divisions) - 1

    def json(self) -> Json:
        """As stored."""
        return asdict(self)

    def number(self, typed: str) -> int:
        """The division of that name, the top one for nothing typed. Raises IllegalOrder."""
        word = typed.strip().casefold()
        names = [division.name for division in self.divisions]
        if not word and len(names) == 1:
            return 0
        for number, name in enumerate(names):
            if word == name.casefold():
                return number
        raise IllegalOrder("", "no_such_division", option=typed.strip()[:40], known=tuple(names))


def stored(json: Json) -> SeasonTerms:
    """The terms as stored."""
    return SeasonTerms(
        divisions=tuple(DivisionTerms(**each) for each in json["divisions"]),
        promoted=json["promoted"],
        points=tuple(json["points"]),
    )


def read(divisions: str, promoted: int, points: str) -> SeasonTerms:
    """The terms as typed: divisions like "Gold 8, Silver 8, Bronze", points like "25, 18, 15".

    Raises IllegalOrder: season_divisions, season_points, season_promoted.
    """
    read_ = _divisions(divisions)
    if promoted and len(read_) == 1:
        raise IllegalOrder("", "season_promoted")
    if any(0 < division.size < 2 * promoted for division in read_):
        raise IllegalOrder("", "season_small", n=promoted)
    return SeasonTerms(divisions=read_, promoted=promoted, points=_points(points))


def _divisions(text: str) -> tuple[DivisionTerms, ...]:
    if not text.strip():
        return (DivisionTerms(name=""),)
    divisions = []
    for part in text.split(","):
        words = part.split()
        size = int(words.pop()) if len(words) > 1 and re.fullmatch(r"[0-9]{1,3}", words[-1]) else 0
        name = " ".join(words)
        if not 0 < len(name) <= LONGEST_DIVISION or size > MOST_IN_DIVISION or name.isdecimal():
            raise IllegalOrder("", "season_divisions", option=part.strip()[:40], most=MOST_DIVISIONS)
        divisions.append(DivisionTerms(name=name, size=size))
    if len(divisions) > MOST_DIVISIONS or len({d.name.casefold() for d in divisions}) < len(divisions):
        raise IllegalOrder("", "season_divisions", option=text.strip()[:40], most=MOST_DIVISIONS)
    return tuple(divisions)


def _points(text: str) -> tuple[int, ...]:
    if not text.strip():
        return POINTS
    parts = [part.strip() for part in text.split(",")]
    if not all(re.fullmatch(r"[0-9]{1,4}", part) for part in parts) or len(parts) > MOST_PLACES:
        raise IllegalOrder("", "season_points", option=text.strip()[:40], most=MOST_POINTS)
    points = tuple(map(int, parts))
    if points != tuple(sorted(points, reverse=True)) or not 0 < points[0] <= MOST_POINTS:
        raise IllegalOrder("", "season_points", option=text.strip()[:40], most=MOST_POINTS)
    return points
