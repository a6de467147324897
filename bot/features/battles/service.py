"""The gallery of battles. No Discord calls."""

from __future__ import annotations

from bot.core.game_access import Actor
from bot.core.game_service import GameService
from bot.features.battles import page as battles_page
from bot.features.lobby.create import find_scenario
from bot.i18n.catalogue import catalogue_for
from bot.runtime.worker_threads import in_thread
from bot.ui.page import Page


class BattleGallery:
    """Shows what can be played. Changes nothing."""

    def __init__(self, games: GameService) -> None:
        self._games = games

    async def show(self, actor: Actor, number: int = 0) -> Page:
        """A page of all battles, the easiest first."""
        number = max(0, min(number, battles_page.pages() - 1))
        played = {id_: await self._games.store.results.of_battle(id_) for id_ in battles_page.on_page(number)}
        return await in_thread(battles_page.gallery, catalogue_for(actor.language), number, played)

    async def open(self, actor: Actor, battle: str) -> Page:
        """One battle with its map and how to begin it. Raises NotOnTable."""
        found = find_scenario(battle)
        played = await self._games.store.results.of_battle(found.id)
        return await in_thread(battles_page.battle, catalogue_for(actor.language), found, played)

    async def background(self, actor: Actor, battle: str) -> Page:
        """A battle as it was. Raises NotOnTable."""
        found = find_scenario(battle)
        return await in_thread(battles_page.background, catalogue_for(actor.language), found)
