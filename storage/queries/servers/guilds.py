"""Servers ("guilds" to Discord): which have the bot, their settings, the languages of their channels."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import bindparam, delete, or_, select, update

from storage import row_mapping
from storage.queries.base import QueryBase, RepositoryBase, query, remembered
from storage.queries.league.ratings import RatingRepository
from storage.tables import (
    channel_languages,
    games,
    guilds,
    metadata,
    outbox,
    seasons,
    settings,
    status_messages,
    tournament_games,
    tournament_servers,
    tournaments,
)

_SETTINGS = select(settings).where(settings.c.guild == bindparam("guild")).order_by(settings.c.name)
SERVER, TOURNAMENT, FOLLOWED = "server", "tournament", "followed"
"""The kinds of status messages that are about a server, a tournament, or one that is held on another server:
then about the row of the following server."""


class GuildQueries(QueryBase):
    """Queries about servers."""

    @query
    async def is_known(self, guild: int) -> bool:
        """Whether the bot has greeted a server."""
        return (await self._run(select(guilds.c.id).where(guilds.c.id == guild))).first() is not None

    @query
    async def ids(self) -> set[int]:
        """The servers about which anything is stored."""
        ids: set[int] = set()
        named = [t.c.guild for t in metadata.sorted_tables if "guild" in t.c and t is not outbox]
        for column in (guilds.c.id, *named):
            ids |= set((await self._run(select(column).distinct())).scalars())
        return ids

    @query
    async def without_bot(self) -> dict[int, datetime]:
        """The servers that have removed the bot, and when."""
        result = await self._run(select(guilds).where(guilds.c.gone.is_not(None)))
        return {row["id"]: datetime.fromisoformat(row["gone"]) for row in result.mappings()}

    @query
    async def has_removed_bot(self, guild: int) -> bool:
        """Whether a server has removed the bot."""
        mine = (guilds.c.id == guild, guilds.c.gone.is_not(None))
        return (await self._run(select(guilds.c.id).where(*mine))).first() is not None


class GuildRepository(GuildQueries, RepositoryBase):
    """Changes to servers."""

    async def add(self, guild: int) -> bool:
        """Remember that the bot has greeted a server; False when it was known before."""
        return await self._insert_new(guilds, {"id": guild, "since": row_mapping.stamp(self._session.now())})

    async def mark_bot_removed(self, guild: int, at: datetime) -> None:
        """Note when a server removed the bot; a time noted earlier stays."""
        if not await self.has_removed_bot(guild):
            gone = {"gone": row_mapping.stamp(at)}
            if not await self._insert_new(guilds, {"id": guild, "since": row_mapping.stamp(at), **gone}):
                await self._run(update(guilds).where(guilds.c.id == guild).values(gone))

    async def mark_bot_back(self, guild: int) -> None:
        """Note that a server has the bot again."""
        await self._run(update(guilds).where(guilds.c.id == guild).values(gone=None))

    async def delete(self, guild: int) -> None:
        """Delete everything about a server: its games with all they hold, its settings, who looked for a game
        there. What people keep for themselves in all servers stays; so do tournaments of other servers that
        it followed, with the results of their games."""
        await RatingRepository(self._session).recount_games_in(guild)
        mine = select(games.c.id).where(games.c.guild == guild)
        for table in (games, tournaments, seasons, tournament_servers):
            channels = select(table.c.channel).where(table.c.guild == guild)
            await self._run(delete(outbox).where(outbox.c.channel.in_(channels)))
            await self._run(delete(channel_languages).where(channel_languages.c.channel.in_(channels)))
        theirs = select(tournaments.c.id).where(tournaments.c.guild == guild)
        kind, about = status_messages.c.kind, status_messages.c.about
        followed = select(tournament_servers.c.id).where(tournament_servers.c.guild == guild)
        of_game = kind.not_in((SERVER, TOURNAMENT, FOLLOWED)) & about.in_(mine)
        of_tournament = (kind == TOURNAMENT) & about.in_(theirs)
        of_followed = (kind == FOLLOWED) & about.in_(followed)
        of_server = (kind == SERVER) & (about == guild)
        cards = or_(of_game, of_tournament, of_followed, of_server)
        await self._run(delete(status_messages).where(cards))
        for table in reversed(metadata.sorted_tables):  # games after the tables that refer to them
            if "game" in table.c and table is not tournament_games:  # those lose the game, not the result
                await self._run(delete(table).where(table.c.game.in_(mine)))
        for table in metadata.sorted_tables:
            if "guild" in table.c:
                await self._run(delete(table).where(table.c.guild == guild))
        await self._run(delete(guilds).where(guilds.c.id == guild))


class SettingQueries(QueryBase):
    """Queries about the settings of servers."""

    @remembered(settings)
    async def of_guild(self, guild: int) -> dict[str, int]:
        """The settings of a server by name: ids of channels or of roles."""
        result = await self._run(_SETTINGS, {"guild": guild})
        return {row["name"]: row["value"] for row in result.mappings()}


class SettingRepository(SettingQueries, RepositoryBase):
    """Changes to the settings of servers."""

    async def set(self, guild: int, name: str, value: int | None) -> None:
        """Set a setting; None removes it."""
        if value is None:
            await self._run(delete(settings).where(settings.c.guild == guild, settings.c.name == name))
        else:
            await self._upsert(settings, {"guild": guild, "name": name}, {"value": value})


class ChannelLanguageQueries(QueryBase):
    """Queries about channels that do not use the language of their server: threads for learning."""

    @query
    async def all(self) -> dict[int, str]:
        """The language of each such channel."""
        result = await self._run(select(channel_languages).order_by(channel_languages.c.channel))
        return {row["channel"]: row["language"] for row in result.mappings()}


class ChannelLanguageRepository(ChannelLanguageQueries, RepositoryBase):
    """Changes to the languages of channels."""

    async def set(self, channel: int, language: str | None) -> None:
        """Set the language of a channel; None: its server's."""
        if language is None:
            await self._run(delete(channel_languages).where(channel_languages.c.channel == channel))
        else:
            await self._upsert(channel_languages, {"channel": channel}, {"language": language})
