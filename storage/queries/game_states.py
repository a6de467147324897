"""How far games have come: the version of each, and up to where all is done that happens by itself."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from sqlalchemy import Executable, bindparam, func, or_, select

from storage import row_mapping
from storage.processes.leases import WHOLE, Share
from storage.queries.base import INSERT, QueryBase, RepositoryBase, query
from storage.tables import checked, entries, games

_LAST_ENTRY = func.coalesce(
    select(func.max(entries.c.seq)).where(entries.c.game == games.c.id).correlate(games).scalar_subquery(), 0
)
_VERSION = select(games.c.revision, _LAST_ENTRY).where(games.c.id == bindparam("game"))
_CHECKED = select(games.c.id).outerjoin(checked, checked.c.game == games.c.id)
_UNCHECKED = or_(checked.c.game.is_(None), checked.c.seq != _LAST_ENTRY)
_GUILD_OF = select(games.c.guild).where(games.c.id == bindparam("game"))


class GameStateQueries(QueryBase):
    """Queries about how far games have come."""

    async def _rows(self, statement: Executable, parameters: Any = None) -> list[tuple[Any, ...]]:
        return [tuple(row) for row in (await self._run(statement, parameters)).all()]

    @query
    async def version(self, game: int) -> tuple[int, int] | None:
        """How often the record of a game was changed, and the number of its newest entry."""
        rows = await self._rows(_VERSION, {"game": game})
        return (int(rows[0][0]), int(rows[0][1])) if rows else None

    @query
    async def guild_of(self, game: int) -> int | None:
        """The server of a game."""
        guild: int | None = (await self._run(_GUILD_OF, {"game": game})).scalar_one_or_none()
        return guild

    @query
    async def unchecked_ids(self) -> set[int]:
        """The games in which something may have to be done: the lobbies, and those whose log is longer than
        when all was last found done."""
        return set((await self._run(_CHECKED.where(or_(games.c.status == "lobby", _UNCHECKED)))).scalars())

    @query
    async def unchecked_playing(self, share: Share = WHOLE) -> set[int]:
        """Those of them that are under way, of a share of the servers."""
        mine = _CHECKED.where(games.c.status == "playing", _UNCHECKED, *share.of(games.c.guild))
        return set((await self._run(mine)).scalars())

    @query
    async def moments_until(
        self, until: datetime, share: Share = WHOLE
    ) -> tuple[dict[int, datetime], datetime | None]:
        """When something is due by itself, as far as it was noted, in the games under way of a share of the
        servers: all that is due before a moment, and the first that is due later (None: nothing)."""
        of = checked.join(games, games.c.id == checked.c.game)
        mine = (games.c.status == "playing", *share.of(games.c.guild))
        end = row_mapping.stamp(until)
        soon = select(checked.c.game, checked.c.wakes).select_from(of).where(*mine, checked.c.wakes < end)
        late = select(func.min(checked.c.wakes)).select_from(of).where(*mine, checked.c.wakes >= end)
        moments = {game: datetime.fromisoformat(wakes) for game, wakes in await self._rows(soon)}
        first = (await self._run(late)).scalar_one()
        return moments, None if first is None else datetime.fromisoformat(first)


class GameStateRepository(GameStateQueries, RepositoryBase):
    """Changes to how far games have come."""

    async def mark_checked(self, wakes: Mapping[int, datetime | None]) -> None:
        """Note for games that all is done as of their newest entries, and when something is due by itself; of
        games that are gone nothing."""
        mine = select(games.c.id, _LAST_ENTRY).where(games.c.id.in_(wakes.keys()))
        rows = [
            {
                "game": game,
                "seq": seq,
                "wakes": None if (at := wakes[game]) is None else row_mapping.stamp(at),
            }
            for game, seq in await self._rows(mine)
        ]
        if rows:
            new = INSERT[self._session.dialect](checked)
            kept = {"seq": new.excluded.seq, "wakes": new.excluded.wakes}
            await self._run(new.on_conflict_do_update(index_elements=[checked.c.game], set_=kept), rows)
