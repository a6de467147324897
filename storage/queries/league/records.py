"""Records of tournaments: the tournament, its entrants, its rounds with pairings and games. Times are UTC."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from storage.queries.league.following import FollowingServer
from storage.records import Json

MemberStatus = Literal["invited", "member", "declined"]
TournamentStatus = Literal["signup", "playing", "over", "cancelled"]


@dataclass(frozen=True, slots=True, kw_only=True)
class TournamentRecord:
    """A tournament. `channel` holds its card, and the threads of its games are under it.

    `terms` is what was announced (`bot/features/tournaments/terms.py`). `trouble` names what keeps its games
    from being opened, "" for nothing. `revision` counts the changes of the tournament, its entrants, rounds
    and results.
    """

    id: int
    guild: int
    channel: int
    name: str
    owner: int
    status: TournamentStatus
    terms: Json
    trouble: str = ""
    created: datetime
    revision: int = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class EntrantRecord:
    """An entrant in the order of sign-up. `number` is the seed, None until the start. Takes part from round
    `joined` on, up to the round before `left`."""

    place: int
    user: int
    name: str
    checked_in: bool = False
    number: int | None = None
    joined: int = 1
    left: int | None = None
    since: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class TournamentGame:
    """A game of a pairing. In odd legs `first` of the pairing has the first side, in even legs `second`.

    `result` is a `league.model.Result` from the view of the one who has the first side in this leg, "" while
    it is open; `margin` the difference of points in the same view, `handicap` what the first side gives the
    second, None before sides that are bid for are settled. `how` says where the result came from,
    `by` which user ruled, `reason` why. `opened` is when the game was created: it stays when the game is
    deleted. `server` is where it is played, None on the server of the tournament; `apart` since when it is
    known that its players have no server in common. `claim` is the result that entrant `claimed_by` has
    reported and the opponent has not confirmed.
    """

    leg: int = 1
    game: int | None = None
    channel: int | None = None
    server: int | None = None
    apart: datetime | None = None
    opened: datetime | None = None
    result: str = ""
    margin: int = 0
    how: str = ""
    by: int | None = None
    reason: str = ""
    claim: str = ""
    claimed_by: int | None = None
    handicap: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PairingRecord:
    """A pairing of two entrants by number, or a bye of `first` (`second` is None, `bye` its kind). `match` is
    its name in a bracket."""

    board: int
    first: int
    second: int | None = None
    bye: str = ""
    match: str = ""
    games: tuple[TournamentGame, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class MemberRecord:
    """A member of a team, or a player who was invited to it. `team` is the place of its entry.

    Members play in the order of `board`; those after the last board are reserves.
    """

    team: int
    user: int
    name: str
    board: int
    status: MemberStatus
    since: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardRecord:
    """Who plays for team `number` on a board of a round."""

    number: int
    board: int
    user: int
    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundRecord:
    """A round that was paired at `since`. `closed`: when its last result came in and that was told.
    `line_ups`: who plays on which board, between teams."""

    number: int
    since: datetime
    deadline: datetime | None = None
    closed: datetime | None = None
    pairings: tuple[PairingRecord, ...] = ()
    line_ups: tuple[BoardRecord, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredBid:
    """What entrant `number` would give in a round for a side, "first" or "second"."""

    round: int
    number: int
    side: str
    points: int


@dataclass(frozen=True, slots=True, kw_only=True)
class TournamentDecision:
    """What organiser `by` decided about a round, or about an entrant during it. `value` is what the act
    needs: a time, the number of an entrant."""

    seq: int
    round: int
    at: datetime
    by: int
    act: str
    value: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredTournament:
    """A whole tournament. `byes` are those asked for, by round and entrant number; `log` is what organisers
    decided, the oldest first; `servers` follow it, or did."""

    record: TournamentRecord
    entrants: tuple[EntrantRecord, ...] = ()
    organisers: frozenset[int] = frozenset()
    rounds: tuple[RoundRecord, ...] = ()
    byes: tuple[tuple[int, int, str], ...] = ()
    log: tuple[TournamentDecision, ...] = ()
    bids: tuple[StoredBid, ...] = ()
    members: tuple[MemberRecord, ...] = ()
    servers: tuple[FollowingServer, ...] = ()

    @property
    def channels(self) -> Mapping[int, int]:
        """The channel of its card on each server: first on its own, then on those that follow it, in the
        order in which they came."""
        own = {self.record.guild: self.record.channel}
        return own | {server.guild: server.channel for server in self.servers if server.left is None}

    @property
    def former(self) -> frozenset[int]:
        """The servers that follow it no more, on which games of it may have been opened."""
        return frozenset(server.guild for server in self.servers if server.left is not None)
