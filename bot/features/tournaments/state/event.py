"""A stored tournament as `league` sees it: who takes part, what was played, who has won. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cached_property

from bot.features.tournaments.state import terms as tournament_terms
from bot.features.tournaments.state.decide import board_of, decided, in_order
from bot.features.tournaments.state.terms import Terms
from league import elimination, round_robin
from league.elimination import Played
from league.model import Bye, ByeKind, Entrant, Pairing, Result, Round, Side, Tournament
from league.standings import Standing, standings
from storage import (
    BoardRecord,
    EntrantRecord,
    MemberRecord,
    PairingRecord,
    RoundRecord,
    StoredTournament,
    TournamentDecision,
    TournamentGame,
    departed,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenGame:
    """A game of a round, with or without a result."""

    round: int
    pairing: PairingRecord
    game: TournamentGame

    @property
    def players(self) -> tuple[int, int]:
        """The entrants by number: who has the first side in this game, and who the second."""
        return in_order(self.pairing, self.game)


@dataclass(frozen=True, kw_only=True)
class Event:
    """A tournament with everything that follows from what is stored of it."""

    stored: StoredTournament
    terms: Terms

    @classmethod
    def of(cls, stored: StoredTournament) -> Event:
        """The tournament of these rows."""
        return cls(stored=stored, terms=tournament_terms.stored(stored.record.terms))

    @property
    def id(self) -> int:
        return self.stored.record.id

    @property
    def status(self) -> str:
        return self.stored.record.status

    @property
    def rounds(self) -> tuple[RoundRecord, ...]:
        return self.stored.rounds

    @property
    def round(self) -> int:
        """The number of the newest round, 0 before the first."""
        return len(self.stored.rounds)

    @property
    def home(self) -> int:
        """The server that holds it."""
        return self.stored.record.guild

    @property
    def channels(self) -> Mapping[int, int]:
        """The channel of its card on each of its servers, first on the one that holds it."""
        return self.stored.channels

    # --- people --------------------------------------------------------------------------------------------

    def organises(self, user: int) -> bool:
        """Whether a user has announced the tournament, or helps with it."""
        return user == self.stored.record.owner or user in self.stored.organisers

    def entrant_of(self, user: int) -> EntrantRecord | None:
        """The entry of a user, or of their team."""
        mine = next((e for e in self.stored.entrants if e.user == user), None)
        if mine is not None or not self.terms.boards:
            return mine
        team = next((m.team for m in self.stored.members if m.user == user and m.status == "member"), None)
        return next((e for e in self.stored.entrants if e.place == team), None)

    def squad(self, team: int) -> tuple[MemberRecord, ...]:
        """The members of the team with that place, by board; those after the last board are reserves."""
        mine = (m for m in self.stored.members if m.team == team and m.status == "member")
        return tuple(sorted(mine, key=lambda m: (m.board, m.since, m.user)))

    def line_up(self, entrant: EntrantRecord) -> tuple[BoardRecord, ...]:
        """Who would play for a team in the next round, with its number."""
        squad = self.squad(entrant.place)[: self.terms.boards]
        return tuple(
            BoardRecord(number=entrant.number or 0, board=board, user=m.user, name=m.name)
            for board, m in enumerate(squad, start=1)
        )

    def people(self, open_: OpenGame) -> tuple[EntrantRecord | BoardRecord | None, ...]:
        """The players of a game: who has the first side, and who the second; None where a team has none."""
        if not self.terms.boards:
            return tuple(self.numbered[number] for number in open_.players)
        board = board_of(open_.game, self.terms.boards)
        line_ups = self.rounds[open_.round - 1].line_ups
        return tuple(
            next((b for b in line_ups if (b.number, b.board) == (number, board)), None)
            for number in open_.players
        )

    def plays(self, user: int, open_: OpenGame) -> bool:
        """Whether a user is a player of a game."""
        return any(person is not None and person.user == user for person in self.people(open_))

    def absent(self, open_: OpenGame) -> tuple[bool, bool]:
        """Which players of a game have left, or are missing."""
        first, second = (
            not self.active(number) or person is None or (bool(self.terms.boards) and departed(person.user))
            for number, person in zip(open_.players, self.people(open_), strict=True)
        )
        return first, second

    @cached_property
    def numbered(self) -> Mapping[int, EntrantRecord]:
        """The entrants who take part or did, by number."""
        return {e.number: e for e in self.stored.entrants if e.number is not None}

    def listed(self) -> tuple[tuple[EntrantRecord, ...], tuple[EntrantRecord, ...]]:
        """Before the start: who is to take part by the order of sign-up, and who waits for a place."""
        everyone = self.stored.entrants
        return everyone[: self.terms.most], everyone[self.terms.most :]

    def starters(self) -> tuple[EntrantRecord, ...]:
        """Who would take part if it started now: those who have checked in, where that is asked for."""
        ready = [
            e
            for e in self.stored.entrants
            if (e.checked_in or not self.terms.check_in) and len(self.line_up(e)) == self.terms.boards
        ]
        return tuple(ready[: self.terms.most])

    def active(self, number: int) -> bool:
        """Whether an entrant has not withdrawn."""
        return self.numbered[number].left is None

    # --- rounds --------------------------------------------------------------------------------------------

    @property
    def planned_rounds(self) -> int:
        """How many rounds there are to be; of an elimination those there are."""
        if self.terms.bracket:
            return self.round
        if self.terms.format in tournament_terms.ROBINS:
            return len(self.schedule)
        return self.terms.rounds or tournament_terms.rounds_for(self._first_entrants)

    @cached_property
    def schedule(self) -> tuple[Round, ...]:
        """The rounds of a round robin."""
        double = self.terms.format == "double_robin"
        return round_robin.schedule(max(2, self._first_entrants), double=double)

    @property
    def _first_entrants(self) -> int:
        """The entrants there were at the start."""
        return sum(e.joined == 1 for e in self.numbered.values())

    def result_of(self, pairing: PairingRecord) -> Pairing:
        """A pairing with the result of its games, if all are in."""
        terms = self.terms
        return decided(pairing, duplicate=terms.duplicate, bracket=terms.bracket, boards=terms.boards)

    def open_games(self) -> Iterator[OpenGame]:
        """The games of all rounds without a result."""
        for round_ in self.rounds:
            for pairing in round_.pairings:
                for game in pairing.games:
                    if not game.result:
                        yield OpenGame(round=round_.number, pairing=pairing, game=game)

    def open_games_of(self, number: int) -> list[OpenGame]:
        """The games of an entrant without a result."""
        return [g for g in self.open_games() if number in g.players]

    @property
    def deadline(self) -> datetime | None:
        """The deadline of the newest round while games of it are open."""
        return self.rounds[-1].deadline if self.rounds and not self.round_over else None

    @property
    def round_over(self) -> bool:
        """Whether every game of the newest round has a result."""
        return all(self.result_of(p).result is not None for p in self._played(self.rounds[-1:]))

    @property
    def complete(self) -> bool:
        """Whether nothing is left to be paired or played."""
        if not self.round or not self.round_over:
            return False
        if self.terms.bracket:
            return not any(match.ready for match in self.bracket.values())
        return self.round >= self.planned_rounds or len([*filter(self.active, self.numbered)]) < 2

    def _played(self, rounds: tuple[RoundRecord, ...]) -> Iterator[PairingRecord]:
        return (p for round_ in rounds for p in round_.pairings if p.second is not None)

    # --- as league sees it ---------------------------------------------------------------------------------

    @cached_property
    def league(self) -> Tournament:
        """The tournament of a Swiss or a round robin. In a round robin who withdraws stays, and forfeits."""
        leaves = self.terms.format == "swiss"
        entrants = tuple(
            Entrant(number=number, name=e.name, joined=e.joined, left=e.left if leaves else None)
            for number, e in sorted(self.numbered.items())
        )
        rounds = tuple(map(self._round, self.rounds))
        planned = max(self.planned_rounds, len(rounds))
        return Tournament(entrants=entrants, planned_rounds=planned, rounds=rounds, boards=self.terms.boards)

    def _round(self, round_: RoundRecord) -> Round:
        byes = [Bye(entrant=p.first, kind=ByeKind(p.bye)) for p in round_.pairings if p.second is None]
        return Round(pairings=tuple(map(self.result_of, self._played((round_,)))), byes=tuple(byes))

    def standings(self) -> tuple[Standing, ...]:
        """The standings of a Swiss or a round robin, best first."""
        return standings(self.league, self.terms.tie_breaks)

    # --- brackets ------------------------------------------------------------------------------------------

    @cached_property
    def bracket(self) -> dict[str, Played]:
        """Every match of an elimination as it stands, by name."""
        make = elimination.double if self.terms.format == "double" else elimination.single
        winners: dict[str, int] = {}
        gone = {number for number in self.numbered if not self.active(number)}
        for pairing in self._played(self.rounds):
            match self.result_of(pairing).result:
                case Result.FIRST_WINS | Result.SECOND_FORFEITS:
                    winners[pairing.match] = pairing.first
                case Result.SECOND_WINS | Result.FIRST_FORFEITS:
                    winners[pairing.match] = pairing.second or 0
                case Result.BOTH_FORFEIT:
                    gone |= {pairing.first, pairing.second or 0}
        return elimination.play(make(len(self.numbered)), winners, frozenset(gone))

    def places(self) -> list[list[int]]:
        """The entrants of an elimination placed so far, in groups that share a place, the best first."""
        return elimination.places(self.bracket)

    # --- sides ---------------------------------------------------------------------------------------------

    @cached_property
    def side_balance(self) -> Mapping[int, int]:
        """For each entrant the games on the first side minus those on the second."""
        balance: Counter[int] = Counter()
        for pairing in self._played(self.rounds):
            if not self.terms.duplicate:
                balance[pairing.first] += Side.FIRST.value
                balance[pairing.second or 0] += Side.SECOND.value
        return balance


def log_entry(
    event: Event, by: int, act: str, reason: str, at: datetime, value: str = ""
) -> TournamentDecision:
    """The next entry of the log of a tournament."""
    seq = len(event.stored.log) + 1
    return TournamentDecision(seq=seq, round=event.round, at=at, by=by, act=act, value=value, reason=reason)


def withdrawn(event: Event, number: int) -> EntrantRecord:
    """The entry of a player who takes part in no further round."""
    entrant = event.numbered[number]
    return replace(entrant, left=max(event.round + 1, entrant.joined))
