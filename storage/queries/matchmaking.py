"""Finding players and games: who looks for a game, who may join one, which sides look for a new player."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime

from sqlalchemy import bindparam, delete, select

from storage import row_mapping
from storage.queries.base import QueryBase, RepositoryBase, query
from storage.row_mapping import Row
from storage.tables import games, join_rules, seekers, vacancies

_VACANCIES = select(vacancies).where(vacancies.c.game == bindparam("game")).order_by(vacancies.c.side)


@dataclass(frozen=True, slots=True, kw_only=True)
class Seeker:
    """A player who looks for a game of those rule systems in a server, with a note, since when.

    `channel` is where they said so (0: not known), `clock` the time control they want ("": any).
    """

    guild: int
    user: int
    name: str
    systems: tuple[str, ...]
    note: str = ""
    since: datetime
    channel: int = 0
    clock: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class JoinRules:
    """Who may join a game: players who meet at least `min_reliability` % of their deadlines.

    `reserved`: for each side, the users it is reserved for, in the order in which they held it before.
    `starts_full`: the game starts by itself when the last seat is taken.
    """

    min_reliability: int = 0
    starts_full: bool = False
    reserved: Mapping[str, tuple[int, ...]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Vacancy:
    """A side that looks for a player to replace `user`; None when its deadline opened the vacancy."""

    game: int
    side: str
    user: int | None
    since: datetime


class SeekerQueries(QueryBase):
    """Queries about players who look for a game."""

    @query
    async def in_guild(self, guild: int, since: datetime) -> list[Seeker]:
        """Those who began to look for a game in a server since then, the first one first."""
        mine = select(seekers).where(seekers.c.guild == guild, seekers.c.since >= row_mapping.stamp(since))
        result = await self._run(mine.order_by(seekers.c.since, seekers.c.user))
        return [
            Seeker(
                guild=row["guild"],
                user=row["user"],
                name=json.loads(row["name"]),
                systems=tuple(json.loads(row["systems"])),
                note=json.loads(row["note"]),
                since=datetime.fromisoformat(row["since"]),
                channel=row["channel"],
                clock=row["clock"],
            )
            for row in result.mappings()
        ]

    @query
    async def guilds(self) -> list[int]:
        """The servers in which players look for a game."""
        mine = select(seekers.c.guild).distinct().order_by(seekers.c.guild)
        return list((await self._run(mine)).scalars())


class SeekerRepository(SeekerQueries, RepositoryBase):
    """Changes to players who look for a game."""

    async def save(self, seeker: Seeker) -> None:
        """Save what a player looks for, in place of what they looked for before."""
        values = {
            "name": row_mapping.to_text(seeker.name),
            "systems": row_mapping.to_text(list(seeker.systems)),
            "note": row_mapping.to_text(seeker.note),
            "since": row_mapping.stamp(seeker.since),
            "channel": seeker.channel,
            "clock": seeker.clock,
        }
        await self._upsert(seekers, {"guild": seeker.guild, "user": seeker.user}, values)

    async def remove(self, guild: int, user: int, systems: Iterable[str] | None = None) -> bool:
        """A player no longer looks for a game of these rule systems (None: of any); whether they did."""
        mine = (seekers.c.guild == guild, seekers.c.user == user)
        row = (await self._run(select(seekers.c.systems).where(*mine))).mappings().first()
        if row is None:
            return False
        before = json.loads(row["systems"])
        left = [system for system in before if systems is not None and system not in set(systems)]
        if left:
            await self._run(seekers.update().where(*mine).values(systems=row_mapping.to_text(left)))
        else:
            await self._run(delete(seekers).where(*mine))
        return bool(left != before)

    async def delete_before(self, before: datetime) -> None:
        """Delete those who began to look for a game before then."""
        await self._run(delete(seekers).where(seekers.c.since < row_mapping.stamp(before)))


class JoinRuleQueries(QueryBase):
    """Queries about who may join a game."""

    @query
    async def of_game(self, game: int) -> JoinRules:
        """Who may join a game."""
        row = (await self._run(select(join_rules).where(join_rules.c.game == game))).mappings().first()
        if row is None:
            return JoinRules()
        reserved = {side: tuple(users) for side, users in json.loads(row["kept"]).items()}
        return JoinRules(
            min_reliability=row["least"], starts_full=bool(row["starts_full"]), reserved=reserved
        )


class JoinRuleRepository(JoinRuleQueries, RepositoryBase):
    """Changes to who may join a game."""

    async def save(self, game: int, rules: JoinRules) -> None:
        """Save who may join a game."""
        reserved = row_mapping.to_text({side: list(users) for side, users in rules.reserved.items()})
        fields = {"least": rules.min_reliability, "kept": reserved, "starts_full": int(rules.starts_full)}
        await self._upsert(join_rules, {"game": game}, fields)


class VacancyQueries(QueryBase):
    """Queries about sides that look for a new player."""

    @query
    async def of_game(self, game: int) -> dict[str, Vacancy]:
        """The vacancies of a game by side."""
        result = await self._run(_VACANCIES, {"game": game})
        return {row["side"]: _vacancy(row) for row in result.mappings()}

    @query
    async def in_guild(self, guild: int) -> list[Vacancy]:
        """The vacancies in a server's games under way, newest first."""
        mine = select(vacancies).join(games, games.c.id == vacancies.c.game)
        mine = mine.where(games.c.guild == guild, games.c.status == "playing")
        result = await self._run(mine.order_by(vacancies.c.since.desc(), vacancies.c.game, vacancies.c.side))
        return [_vacancy(row) for row in result.mappings()]


class VacancyRepository(VacancyQueries, RepositoryBase):
    """Changes to vacancies."""

    async def open(self, vacancy: Vacancy) -> None:
        """Open a side to a new player."""
        values = {"user": vacancy.user, "since": row_mapping.stamp(vacancy.since)}
        await self._upsert(vacancies, {"game": vacancy.game, "side": vacancy.side}, values)

    async def close(self, game: int, side: str) -> bool:
        """A side no longer looks for a new player; whether it did."""
        mine = delete(vacancies).where(vacancies.c.game == game, vacancies.c.side == side)
        return bool((await self._run(mine)).rowcount)


def _vacancy(row: Row) -> Vacancy:
    return Vacancy(
        game=row["game"],
        side=row["side"],
        user=row["user"],
        since=datetime.fromisoformat(row["since"]),
    )
