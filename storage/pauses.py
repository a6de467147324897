"""Games that stand still until somebody lets them go on."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import delete, select

from storage import rows
from storage.asking import Asking, Putting
from storage.tables import pauses


@dataclass(frozen=True, slots=True, kw_only=True)
class Pause:
    """A game stands still: by whose word (a user id), why, since when."""

    game: int
    by: int
    reason: str
    since: datetime


class PauseReading(Asking):
    """Questions about pauses."""

    async def pause(self, game: int) -> Pause | None:
        """The pause of a game; None while it goes on."""
        found = (await self._run(select(pauses).where(pauses.c.game == game))).mappings().first()
        return None if found is None else Pause(**{**found, "since": datetime.fromisoformat(found["since"])})


class PauseWriting(PauseReading, Putting):
    """Changes to them."""

    async def halt(self, pause: Pause) -> None:
        """Let a game stand still."""
        about = {"by": pause.by, "reason": pause.reason, "since": rows.stamp(pause.since)}
        await self._put(pauses, {"game": pause.game, **about}, about)

    async def go_on(self, game: int) -> bool:
        """Let a game go on; whether it stood still."""
        return (await self._run(delete(pauses).where(pauses.c.game == game))).rowcount == 1
