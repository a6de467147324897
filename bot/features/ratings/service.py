"""Ratings of players, a server's table, two players against each other. No Discord; changes nothing.

What a game was about is shown to those who played in it, and to others in its server who see its channel.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import scenarios
from bot.core.game_service import GameService
from bot.core.requests.actor import Actor
from bot.features.lobby.finder import systems
from bot.features.ratings import page as ratings_page
from bot.features.ratings.page import ALL_RULEBOOKS, LAST, LISTED, Place, PlayerRatings
from bot.i18n.catalogue import catalogue_for
from bot.ui.autocomplete import matching_choices
from bot.ui.page import Choice, Page
from engine.errors import NotOnTable
from league.ratings import NEWCOMER, OVERALL, PROVISIONAL_GAMES, Rating
from storage import GameResult, StoredRating

HISTORY = 200
"""Ratings of a player that are looked at: those after the last games."""
MOST_RESULTS = 500
"""Results of two players that are looked at."""
MOST_RANKED = 5000
"""Players among whom a place is looked up."""


class RatingService:
    """Shows ratings."""

    def __init__(self, games: GameService) -> None:
        self._games = games

    async def show(self, actor: Actor, user: int, name: str) -> Page:
        """A player's ratings and last games, with a picture of the ratings under that name."""
        ratings = await self._games.store.ratings.of_user(user)
        histories = {pool: await self._games.store.ratings.history(user, pool, HISTORY) for pool in ratings}
        about = PlayerRatings(
            user=user,
            ratings={pool: rating_of(row) for pool, row in ratings.items()},
            record=await self._games.store.results.record(user),
            results=await self._seen(
                actor, await self._games.store.results.of_user(user, most=HISTORY), LAST
            ),
            changes=_changes([row for _, row in histories.get(OVERALL, ())]),
            name=name,
            histories={
                pool: [(at, rating_of(row)) for at, row in history] for pool, history in histories.items()
            },
            waiting=await self._games.store.ratings.waiting(),
        )
        return ratings_page.player(catalogue_for(actor.language), about, own=user == actor.user)

    async def _seen(self, actor: Actor, results: Iterable[GameResult], most: int) -> list[GameResult]:
        """The first of these results that may be shown to the asker."""
        seen = []
        for result in results:
            played = any(player.user == actor.user for player in result.players)
            if played or (result.guild == actor.guild and actor.sees(result.channel)):
                seen.append(result)
        return seen[:most]

    async def table(self, actor: Actor, rulebook: str = "") -> Page:
        """The best players of a server, overall or with a rulebook. Raises NotOnTable."""
        pool = pool_named(rulebook)
        rows = await self._games.store.ratings.ranking(pool, actor.guild, PROVISIONAL_GAMES, MOST_RANKED)
        places = [Place(place=n, user=row.user, rating=rating_of(row)) for n, row in enumerate(rows, 1)]
        listed = [place.user for place in places[:LISTED]]
        names = await self._games.store.results.names_in(actor.guild, listed)
        pools = {OVERALL, pool, *await self._games.store.ratings.pools(actor.guild)}
        return ratings_page.table(
            catalogue_for(actor.language),
            pool,
            sorted(pools & {OVERALL, *systems()}),
            places[:LISTED],
            next((place for place in places if place.user == actor.user), None),
            await self._games.store.ratings.waiting(),
            names,
        )

    async def versus(self, actor: Actor, one: int, two: int) -> Page:
        """Two players against each other: everywhere where the asker is one of them, else in this server."""
        everywhere = actor.user in (one, two)
        results = await self._games.store.results.between(one, two, most=MOST_RESULTS)
        ratings = await self._games.store.ratings.of_users((one, two), OVERALL)
        first, second = (rating_of(ratings[user]) if user in ratings else None for user in (one, two))
        return ratings_page.versus(
            catalogue_for(actor.language),
            (one, two),
            (first, second),
            await self._seen(actor, results, MOST_RESULTS),
            everywhere=everywhere,
        )

    async def rulebooks(self, actor: Actor, text: str) -> list[Choice]:
        """The pools of ratings, as completions."""
        words = catalogue_for(actor.language)
        pools = (OVERALL, *systems())
        known = (Choice(label=ratings_page.pool_name(words, p), value=p or ALL_RULEBOOKS) for p in pools)
        return matching_choices(known, text)


def _changes(history: Sequence[StoredRating]) -> dict[int, int]:
    """By how much each game changed a rating, by game; not known of the first of a part of a history."""
    shown = [rating_of(row).shown for row in history]
    before = [NEWCOMER.shown if row.games == 1 else None for row in history[:1]] + shown
    pairs = zip(history, shown, before, strict=False)
    return {row.game: after - then for row, after, then in pairs if then is not None}


def rating_of(row: StoredRating) -> Rating:
    """A rating as it is stored."""
    return Rating(mean=row.mean, deviation=row.deviation, games=row.games)


def pool_named(text: str) -> str:
    """The pool of a rulebook, by its id or its title; of all for "". Raises NotOnTable."""
    typed = " ".join(text.split()).casefold()
    if typed in ("", ALL_RULEBOOKS):
        return OVERALL
    for system in systems():
        titles = (" ".join(str(t).split()).casefold() for t in scenarios.rulebook(system)["title"].values())
        if typed in (system, *titles):
            return system
    raise NotOnTable("", "no_such_system", asked=text[:40], known=systems())
