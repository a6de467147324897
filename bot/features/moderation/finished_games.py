"""Correct or annul the result of a finished game, with a reason: ratings are counted again. No Discord.

The log keeps the end as it was played; the ruling follows it.
"""

from __future__ import annotations

from bot.core.game import Game
from bot.core.game_result import ANNULLED
from bot.core.requests.actor import Actor
from bot.features.event_games.events import Events
from bot.features.history.past_games import PastGames
from bot.features.moderation import page as moderation_page
from bot.features.moderation.page import RESULT_ANNULLED, RESULT_CORRECTED
from bot.features.moderation.rulings import Rulings, read_reason
from bot.i18n.catalogue import catalogue_for
from bot.i18n.names import Names
from bot.ui.page import Choice, Page
from engine.errors import IllegalOrder, NotOnTable, Refused
from engine.events import Ended

DRAW, ANNUL = "draw", "annul"
"""Results that are not the victory of a side."""


class FinishedGames:
    """Rules on results of finished games, but for those of `events`, which have rulings of their own."""

    def __init__(self, rulings: Rulings, past_games: PastGames, events: Events) -> None:
        self._rulings = rulings
        self._past_games = past_games
        self._events = events

    async def rule(self, actor: Actor, asked: str, verdict: str, reason: str) -> Page:
        """Give a finished game of this channel, the last one by default, another result, or none. Raises
        Refused."""
        why = read_reason(reason)
        game_id = await self._find(actor, asked)

        async def work(game: Game) -> Page:
            if await self._events.of_game(game.record.id) is not None:
                raise IllegalOrder("", "result_of_tournament")
            ended = _ended(game, verdict)
            if _same(game, ended):
                raise IllegalOrder("", "result_already")
            act = RESULT_ANNULLED if ended.reason == ANNULLED else RESULT_CORRECTED
            await self._rulings.write(game, actor, moderation_page.facts(act, why), (ended,))
            return moderation_page.done(actor.language, act)

        return await self._rulings.act(actor, game_id, work, over=True)

    async def choices(self, actor: Actor, asked: str, typed: str) -> list[Choice]:
        """The results that can be given to the game."""
        try:
            game = await self._rulings.games.game(await self._find(actor, asked))
        except Refused:
            return []
        names = Names(catalogue_for(actor.language), game)
        sides = game.scenario.side_ids
        offered = [
            *(Choice(label=names.words("events.wins", side=names.side(side)), value=side) for side in sides),
            Choice(label=names.words("events.draw"), value=DRAW),
            Choice(label=names.words("marshal.annul"), value=ANNUL),
        ]
        return [each for each in offered if typed.strip().casefold() in each.label.casefold()]

    async def _find(self, actor: Actor, asked: str) -> int:
        """The finished game that is meant. Raises NotOnTable."""
        number = await self._past_games.find(actor, asked)
        if number is not None:
            return number
        for each in await self._rulings.games.store.games.ids_in_channel(actor.channel):
            if (await self._rulings.games.game(each)).record.status == "over":
                return each
        raise NotOnTable("", "no_finished_game")


def _ended(game: Game, verdict: str) -> Ended:
    """The end that a verdict gives a game. Raises NotOnTable."""
    if verdict == ANNUL:
        return Ended(winner="", level="", reason=ANNULLED)
    if verdict == DRAW:
        return Ended(winner="", level="draw", reason="adjudicated")
    if verdict not in game.scenario.side_ids:
        raise NotOnTable("", "no_such_side", side=verdict[:40], known=tuple(game.scenario.side_ids))
    return Ended(winner=verdict, level="adjudicated", reason="adjudicated")


def _same(game: Game, ended: Ended) -> bool:
    """Whether a game has ended so already."""
    was = game.state.result
    if was is None or was.reason == ANNULLED:
        return ended.reason == ANNULLED
    both_forfeit = not was.winner and was.reason == "forfeit"
    return was.winner == ended.winner and ended.reason != ANNULLED and not both_forfeit
