"""Explain a result to a player. No Discord."""

from __future__ import annotations

from itertools import islice

from bot.core.game import Game
from bot.core.game_access import GameAccess
from bot.core.requests.actor import Actor
from bot.features.game_view import status_page
from bot.features.game_view.service import ViewService
from bot.features.history import explain_page
from bot.features.history import results as history_results
from bot.features.history.results import Resolution
from bot.features.rulebook.page import Rulebook
from bot.i18n.names import Names
from bot.runtime.worker_threads import in_thread
from bot.ui import refusals
from bot.ui.autocomplete import matching_choices
from bot.ui.component_press import ComponentPress
from bot.ui.page import MOST_CHOICES, Choice, Page
from engine.errors import NotOnTable, Refused

MOST_SEARCHED = 200
"""The number of results searched for a typed question."""


class ExplainService:
    """Answers /why and its buttons."""

    def __init__(self, games: GameAccess, views: ViewService) -> None:
        self.games = games
        self.views = views

    async def why(self, actor: Actor, about: str, game_id: int | None = None) -> Page:
        """The result that is meant, explained: the newest one, where nothing is said."""
        game = await self._game(actor, game_id)
        if game.record.status == "lobby":
            return status_page.status(Names.to(actor.language, actor.user, game))
        return await self._page(actor, game, about)

    async def pressed(self, actor: Actor, press: ComponentPress) -> Page:
        """The result a button is about, or one chosen in the menu."""
        game = await self.games.game(press.game_id)
        return await self._page(actor, game, press.chosen or ".".join(press.arguments))

    async def _page(self, actor: Actor, game: Game, about: str) -> Page:
        book = await self.views.book(actor, game=game)
        names = Names.to(actor.language, actor.user, game)
        try:
            return await in_thread(_result_page, names, game, book, about)
        except Refused as refused:
            return refusals.answer(names.words, refused, names)

    async def _game(self, actor: Actor, game_id: int | None) -> Game:
        return await (self.games.game_in(actor.channel) if game_id is None else self.games.game(game_id))

    async def results(self, actor: Actor, text: str, game_id: int | None = None) -> list[Choice]:
        """The results that can be asked about, the newest first."""
        try:
            game = await self._game(actor, game_id)
        except Refused:
            return []
        names = Names.to(actor.language, actor.user, game)
        return await in_thread(_choices, names, game, text)


def _result_page(names: Names, game: Game, book: Rulebook, about: str) -> Page:
    result = _find_result(names, game, about)
    if result is None:
        return Page(text=names.words("why.nothing"))
    others = list(islice(history_results.newest(game), MOST_CHOICES))
    then = Names(names.words, game.at(result.entry.seq).seen(names.game.viewer or ""))
    return explain_page.page(then, names.game.stamp, book, result, others)


def _find_result(names: Names, game: Game, about: str) -> Resolution | None:
    """The result that is meant by its id or its words. Raises NotOnTable where words fit none."""
    if not about.strip():
        recent = list(islice(history_results.newest(game), MOST_CHOICES))
        return next((r for r in recent if r.dice), next(iter(recent), None))
    result_of_id = history_results.called(game, about)
    if result_of_id is not None:
        return result_of_id
    wanted_words = about.casefold().split()
    recent = list(islice(history_results.newest(game), MOST_SEARCHED))
    for result in recent:
        label = explain_page.label(names, result).casefold()
        if all(word in label for word in wanted_words):
            return result
    raise NotOnTable("", "no_such_result", asked=about[:60])


def _choices(names: Names, game: Game, text: str) -> list[Choice]:
    recent = islice(history_results.newest(game), MOST_CHOICES if not text.strip() else MOST_SEARCHED)
    choices = (explain_page.choice(names, result) for result in recent)
    return matching_choices((Choice(label=c.label, value=c.value) for c in choices), text)
