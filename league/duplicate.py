"""Duplicate pairs: two games with the sides swapped, scored by the difference of both."""

from __future__ import annotations

from dataclasses import replace

from league.model import BadTournament, Pairing, Result


def games(pairing: Pairing) -> tuple[Pairing, Pairing]:
    """The two games of a pairing, without results: as paired, then with the sides swapped."""
    return (
        Pairing(first=pairing.first, second=pairing.second),
        Pairing(first=pairing.second, second=pairing.first),
    )


def combine(pairing: Pairing, one: Pairing, two: Pairing) -> Pairing:
    """The pairing with the result of both games.

    The better sum of margins wins; equal sums are a draw. If you forfeit one of the games, you forfeit both.
    Raises BadTournament when the games are not the two of this pairing, or when one has no result.
    """
    where = f"{pairing.first} against {pairing.second}"
    if ((one.first, one.second), (two.first, two.second)) != tuple(
        (g.first, g.second) for g in games(pairing)
    ):
        raise BadTournament(where, "these are not its two games with the sides swapped")
    if one.result is None or two.result is None:
        raise BadTournament(where, "a game without a result")
    forfeits = {number for game in (one, two) for number in _forfeiting(game)}
    if forfeits:
        result = Result.FIRST_FORFEITS if pairing.first in forfeits else Result.SECOND_FORFEITS
        return replace(pairing, result=Result.BOTH_FORFEIT if len(forfeits) > 1 else result, margin=0)
    margin = one.margin - two.margin
    won = Result.FIRST_WINS if margin > 0 else Result.SECOND_WINS
    return replace(pairing, result=won if margin else Result.DRAW, margin=margin)


def _forfeiting(game: Pairing) -> tuple[int, ...]:
    match game.result:
        case Result.FIRST_FORFEITS:
            return (game.first,)
        case Result.SECOND_FORFEITS:
            return (game.second,)
        case Result.BOTH_FORFEIT:
            return (game.first, game.second)
        case _:
            return ()
