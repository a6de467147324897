"""The battles that members of a server have uploaded: kept, looked up, retired. No Discord.

A battle is known by its name; games keep the text of the version that they began with.
"""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable

import scenarios
from bot.core.game_service import GameService
from bot.core.requests.actor import Actor
from bot.core.requests.receipts import receipt
from bot.features.lobby.create import find_scenario
from bot.runtime.worker_threads import in_thread
from engine import scenario_builder
from engine.errors import IllegalOrder, NotOnTable, NotYours
from engine.scenario import Scenario
from scenarios.upload_check import OWN
from storage import CustomBattle

MOST = 25
"""Battles of a server."""
MOST_OF_AUTHOR = 8
"""Battles of one author on a server."""

_MARK = re.compile(r"-[0-9a-f]{8}$")


def name_of(battle: Scenario) -> str:
    """The name of an uploaded battle: its id without what the upload check added.

    >>> _MARK.sub("", "own-the-mill-0a1b2c3d".removeprefix(OWN))
    'the-mill'
    """
    return _MARK.sub("", battle.id.removeprefix(OWN))


def key_of(battle: CustomBattle) -> str:
    """What a battle of a server is called in commands and buttons."""
    return f"{OWN}{battle.battle}"


class ServerBattles:
    """Keeps the battles of servers. `moderates`: whether an actor may retire the battles of others."""

    def __init__(self, games: GameService, moderates: Callable[[Actor], Awaitable[bool]]) -> None:
        self.games = games
        self._moderates = moderates

    async def all(self, guild: int) -> tuple[CustomBattle, ...]:
        """The battles of a server, by name."""
        return await self.games.store.custom_battles.in_guild(guild)

    async def find(self, actor: Actor, id_: str) -> Scenario:
        """A battle that comes with the bot, or the latest version of one of the actor's server, which may be
        typed by its name alone.

        Raises NotOnTable: no_such_scenario, no_such_server_battle.
        """
        if id_ in scenarios.all():
            return find_scenario(id_)
        name = id_.removeprefix(OWN)[:40]
        printed = await self.games.store.custom_battles.printed(actor.guild, name)
        if printed is None and not id_.startswith(OWN):
            return find_scenario(id_)
        if printed is None:
            raise NotOnTable("", "no_such_server_battle", battle=name)
        return await in_thread(scenario_builder.build, printed)

    async def listed(self, actor: Actor, id_: str) -> CustomBattle | None:
        """Author and version of a battle of the actor's server; None for one that comes with the bot."""
        if id_ in scenarios.all():
            return None
        return await self.games.store.custom_battles.get(actor.guild, id_.removeprefix(OWN)[:40])

    async def keep(self, actor: Actor, scenario: Scenario) -> CustomBattle:
        """Keep an uploaded battle; one of the same name becomes its next version, and stays its author's.

        Raises Refused: battle_of_another, battles_full, author_battles_full.
        """
        moderates = await self._moderates(actor)
        title = {str(language): str(text) for language, text in scenario.title.items()}
        async with self.games.store.writing() as tx:
            name = name_of(scenario)
            before = await tx.custom_battles.get(actor.guild, name)
            if await tx.receipts.get(actor.interaction) is not None and before is not None:
                return before
            same = await tx.custom_battles.printed(actor.guild, name) == dict(scenario.printed)
            if before is not None and same:  # the same text again is no new version
                return before
            if before is None:
                there = await tx.custom_battles.in_guild(actor.guild)
                if len(there) >= MOST:
                    raise IllegalOrder("", "battles_full", most=MOST)
                if sum(battle.author == actor.user for battle in there) >= MOST_OF_AUTHOR:
                    raise IllegalOrder("", "author_battles_full", most=MOST_OF_AUTHOR)
            elif before.author != actor.user and not moderates:
                raise NotYours("", "battle_of_another", battle=name, author=before.name)
            battle = CustomBattle(
                guild=actor.guild,
                battle=name,
                version=1 if before is None else before.version + 1,
                author=actor.user if before is None else before.author,
                name=actor.name if before is None else before.name,
                rulebook=scenario.system,
                title=title,
                uploaded=self.games.clock(),
            )
            await tx.custom_battles.save(battle, dict(scenario.printed))
            await tx.receipts.add(receipt(actor, None, battle=name))
        return battle

    async def retire(self, actor: Actor, id_: str) -> str:
        """Take a battle out of the gallery; its name. Games of it go on.

        Raises Refused: no_such_server_battle, battle_of_another.
        """
        name = id_.removeprefix(OWN)[:40]
        moderates = await self._moderates(actor)
        async with self.games.store.writing() as tx:
            if (done := await tx.receipts.get(actor.interaction)) is not None:
                return str(done.outcome.get("retired", name))
            battle = await tx.custom_battles.get(actor.guild, name)
            if battle is None:
                raise NotOnTable("", "no_such_server_battle", battle=name)
            if battle.author != actor.user and not moderates:
                raise NotYours("", "battle_of_another", battle=name, author=battle.name)
            await tx.custom_battles.remove(actor.guild, name)
            await tx.receipts.add(receipt(actor, None, retired=name))
        return name

    async def retirable(self, actor: Actor) -> tuple[CustomBattle, ...]:
        """The battles of the server that an actor may retire."""
        moderates = await self._moderates(actor)
        return tuple(b for b in await self.all(actor.guild) if moderates or b.author == actor.user)
