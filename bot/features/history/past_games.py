"""The games of a channel, to be named in a question: the one under way and all that are over. No Discord."""

from __future__ import annotations

from dataclasses import replace

from bot.core.game import Game
from bot.core.game_service import GameService
from bot.core.requests import access
from bot.core.requests.actor import Actor
from bot.i18n.catalogue import Catalogue, catalogue_for
from bot.i18n.names import Names
from bot.reports.result_text import outcome
from bot.runtime.worker_threads import in_thread
from bot.ui.autocomplete import LONGEST, matching_choices
from bot.ui.page import Choice
from engine.errors import NotOnTable, Refused

GAME = "Which game of this channel (default: the current or the last one)"
"""How the option is described, the same in every command."""
MOST_SEARCHED = 100
"""How many games of a channel are offered, the newest first. An older one is found by its number."""
MOST_BESIDE = 10
"""How many are in the menu of a history."""
LONGEST_NUMBER = 18
"""Digits of a game's number that a database holds."""


class PastGames:
    """Finds the game that an option names."""

    def __init__(self, games: GameService) -> None:
        self.games = games

    async def find(self, actor: Actor, text: str) -> int | None:
        """The number of the game of this channel that is meant, None where nothing is said. Raises
        NotOnTable: no_such_past_game, game_elsewhere."""
        typed = " ".join(text.split())
        if not typed:
            return None
        here = await self.games.store.games.ids_in_channel(actor.channel)
        number = int(typed) if typed.isdecimal() and len(typed) <= LONGEST_NUMBER else 0
        if number in here:
            return number
        if number and (channel := await self._seen_elsewhere(actor, number)):
            raise NotOnTable("", "game_elsewhere", channel=f"<#{channel}>")
        choices = await self._choices(actor, here) if not number else []
        fitting = [c for c in choices if typed.casefold() in c.label.casefold()]
        if not fitting:
            raise NotOnTable("", "no_such_past_game", asked=typed[:60])
        return int(fitting[0].value)

    async def choices(self, actor: Actor, text: str) -> list[Choice]:
        """The games of this channel, newest first: battle, date, result."""
        here = await self.games.store.games.ids_in_channel(actor.channel)
        return matching_choices(await self._choices(actor, here), text)

    async def beside(self, actor: Actor, shown: int) -> list[Choice]:
        """The newest games of this channel, if one that is shown is among them and not alone."""
        here = await self.games.store.games.ids_in_channel(actor.channel)
        if shown not in here or len(here) < 2:
            return []
        choices = await self._choices(actor, sorted({*here[:MOST_BESIDE], shown}, reverse=True))
        return [replace(c, chosen=c.value == str(shown)) for c in choices] if len(choices) > 1 else []

    async def _choices(self, actor: Actor, ids: list[int]) -> list[Choice]:
        words, choices = catalogue_for(actor.language), []
        for number in ids[:MOST_SEARCHED]:
            game = await self.games.game(number)
            if game.record.status != "lobby":
                label = await in_thread(_label, words, game)
                choices.append(Choice(label=label[:LONGEST], value=str(number)))
        return choices

    async def _seen_elsewhere(self, actor: Actor, number: int) -> int:
        """The channel of a game of this server that the asker may look at; 0 for any other game."""
        try:
            await access.check_access(self.games, actor, number)
            return (await self.games.game(number)).record.channel
        except Refused:
            return 0


def _label(words: Catalogue, game: Game) -> str:
    """A game as everybody knows it, in a line of a list."""
    names = Names(words, game.seen(""))
    last = game.known_to("")[-1].at if game.known_to("") else game.record.created
    if game.playing:
        result = words("past_games.playing", turn=game.state.turn)
    else:
        result = outcome(names) or words("past_games.stopped")
    if game.imported:
        result = words("past_games.imported", result=result)
    return words("past_games.choice", title=names.title, date=f"{last:%Y-%m-%d}", result=result)
