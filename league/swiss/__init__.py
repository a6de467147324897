"""Swiss pairing by the FIDE (Dutch) system, C.04.3, in the edition that applied until 31 January 2026.

`pair_round` is the entry; `criteria` says how good a pair is, `bracket` finds the best candidate of a
bracket, `sides` who gets which side. Side one takes the place of White.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import groupby

from league.model import BadTournament, Bye, ByeKind, NoPairing, Pairing, Round, Tournament
from league.swiss.bracket import best_pairs, unpaired
from league.swiss.criteria import Bracket
from league.swiss.matching import can_be_paired
from league.swiss.players import Player, players_of
from league.swiss.sides import by_side


def pair_round(tournament: Tournament, requested: Mapping[int, ByeKind] | None = None) -> Round:
    """The next round, without results: pairings in the order of publication, byes, the allocated one last.

    `requested` maps entrants who asked for a bye in this round to its kind. Raises NoPairing when no pairing
    of all others follows the absolute criteria (C.1 to C.3), BadTournament when there is no round to pair.
    """
    requested = requested or {}
    number = len(tournament.rounds) + 1
    _check(tournament, requested, number)
    players = players_of(tournament, frozenset(requested))
    pairs, left = _pair_all(players, number)
    pairings = [by_side(one, two, tournament.initial_side) for one, two in sorted(pairs, key=_published)]
    byes = [Bye(entrant=entrant, kind=kind) for entrant, kind in sorted(requested.items())]
    if left is not None:
        byes.append(Bye(entrant=left.number, kind=ByeKind.ALLOCATED))
    return Round(
        pairings=tuple(Pairing(first=first, second=second) for first, second in pairings), byes=tuple(byes)
    )


def _check(tournament: Tournament, requested: Mapping[int, ByeKind], number: int) -> None:
    where = f"round {number}"
    if number > tournament.planned_rounds:
        raise BadTournament(where, f"only {tournament.planned_rounds} are planned")
    if tournament.rounds and not tournament.rounds[-1].finished:
        raise BadTournament(f"round {number - 1}", "a game without a result")
    for entrant, kind in requested.items():
        if entrant not in tournament.by_number or not tournament.by_number[entrant].active(number):
            raise BadTournament(where, f"entrant {entrant} asks for a bye but does not take part")
        if kind is ByeKind.ALLOCATED:
            raise BadTournament(where, f"entrant {entrant} asks for an allocated bye")


def _published(pair: tuple[Player, Player]) -> tuple[int, int, int]:
    """Sorts pairs for publication: the better score, the sum of both, the better number."""
    one, two = pair
    return (-one.score, -two.score, one.number)


def _pair_all(players: list[Player], number: int) -> tuple[list[tuple[Player, Player]], Player | None]:
    """All pairs, the higher ranked player first, and the player who gets the bye (A.9)."""
    if not can_be_paired(players):
        raise NoPairing(f"round {number}", "no pairing without a rematch, a second bye or a forbidden side")
    groups = [list(group) for _, group in groupby(players, key=lambda player: player.score)]
    pairs: list[tuple[Player, Player]] = []
    moved: list[Player] = []
    while groups:
        residents, *below = groups
        after = [player for group in below for player in group]
        bracket = Bracket(
            moved=tuple(moved),
            residents=tuple(residents),
            lower=tuple(below[0]) if below else (),
            closing=not below,
        )
        found = best_pairs(bracket)
        floating = [bracket.players[place] for place in unpaired(bracket, found)]
        if below and not can_be_paired([*floating, *after]):
            # The penultimate bracket: everybody below becomes one group (A.9).
            bracket = Bracket(
                moved=tuple(moved), residents=tuple(residents), lower=tuple(after), closing=True
            )
            found = best_pairs(bracket)
            floating = [bracket.players[place] for place in unpaired(bracket, found)]
            below = [after]
        pairs += [(bracket.players[i], bracket.players[j]) for i, j in found]
        moved, groups = floating, below
    return pairs, moved[0] if moved else None
