"""Seasons: load one whole, find those of a server or of a tournament, change parts of one."""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from sqlalchemy import delete, insert, select, update

from storage import row_mapping
from storage.queries.base import QueryBase, RepositoryBase, remembered
from storage.records import Json
from storage.row_mapping import Row
from storage.tables import season_players, season_tournaments, seasons

SeasonStatus = Literal["open", "over"]


@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonRecord:
    """A season, announced in `channel`. `number` counts the seasons that follow each other, and `previous` is
    the id of the one before. `terms` is what was announced."""

    id: int
    guild: int
    channel: int
    name: str
    owner: int
    number: int
    previous: int | None
    status: SeasonStatus
    terms: Json
    created: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonPlayer:
    """A player of a division (0 for the top one), `place` in the order of seeding. `leaves`: does not play in
    the next season."""

    user: int
    division: int
    place: int
    name: str
    leaves: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredSeason:
    """A whole season. `tournaments` are their ids with their division, in the order in which they joined."""

    record: SeasonRecord
    tournaments: tuple[tuple[int, int], ...] = ()
    players: tuple[SeasonPlayer, ...] = ()


class SeasonQueries(QueryBase):
    """Queries about seasons."""

    @remembered(seasons, season_tournaments, season_players)
    async def load(self, season: int) -> StoredSeason | None:
        """A whole season."""
        row = (await self._run(select(seasons).where(seasons.c.id == season))).mappings().first()
        if row is None:
            return None
        joined = select(season_tournaments).where(season_tournaments.c.season == season)
        players = select(season_players).where(season_players.c.season == season)
        by_place = (season_players.c.division, season_players.c.place)
        return StoredSeason(
            record=_record(row),
            tournaments=tuple(
                (each["tournament"], each["division"])
                for each in (await self._run(joined.order_by(season_tournaments.c.tournament))).mappings()
            ),
            players=tuple(map(_player, (await self._run(players.order_by(*by_place))).mappings())),
        )

    @remembered(seasons)
    async def in_guild(self, guild: int) -> list[SeasonRecord]:
        """The seasons of a server, the newest first."""
        mine = select(seasons).where(seasons.c.guild == guild).order_by(seasons.c.id.desc())
        return [_record(row) for row in (await self._run(mine)).mappings()]

    @remembered(season_tournaments)
    async def of_tournament(self, tournament: int) -> int | None:
        """The season to which a tournament belongs."""
        mine = select(season_tournaments.c.season).where(season_tournaments.c.tournament == tournament)
        season: int | None = (await self._run(mine)).scalar_one_or_none()
        return season

    @remembered(seasons)
    async def after(self, season: int) -> int | None:
        """The season that follows another."""
        following = select(seasons.c.id).where(seasons.c.previous == season)
        number: int | None = (await self._run(following)).scalar_one_or_none()
        return number


class SeasonRepository(SeasonQueries, RepositoryBase):
    """Changes to seasons."""

    async def create(
        self,
        *,
        guild: int,
        channel: int,
        name: str,
        owner: int,
        terms: Json,
        number: int = 1,
        previous: int | None = None,
    ) -> int:
        """Announce a season; its id. ConstraintViolated where another one follows `previous` already."""
        row = {
            "guild": guild,
            "channel": channel,
            "name": name,
            "owner": owner,
            "number": number,
            "previous": previous,
            "status": "open",
            "terms": row_mapping.to_text(terms),
            "created": row_mapping.stamp(self._session.now()),
        }
        return int((await self._run(insert(seasons).returning(seasons.c.id), row)).scalar_one())

    async def end(self, season: int) -> None:
        """Note that a season is over."""
        await self._run(update(seasons).where(seasons.c.id == season).values(status="over"))

    async def add_tournament(self, season: int, tournament: int, division: int) -> None:
        """Let a tournament count for a division."""
        row = {"season": season, "tournament": tournament, "division": division}
        await self._run(insert(season_tournaments), row)

    async def remove_tournament(self, tournament: int) -> None:
        """Let a tournament count for no season."""
        await self._run(delete(season_tournaments).where(season_tournaments.c.tournament == tournament))

    async def save_player(self, season: int, player: SeasonPlayer) -> None:
        """Save a player, new or known."""
        values = {
            "division": player.division,
            "place": player.place,
            "name": player.name,
            "leaves": int(player.leaves),
        }
        await self._upsert(season_players, {"season": season, "user": player.user}, values)


def _record(row: Row) -> SeasonRecord:
    return SeasonRecord(
        **{n: row[n] for n in ("id", "guild", "channel", "name", "owner", "number", "previous", "status")},
        terms=json.loads(row["terms"]),
        created=datetime.fromisoformat(row["created"]),
    )


def _player(row: Row) -> SeasonPlayer:
    return SeasonPlayer(
        **{name: row[name] for name in ("user", "division", "place", "name")}, leaves=bool(row["leaves"])
    )
