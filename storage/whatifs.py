"""What-ifs on disk: one of a user in a game, with orders and a seed of its own. No log refers to it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import RowMapping, delete, insert, select

from storage import rows
from storage.asking import Asking
from storage.records import Entry
from storage.tables import games, whatifs


@dataclass(frozen=True, slots=True, kw_only=True)
class WhatIf:
    """A private copy of a game's table, as `side` knew it just after entry `after`.

    `entries` are the orders given in it, struck ones included, numbered from 2; `seed` and `faces` are where
    its dice come from: the faces laid ready fall first.
    """

    game: int
    user: int
    channel: int
    side: str
    after: int
    seed: bytes
    faces: tuple[int, ...] = ()
    entries: tuple[Entry, ...] = ()


class WhatIfReading(Asking):
    """Questions about what-ifs."""

    async def whatifs(self) -> list[WhatIf]:
        """Those of games under way."""
        open_ = select(whatifs, games.c.channel).join(games, games.c.id == whatifs.c.game)
        found = await self._run(open_.where(games.c.status == "playing").order_by(games.c.id, whatifs.c.user))
        return [_whatif(row) for row in found.mappings()]


class WhatIfWriting(WhatIfReading):
    """Changes to what-ifs."""

    async def keep_whatif(self, kept: WhatIf) -> None:
        """Keep a what-if, in place of what was kept of the same user in the same game."""
        await self.drop_whatifs(kept.game, kept.user)
        log = [_written(entry) for entry in kept.entries]
        row = {
            "game": kept.game,
            "user": kept.user,
            "side": kept.side,
            "after": kept.after,
            "seed": kept.seed,
            "faces": rows.to_text(list(kept.faces)),
            "entries": rows.to_text(log),
        }
        await self._run(insert(whatifs), row)

    async def drop_idle_whatifs(self) -> None:
        """Forget those of games that are over."""
        playing = select(games.c.id).where(games.c.status == "playing")
        await self._run(delete(whatifs).where(whatifs.c.game.not_in(playing)))

    async def drop_whatifs(self, game: int, user: int | None = None) -> None:
        """Forget the what-if of a user in a game, or those of everybody."""
        mine = delete(whatifs).where(whatifs.c.game == game)
        await self._run(mine if user is None else mine.where(whatifs.c.user == user))


def _written(entry: Entry) -> list[Any]:
    row = rows.entry_row(0, entry.seq, entry)
    return [row[name] for name in rows.ENTRY]


def _whatif(row: RowMapping) -> WhatIf:
    log: Sequence[Sequence[Any]] = json.loads(row["entries"])
    return WhatIf(
        game=row["game"],
        user=row["user"],
        channel=row["channel"],
        side=row["side"],
        after=row["after"],
        seed=bytes(row["seed"]),
        faces=tuple(json.loads(row["faces"])),
        entries=tuple(rows.entry(each) for each in log),
    )
