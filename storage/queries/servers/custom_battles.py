"""Battles that members of a server have uploaded, each in its latest version.

A game keeps the text of the battle that it began with, so that nothing here is needed to go on with it.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import delete, select

from storage import row_mapping
from storage.queries.base import QueryBase, RepositoryBase, query, remembered
from storage.records import Json
from storage.tables import custom_battles


@dataclass(frozen=True, slots=True, kw_only=True)
class CustomBattle:
    """A battle of a server: its name, which no other battle there has, the version that was uploaded last,
    who wrote it, its rulebook, its title by language, and when that version was uploaded."""

    guild: int
    battle: str
    version: int
    author: int
    name: str
    rulebook: str
    title: Mapping[str, str]
    uploaded: datetime


_LISTED = [column for column in custom_battles.c if column.name != "printed"]


class CustomBattleQueries(QueryBase):
    """Queries about battles of servers."""

    @remembered(custom_battles)
    async def in_guild(self, guild: int) -> tuple[CustomBattle, ...]:
        """The battles of a server, by name; without their texts."""
        mine = select(*_LISTED).where(custom_battles.c.guild == guild).order_by(custom_battles.c.battle)
        return tuple(_battle(row) for row in (await self._run(mine)).mappings())

    @query
    async def get(self, guild: int, battle: str) -> CustomBattle | None:
        """A battle of a server, without its text; None when there is none of that name."""
        mine = select(*_LISTED).where(custom_battles.c.guild == guild, custom_battles.c.battle == battle)
        row = (await self._run(mine)).mappings().first()
        return None if row is None else _battle(row)

    @query
    async def printed(self, guild: int, battle: str) -> Json | None:
        """The text of a battle as it is built from; None when there is none of that name."""
        one = (custom_battles.c.guild == guild, custom_battles.c.battle == battle)
        text = (await self._run(select(custom_battles.c.printed).where(*one))).scalar_one_or_none()
        if text is None:
            return None
        printed: Json = json.loads(text)
        return printed


class CustomBattleRepository(CustomBattleQueries, RepositoryBase):
    """Changes to battles of servers."""

    async def save(self, battle: CustomBattle, printed: Json) -> None:
        """Keep a battle, in place of an earlier version."""
        key: Json = {"guild": battle.guild, "battle": battle.battle}
        values: Json = {
            "version": battle.version,
            "author": battle.author,
            "name": battle.name,
            "rulebook": battle.rulebook,
            "title": row_mapping.to_text(dict(battle.title)),
            "printed": row_mapping.to_text(printed),
            "uploaded": row_mapping.stamp(battle.uploaded),
        }
        await self._upsert(custom_battles, key, values)

    async def remove(self, guild: int, battle: str) -> bool:
        """Remove a battle; whether there was one of that name."""
        one = (custom_battles.c.guild == guild, custom_battles.c.battle == battle)
        return (await self._run(delete(custom_battles).where(*one))).rowcount == 1


def _battle(row: row_mapping.Row) -> CustomBattle:
    values = {column.name: row[column.name] for column in _LISTED}
    values["title"] = json.loads(row["title"])
    values["uploaded"] = datetime.fromisoformat(row["uploaded"])
    return CustomBattle(**values)
