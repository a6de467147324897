"""Finds the handler of a pressed button, a menu choice or a sent form: features register them by verb."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Protocol, TypeVar

from bot.core.game_service import GameService
from bot.core.requests import access
from bot.core.requests.actor import Actor
from bot.game_services import GameServices
from bot.i18n.catalogue import catalogue_for
from bot.play_services import PlayServices
from bot.ui.button_set import ButtonHandler, ButtonSet, FormHandler
from bot.ui.component_press import ComponentPress
from bot.ui.page import Form, Page

S = TypeVar("S")


class WhatIfs(Protocol):
    """The what-ifs of players, as far as buttons need them."""

    def of(self, actor: Actor, game_id: int) -> PlayServices | None:
        """The services of a player's what-if about a game."""

    async def gone(self, actor: Actor) -> Page:
        """The answer to a button of a what-if that has ended."""


class ComponentRouter:
    """The handlers of all features. Verbs that none of them knows come from another version. `play_sets` are
    of handlers that serve games and what-ifs; `game_sets` of those that serve games alone."""

    def __init__(
        self,
        play_sets: Iterable[ButtonSet[PlayServices]],
        game_sets: Iterable[ButtonSet[GameServices]],
        games: GameService,
        of_games: GameServices,
        what_ifs: WhatIfs,
    ) -> None:
        self._games = games
        self._of_games = of_games
        self._what_ifs = what_ifs
        self._play_handlers, self._play_forms = _merged(play_sets)
        self._game_handlers, self._game_forms = _merged(game_sets)
        assert not self._play_handlers.keys() & self._game_handlers.keys(), "a verb is registered twice"
        self.handlers: Mapping[str, ButtonHandler[PlayServices] | ButtonHandler[GameServices]] = {
            **self._play_handlers,
            **self._game_handlers,
        }

    async def dispatch(self, press: ComponentPress, actor: Actor) -> Page | Form:
        """The page or form that a press leads to. Raises Refused."""
        await access.check_access(self._games, actor, press.game_id)
        play = self._play_services(actor, press.game_id)
        if play is None:
            return await self._what_ifs.gone(actor)
        if (handler := self._play_handlers.get(press.verb)) is not None:
            answer = await handler.run(play, actor, press)
            return await play.frame(actor, answer) if handler.framed and isinstance(answer, Page) else answer
        own = self._game_handlers.get(press.verb)
        if own is None or press.game_id < 0:
            return Page(text=catalogue_for(actor.language)("old_button"))
        return await own.run(self._of_games, actor, press)

    async def submit(self, form: ComponentPress, text: str, actor: Actor) -> Page:
        """The page that a form leads to, with what was written in it. Raises Refused."""
        await access.check_access(self._games, actor, form.game_id)
        play = self._play_services(actor, form.game_id)
        if play is None:
            return await self._what_ifs.gone(actor)
        if (handler := self._play_forms.get(form.verb)) is not None:
            return await play.frame(actor, await handler(play, actor, form, text))
        own = self._game_forms.get(form.verb)
        if own is None or form.game_id < 0:
            return Page(text=catalogue_for(actor.language)("old_button"))
        return await own(self._of_games, actor, form, text)

    def _play_services(self, actor: Actor, game_id: int) -> PlayServices | None:
        """Those of the games, or for a number below zero those of the player's what-if about that game."""
        return self._of_games.play if game_id >= 0 else self._what_ifs.of(actor, -game_id)


def _merged(
    button_sets: Iterable[ButtonSet[S]],
) -> tuple[dict[str, ButtonHandler[S]], dict[str, FormHandler[S]]]:
    """The handlers of buttons and of forms, by verb."""
    handlers: dict[str, ButtonHandler[S]] = {}
    forms: dict[str, FormHandler[S]] = {}
    for buttons in button_sets:
        for verb, handler in buttons.handlers.items():
            assert verb not in handlers, f"{verb} is registered twice"
            handlers[verb] = handler
        forms |= buttons.forms
    return handlers, forms
