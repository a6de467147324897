"""A stored season with its tournaments: the table of each division, and the divisions of the next season.

Pure: no Discord, no database, no clock.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from bot.features.tournaments.seasons import terms as season_terms
from bot.features.tournaments.seasons.terms import SeasonTerms
from bot.features.tournaments.state.event import Event
from league import season_table
from league.season_table import Finish, SeasonRow
from league.seasons import Division, next_season
from storage import EntrantRecord, SeasonPlayer, StoredSeason, departed

PLACES = 10_000
"""More than a tournament has places: who has left is told apart by tournament and place."""


@dataclass(frozen=True, kw_only=True)
class Season:
    """A season with everything that follows from what is stored. `events` are its tournaments by id."""

    stored: StoredSeason
    events: Mapping[int, Event]
    terms: SeasonTerms

    @classmethod
    def of(cls, stored: StoredSeason, events: Sequence[Event]) -> Season:
        """The season of these rows, with its tournaments."""
        by_id = {event.id: event for event in events}
        return cls(stored=stored, events=by_id, terms=season_terms.stored(stored.record.terms))

    @property
    def id(self) -> int:
        return self.stored.record.id

    @property
    def over(self) -> bool:
        """Whether the season has been ended."""
        return self.stored.record.status == "over"

    def division_of(self, tournament: int) -> int:
        """The division for which a tournament counts."""
        return dict(self.stored.tournaments)[tournament]

    def player(self, user: int) -> SeasonPlayer | None:
        """The place of a user in a division."""
        return next((each for each in self.stored.players if each.user == user), None)

    def tournaments(self, division: int) -> tuple[Event, ...]:
        """The tournaments of a division that were not cancelled, in the order in which they joined."""
        ids = [number for number, its in self.stored.tournaments if its == division]
        return tuple(e for n in ids if (e := self.events.get(n)) is not None and e.status != "cancelled")

    def finished(self, division: int) -> tuple[Event, ...]:
        """Those that are over: only they give points."""
        return tuple(event for event in self.tournaments(division) if event.status == "over")

    @property
    def open_tournaments(self) -> list[Event]:
        """The tournaments that are neither over nor cancelled."""
        return [e for e in self.events.values() if e.status in ("signup", "playing")]

    def table(self, division: int) -> tuple[SeasonRow, ...]:
        """The table of a division. Its players are users; who has deleted their data is a negative number,
        another one in each tournament."""
        return season_table.table([finishes(e) for e in self.finished(division)], self.terms.points)

    @cached_property
    def entrants(self) -> Mapping[int, EntrantRecord]:
        """The players of the tables, by their numbers there, as they were called last."""
        return {
            key(event, entrant): entrant
            for _, event in sorted(self.events.items())
            for entrant in event.stored.entrants
        }

    @property
    def moved(self) -> int:
        """How many players change places between two divisions: as many as announced, but at most half of
        the smallest division."""
        sizes = [len(self._staying(d)) for d in range(len(self.terms.divisions))]
        return min(self.terms.promoted, min(sizes) // 2)

    def _staying(self, division: int) -> tuple[int, ...]:
        """The players of a division who can play in the next season, the best first."""
        return tuple(row.player for row in self.table(division) if not departed(row.player))

    @property
    def leaving(self) -> frozenset[int]:
        """The players who have said that they do not play in the next season."""
        known = {player for d in range(len(self.terms.divisions)) for player in self._staying(d)}
        return frozenset(each.user for each in self.stored.players if each.leaves) & known

    def next_divisions(self) -> tuple[tuple[int, ...], ...]:
        """The players of each division in the next season, in the order of seeding."""
        divisions = [
            Division(name=each.name, size=each.size or len(self._staying(d)), players=self._staying(d))
            for d, each in enumerate(self.terms.divisions)
        ]
        after = next_season(divisions, promoted=self.moved, leaving=self.leaving)
        return tuple(division.players for division in after)

    def moves(self, division: int) -> Mapping[int, int | None]:
        """Where the players of a division go who do not stay there: 1 up, -1 down, None out."""
        after = {player: d for d, players in enumerate(self.next_divisions()) for player in players}
        new = {row.player: after.get(row.player) for row in self.table(division)}
        return {p: None if d is None else division - d for p, d in new.items() if d != division}


def key(event: Event, entrant: EntrantRecord) -> int:
    """What a player is in the tables of a season."""
    return -(event.id * PLACES + entrant.place) if departed(entrant.user) else entrant.user


def finishes(event: Event) -> list[Finish]:
    """Where everyone finished in a tournament that is over."""
    ranks: dict[int, int] = {}
    if event.terms.bracket:
        for group in event.places():
            ranks |= dict.fromkeys(group, len(ranks) + 1)
    else:
        ranks = {row.entrant: row.rank for row in event.standings()}
    return [
        Finish(player=key(event, event.numbered[n]), place=rank, scores=event.numbered[n].left is None)
        for n, rank in ranks.items()
    ]
