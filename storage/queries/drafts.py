"""Drafts: orders that players have written down and not yet given."""

from __future__ import annotations

from sqlalchemy import insert, select, update

from storage import row_mapping
from storage.queries.base import QueryBase, RepositoryBase, query
from storage.records import Draft
from storage.tables import drafts


class DraftQueries(QueryBase):
    """Queries about drafts."""

    @query
    async def get(self, game: int, user: int) -> Draft | None:
        """The last draft of a user in a game, empty once it is given; None when there never was one."""
        mine = select(drafts).where(drafts.c.game == game, drafts.c.user == user)
        row = (await self._run(mine)).mappings().first()
        return row_mapping.draft(row) if row else None


class DraftRepository(DraftQueries, RepositoryBase):
    """Changes to drafts."""

    async def save(self, game: int, user: int, text: str) -> int:
        """Replace the draft of a user by a new one; its number, one more than that of the last."""
        before = await self.get(game, user)
        if before is None:
            row = {"game": game, "user": user, "number": 1, "text": row_mapping.to_text(text)}
            await self._run(insert(drafts), row)
            return 1
        mine = update(drafts).where(drafts.c.game == game, drafts.c.user == user)
        await self._run(mine.values(number=before.number + 1, text=row_mapping.to_text(text)))
        return before.number + 1

    async def shorten(self, game: int, user: int, text: str) -> None:
        """Replace the text of a draft by what is left of it. Raises LookupError when there is no draft."""
        mine = update(drafts).where(drafts.c.game == game, drafts.c.user == user)
        if not (await self._run(mine.values(text=row_mapping.to_text(text)))).rowcount:
            raise LookupError(f"no draft of {user} in game {game}")
