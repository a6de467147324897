"""What can be shared of a game beyond its map: its film, and the standings of its tournament. They are the
pictures that players meet elsewhere, made by the same code."""

from __future__ import annotations

from bot.core.game_service import GameService
from bot.features.film import film_moments
from bot.features.film import page as film_page
from bot.features.sharing.public_moments import FILM, STANDINGS, Moment
from bot.features.tournaments import standings_page
from bot.features.tournaments.state.event import Event
from bot.i18n.catalogue import Catalogue
from bot.runtime.worker_threads import in_thread
from bot.ui.page import ChartImage, FilmImage
from storage import StoredTournament

MADE = (FILM, STANDINGS)


async def made(
    games: GameService, words: Catalogue, moment: Moment, what: str
) -> FilmImage | ChartImage | None:
    """The film of a game or the standings of its tournament; None where there is nothing to show."""
    if what == FILM:
        return await in_thread(_film, words, moment)
    stored = await _tournament(games, moment.game.record.id)
    event = Event.of(stored) if stored is not None else None
    if event is None or not event.rounds:
        return None
    return (await in_thread(standings_page.standings_images, words, event))[0]


async def revision(games: GameService, game_id: int, what: str) -> int:
    """What tells standings of the same tournament apart; 0 of anything else."""
    stored = await _tournament(games, game_id) if what == STANDINGS else None
    return stored.record.revision if stored is not None else 0


async def _tournament(games: GameService, game_id: int) -> StoredTournament | None:
    number = await games.store.tournaments.of_game(game_id)
    return None if number is None else await games.store.tournaments.load(number)


def _film(words: Catalogue, moment: Moment) -> FilmImage | None:
    """The film of the last player's turn; of a finished game that of all of it, as its *Film* shows."""
    span = "turn" if moment.game.state.result is None else film_moments.WHOLE
    seen = film_moments.moments(moment.game, span)
    picture = film_page.page(words, seen, span).picture if seen else None
    return picture if isinstance(picture, FilmImage) else None
