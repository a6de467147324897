"""The rules that every round of a Swiss tournament has to keep, checked from the results alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from league.model import ByeKind, Round, Tournament
from league.swiss.players import Player
from tests.league.swiss.literal import all_pairings


def broken(tournament: Tournament, requested: Mapping[int, ByeKind], paired: Round) -> list[str]:
    """Every rule that a newly paired round breaks, in words."""
    number = len(tournament.rounds) + 1
    return [
        *_who(tournament, requested, paired, number),
        *_byes(tournament, paired),
        *_sides(tournament, paired),
    ]


def _who(tournament: Tournament, requested: Mapping[int, ByeKind], paired: Round, number: int) -> list[str]:
    faults = []
    seats = [n for pairing in paired.pairings for n in (pairing.first, pairing.second)]
    seats += [bye.entrant for bye in paired.byes]
    active = [entrant.number for entrant in tournament.entrants if entrant.active(number)]
    if sorted(seats) != sorted(active):
        faults.append(f"in the round {sorted(seats)}, taking part {sorted(active)}")
    asked = {bye.entrant: bye.kind for bye in paired.byes if bye.kind is not ByeKind.ALLOCATED}
    if asked != dict(requested):
        faults.append(f"byes asked for {dict(requested)}, given {asked}")
    met = {
        frozenset((pairing.first, pairing.second))
        for round_ in tournament.rounds
        for pairing in round_.pairings
        if pairing.result is not None and pairing.result.played
    }
    faults += [
        f"rematch of {pairing.first} and {pairing.second}"
        for pairing in paired.pairings
        if {pairing.first, pairing.second} in met
    ]
    return faults


def _byes(tournament: Tournament, paired: Round) -> list[str]:
    given = [bye.entrant for bye in paired.byes if bye.kind is ByeKind.ALLOCATED]
    odd = (2 * len(paired.pairings) + len(given)) % 2
    faults = [] if len(given) == odd else [f"allocated byes {given}"]
    for entrant in given:
        for line in tournament.records[entrant]:
            if line.bye is ByeKind.ALLOCATED or line.forfeit_win:
                faults.append(f"{entrant} gets a bye after a bye or a win by forfeit")
    return faults


def _sides(tournament: Tournament, paired: Round) -> list[str]:
    """No difference over two, no side three times in a row, but for topscorers of the last round."""
    faults = []
    done = len(tournament.rounds)
    last = done + 1 == tournament.planned_rounds
    for pairing in paired.pairings:
        both = (pairing.first, pairing.second)
        if last and any(2 * tournament.score(n) > tournament.scoring.win * done for n in both):
            continue
        for entrant, side in zip(both, (1, -1), strict=True):
            sides = [line.side.value for line in tournament.records[entrant] if line.played and line.side]
            after = [*sides, side]
            if abs(sum(after)) > 2:
                faults.append(f"{entrant} would have had sides {after}")
            if after[-3:] in ([1, 1, 1], [-1, -1, -1]):
                faults.append(f"{entrant} on the same side three times in a row: {after}")
        histories = [_balance(tournament, entrant) for entrant in both]
        if histories[0] > 0 > histories[1]:
            faults.append(f"{both} both have the side they had more often")
    return faults


def _balance(tournament: Tournament, entrant: int) -> int:
    return sum(line.side.value for line in tournament.records[entrant] if line.played and line.side)


def most_pairs_on_top(players: Sequence[Player]) -> int:
    """By trying every pairing: the most pairs inside the top score group when everyone has to be paired."""
    top = players[0].score
    return max(
        sum(one.score == two.score == top for one, two in pairs)
        for pairs, left in all_pairings(players)
        if len(left) == len(players) % 2 and not any(player.no_bye for player in left)
    )
