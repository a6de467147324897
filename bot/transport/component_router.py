"""Finds the handler of a pressed button, a menu choice or a sent form: features register them by verb."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Protocol

from bot.core import access
from bot.core.game_service import Actor, GameService
from bot.game_services import GameServices
from bot.i18n.catalogue import catalogue_for
from bot.ui.button_set import ButtonHandler, ButtonSet, FormHandler
from bot.ui.component_press import ComponentPress
from bot.ui.page import Form, Page


class WhatIfs(Protocol):
    """The what-ifs of players, as far as buttons need them."""

    def of(self, actor: Actor, game_id: int) -> GameServices | None:
        """The services of a player's what-if about a game."""

    async def gone(self, actor: Actor) -> Page:
        """The answer to a button of a what-if that has ended."""


class ComponentRouter:
    """The handlers of all features. Verbs that none of them knows come from another version."""

    def __init__(
        self,
        button_sets: Iterable[ButtonSet[GameServices]],
        games: GameService,
        of_games: GameServices,
        what_ifs: WhatIfs,
    ) -> None:
        self._games = games
        self._of_games = of_games
        self._what_ifs = what_ifs
        handlers: dict[str, ButtonHandler[GameServices]] = {}
        forms: dict[str, FormHandler[GameServices]] = {}
        for buttons in button_sets:
            for verb, handler in buttons.handlers.items():
                assert verb not in handlers, f"{verb} is registered twice"
                handlers[verb] = handler
            forms |= buttons.forms
        self.handlers: Mapping[str, ButtonHandler[GameServices]] = handlers
        self.forms: Mapping[str, FormHandler[GameServices]] = forms

    async def dispatch(self, press: ComponentPress, actor: Actor) -> Page | Form:
        """The page or form that a press leads to. Raises Refused."""
        await access.check_access(self._games, actor, press.game_id)
        services = self._services_for(actor, press.game_id)
        if services is None:
            return await self._what_ifs.gone(actor)
        handler = self.handlers.get(press.verb)
        if handler is None:
            return Page(text=catalogue_for(actor.language)("old_button"))
        answer = await handler.run(services, actor, press)
        return await services.frame(actor, answer) if handler.framed and isinstance(answer, Page) else answer

    async def submit(self, form: ComponentPress, text: str, actor: Actor) -> Page:
        """The page that a form leads to, with what was written in it. Raises Refused."""
        await access.check_access(self._games, actor, form.game_id)
        services = self._services_for(actor, form.game_id)
        if services is None:
            return await self._what_ifs.gone(actor)
        handler = self.forms.get(form.verb)
        if handler is None:
            return Page(text=catalogue_for(actor.language)("old_button"))
        return await services.frame(actor, await handler(services, actor, form, text))

    def _services_for(self, actor: Actor, game_id: int) -> GameServices | None:
        """Those of the games, or for a number below zero those of the player's what-if about that game."""
        return self._of_games if game_id >= 0 else self._what_ifs.of(actor, -game_id)
