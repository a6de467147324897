"""Time on disk: players with their hours, vacations, each game's clock and the dial of each side, and when
the referee was last awake. Times are UTC, lengths of time are stored in microseconds."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any

from sqlalchemy import bindparam, delete, select, update

from storage import rows
from storage.asking import Asking, Putting
from storage.records import Json
from storage.tables import clocks, dials, games, players, pulses, seats, vacations, wanted

_CLOCK = select(clocks).where(clocks.c.game == bindparam("game"))
_DIALS = select(dials).where(dials.c.game == bindparam("game")).order_by(dials.c.side)
_WANTED = select(wanted).where(wanted.c.game == bindparam("game")).order_by(wanted.c.side)
ONLY = 1
"""The number of the one pulse there is."""
REMINDED_BEFORE = timedelta(hours=6)
"""How long before a deadline somebody is reminded who has not said otherwise."""
US = timedelta(microseconds=1)


@dataclass(frozen=True, slots=True, kw_only=True)
class Player:
    """A person as games know him. `quiet` is from when to when he rests every day, in minutes after midnight
    in his time zone; `reminder` how long before a deadline he is reminded, zero for never. `kept` and
    `missed` count deadlines; `hours_set` is when he last set zone or quiet hours."""

    user: int
    zone: str = ""
    quiet: tuple[int, int] | None = None
    reminder: timedelta = REMINDED_BEFORE
    kept: int = 0
    missed: int = 0
    hours_set: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Vacation:
    """Days on which somebody is away, the last one included, and the moments between which they lie."""

    user: int
    first: date
    last: date
    starts: datetime
    ends: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Clock:
    """What was agreed on the time of a game, and what somebody proposes instead; {} for nothing."""

    game: int
    terms: Json
    proposed: Json


@dataclass(frozen=True, slots=True, kw_only=True)
class Dial:
    """The time of one side. `left` is what it had when it began to run (`since`; None while it stands still).

    `period` is the player-turn it counts for; `ran` whether it has run in it, `late` whether its deadline has
    passed in it, `reminded` who was reminded in it.
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
class Wanted:
    """A side for which somebody is wanted in `user`'s place; None when the clock asked for it."""

    game: int
    side: str
    user: int | None
    since: datetime


class ClockReading(Asking):
    """Questions about time."""

    async def players(self, users: Iterable[int]) -> dict[int, Player]:
        """Those users, each as he is known; as anybody is when he is not."""
        asked = list(users)
        found = await self._run(select(players).where(players.c.user.in_(asked)))
        known = {row["user"]: _player(row) for row in found.mappings()}
        return {user: known.get(user) or Player(user=user) for user in asked}

    async def vacations(self, users: Iterable[int], after: datetime | None = None) -> list[Vacation]:
        """The vacations of those users that end after a moment (None: all), in order."""
        mine = select(vacations).where(vacations.c.user.in_(list(users)))
        if after is not None:
            mine = mine.where(vacations.c.ends > rows.stamp(after))
        found = await self._run(mine.order_by(vacations.c.starts, vacations.c.user))
        return [_vacation(row) for row in found.mappings()]

    async def clock(self, game: int) -> Clock | None:
        """The clock of a game; None where none was ever spoken of."""
        row = (await self._run(_CLOCK, {"game": game})).mappings().first()
        if row is None:
            return None
        return Clock(game=game, terms=json.loads(row["terms"]), proposed=json.loads(row["proposed"]))

    async def clocked(self) -> list[int]:
        """The games under way that have a clock."""
        mine = select(clocks.c.game).join(games, games.c.id == clocks.c.game)
        found = await self._run(
            mine.where(games.c.status == "playing", clocks.c.terms != "{}").order_by(clocks.c.game)
        )
        return list(found.scalars())

    async def dials(self, game: int) -> dict[str, Dial]:
        """The dials of a game by side."""
        found = await self._run(_DIALS, {"game": game})
        return {row["side"]: _dial(row) for row in found.mappings()}

    async def wanted(self, game: int) -> dict[str, Wanted]:
        """The sides of a game for which somebody is wanted."""
        found = await self._run(_WANTED, {"game": game})
        return {
            row["side"]: Wanted(
                game=game, side=row["side"], user=row["user"], since=datetime.fromisoformat(row["since"])
            )
            for row in found.mappings()
        }

    async def games_of(self, user: int) -> list[int]:
        """The games under way in which that user sits."""
        sat = select(games.c.id).join(seats, seats.c.game == games.c.id)
        found = await self._run(sat.where(seats.c.user == user, games.c.status == "playing").distinct())
        return sorted(found.scalars())

    async def pulse(self) -> datetime | None:
        """When the referee was last known to be awake."""
        at = (await self._run(select(pulses.c.at).where(pulses.c.id == ONLY))).scalar_one_or_none()
        return None if at is None else datetime.fromisoformat(at)


class ClockWriting(ClockReading, Putting):
    """Changes to time."""

    async def keep_player(self, player: Player) -> None:
        """Keep zone, quiet hours and reminder of a player; what is counted of him is not touched."""
        start, end = player.quiet or (None, None)
        about = {
            "zone": player.zone,
            "quiet_from": start,
            "quiet_till": end,
            "reminder": player.reminder // US,
            "hours_set": None if player.hours_set is None else rows.stamp(player.hours_set),
        }
        await self._put(players, {"user": player.user, "kept": 0, "missed": 0, **about}, about)

    async def count(self, user: int, *, kept: int = 0, missed: int = 0) -> None:
        """Count deadlines of a player; those of somebody who was forgotten count for nobody."""
        if user < 0:
            return
        mine = update(players).where(players.c.user == user)
        counted = mine.values(kept=players.c.kept + kept, missed=players.c.missed + missed)
        if (await self._run(counted)).rowcount != 1:
            await self.keep_player(Player(user=user))
            await self._run(counted)

    async def keep_vacation(self, vacation: Vacation) -> None:
        """Keep a vacation; one of the same user that starts at the same moment gives way to it."""
        about = {
            "first": vacation.first.isoformat(),
            "last": vacation.last.isoformat(),
            "ends": rows.stamp(vacation.ends),
        }
        key = {"user": vacation.user, "starts": rows.stamp(vacation.starts)}
        await self._put(vacations, key | about, about)

    async def drop_vacation(self, vacation: Vacation) -> None:
        """Forget a vacation."""
        mine = (vacations.c.user == vacation.user, vacations.c.starts == rows.stamp(vacation.starts))
        await self._run(delete(vacations).where(*mine))

    async def keep_clock(self, clock: Clock) -> None:
        """Keep what is agreed or proposed about a game's time."""
        about = {"terms": rows.to_text(clock.terms), "proposed": rows.to_text(clock.proposed)}
        await self._put(clocks, {"game": clock.game} | about, about)

    async def keep_dials(self, kept: Sequence[Dial]) -> None:
        """Keep these dials."""
        for dial in kept:
            row = _row(dial)
            key = {name: row.pop(name) for name in ("game", "side")}
            await self._put(dials, key | row, row)

    async def forget_dials(self, game: int) -> None:
        """Forget the dials of a game: they begin anew."""
        await self._run(delete(dials).where(dials.c.game == game))

    async def want(self, sought: Wanted) -> None:
        """Somebody is wanted for a side."""
        about = {"user": sought.user, "since": rows.stamp(sought.since)}
        await self._put(wanted, {"game": sought.game, "side": sought.side} | about, about)

    async def unwant(self, game: int, side: str) -> bool:
        """Nobody is wanted for a side any more; whether somebody was."""
        gone = await self._run(delete(wanted).where(wanted.c.game == game, wanted.c.side == side))
        return bool(gone.rowcount)

    async def beat(self, at: datetime) -> None:
        """The referee is awake."""
        await self._put(pulses, {"id": ONLY, "at": rows.stamp(at)}, {"at": rows.stamp(at)})


def _player(row: Any) -> Player:
    quiet = None if row["quiet_from"] is None else (row["quiet_from"], row["quiet_till"])
    return Player(
        user=row["user"],
        zone=row["zone"],
        quiet=quiet,
        reminder=row["reminder"] * US,
        kept=row["kept"],
        missed=row["missed"],
        hours_set=None if row["hours_set"] is None else datetime.fromisoformat(row["hours_set"]),
    )


def _vacation(row: Any) -> Vacation:
    return Vacation(
        user=row["user"],
        first=date.fromisoformat(row["first"]),
        last=date.fromisoformat(row["last"]),
        starts=datetime.fromisoformat(row["starts"]),
        ends=datetime.fromisoformat(row["ends"]),
    )


def _dial(row: Any) -> Dial:
    return Dial(
        game=row["game"],
        side=row["side"],
        period=row["period"],
        left=row["left"] * US,
        since=None if row["since"] is None else datetime.fromisoformat(row["since"]),
        ran=bool(row["ran"]),
        late=bool(row["late"]),
        reminded=tuple(json.loads(row["reminded"])),
    )


def _row(dial: Dial) -> Json:
    return {
        "game": dial.game,
        "side": dial.side,
        "period": dial.period,
        "left": dial.left // US,
        "since": None if dial.since is None else rows.stamp(dial.since),
        "ran": int(dial.ran),
        "late": int(dial.late),
        "reminded": rows.to_text(list(dial.reminded)),
    }
