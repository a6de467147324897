"""Single and double elimination: the matches, who plays in each, and who came where.

Entrants are seeds 1 to n. The bracket has a power of two of places; those without an entrant are byes, which
fall to the highest seeds. Seeds 1 and 2 can only meet in the final.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from league.model import BadTournament

BYE = 0
"""In place of an entrant: no one plays there."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """Where a player of a match comes from: a seed, or the winner or loser of another match."""

    seed: int | None = None
    match: str = ""
    loser: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Match:
    """One match of the bracket.

    `name` is unique: w1-1 in the winners' bracket, l1-1 in the losers', final, reset.

    `stage` grows with time: who loses at a later stage is placed higher.
    """

    name: str
    stage: int
    one: Source
    two: Source


@dataclass(frozen=True, slots=True, kw_only=True)
class Played:
    """A match as it stands: players (None while unknown, BYE for no one), winner and loser (None if open)."""

    match: Match
    one: int | None
    two: int | None
    winner: int | None
    loser: int | None
    walkover: bool = False

    @property
    def ready(self) -> bool:
        """Whether it can be played now."""
        return bool(self.one and self.two and self.winner is None)


def seeding(size: int) -> list[int]:
    """The seeds of a bracket from top to bottom; `size` is a power of two.

    >>> seeding(8)
    [1, 8, 4, 5, 2, 7, 3, 6]
    """
    seeds = [1]
    while len(seeds) < size:
        seeds = [seed for one in seeds for seed in (one, 2 * len(seeds) + 1 - one)]
    return seeds


def single(entrants: int) -> tuple[Match, ...]:
    """The matches of a single elimination, in an order in which each comes after those it depends on."""
    rounds = _winners(entrants)
    return tuple(match for matches in rounds for match in matches)


def double(entrants: int) -> tuple[Match, ...]:
    """The matches of a double elimination.

    If the winner of the losers' bracket wins the final, `reset` decides.
    """
    rounds = _winners(entrants)
    matches = [match for round_ in rounds for match in round_]
    alive = [Source(match=match.name, loser=True) for match in rounds[0]]
    number = 0
    for later, falling in enumerate([*rounds[1:], None], start=1):
        if len(alive) > 1:
            number += 1
            alive = _losers(matches, number, list(zip(alive[::2], alive[1::2], strict=True)))
        if falling is not None:
            number += 1
            dropped = [Source(match=match.name, loser=True) for match in falling]
            if later % 2:
                dropped.reverse()  # so that those who have met are far apart
            alive = _losers(matches, number, list(zip(alive, dropped, strict=True)))
    champion = Source(match=rounds[-1][0].name)
    last = 2 * len(rounds) + number
    matches.append(Match(name="final", stage=last, one=champion, two=alive[0]))
    matches.append(
        Match(name="reset", stage=last + 1, one=Source(match="final", loser=True), two=Source(match="final"))
    )
    return tuple(matches)


def _winners(entrants: int) -> list[list[Match]]:
    if entrants < 2:
        raise BadTournament("elimination", f"needs two entrants, there are {entrants}")
    size = 1 << (entrants - 1).bit_length()
    sources = [Source(seed=seed if seed <= entrants else BYE) for seed in seeding(size)]
    rounds: list[list[Match]] = []
    while len(sources) > 1:
        number = len(rounds) + 1
        pairs = zip(sources[::2], sources[1::2], strict=True)
        rounds.append(
            [
                Match(name=f"w{number}-{k}", stage=number, one=one, two=two)
                for k, (one, two) in enumerate(pairs, start=1)
            ]
        )
        sources = [Source(match=match.name) for match in rounds[-1]]
    return rounds


def _losers(matches: list[Match], number: int, pairs: list[tuple[Source, Source]]) -> list[Source]:
    """Adds a round of the losers' bracket; where its winners go on from."""
    added = [
        Match(name=f"l{number}-{k}", stage=number, one=one, two=two)
        for k, (one, two) in enumerate(pairs, start=1)
    ]
    matches += added
    return [Source(match=match.name) for match in added]


def play(
    matches: tuple[Match, ...], winners: Mapping[str, int], withdrawn: frozenset[int] = frozenset()
) -> dict[str, Played]:
    """Every match as it stands, by name.

    `winners` are the results by match. An entrant in `withdrawn` loses every match without a result by
    walkover; if both have withdrawn, no one goes on. Raises BadTournament for a result of a match that its
    winner is not in.
    """
    state: dict[str, Played] = {}
    for match in matches:
        one, two = (_player(source, state) for source in (match.one, match.two))
        state[match.name] = _decide(match, one, two, winners.get(match.name), withdrawn, state)
    if unknown := sorted(set(winners) - set(state)):
        raise BadTournament(f"match {unknown[0]}", "there is no such match")
    return state


def _player(source: Source, state: Mapping[str, Played]) -> int | None:
    if source.seed is not None:
        return source.seed
    before = state[source.match]
    return before.loser if source.loser else before.winner


def _decide(
    match: Match,
    one: int | None,
    two: int | None,
    winner: int | None,
    withdrawn: frozenset[int],
    state: Mapping[str, Played],
) -> Played:
    def ended(won: int, lost: int, walkover: bool = False) -> Played:
        return Played(match=match, one=one, two=two, winner=won, loser=lost, walkover=walkover)

    if match.name == "reset" and (final := state["final"]).winner is not None and final.winner == final.one:
        if winner is not None:
            raise BadTournament(
                "match reset", "is not played: the winner of the winners' bracket won the final"
            )
        return Played(match=match, one=BYE, two=BYE, winner=final.winner, loser=final.loser)
    if winner is not None:
        if winner == BYE or winner not in (one, two) or one is None or two is None:
            raise BadTournament(f"match {match.name}", f"{winner} does not play there")
        return ended(winner, two if winner == one else one)
    if one is None or two is None:
        return Played(match=match, one=one, two=two, winner=None, loser=None)
    if BYE in (one, two):
        return ended(max(one, two), BYE)
    if two in withdrawn:
        return ended(BYE, BYE, True) if one in withdrawn else ended(one, two, True)
    if one in withdrawn:
        return ended(two, one, True)
    return Played(match=match, one=one, two=two, winner=None, loser=None)


def places(state: Mapping[str, Played]) -> list[list[int]]:
    """The entrants placed so far, in groups that share a place, the best first.

    The winner comes first once the bracket is over.
    """
    double_ = "reset" in state
    out: dict[int, list[int]] = {}
    for name, played in state.items():
        goes_on = double_ and (name.startswith("w") or name == "final")
        if played.winner is None or (goes_on and played.winner):
            continue  # the loser plays on; if both forfeited, both are out
        losers = (played.loser, *(() if played.winner else (played.one, played.two)))
        out.setdefault(played.match.stage, []).extend(sorted(loser for loser in losers if loser))
    groups = [out[stage] for stage in sorted(out, reverse=True) if out[stage]]
    last = [*state.values()][-1]
    return [[last.winner], *groups] if last.winner else groups
