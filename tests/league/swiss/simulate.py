"""Random tournaments: late entries, byes asked for, withdrawals, forfeits, draws."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from random import Random

from league.model import ByeKind, Entrant, NoPairing, Result, Round, Tournament
from league.swiss import pair_round

Pairer = Callable[[Tournament, Mapping[int, ByeKind]], Round]


def field(random: Random, size: int, rounds: int) -> tuple[Entrant, ...]:
    """Entrants of which a tenth come late and a tenth leave early."""
    entrants = []
    for number in range(1, size + 1):
        joined = random.randint(2, max(2, rounds // 2)) if random.random() < 0.1 else 1
        left = random.randint(joined + 1, rounds + 1) if random.random() < 0.1 else None
        entrants.append(Entrant(number=number, joined=joined, left=left))
    return tuple(entrants)


def result(random: Random, first: int, second: int, size: int, draws: float) -> Result:
    """The better seed wins more often; one game in thirty is not played."""
    if random.random() < 1 / 30:
        return random.choice([Result.FIRST_FORFEITS, Result.SECOND_FORFEITS, Result.BOTH_FORFEIT])
    if random.random() < draws:
        return Result.DRAW
    chance = 0.5 + 0.4 * (second - first) / size
    return Result.FIRST_WINS if random.random() < chance else Result.SECOND_WINS


def requests(random: Random, tournament: Tournament) -> dict[int, ByeKind]:
    """Who asks for a bye in the next round: one in forty."""
    number = len(tournament.rounds) + 1
    return {
        entrant.number: random.choice([ByeKind.HALF, ByeKind.ZERO])
        for entrant in tournament.entrants
        if entrant.active(number) and random.random() < 1 / 40
    }


def rounds_of(
    seed: int, *, size: int, rounds: int, draws: float = 0.3, calm: bool = False, pairer: Pairer = pair_round
) -> Iterator[tuple[Tournament, dict[int, ByeKind], Round]]:
    """Play a tournament: before each round the tournament, who asked for a bye, and the round as paired.

    Ends early when no pairing exists. `calm`: no one comes late, leaves, or asks for a bye.
    """
    random = Random(seed)
    entrants = tuple(Entrant(number=n) for n in range(1, size + 1)) if calm else field(random, size, rounds)
    tournament = Tournament(entrants=entrants, planned_rounds=rounds)
    for _ in range(rounds):
        asked = {} if calm else requests(random, tournament)
        try:
            paired = pairer(tournament, asked)
        except NoPairing:
            return
        yield tournament, asked, paired
        results = {
            (p.first, p.second): result(random, p.first, p.second, size, draws) for p in paired.pairings
        }
        tournament = replace(tournament, rounds=(*tournament.rounds, paired.with_results(results)))
