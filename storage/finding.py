"""Who looks for a game in a server, and what is asked of those who sit down at a table."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime

from sqlalchemy import delete, select

from storage import rows
from storage.asking import Asking, Putting
from storage.clocks import Wanted
from storage.tables import doors, games, seekers, wanted


@dataclass(frozen=True, slots=True, kw_only=True)
class Seeker:
    """Somebody who looks for a game: in which rule systems, what he says of it, since when."""

    guild: int
    user: int
    name: str
    systems: tuple[str, ...]
    note: str = ""
    since: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Door:
    """What is asked of those who sit down at a table: at `least` so much reliability, in per cent.

    `kept` are the people for whom a side is kept, in the order in which they held it before.
    """

    least: int = 0
    kept: Mapping[str, tuple[int, ...]] = field(default_factory=dict)


class FindingReading(Asking):
    """Questions about seekers and doors."""

    async def seekers(self, guild: int, since: datetime) -> list[Seeker]:
        """Who has looked for a game in a server since then, the first one first."""
        mine = select(seekers).where(seekers.c.guild == guild, seekers.c.since >= rows.stamp(since))
        found = await self._run(mine.order_by(seekers.c.since, seekers.c.user))
        return [
            Seeker(
                guild=row["guild"],
                user=row["user"],
                name=json.loads(row["name"]),
                systems=tuple(json.loads(row["systems"])),
                note=json.loads(row["note"]),
                since=datetime.fromisoformat(row["since"]),
            )
            for row in found.mappings()
        ]

    async def door(self, game: int) -> Door:
        """What is asked of those who sit down at a table."""
        row = (await self._run(select(doors).where(doors.c.game == game))).mappings().first()
        if row is None:
            return Door()
        kept = {side: tuple(users) for side, users in json.loads(row["kept"]).items()}
        return Door(least=row["least"], kept=kept)

    async def lobbies(self, guild: int) -> list[int]:
        """The games of a server that have not begun, newest first."""
        mine = select(games.c.id).where(games.c.guild == guild, games.c.status == "lobby")
        return list((await self._run(mine.order_by(games.c.id.desc()))).scalars())

    async def last_over(self, channel: int) -> int | None:
        """The newest game in a channel that is over."""
        mine = select(games.c.id).where(games.c.channel == channel, games.c.status == "over")
        found: int | None = (await self._run(mine.order_by(games.c.id.desc()).limit(1))).scalar_one_or_none()
        return found

    async def wanted_in(self, guild: int) -> list[Wanted]:
        """The sides of a server's games under way for which somebody is wanted, the newest wish first."""
        mine = select(wanted).join(games, games.c.id == wanted.c.game)
        mine = mine.where(games.c.guild == guild, games.c.status == "playing")
        found = await self._run(mine.order_by(wanted.c.since.desc(), wanted.c.game, wanted.c.side))
        return [
            Wanted(
                game=row["game"],
                side=row["side"],
                user=row["user"],
                since=datetime.fromisoformat(row["since"]),
            )
            for row in found.mappings()
        ]


class FindingWriting(FindingReading, Putting):
    """Changes to them."""

    async def seek(self, seeker: Seeker) -> None:
        """Keep that somebody looks for a game, in place of what he looked for before."""
        about = {
            "name": rows.to_text(seeker.name),
            "systems": rows.to_text(list(seeker.systems)),
            "note": rows.to_text(seeker.note),
            "since": rows.stamp(seeker.since),
        }
        await self._put(seekers, {"guild": seeker.guild, "user": seeker.user, **about}, about)

    async def seek_no_more(self, guild: int, user: int, systems: Iterable[str] | None = None) -> bool:
        """Somebody looks no more for a game of these rule systems (None: for any); whether he did."""
        mine = (seekers.c.guild == guild, seekers.c.user == user)
        row = (await self._run(select(seekers.c.systems).where(*mine))).mappings().first()
        if row is None:
            return False
        before = json.loads(row["systems"])
        left = [system for system in before if systems is not None and system not in set(systems)]
        if left:
            await self._run(seekers.update().where(*mine).values(systems=rows.to_text(left)))
        else:
            await self._run(delete(seekers).where(*mine))
        return bool(left != before)

    async def forget_seekers(self, before: datetime) -> None:
        """Forget who began to look for a game before then."""
        await self._run(delete(seekers).where(seekers.c.since < rows.stamp(before)))

    async def keep_door(self, game: int, door: Door) -> None:
        """Keep what is asked of those who sit down at a table."""
        kept = rows.to_text({side: list(users) for side, users in door.kept.items()})
        about = {"least": door.least, "kept": kept}
        await self._put(doors, {"game": game, **about}, about)
