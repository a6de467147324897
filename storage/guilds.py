"""Servers: which are known, which have sent the bot away and when, and everything of theirs taken away."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import delete, or_, select, update

from storage import rows
from storage.asking import Asking, Putting
from storage.tables import boards, games, guilds, letters, metadata, tongues

SERVER = "server"
"""The kind of boards that are about a server."""


class GuildReading(Asking):
    """Questions about servers."""

    async def guilds_known(self) -> set[int]:
        """The servers of which anything is kept."""
        found: set[int] = set()
        for column in (guilds.c.id, *(t.c.guild for t in metadata.sorted_tables if "guild" in t.c)):
            found |= set((await self._run(select(column).distinct())).scalars())
        return found

    async def guilds_gone(self) -> dict[int, datetime]:
        """The servers that have sent the bot away, and when."""
        found = await self._run(select(guilds).where(guilds.c.gone.is_not(None)))
        return {row["id"]: datetime.fromisoformat(row["gone"]) for row in found.mappings()}

    async def guild_gone(self, guild: int) -> bool:
        """Whether a server has sent the bot away."""
        here = (guilds.c.id == guild, guilds.c.gone.is_not(None))
        return (await self._run(select(guilds.c.id).where(*here))).first() is not None

    async def games_of_guild(self, guild: int) -> list[int]:
        """The games of a server, oldest first."""
        found = await self._run(select(games.c.id).where(games.c.guild == guild).order_by(games.c.id))
        return list(found.scalars())


class GuildWriting(GuildReading, Putting):
    """Changes to them."""

    async def guild_left(self, guild: int, at: datetime) -> None:
        """A server has sent the bot away; a moment noted earlier stays."""
        if not await self.guild_gone(guild):
            row = {"id": guild, "since": rows.stamp(at), "gone": rows.stamp(at)}
            await self._put(guilds, row, {"gone": row["gone"]})

    async def guild_back(self, guild: int) -> None:
        """The bot is in a server again."""
        await self._run(update(guilds).where(guilds.c.id == guild).values(gone=None))

    async def forget_guild(self, guild: int) -> None:
        """Take away all that is kept of a server: its games with all they hold, what it has settled, who
        looked for a game there. What people keep for themselves in all servers stays."""
        mine = select(games.c.id).where(games.c.guild == guild)
        places = select(games.c.channel).where(games.c.guild == guild)
        await self._run(delete(letters).where(letters.c.channel.in_(places)))
        await self._run(delete(tongues).where(tongues.c.channel.in_(places)))
        of_game = (boards.c.kind != SERVER) & boards.c.about.in_(mine)
        of_server = (boards.c.kind == SERVER) & (boards.c.about == guild)
        await self._run(delete(boards).where(or_(of_game, of_server)))
        for table in reversed(metadata.sorted_tables):  # games after what names them
            if "game" in table.c:
                await self._run(delete(table).where(table.c.game.in_(mine)))
        for table in metadata.sorted_tables:
            if "guild" in table.c:
                await self._run(delete(table).where(table.c.guild == guild))
        await self._run(delete(guilds).where(guilds.c.id == guild))
