"""The gallery of battles: those that come with the bot, then those of a server. No Discord calls."""

from __future__ import annotations

import asyncio

import scenarios
from bot.core.game_service import GameService
from bot.core.requests.actor import Actor
from bot.features.battles import page as battles_page
from bot.features.battles.page import ON_A_PAGE, Listed
from bot.features.custom_battles.server_battles import ServerBattles, key_of
from bot.i18n.catalogue import catalogue_for
from bot.runtime.worker_threads import in_thread
from bot.ui.autocomplete import MORE, all_matching, matching_choices
from bot.ui.page import MOST_CHOICES, Choice, Page
from storage import CustomBattle


class BattleGallery:
    """Shows what can be played."""

    def __init__(self, games: GameService, battles: ServerBattles) -> None:
        self._games = games
        self._battles = battles

    async def show(self, actor: Actor, number: int = 0) -> Page:
        """A page of all battles, the easiest first, then those of the server."""
        known = await self._pages(actor)
        count = len(known)
        number = max(0, min(number, count - 1))
        shown = [await self._listed(actor, id_) for id_ in known[number]]
        ours = -(-len(battles_page.order()) // ON_A_PAGE)
        own_page = ours if count > ours else None
        words = catalogue_for(actor.language)
        return await in_thread(battles_page.gallery, words, shown, number, count, own_page)

    async def open(self, actor: Actor, battle: str) -> Page:
        """One battle with its map and how to begin it. Raises NotOnTable."""
        if battle == MORE:
            return await self.show(actor)
        listed = await self._listed(actor, battle)
        number = await self._page_of(actor, listed.key)
        return await in_thread(battles_page.battle, catalogue_for(actor.language), listed, number)

    async def background(self, actor: Actor, battle: str) -> Page:
        """A battle as it was. Raises NotOnTable."""
        listed = await self._listed(actor, battle)
        return await in_thread(battles_page.background, catalogue_for(actor.language), listed)

    async def uploaded(self, actor: Actor, kept: CustomBattle, findings: tuple[str, ...]) -> Page:
        """The answer to an upload: what was kept, what would make it a bad battle, its page."""
        listed = await self._listed(actor, key_of(kept))
        number = await self._page_of(actor, listed.key)
        words = catalogue_for(actor.language)
        return await in_thread(battles_page.uploaded, words, listed, number, findings)

    async def retire(self, actor: Actor, battle: str) -> Page:
        """Take a battle of the server out of the gallery. Raises Refused."""
        name = await self._battles.retire(actor, battle)
        return Page(text=catalogue_for(actor.language)("battles.retired", battle=name))

    async def choices(self, actor: Actor, text: str) -> list[Choice]:
        """All battles, as completions: those of the server, then the others, the easiest first."""
        words = catalogue_for(actor.language)
        own = await self._own_choices(actor, await self._battles.all(actor.guild))
        titles = ((id_, words.localized(scenarios.load(id_).title)) for id_ in battles_page.order())
        house = (Choice(label=f"{title} ({id_})", value=id_) for id_, title in titles)
        found = all_matching([*own, *house], text)
        if len(found) <= MOST_CHOICES:
            return found
        more = words("battles.more", n=len(found) - MOST_CHOICES + 1)
        return [*found[: MOST_CHOICES - 1], Choice(label=more, value=MORE)]

    async def retirable(self, actor: Actor, text: str) -> list[Choice]:
        """The battles that an actor may retire, as completions."""
        return matching_choices(await self._own_choices(actor, await self._battles.retirable(actor)), text)

    async def _own_choices(self, actor: Actor, battles: tuple[CustomBattle, ...]) -> list[Choice]:
        words = catalogue_for(actor.language)
        return [
            Choice(label=f"{words.localized(battle.title)} ({battle.battle})", value=key_of(battle))
            for battle in battles
        ]

    async def _pages(self, actor: Actor) -> list[tuple[str, ...]]:
        """What the battles on each page of the gallery are called; those of the server begin a page."""
        own = tuple(map(key_of, await self._battles.all(actor.guild)))
        return [
            keys[n : n + ON_A_PAGE]
            for keys in (battles_page.order(), own)
            for n in range(0, len(keys), ON_A_PAGE)
        ]

    async def _page_of(self, actor: Actor, key: str) -> int:
        return next((n for n, keys in enumerate(await self._pages(actor)) if key in keys), 0)

    async def _listed(self, actor: Actor, key: str) -> Listed:
        """A battle with what is known of it. Raises NotOnTable."""
        scenario, kept = await asyncio.gather(
            self._battles.find(actor, key), self._battles.listed(actor, key)
        )
        played = await self._games.store.results.of_battle(scenario.id)
        key = key if kept is None else key_of(kept)
        return Listed(key=key, battle=scenario, played=played, kept=kept)
