"""Count results of finished games into the ratings of their players, in the order in which they finished.

What is counted stands in the database, written with the ratings that follow: a step that is interrupted has
not happened, and nothing is counted twice.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from bot.core.game_result import finished_game
from bot.runtime.metrics import Metrics
from bot.workers.keyed_worker import KeyedWorker
from league.ratings import OVERALL, FinishedGame, Rating, rate
from storage import Store, StoredRating, WriteTransaction, departed

TOGETHER = 40
"""Results counted in one transaction: some hundredths of a second."""
ALL = "all"
"""The only key: results are counted one after the other."""


class RatingWorker:
    """`ready`: whether no result of an earlier game is missing any more, after which `wake` is called."""

    def __init__(
        self, store: Store, ready: Callable[[], bool], metrics: Metrics | None = None, pause: float = 0.05
    ) -> None:
        self._store = store
        self._ready = ready
        self.steps: KeyedWorker[str] = KeyedWorker("ratings", self._step, pause=pause, metrics=metrics)

    def start(self) -> None:
        """Count what the last run left. Twice does no harm."""
        self.steps.schedule(ALL)
        self.steps.start()

    def wake(self, game_id: int | None = None) -> None:
        """Something was written: perhaps a result."""
        self.steps.schedule(ALL)

    async def close(self) -> None:
        """Finish the step under way."""
        await self.steps.close()

    async def _step(self, key: str) -> None:
        """Count the next results; until none is left the worker comes back."""
        if not self._ready() or not await self._store.ratings.waiting():
            return
        async with self._store.writing() as tx:
            results = await tx.ratings.uncounted(TOGETHER)
            new = await _rated(tx, [finished_game(result) for result in results if not result.unrated])
            await tx.ratings.count([result.game for result in results], new)
        self.steps.schedule(key)


async def _rated(tx: WriteTransaction, rated: Sequence[FinishedGame]) -> list[StoredRating]:
    """The ratings that follow from these rated games, each counted for its rulebook and overall.

    Erased users have no rating: each time they count as a newcomer.
    """
    known: dict[tuple[str, int], Rating] = {}
    new = []
    for pool in dict.fromkeys(pool for game in rated for pool in _pools(game)):
        users = {user for game in rated if pool in _pools(game) for user in _people(game)}
        for user, row in (await tx.ratings.of_users(users, pool)).items():
            known[pool, user] = Rating(mean=row.mean, deviation=row.deviation, games=row.games)
    for game in rated:
        for pool in _pools(game):
            before = {user: known[pool, user] for user in _people(game) if (pool, user) in known}
            for user, rating in rate(game, before).items():
                if departed(user):
                    continue
                known[pool, user] = rating
                new.append(
                    StoredRating(
                        pool=pool,
                        user=user,
                        games=rating.games,
                        game=game.game,
                        mean=rating.mean,
                        deviation=rating.deviation,
                    )
                )
    return new


def _pools(game: FinishedGame) -> tuple[str, str]:
    return OVERALL, game.rulebook


def _people(game: FinishedGame) -> Iterator[int]:
    return (user for side in game.sides for user in side if not departed(user))
