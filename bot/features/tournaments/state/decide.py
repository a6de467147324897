"""The result of a pairing from those of its games. Pure.

A pairing has one game; of a duplicate match two, with the sides swapped; of a match between teams one on each
board, with the sides swapped on even ones. In an elimination another game with the sides swapped follows
after each draw, between teams on the first board, until one is won.
"""

from __future__ import annotations

from dataclasses import replace

from league import duplicate as league_duplicate
from league import teams as league_teams
from league.model import Pairing, Result
from storage import PairingRecord, TournamentGame

RESIGNED = "resigned"
"""How a game ended that was given up or lost on time: in a duplicate match that concedes the match."""
SWAPPED = {
    Result.FIRST_WINS: Result.SECOND_WINS,
    Result.SECOND_WINS: Result.FIRST_WINS,
    Result.FIRST_FORFEITS: Result.SECOND_FORFEITS,
    Result.SECOND_FORFEITS: Result.FIRST_FORFEITS,
}
"""Results as seen from the other side; the others stay."""


def in_order(pairing: PairingRecord, game: TournamentGame) -> tuple[int, int]:
    """The entrants of a game: who has the first side, and who the second. Sides are swapped in even legs."""
    assert pairing.second is not None
    pair = (pairing.first, pairing.second)
    return pair if game.leg % 2 else pair[::-1]


def swapped(game: TournamentGame) -> tuple[Result, int]:
    """The result and margin of a game as the other side sees them."""
    result = Result(game.result)
    return SWAPPED.get(result, result), -game.margin


def board_of(game: TournamentGame, boards: int) -> int:
    """The board of a game of a match between teams that play on so many; games that decide a drawn match are
    played on the first."""
    return game.leg if game.leg <= boards else 1


def next_leg(pairing: PairingRecord, boards: int) -> int:
    """The number of the game that follows a draw: the sides are swapped on its board."""
    last = pairing.games[-1].leg
    return last + 2 if last == boards and boards % 2 == 0 and boards else last + 1


def decided(pairing: PairingRecord, *, duplicate: bool, bracket: bool, boards: int = 0) -> Pairing:
    """The pairing, with its result once its games have decided it.

    Where a game more is due (`replay_due`) it has none.
    """
    assert pairing.second is not None
    open_ = Pairing(first=pairing.first, second=pairing.second)
    games = pairing.games
    first = boards or (2 if duplicate else 1)
    if len(games) < first or any(not game.result for game in games):
        return open_
    if boards:
        played = [Pairing(first=0, second=0, result=Result(game.result)) for game in games[:first]]
        result = league_teams.combine(open_, played)
    else:
        result = _duplicate(open_, games[0], games[1]) if duplicate else _seen(open_, games[0])
    for game in games[first:]:
        if result.result is Result.DRAW:
            result = replace(_seen(open_, game), boards=result.boards)
    return open_ if bracket and result.result is Result.DRAW else result


def replay_due(pairing: PairingRecord, *, duplicate: bool, bracket: bool, boards: int = 0) -> bool:
    """Whether an elimination needs another game of this pairing: all were played, none has decided it."""
    if not bracket or pairing.second is None or any(not game.result for game in pairing.games):
        return False
    return decided(pairing, duplicate=duplicate, bracket=bracket, boards=boards).result is None


def _seen(open_: Pairing, game: TournamentGame) -> Pairing:
    """The result of one game, as the pairing sees it."""
    result, margin = (Result(game.result), game.margin) if game.leg % 2 else swapped(game)
    return replace(open_, result=result, margin=margin)


def _duplicate(open_: Pairing, one: TournamentGame, two: TournamentGame) -> Pairing:
    """The result of both games. A player who gives up one of them loses the match, unless both did."""
    there, back = league_duplicate.games(open_)
    match = league_duplicate.combine(
        open_,
        replace(there, result=Result(one.result), margin=one.margin),
        replace(back, result=Result(two.result), margin=two.margin),
    )
    assert match.result is not None
    losers = {_loser(open_, game) for game in (one, two) if game.how == RESIGNED}
    if len(losers) != 1 or not match.result.played:
        return match
    (loser,) = losers
    if loser == open_.first:
        return replace(match, result=Result.SECOND_WINS, margin=min(match.margin, -1))
    return replace(match, result=Result.FIRST_WINS, margin=max(match.margin, 1))


def _loser(open_: Pairing, game: TournamentGame) -> int:
    seen = _seen(open_, game).result
    return open_.second if seen in (Result.FIRST_WINS, Result.SECOND_FORFEITS) else open_.first
