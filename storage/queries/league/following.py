"""Servers that follow tournaments held on another server, and the codes with which they begin to."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import delete, func, insert, select, update

from storage import row_mapping
from storage.queries.base import QueryBase, RepositoryBase, query, remembered
from storage.row_mapping import Row
from storage.tables import tournament_codes, tournament_servers


@dataclass(frozen=True, slots=True, kw_only=True)
class FollowingServer:
    """A server that follows a tournament: its card is in `channel`, the threads of games under it. User `by`
    has brought it in, when it was called `name`. `left`: since when it follows no more, None while it does.
    """

    guild: int
    channel: int
    name: str = ""
    by: int
    since: datetime
    left: datetime | None = None
    id: int = 0


class FollowingQueries(QueryBase):
    """Queries about servers that follow tournaments."""

    @remembered(tournament_servers)
    async def following(self, tournament: int) -> tuple[FollowingServer, ...]:
        """The servers that follow a tournament, or did, in the order in which they came."""
        mine = select(tournament_servers).where(tournament_servers.c.tournament == tournament)
        rows = await self._run(mine.order_by(tournament_servers.c.id))
        return tuple(map(_server, rows.mappings()))

    @remembered(tournament_servers)
    async def followed_by(self, guild: int) -> list[int]:
        """The tournaments that a server follows, or did, the newest first."""
        mine = select(tournament_servers.c.tournament).where(tournament_servers.c.guild == guild)
        return list((await self._run(mine.order_by(tournament_servers.c.tournament.desc()))).scalars())

    @remembered(tournament_servers)
    async def tournament_of_server(self, number: int) -> int | None:
        """The tournament that a following server with that id in its row follows, or did."""
        mine = select(tournament_servers.c.tournament).where(tournament_servers.c.id == number)
        tournament: int | None = (await self._run(mine)).scalar_one_or_none()
        return tournament

    @query
    async def open_codes(self, tournament: int, now: datetime) -> int:
        """How many codes of a tournament could still be used."""
        valid = tournament_codes.c.expires > row_mapping.stamp(now)
        mine = select(func.count()).where(tournament_codes.c.tournament == tournament, valid)
        return int((await self._run(mine)).scalar_one())

    @query
    async def of_code(self, digest: str, now: datetime) -> int | None:
        """The tournament to which a code with that hash leads, None unless it can be used."""
        valid = tournament_codes.c.expires > row_mapping.stamp(now)
        mine = select(tournament_codes.c.tournament).where(tournament_codes.c.hash == digest, valid)
        tournament: int | None = (await self._run(mine)).scalar_one_or_none()
        return tournament


class FollowingRepository(RepositoryBase):
    """Changes to servers that follow tournaments."""

    async def save_server(self, tournament: int, server: FollowingServer) -> None:
        """Save a following server, new or known."""
        values = {
            "channel": server.channel,
            "name": server.name,
            "by": server.by,
            "since": row_mapping.stamp(server.since),
            "left": row_mapping.stamp(server.left) if server.left is not None else None,
        }
        key = {"tournament": tournament, "guild": server.guild}
        mine = [tournament_servers.c[name] == value for name, value in key.items()]
        if not (await self._run(update(tournament_servers).where(*mine).values(values))).rowcount:
            await self._run(insert(tournament_servers), {**key, **values})

    async def add_code(self, tournament: int, digest: str, by: int, expires: datetime) -> None:
        """Keep the hash of a new code."""
        row = {"hash": digest, "tournament": tournament, "by": by, "expires": row_mapping.stamp(expires)}
        await self._run(insert(tournament_codes), row)

    async def use_code(self, digest: str) -> bool:
        """Use a code up; False where someone else was first."""
        used = await self._run(delete(tournament_codes).where(tournament_codes.c.hash == digest))
        return bool(used.rowcount)

    async def drop_codes(self, tournament: int, before: datetime | None = None) -> None:
        """Delete the codes of a tournament; those that expired before a moment."""
        mine = [tournament_codes.c.tournament == tournament]
        mine += [tournament_codes.c.expires <= row_mapping.stamp(before)] if before is not None else []
        await self._run(delete(tournament_codes).where(*mine))


def _server(row: Row) -> FollowingServer:
    return FollowingServer(
        **{name: row[name] for name in ("id", "guild", "channel", "name", "by")},
        since=datetime.fromisoformat(row["since"]),
        left=datetime.fromisoformat(row["left"]) if row["left"] is not None else None,
    )
