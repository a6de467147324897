"""What-ifs: private copies of games, at most one for each user and game. No log refers to them."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import delete, select

from storage import row_mapping
from storage.queries.base import QueryBase, RepositoryBase, query
from storage.records import Entry
from storage.row_mapping import Row
from storage.tables import games, what_ifs


@dataclass(frozen=True, slots=True, kw_only=True)
class WhatIf:
    """A private copy of a game, as `side` knew it just after entry `after`.

    `entries` are the orders given in it, struck ones included, numbered from 2. Its dice come from `faces`,
    chosen by the user, then from `seed`.
    """

    game: int
    user: int
    channel: int
    side: str
    after: int
    seed: bytes
    faces: tuple[int, ...] = ()
    entries: tuple[Entry, ...] = ()


class WhatIfQueries(QueryBase):
    """Queries about what-ifs."""

    @query
    async def all(self) -> list[WhatIf]:
        """Those of games under way."""
        mine = select(what_ifs, games.c.channel).join(games, games.c.id == what_ifs.c.game)
        result = await self._run(
            mine.where(games.c.status == "playing").order_by(games.c.id, what_ifs.c.user)
        )
        return [_what_if(row) for row in result.mappings()]


class WhatIfRepository(WhatIfQueries, RepositoryBase):
    """Changes to what-ifs."""

    async def save(self, what_if: WhatIf) -> None:
        """Save a what-if, in place of the same user's earlier one in the same game."""
        values = {
            "side": what_if.side,
            "after": what_if.after,
            "seed": what_if.seed,
            "faces": row_mapping.to_text(list(what_if.faces)),
            "entries": row_mapping.to_text([_packed(entry) for entry in what_if.entries]),
        }
        await self._upsert(what_ifs, {"game": what_if.game, "user": what_if.user}, values)

    async def delete_finished(self) -> None:
        """Delete those of games that are over."""
        playing = select(games.c.id).where(games.c.status == "playing")
        await self._run(delete(what_ifs).where(what_ifs.c.game.not_in(playing)))

    async def delete(self, game: int, user: int | None = None) -> None:
        """Delete the what-if of a user in a game, or those of all users."""
        mine = delete(what_ifs).where(what_ifs.c.game == game)
        await self._run(mine if user is None else mine.where(what_ifs.c.user == user))


def _packed(entry: Entry) -> list[Any]:
    row = row_mapping.entry_row(0, entry.seq, entry)
    return [row[name] for name in row_mapping.ENTRY]


def _what_if(row: Row) -> WhatIf:
    log: Sequence[Sequence[Any]] = json.loads(row["entries"])
    return WhatIf(
        game=row["game"],
        user=row["user"],
        channel=row["channel"],
        side=row["side"],
        after=row["after"],
        seed=bytes(row["seed"]),
        faces=tuple(json.loads(row["faces"])),
        entries=tuple(row_mapping.entry(each) for each in log),
    )
