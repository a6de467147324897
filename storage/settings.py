"""What a server has settled, and what a person prefers."""

from __future__ import annotations

import json

from sqlalchemy import delete, select

from storage import rows
from storage.asking import Asking, Putting
from storage.tables import settings, tastes


class SettingsReading(Asking):
    """Questions about servers and tastes."""

    async def settings(self, guild: int) -> dict[str, int]:
        """What a server has settled by name: the number of a channel or of a role."""
        found = await self._run(select(settings).where(settings.c.guild == guild).order_by(settings.c.name))
        return {row["name"]: row["value"] for row in found.mappings()}

    async def taste(self, user: int) -> dict[str, str]:
        """What a person prefers by name; nothing of somebody who never said so."""
        chosen = await self._run(select(tastes.c.chosen).where(tastes.c.user == user))
        text = chosen.scalar_one_or_none()
        return {} if text is None else {str(name): str(word) for name, word in json.loads(text).items()}


class SettingsWriting(SettingsReading, Putting):
    """Changes to them."""

    async def settle(self, guild: int, name: str, value: int | None) -> None:
        """Keep what a server has settled; None takes it back."""
        if value is None:
            mine = (settings.c.guild == guild, settings.c.name == name)
            await self._run(delete(settings).where(*mine))
        else:
            key = {"guild": guild, "name": name}
            await self._put(settings, {**key, "value": value}, {"value": value})

    async def keep_taste(self, user: int, chosen: dict[str, str]) -> None:
        """Keep what a person prefers, in place of all he preferred before."""
        about = {"chosen": rows.to_text(chosen)}
        await self._put(tastes, {"user": user, **about}, about)
