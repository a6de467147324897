"""Predictions of big fights by spectators."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import select

from storage.queries.base import QueryBase, RepositoryBase, query
from storage.row_mapping import Row
from storage.tables import games, predictions


@dataclass(frozen=True, slots=True, kw_only=True)
class Prediction:
    """A user's guess about the fight that was imminent after `after` public entries of a game; `name` is the
    user's name at that time."""

    game: int
    after: int
    user: int
    name: str
    guess: str


class PredictionQueries(QueryBase):
    """Queries about predictions."""

    @query
    async def of_game(self, game: int) -> list[Prediction]:
        """Those of a game, oldest fight first."""
        mine = select(predictions).where(predictions.c.game == game)
        result = await self._run(mine.order_by(predictions.c.after, predictions.c.user))
        return [_prediction(row) for row in result.mappings()]

    @query
    async def in_guild(self, guild: int) -> list[Prediction]:
        """Those of all games of a server."""
        mine = select(predictions).join(games, games.c.id == predictions.c.game).where(games.c.guild == guild)
        result = await self._run(mine.order_by(predictions.c.game, predictions.c.after, predictions.c.user))
        return [_prediction(row) for row in result.mappings()]


class PredictionRepository(PredictionQueries, RepositoryBase):
    """Changes to predictions."""

    async def save(self, made: Prediction) -> None:
        """Save a prediction, in place of the user's earlier one of that fight."""
        key = {"game": made.game, "after": made.after, "user": made.user}
        await self._upsert(predictions, key, {"name": made.name, "guess": made.guess})


def _prediction(row: Row) -> Prediction:
    return Prediction(**dict(row))
