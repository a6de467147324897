"""Round robin by the Berger tables of the FIDE handbook (C.05, annex 1), once or twice."""

from __future__ import annotations

from league.model import BadTournament, Bye, ByeKind, Pairing, Round


def schedule(entrants: int, *, double: bool = False) -> tuple[Round, ...]:
    """The rounds for entrants 1 to `entrants`. With an odd number one has no game in each round.

    Sides are balanced: with an odd number exactly, with an even number but for one game. The second cycle of
    a double round robin has the sides swapped; the last two rounds of the first cycle are exchanged, so that
    no one has the same side three times in a row.
    """
    if entrants < 2:
        raise BadTournament("round robin", f"needs two entrants, there are {entrants}")
    first = [_round(entrants, index) for index in range(entrants - 1 + entrants % 2)]
    if not double:
        return tuple(first)
    second = [_swapped(round_) for round_ in first]
    return (*first[:-2], *first[:-3:-1], *second)


def _round(entrants: int, index: int) -> Round:
    """One round of the tables; `index` counts from 0. The last place stays, the others go round."""
    size = entrants + entrants % 2
    others = size - 1
    turn = index * (size // 2) % others  # whose turn it is to meet the last place
    games = [(turn + 1, size) if index % 2 == 0 else (size, turn + 1)]
    games += [((turn + k) % others + 1, (turn - k) % others + 1) for k in range(1, size // 2)]
    return Round(
        pairings=tuple(Pairing(first=one, second=two) for one, two in games if max(one, two) <= entrants),
        byes=tuple(Bye(entrant=min(game), kind=ByeKind.ZERO) for game in games if max(game) > entrants),
    )


def _swapped(round_: Round) -> Round:
    return Round(
        pairings=tuple(Pairing(first=game.second, second=game.first) for game in round_.pairings),
        byes=round_.byes,
    )
