"""Autocompletion for `/marshal`: units, their values to correct, phases to roll back to."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from bot.core.game import Game
from bot.core.requests.actor import Actor
from bot.features.moderation import corrections as moderation_corrections
from bot.features.moderation import page as moderation_page
from bot.features.moderation.service import ModerationService, moments
from bot.i18n.catalogue import catalogue_for
from bot.i18n.names import Names
from bot.runtime.worker_threads import in_thread
from bot.ui.autocomplete import matching_choices
from bot.ui.page import Choice
from engine.errors import Refused


class ModerationAutocomplete:
    """Choices for the options of /marshal; none for who may not use it."""

    def __init__(self, moderation: ModerationService) -> None:
        self.moderation = moderation

    async def units(self, actor: Actor, text: str) -> list[Choice]:
        """The units that everybody sees, and the game."""
        return await self._choices(actor, text, lambda names, _: _units(names))

    async def kinds(self, actor: Actor, unit: str, text: str) -> list[Choice]:
        """What can be set right of a unit."""
        return await self._choices(actor, text, lambda names, _: _kinds(names, unit))

    async def values(self, actor: Actor, unit: str, what: str, text: str) -> list[Choice]:
        """What that can be set to."""
        return await self._choices(actor, text, lambda names, _: _values(names, unit, what))

    async def phases(self, actor: Actor, text: str) -> list[Choice]:
        """The phases to which the game can be rolled back."""
        return await self._choices(actor, text, _phases)

    async def _choices(
        self, actor: Actor, text: str, find: Callable[[Names, Game], Iterable[Choice]]
    ) -> list[Choice]:
        try:
            game = await self.moderation.games.game_in(actor.channel)
            await self.moderation.check(actor, game)
            if not game.playing:
                return []
            names = Names(catalogue_for(actor.language), game)
            return matching_choices(await in_thread(lambda: list(find(names, game))), text)
        except Refused:
            return []


def _units(names: Names) -> Iterable[Choice]:
    yield Choice(label=names.words("marshal.game"), value=moderation_corrections.GAME)
    for unit in moderation_corrections.units(names.game):
        where = unit.hex or moderation_page.how(names, unit.id, moderation_corrections.PLACE, unit.place)
        yield Choice(label=f"{moderation_page.about(names, unit.id)} · {where}", value=unit.id)


def _kinds(names: Names, unit: str) -> Iterable[Choice]:
    about = moderation_page.read_about(names, unit)
    for what in moderation_corrections.kinds(names.game, about, moderation_page.knows(names)):
        yield Choice(label=moderation_page.now(names, about, what), value=what)


def _values(names: Names, unit: str, what: str) -> Iterable[Choice]:
    about = moderation_page.read_about(names, unit)
    what = moderation_page.read_what(names, about, what)
    for value in moderation_corrections.values(names.game, about, what):
        yield Choice(label=moderation_page.how(names, about, what, value), value=value)


def _phases(names: Names, game: Game) -> Iterable[Choice]:
    for moment in moments(game):
        yield Choice(label=moderation_page.lost(names, moment), value=str(moment.number))
