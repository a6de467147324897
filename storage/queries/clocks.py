"""Game clocks: the time control of each game, the clock of each side, pauses, and the bot's heartbeat.

Times are UTC. Durations are stored in microseconds.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import bindparam, delete, literal, select, tuple_

from storage import row_mapping
from storage.processes.leases import WHOLE, Share
from storage.queries.base import QueryBase, RepositoryBase, query, remembered
from storage.records import Json
from storage.tables import clocks, games, heartbeats, pauses, side_clocks

_CLOCK = select(clocks).where(clocks.c.game == bindparam("game"))
_SIDES = select(side_clocks).where(side_clocks.c.game == bindparam("game")).order_by(side_clocks.c.side)
_HEARTBEAT_ID = 1
"""The key of the heartbeat of the first shard; the others follow."""
_MICROSECOND = timedelta(microseconds=1)


@dataclass(frozen=True, slots=True, kw_only=True)
class ClockRecord:
    """The agreed time control of a game, and the one a player proposes instead; {} for none."""

    game: int
    terms: Json
    proposed: Json


@dataclass(frozen=True, slots=True, kw_only=True)
class SideClock:
    """The clock of one side. `left` is the time it had when it began to run at `since`; None when stopped.

    `period` is the player-turn it counts for; in it, `ran` says whether it has run, `late` whether its
    deadline has passed, `reminded` which users were reminded.
    """

    game: int
    side: str
    period: str
    left: timedelta
    since: datetime | None = None
    ran: bool = False
    late: bool = False
    reminded: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Pause:
    """A paused game: `by` which user, why, since when."""

    game: int
    by: int
    reason: str
    since: datetime


class ClockQueries(QueryBase):
    """Queries about clocks."""

    @remembered(clocks)
    async def of_game(self, game: int) -> ClockRecord | None:
        """The time control of a game; None when there never was one."""
        row = (await self._run(_CLOCK, {"game": game})).mappings().first()
        if row is None:
            return None
        return ClockRecord(game=game, terms=json.loads(row["terms"]), proposed=json.loads(row["proposed"]))

    @query
    async def games_with_clock(self, share: Share = WHOLE) -> list[int]:
        """The games under way that have a time control, of a share of the servers."""
        mine = select(clocks.c.game).join(games, games.c.id == clocks.c.game).where(*share.of(games.c.guild))
        result = await self._run(
            mine.where(games.c.status == "playing", clocks.c.terms != "{}").order_by(clocks.c.game)
        )
        return list(result.scalars())

    @query
    async def sides(self, game: int) -> dict[str, SideClock]:
        """The clocks of a game by side."""
        result = await self._run(_SIDES, {"game": game})
        return {row["side"]: _side_clock(row) for row in result.mappings()}

    @query
    async def running(self) -> list[SideClock]:
        """The clocks that run, in games under way."""
        mine = select(side_clocks).join(games, games.c.id == side_clocks.c.game)
        result = await self._run(mine.where(games.c.status == "playing", side_clocks.c.since.is_not(None)))
        return [_side_clock(row) for row in result.mappings()]

    @query
    async def running_after(self, key: tuple[int, str], limit: int, share: Share = WHOLE) -> list[SideClock]:
        """So many of the clocks that run, of a share of the servers: the next ones by game and side."""
        mine = select(side_clocks).join(games, games.c.id == side_clocks.c.game)
        mine = mine.where(games.c.status == "playing", side_clocks.c.since.is_not(None))
        place = tuple_(side_clocks.c.game, side_clocks.c.side)
        mine = mine.where(place > tuple_(*map(literal, key)), *share.of(games.c.guild))
        result = await self._run(mine.order_by(side_clocks.c.game, side_clocks.c.side).limit(limit))
        return [_side_clock(row) for row in result.mappings()]

    @query
    async def last_heartbeat(self, shard: int = 0) -> datetime | None:
        """When the bot was last known to run, or to look after a shard."""
        mine = select(heartbeats.c.at).where(heartbeats.c.id == _HEARTBEAT_ID + shard)
        at = (await self._run(mine)).scalar_one_or_none()
        return None if at is None else datetime.fromisoformat(at)


class ClockRepository(ClockQueries, RepositoryBase):
    """Changes to clocks."""

    async def save(self, clock: ClockRecord) -> None:
        """Save the time control of a game."""
        values = {"terms": row_mapping.to_text(clock.terms), "proposed": row_mapping.to_text(clock.proposed)}
        await self._upsert(clocks, {"game": clock.game}, values)

    async def save_sides(self, sides: Sequence[SideClock]) -> None:
        """Save the clocks of these sides."""
        for clock in sides:
            await self._upsert(side_clocks, {"game": clock.game, "side": clock.side}, _values(clock))

    async def delete_sides(self, game: int) -> None:
        """Delete the clocks of a game's sides: they start again."""
        await self._run(delete(side_clocks).where(side_clocks.c.game == game))

    async def save_heartbeat(self, at: datetime, shard: int = 0) -> None:
        """Note that the bot runs, and looks after a shard."""
        await self._upsert(heartbeats, {"id": _HEARTBEAT_ID + shard}, {"at": row_mapping.stamp(at)})


class PauseQueries(QueryBase):
    """Queries about pauses."""

    @remembered(pauses)
    async def of_game(self, game: int) -> Pause | None:
        """The pause of a game; None when it is not paused."""
        row = (await self._run(select(pauses).where(pauses.c.game == game))).mappings().first()
        return None if row is None else Pause(**{**row, "since": datetime.fromisoformat(row["since"])})


class PauseRepository(PauseQueries, RepositoryBase):
    """Changes to pauses."""

    async def save(self, pause: Pause) -> None:
        """Pause a game."""
        values = {"by": pause.by, "reason": pause.reason, "since": row_mapping.stamp(pause.since)}
        await self._upsert(pauses, {"game": pause.game}, values)

    async def delete(self, game: int) -> bool:
        """Resume a game; whether it was paused."""
        return (await self._run(delete(pauses).where(pauses.c.game == game))).rowcount == 1


def _side_clock(row: Any) -> SideClock:
    return SideClock(
        game=row["game"],
        side=row["side"],
        period=row["period"],
        left=row["left"] * _MICROSECOND,
        since=None if row["since"] is None else datetime.fromisoformat(row["since"]),
        ran=bool(row["ran"]),
        late=bool(row["late"]),
        reminded=tuple(json.loads(row["reminded"])),
    )


def _values(clock: SideClock) -> Json:
    return {
        "period": clock.period,
        "left": clock.left // _MICROSECOND,
        "since": None if clock.since is None else row_mapping.stamp(clock.since),
        "ran": int(clock.ran),
        "late": int(clock.late),
        "reminded": row_mapping.to_text(list(clock.reminded)),
    }
