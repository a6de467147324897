"""Pair the next round: who meets whom on which side, and who has no game. Pure; it may take a while."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime

from bot.features.tournaments.state.decide import next_leg, replay_due
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
    if event.terms.boards:
        return sorted(event.starters(), key=lambda e: (-_strength(event, e, ratings), e.place))
    if event.terms.seeded:
        return sorted(event.starters(), key=lambda e: e.place)
    return sorted(event.starters(), key=lambda e: (-ratings.get(e.user, 0), e.place))


def _strength(event: Event, team: EntrantRecord, ratings: dict[int, int]) -> int:
    """The mean of the ratings known in the line-up of a team, 0 where none is."""
    known = [ratings[each.user] for each in event.line_up(team) if each.user in ratings]
    return sum(known) // len(known) if known else 0


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
        pairings = _records(_swiss(event, number), event)
    round_ = RoundRecord(
        number=number, since=now, deadline=event.terms.deadline(now), pairings=tuple(pairings)
    )
    return _with_line_ups(event, round_) if event.terms.boards else round_


def _with_line_ups(event: Event, round_: RoundRecord) -> RoundRecord:
    """A round with who plays in it for each team. A board on which a team has no one is forfeited."""
    playing = [n for p in round_.pairings if p.second is not None for n in (p.first, p.second)]
    line_ups = tuple(each for number in playing for each in event.line_up(event.numbered[number]))
    fixed = replace(round_, line_ups=line_ups)
    after = Event.of(replace(event.stored, rounds=(*event.rounds, fixed)))
    return replace(fixed, pairings=tuple(_forfeited(after, p, fixed.number) for p in fixed.pairings))


def _swiss(event: Event, number: int) -> LeagueRound:
    requested = {who: ByeKind(kind) for round_, who, kind in event.stored.byes if round_ == number}
    active = {n for n, e in event.numbered.items() if e.left is None and e.joined <= number}
    return swiss.pair_round(event.league, {n: kind for n, kind in requested.items() if n in active})


def _records(round_: LeagueRound, event: Event) -> list[PairingRecord]:
    made = [_pairing(board, p, event) for board, p in enumerate(round_.pairings, start=1)]
    return made + _byes(round_.byes, len(made))


def _pairing(board: int, pairing: Pairing, event: Event, match: str = "") -> PairingRecord:
    legs = event.terms.boards or (2 if event.terms.duplicate else 1)
    games = tuple(TournamentGame(leg=leg) for leg in range(1, legs + 1))
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
    pairings = _records(event.schedule[number - 1], event)
    if event.terms.boards:
        return pairings  # forfeited with the line-ups
    return [_forfeited(event, pairing, number) for pairing in pairings]


def _forfeited(event: Event, pairing: PairingRecord, number: int) -> PairingRecord:
    """A pairing of round `number` whose open games are decided where a player has withdrawn or is missing."""
    games = []
    for game in pairing.games:
        open_ = OpenGame(round=number, pairing=pairing, game=game)
        games.append(game if game.result else forfeit(open_, event.absent(open_)) or game)
    return replace(pairing, games=tuple(games))


def forfeit(open_: OpenGame, absent: tuple[bool, bool]) -> TournamentGame | None:
    """A game as those forfeit it who have withdrawn, of the first and the second side; None when neither
    has."""
    first, second = absent
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
        _pairing(board, _sides(event, match), event, match.match.name)
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
        (round_.number, pairing, TournamentGame(leg=next_leg(pairing, terms.boards)))
        for round_ in event.rounds[-1:]
        for pairing in round_.pairings
        if replay_due(pairing, duplicate=terms.duplicate, bracket=terms.bracket, boards=terms.boards)
    ]
