"""Ratings of players: a cache of what follows from the results of games, in the order in which they finished.

A result is counted once. When one changes or disappears, or comes in late, it and all later ones are counted
again: `recount_from` says so, `uncounted` gives them in order.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, Select, delete, func, insert, or_, select, update

from storage.queries.base import QueryBase, RepositoryBase, query, remembered
from storage.queries.league.results import RESULTS, GameResult, ResultRepository
from storage.row_mapping import Row
from storage.tables import game_results, ratings, result_players

MILLIONTHS = 1_000_000


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredRating:
    """The rating of a user in a pool after so many rated `games`, the last of which is `game`. `mean` and
    `deviation` are on the scale of the rating system, to six decimals."""

    pool: str
    user: int
    games: int
    game: int
    mean: float
    deviation: float


_LATER = ratings.alias()
_NEWEST = (
    select(func.max(_LATER.c.games))
    .where(_LATER.c.pool == ratings.c.pool, _LATER.c.user == ratings.c.user)
    .correlate(ratings)
    .scalar_subquery()
)


class RatingQueries(QueryBase):
    """Queries about ratings."""

    @remembered(ratings)
    async def of_user(self, user: int) -> dict[str, StoredRating]:
        """The newest rating of a user in each pool where they have one, by pool."""
        rows = await self._run(_current().where(ratings.c.user == user).order_by(ratings.c.pool))
        return {row["pool"]: _rating(row) for row in rows.mappings()}

    @query
    async def of_users(self, users: Collection[int], pool: str) -> dict[int, StoredRating]:
        """The newest ratings of those of these users who have one in a pool."""
        rows = await self._run(_current().where(ratings.c.pool == pool, ratings.c.user.in_(users)))
        return {row["user"]: _rating(row) for row in rows.mappings()}

    @query
    async def history(self, user: int, pool: str, most: int) -> list[tuple[datetime, StoredRating]]:
        """The last ratings of a user in a pool, at most so many, the oldest first, each with when its game
        finished."""
        mine: Select[Any] = select(ratings, game_results.c.finished)
        mine = mine.join(game_results, game_results.c.game == ratings.c.game)
        mine = mine.where(ratings.c.pool == pool, ratings.c.user == user)
        rows = (await self._run(mine.order_by(ratings.c.games.desc()).limit(most))).mappings().all()
        return [(datetime.fromisoformat(row["finished"]), _rating(row)) for row in rows][::-1]

    @remembered(ratings, game_results, result_players)
    async def ranking(self, pool: str, guild: int, least: int, most: int) -> list[StoredRating]:
        """The newest ratings in a pool of users who have played a rated game in a server and have `least`
        rated games in the pool, the best first: at most so many."""
        here = _current().where(ratings.c.pool == pool, ratings.c.games >= least, _played_in(guild))
        rows = await self._run(here.order_by(ratings.c.mean.desc(), ratings.c.user).limit(most))
        return [_rating(row) for row in rows.mappings()]

    @remembered(ratings, game_results, result_players)
    async def pools(self, guild: int) -> list[str]:
        """The pools in which users who have played a rated game in a server have a rating."""
        mine = select(ratings.c.pool).where(_played_in(guild)).distinct().order_by(ratings.c.pool)
        return list((await self._run(mine)).scalars())

    @remembered(game_results)
    async def waiting(self) -> int:
        """How many results are still to be counted."""
        mine = select(func.count()).select_from(game_results).where(game_results.c.counted == 0)
        return int((await self._run(mine)).scalar_one())


class RatingRepository(RatingQueries, RepositoryBase):
    """Changes to ratings."""

    async def uncounted(self, most: int) -> list[GameResult]:
        """The next results to be counted, at most so many, in the order in which the games finished. Of them
        and of all later ones nothing is counted any more."""
        first = await self._first(game_results.c.counted == 0)
        if first is None:
            return []
        await self.recount_from(*first)
        mine = RESULTS.where(game_results.c.counted == 0)
        mine = mine.order_by(game_results.c.finished, game_results.c.game).limit(most)
        rows = (await self._run(mine)).mappings().all()
        return await ResultRepository(self._session).with_players(rows)

    async def count(self, games: Collection[int], new: Iterable[StoredRating]) -> None:
        """Note that the results of these games are counted, with the ratings that follow."""
        rows = [
            {
                "pool": rating.pool,
                "user": rating.user,
                "games": rating.games,
                "game": rating.game,
                "mean": round(rating.mean * MILLIONTHS),
                "deviation": round(rating.deviation * MILLIONTHS),
            }
            for rating in new
        ]
        if rows:
            await self._run(insert(ratings), rows)
        done = update(game_results).where(game_results.c.game.in_(games))
        await self._run(done.values(counted=1))

    async def recount_from(self, finished: str, game: int) -> None:
        """Count this result and all later ones again."""
        this = game_results.c.game == game
        later = or_(
            game_results.c.finished > finished,
            (game_results.c.finished == finished) & (game_results.c.game > game),
        )
        await self._run(
            update(game_results).where(this | later, game_results.c.counted == 1).values(counted=0)
        )
        open_ = select(game_results.c.game).where(game_results.c.counted == 0)
        await self._run(delete(ratings).where(ratings.c.game.in_(open_)))

    async def recount_games_of(self, user: int) -> None:
        """Count the results of a user's games, and all later ones, again: the user is about to be erased."""
        mine = select(result_players.c.game).where(result_players.c.user == user)
        await self._recount_first(game_results.c.game.in_(mine))

    async def recount_games_in(self, guild: int) -> None:
        """The same for the results in a server that is about to be deleted."""
        await self._recount_first(game_results.c.guild == guild)

    async def _recount_first(self, *where: ColumnElement[bool]) -> None:
        if (first := await self._first(game_results.c.unrated == "", *where)) is not None:
            await self.recount_from(*first)

    async def _first(self, *where: ColumnElement[bool]) -> tuple[str, int] | None:
        """When the first of these games finished, and which it is."""
        mine = select(game_results.c.finished, game_results.c.game).where(*where)
        first = mine.order_by(game_results.c.finished, game_results.c.game).limit(1)
        row: Any = (await self._run(first)).first()
        return (row[0], row[1]) if row is not None else None


def _current() -> Select[Any]:
    """The newest rating of each user in each pool."""
    return select(ratings).where(ratings.c.games == _NEWEST)


def _played_in(guild: int) -> ColumnElement[bool]:
    """Ratings of users who have played a rated game in a server."""
    theirs = (
        select(result_players.c.user)
        .join(game_results, game_results.c.game == result_players.c.game)
        .where(
            game_results.c.guild == guild, game_results.c.unrated == "", result_players.c.user.is_not(None)
        )
    )
    return ratings.c.user.in_(theirs)


def _rating(row: Row) -> StoredRating:
    return StoredRating(
        pool=row["pool"],
        user=row["user"],
        games=row["games"],
        game=row["game"],
        mean=row["mean"] / MILLIONTHS,
        deviation=row["deviation"] / MILLIONTHS,
    )
