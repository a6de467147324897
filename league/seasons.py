"""Divisions from season to season: promotion, relegation, leavers, newcomers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from league.model import BadTournament


@dataclass(frozen=True, slots=True, kw_only=True)
class Division:
    """A division with its players as they finished, the best first; `size` is what it should hold."""

    name: str
    size: int
    players: tuple[int, ...]


def next_season(
    divisions: Sequence[Division],
    *,
    promoted: int,
    leaving: frozenset[int] = frozenset(),
    newcomers: Sequence[int] = (),
) -> tuple[Division, ...]:
    """The divisions of the next season, the top one first; players in seeding order for it.

    The last `promoted` of each division change places with the first `promoted` of the one below. Players who
    leave free their place; the best of the division below move up into free places. Newcomers join the lowest
    division. Raises BadTournament when a player is in two divisions, or a division is too small to promote
    and relegate so many.
    """
    _check(divisions, promoted, leaving, newcomers)
    staying = [[p for p in division.players if p not in leaving] for division in divisions]
    down = [
        _relegated(division, players, promoted) for division, players in zip(divisions, staying, strict=True)
    ]
    down[-1] = []
    staying[-1] += newcomers
    after = [list(players) for players in staying]
    for upper, relegated in enumerate(down[:-1]):
        rising = [p for p in staying[upper + 1] if p not in down[upper + 1]][: len(relegated)]
        relegated = relegated[len(relegated) - len(rising) :]
        after[upper] = [p for p in after[upper] if p not in relegated] + rising
        after[upper + 1] = relegated + [p for p in after[upper + 1] if p not in rising]
    for upper, division in enumerate(divisions[:-1]):
        free = max(0, division.size - len(after[upper]))
        rising = [p for p in staying[upper + 1] if p in after[upper + 1]][:free]
        after[upper] += rising
        after[upper + 1] = [p for p in after[upper + 1] if p not in rising]
    return tuple(
        Division(name=division.name, size=division.size, players=tuple(players))
        for division, players in zip(divisions, after, strict=True)
    )


def _relegated(division: Division, staying: list[int], promoted: int) -> list[int]:
    """Those of its last players who stay in the league: a place freed by leaving counts as one relegated."""
    last = division.players[len(division.players) - promoted :]
    return [player for player in last if player in staying]


def _check(
    divisions: Sequence[Division], promoted: int, leaving: frozenset[int], newcomers: Sequence[int]
) -> None:
    players = [player for division in divisions for player in division.players] + [*newcomers]
    if twice := sorted({player for player in players if players.count(player) > 1}):
        raise BadTournament("divisions", f"player {twice[0]} is there twice")
    if unknown := sorted(leaving - set(players)):
        raise BadTournament("divisions", f"player {unknown[0]} leaves, but is in none")
    if promoted < 0 or not divisions:
        raise BadTournament("divisions", f"{len(divisions)} divisions, {promoted} promoted")
    for division in divisions:
        if len(division.players) < 2 * promoted:
            raise BadTournament(
                f"division {division.name}", f"{len(division.players)} players are too few to move {promoted}"
            )
