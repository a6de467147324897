"""The table of a season: points by place, added up over its tournaments."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from league.model import BadTournament

POINTS = (25, 18, 15, 12, 10, 8, 6, 4, 2, 1)
"""What the places of a tournament are worth, the first one first; those below are worth nothing."""
MOST_POINTS = 1000
MOST_PLACES = 32


@dataclass(frozen=True, slots=True, kw_only=True)
class Finish:
    """Where a player finished in a tournament. `scores`: not for those who withdrew."""

    player: int
    place: int
    scores: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonRow:
    """A player's season: `finishes` has one for each tournament, None where they did not play. Equal players
    share a `rank`."""

    rank: int
    player: int
    points: int
    finishes: tuple[Finish | None, ...]


def worth(finish: Finish, scheme: Sequence[int] = POINTS) -> int:
    """The points of a finish. Those who share a place each have its points."""
    if finish.place < 1:
        raise BadTournament(f"player {finish.player}", f"place {finish.place}")
    return scheme[finish.place - 1] if finish.scores and finish.place <= len(scheme) else 0


def table(events: Sequence[Sequence[Finish]], scheme: Sequence[int] = POINTS) -> tuple[SeasonRow, ...]:
    """Everyone who played, the best first.

    More points are better; then the better best place, the better second-best place and so on; then the
    better place in the newest tournament. Players who are equal in all of that share a rank, in the order of
    their numbers. Raises BadTournament when a player finishes twice in a tournament.
    """
    finishes: list[Mapping[int, Finish]] = []
    for number, event in enumerate(events, start=1):
        finishes.append({finish.player: finish for finish in event})
        if len(finishes[-1]) != len(event):
            raise BadTournament(f"tournament {number}", "a player finishes twice")
    players = sorted({player for event in finishes for player in event})
    mine = {player: tuple(event.get(player) for event in finishes) for player in players}
    points = {player: sum(worth(f, scheme) for f in mine[player] if f is not None) for player in players}

    def order(player: int) -> tuple[int, tuple[float, ...], tuple[float, ...]]:
        best = sorted(_place(finish) for finish in mine[player])
        return -points[player], tuple(best), tuple(_place(finish) for finish in reversed(mine[player]))

    rows: list[SeasonRow] = []
    ranked = sorted(players, key=order)
    for nth, player in enumerate(ranked):
        same = nth > 0 and order(player) == order(ranked[nth - 1])
        rank = rows[-1].rank if same else nth + 1
        rows.append(SeasonRow(rank=rank, player=player, points=points[player], finishes=mine[player]))
    return tuple(rows)


def _place(finish: Finish | None) -> float:
    """A place as it is compared: of those who withdrew below all others, of those who did not play last."""
    if finish is None:
        return float("inf")
    return finish.place if finish.scores else 10**6 + finish.place
