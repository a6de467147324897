"""Pair the next round: who meets whom on which side, and who has no game. Pure; it may take a while."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime

from bot.features.tournaments.state.decide import replay_due
from bot.features.tournaments.state.event import Event, OpenGame
from bot.features.tournaments.state.terms import ROBINS
from league import swiss
from league.elimination import Played
from league.model import BadTournament, Bye, ByeKind, Pairing, Result
from league.model import Round as LeagueRound
from storage import EntrantRecord, PairingRecord, RoundRecord, TournamentGame

WITHDRAWN = "withdrawn"
"""How a game was decided that a player has left."""


def seeded(event: Event, ratings: dict[int, int]) -> list[EntrantRecord]:
    """The entrants at the start in the order of their numbers: the highest rating first, players without one
    after them in the order of sign-up; all in that order where the terms say so."""
    if event.terms.seeded:
        return sorted(event.starters(), key=lambda e: e.place)
    return sorted(event.starters(), key=lambda e: (-ratings.get(e.user, 0), e.place))


def next_round(event: Event, now: datetime) -> RoundRecord:
    """The next round, with a game for each pairing; results where a player has withdrawn.

    Raises NoPairing where no pairing follows the rules, BadTournament when there is no round to pair.
    """
    number = event.round + 1
    if not event.round_over:
        raise BadTournament(f"round {event.round}", "a game without a result")
    if event.terms.bracket:
        pairings = _matches(event)
    elif event.terms.format in ROBINS:
        pairings = _of_schedule(event, number)
    else:
        pairings = _records(_swiss(event, number), event.terms.duplicate)
    return RoundRecord(number=number, since=now, deadline=event.terms.deadline(now), pairings=tuple(pairings))


def _swiss(event: Event, number: int) -> LeagueRound:
    requested = {who: ByeKind(kind) for round_, who, kind in event.stored.byes if round_ == number}
    active = {n for n, e in event.numbered.items() if e.left is None and e.joined <= number}
    return swiss.pair_round(event.league, {n: kind for n, kind in requested.items() if n in active})


def _records(round_: LeagueRound, duplicate: bool) -> list[PairingRecord]:
    made = [_pairing(board, p, duplicate) for board, p in enumerate(round_.pairings, start=1)]
    return made + _byes(round_.byes, len(made))


def _pairing(board: int, pairing: Pairing, duplicate: bool, match: str = "") -> PairingRecord:
    games = tuple(TournamentGame(leg=leg) for leg in range(1, 3 if duplicate else 2))
    return PairingRecord(board=board, first=pairing.first, second=pairing.second, match=match, games=games)


def _byes(byes: Iterable[Bye], boards: int) -> list[PairingRecord]:
    return [
        PairingRecord(board=board, first=bye.entrant, bye=bye.kind)
        for board, bye in enumerate(byes, start=boards + 1)
    ]


def _of_schedule(event: Event, number: int) -> list[PairingRecord]:
    """A round of a round robin. Who has withdrawn forfeits."""
    if number > len(event.schedule):
        raise BadTournament(f"round {number}", f"only {len(event.schedule)} are planned")
    gone = {n for n in event.numbered if not event.active(n)}
    return [forfeited(p, gone) for p in _records(event.schedule[number - 1], event.terms.duplicate)]


def forfeited(pairing: PairingRecord, gone: set[int]) -> PairingRecord:
    """A pairing whose open games are decided where a player has withdrawn."""
    games = [
        g if g.result else forfeit(OpenGame(round=0, pairing=pairing, game=g), gone) or g
        for g in pairing.games
    ]
    return replace(pairing, games=tuple(games))


def forfeit(open_: OpenGame, gone: set[int]) -> TournamentGame | None:
    """A game as those who have withdrawn forfeit it; None when neither has."""
    first, second = (player in gone for player in open_.players)
    if not (first or second):
        return None
    result = Result.SECOND_FORFEITS if second else Result.FIRST_FORFEITS
    return replace(open_.game, result=Result.BOTH_FORFEIT if first and second else result, how=WITHDRAWN)


def _matches(event: Event) -> list[PairingRecord]:
    """The matches of an elimination that can be played now."""
    ready = [match for match in event.bracket.values() if match.ready]
    if not ready:
        raise BadTournament(f"round {event.round + 1}", "no match is left")
    return [
        _pairing(board, _sides(event, match), event.terms.duplicate, match.match.name)
        for board, match in enumerate(ready, start=1)
    ]


def _sides(event: Event, match: Played) -> Pairing:
    """The first side goes to who has had it less often; in odd rounds to the better seed where that is
    equal, in even rounds to the other."""
    one, two = sorted((match.one or 0, match.two or 0))
    difference = event.side_balance.get(one, 0) - event.side_balance.get(two, 0)
    swap = difference > 0 if difference else event.round % 2 == 1
    return Pairing(first=two, second=one) if swap else Pairing(first=one, second=two)


def replays(event: Event) -> list[tuple[int, PairingRecord, TournamentGame]]:
    """The games to be added in an elimination: after a draw another one with the sides swapped."""
    terms = event.terms
    return [
        (round_.number, pairing, TournamentGame(leg=len(pairing.games) + 1))
        for round_ in event.rounds[-1:]
        for pairing in round_.pairings
        if replay_due(pairing, duplicate=terms.duplicate, bracket=terms.bracket)
    ]
