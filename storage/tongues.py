"""The language of a channel that has one of its own: threads in which somebody learns."""

from __future__ import annotations

from sqlalchemy import delete, select

from storage.asking import Asking, Putting
from storage.tables import tongues


class TongueReading(Asking):
    """Questions about languages of channels."""

    async def tongues(self) -> dict[int, str]:
        """The channels that have a language of their own, and which."""
        found = await self._run(select(tongues).order_by(tongues.c.channel))
        return {row["channel"]: row["language"] for row in found.mappings()}


class TongueWriting(TongueReading, Putting):
    """Changes to them."""

    async def speak_in(self, channel: int, language: str | None) -> None:
        """Keep the language of a channel; None: it speaks its server's."""
        if language is None:
            await self._run(delete(tongues).where(tongues.c.channel == channel))
        else:
            await self._put(tongues, {"channel": channel, "language": language}, {"language": language})
