"""Players: their hours and deadlines, their vacations, their preferences."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from functools import cache
from typing import Any

from sqlalchemy import Executable, delete, func, select, update

from storage import row_mapping
from storage.personal_columns import departed
from storage.queries.base import INSERT, QueryBase, RepositoryBase, Write, query, remembered
from storage.tables import players, preferences, vacations

DEFAULT_REMINDER = timedelta(hours=6)
"""How long before a deadline players are reminded unless they choose otherwise."""
RECENT = 50
"""How many of a player's last deadlines count."""
MET, MISSED = "+", "-"
"""How a deadline is written down."""
_MICROSECOND = timedelta(microseconds=1)
UNCOUNTED = {"kept": 0, "missed": 0}
UNSAID = {"zone": "", "reminder": DEFAULT_REMINDER // _MICROSECOND}
"""What a row holds of a player who has never said anything."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Player:
    """A user as all games know them.

    `quiet` are their quiet hours, from and until, in minutes after midnight in their time zone; `reminder` is
    how long before a deadline they are reminded, zero for never; `daily`: whether they are reminded once a
    day where there is no clock; `told_next`: whether they are told that the side before them has begun.
    `hours_set` is when they last set time zone or quiet hours. The deadlines are those of the last RECENT.
    """

    user: int
    zone: str = ""
    quiet: tuple[int, int] | None = None
    reminder: timedelta = DEFAULT_REMINDER
    daily: bool = True
    told_next: bool = False
    deadlines_met: int = 0
    deadlines_missed: int = 0
    hours_set: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Vacation:
    """Days on which a player is away, the last one included; `starts` and `ends` are the moments in UTC."""

    user: int
    first: date
    last: date
    starts: datetime
    ends: datetime


class PlayerQueries(QueryBase):
    """Queries about players."""

    @query
    async def get(self, user: int) -> Player:
        """A player; an unknown one with the defaults."""
        return (await self.get_many([user]))[user]

    @query
    async def get_many(self, users: Iterable[int]) -> dict[int, Player]:
        """Those players by user id; unknown ones with the defaults."""
        ids = list(users)
        result = await self._run(select(players).where(players.c.user.in_(ids)))
        known = {row["user"]: _player(row) for row in result.mappings()}
        return {user: known.get(user) or Player(user=user) for user in ids}

    @query
    async def vacations(self, users: Iterable[int], after: datetime | None = None) -> list[Vacation]:
        """The vacations of those users that end after a moment (None: all), in order."""
        mine = select(vacations).where(vacations.c.user.in_(list(users)))
        if after is not None:
            mine = mine.where(vacations.c.ends > row_mapping.stamp(after))
        result = await self._run(mine.order_by(vacations.c.starts, vacations.c.user))
        return [_vacation(row) for row in result.mappings()]

    @remembered(preferences)
    async def preferences(self, user: int) -> dict[str, str]:
        """The preferences of a user by name; {} for defaults."""
        chosen = await self._run(select(preferences.c.chosen).where(preferences.c.user == user))
        text = chosen.scalar_one_or_none()
        return {} if text is None else {str(name): str(word) for name, word in json.loads(text).items()}


class PlayerRepository(PlayerQueries, RepositoryBase):
    """Changes to players."""

    async def save(self, player: Player) -> None:
        """Save the hours of a player and what they wish to be told, not the counts of deadlines."""
        start, end = player.quiet or (None, None)
        values = {
            "zone": player.zone,
            "quiet_from": start,
            "quiet_till": end,
            "reminder": player.reminder // _MICROSECOND,
            "daily": int(player.daily),
            "told_next": int(player.told_next),
            "hours_set": None if player.hours_set is None else row_mapping.stamp(player.hours_set),
        }
        if not await self._insert_new(players, {"user": player.user, **UNCOUNTED, **values}):
            await self._run(update(players).where(players.c.user == player.user).values(values))

    def count_deadlines(self, users: Iterable[int], *, met: int = 0, missed: int = 0) -> None:
        """Write down deadlines that each of these players has met and missed, and forget those too long ago;
        erased players have none. Other games of theirs may count at the same time: it is done when the
        transaction ends."""
        counting, recent = _count(self._session.dialect), (MET * met + MISSED * missed)[-RECENT:]
        for user in users:
            if not departed(user):
                row = {"user": user, **UNCOUNTED, **UNSAID, "recent": recent}
                self._session.defer(Write(statement=counting, parameters=row, contended=user))

    async def save_vacation(self, vacation: Vacation) -> None:
        """Save a vacation, in place of one of the same user that starts at the same moment."""
        values = {
            "first": vacation.first.isoformat(),
            "last": vacation.last.isoformat(),
            "ends": row_mapping.stamp(vacation.ends),
        }
        await self._upsert(
            vacations, {"user": vacation.user, "starts": row_mapping.stamp(vacation.starts)}, values
        )

    async def delete_vacation(self, vacation: Vacation) -> None:
        """Delete a vacation."""
        mine = (vacations.c.user == vacation.user, vacations.c.starts == row_mapping.stamp(vacation.starts))
        await self._run(delete(vacations).where(*mine))

    async def save_preferences(self, user: int, chosen: dict[str, str]) -> None:
        """Replace all preferences of a user."""
        await self._upsert(preferences, {"user": user}, {"chosen": row_mapping.to_text(chosen)})


@cache
def _count(dialect: str) -> Executable:
    """Add deadlines to the last ones of a player, known or not."""
    insertion = INSERT[dialect](players)
    both = players.c.recent + insertion.excluded.recent
    newest = func.substr(both, -RECENT) if dialect == "sqlite" else func.right(both, RECENT)
    counting: Executable = insertion.on_conflict_do_update(
        index_elements=[players.c.user], set_={"recent": newest}
    )
    return counting


def _player(row: Any) -> Player:
    quiet = None if row["quiet_from"] is None else (row["quiet_from"], row["quiet_till"])
    met, missed = counted_deadlines(row["recent"], row["kept"], row["missed"])
    return Player(
        user=row["user"],
        zone=row["zone"],
        quiet=quiet,
        reminder=row["reminder"] * _MICROSECOND,
        deadlines_met=met,
        deadlines_missed=missed,
        daily=bool(row["daily"]),
        told_next=bool(row["told_next"]),
        hours_set=None if row["hours_set"] is None else datetime.fromisoformat(row["hours_set"]),
    )


def counted_deadlines(recent: str, kept: int, missed: int) -> tuple[int, int]:
    """How many of the last deadlines were met and missed: the `recent` ones, and where they are too few some
    of those that were `kept` and `missed` before, in proportion.

    >>> counted_deadlines("++-", 0, 0), counted_deadlines("-" * 10, 90, 10), counted_deadlines("+" * 50, 0, 7)
    ((2, 1), (36, 14), (50, 0))
    """
    before = kept + missed
    counted = min(before, RECENT - len(recent))
    met = round(counted * kept / before) if before else 0
    return recent.count(MET) + met, recent.count(MISSED) + counted - met


def _vacation(row: Any) -> Vacation:
    return Vacation(
        user=row["user"],
        first=date.fromisoformat(row["first"]),
        last=date.fromisoformat(row["last"]),
        starts=datetime.fromisoformat(row["starts"]),
        ends=datetime.fromisoformat(row["ends"]),
    )
