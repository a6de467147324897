"""How far games have come: the version of each, and up to where all is done that happens by itself."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from sqlalchemy import Executable, bindparam, func, or_, select

from storage import row_mapping
from storage.queries.base import INSERT, QueryBase, RepositoryBase, query
from storage.tables import checked, entries, games

_LAST_ENTRY = func.coalesce(
    select(func.max(entries.c.seq)).where(entries.c.game == games.c.id).correlate(games).scalar_subquery(), 0
)
_VERSION = select(games.c.revision, _LAST_ENTRY).where(games.c.id == bindparam("game"))
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
        mine = select(games.c.id).outerjoin(checked, checked.c.game == games.c.id)
        new = or_(games.c.status == "lobby", checked.c.game.is_(None), checked.c.seq != _LAST_ENTRY)
        return set((await self._run(mine.where(new))).scalars())

    @query
    async def next_moments(self) -> dict[int, datetime]:
        """When something is due by itself in the games under way, as far as it was noted."""
        mine = select(checked.c.game, checked.c.wakes).join(games, games.c.id == checked.c.game)
        rows = await self._rows(mine.where(games.c.status == "playing", checked.c.wakes.is_not(None)))
        return {game: datetime.fromisoformat(wakes) for game, wakes in rows}


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
