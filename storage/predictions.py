"""What those who look on have predicted of big fights."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import RowMapping, select

from storage.asking import Asking, Putting
from storage.tables import games, predictions


@dataclass(frozen=True, slots=True, kw_only=True)
class Prediction:
    """What a user says of the fight that impended when everybody knew `after` entries of a game; his name
    as it was then."""

    game: int
    after: int
    user: int
    name: str
    guess: str


class PredictionReading(Asking):
    """Questions about predictions."""

    async def guesses(self, game: int) -> list[Prediction]:
        """Those made in a game, oldest fight first."""
        mine = select(predictions).where(predictions.c.game == game)
        found = await self._run(mine.order_by(predictions.c.after, predictions.c.user))
        return [_prediction(row) for row in found.mappings()]

    async def predicted(self, guild: int) -> list[Prediction]:
        """Those made in all games of a server."""
        here = select(predictions).join(games, games.c.id == predictions.c.game).where(games.c.guild == guild)
        found = await self._run(here.order_by(predictions.c.game, predictions.c.after, predictions.c.user))
        return [_prediction(row) for row in found.mappings()]


class PredictionWriting(PredictionReading, Putting):
    """Changes to them."""

    async def predict(self, made: Prediction) -> None:
        """Keep what somebody predicts, in place of what he said of that fight before."""
        about = {"name": made.name, "guess": made.guess}
        await self._put(
            predictions, {"game": made.game, "after": made.after, "user": made.user, **about}, about
        )


def _prediction(row: RowMapping) -> Prediction:
    return Prediction(**dict(row))
