"""Makes replays of games for one asker: all of a game that is over, else what they may know of it."""

from __future__ import annotations

from collections import deque
from itertools import islice
from typing import TYPE_CHECKING

from bot.core.game import Game
from bot.core.game_service import GameService
from bot.core.requests.actor import Actor
from bot.features.replay.replay_moments import moments, opened
from bot.features.replay.text import replay_text
from bot.i18n.catalogue import Catalogue, catalogue_for
from bot.i18n.names import Names
from bot.images.drawing_process import DrawingFailed, DrawingProcess
from bot.images.picture_cache import LARGEST
from bot.runtime.worker_threads import in_thread
from bot.ui.page import Embed, Page, TextFile
from engine.errors import NotYours
from engine.scenario import SYMBOL_SETS
from render.replay import draw_page, draw_scenes

if TYPE_CHECKING:
    from render.replay import Scenes

A_TURN = 24
"""Moments drawn in one turn of the drawing process: others wait about half a second."""
MOST = 2000
"""Moments of a replay: of a longer game the last ones."""


def replay_of(
    words: Catalogue, game: Game, viewer: str | None = None, *, theme: str = "light", symbols: str = ""
) -> bytes | None:
    """The HTML file of a game, drawn here and now: as a viewer may know it, or with nothing hidden (None).
    None where there is nothing to tell."""
    if viewer is None:
        game, viewer = opened(game), ""
    told = tuple(moments(words, game, viewer))[-MOST:]
    if not told:
        return None
    scenes = draw_scenes(told, theme=theme, symbols=symbols or symbols_of(game))
    return draw_page(told[-1].view, [scenes], replay_text(words, game, viewer), theme=theme)


def symbols_of(game: Game) -> str:
    """The symbols on the counters of a battle."""
    return str(game.scenario.charts.get("symbol_set", SYMBOL_SETS[0]))


class ReplayService:
    """Makes replays piece by piece, so that other pictures and answers come in between."""

    def __init__(self, games: GameService, drawing_process: DrawingProcess) -> None:
        self.games = games
        self.drawing_process = drawing_process

    async def page(self, actor: Actor, game_id: int | None = None) -> Page:
        """The replay of the game of the asker's channel, or of that game, as a file, in the colours and with
        the symbols they prefer. Raises NotYours: not_started."""
        game = await (self.games.game_in(actor.channel) if game_id is None else self.games.game(game_id))
        if game.record.status == "lobby":
            raise NotYours("", "not_started")
        tastes = await self.games.preferences_of(actor.user)
        words = catalogue_for(actor.language)
        key, title = "nothing", Names(words, game).title
        data = None
        try:
            data = await self.replay(
                actor, game.record.id, theme=tastes.get("theme", ""), symbols=tastes.get("symbols", "")
            )
        except DrawingFailed:
            key = "failed"
        if data is None or len(data) > LARGEST:
            return Page(
                embeds=(Embed(text=words(f"replay.{key if data is None else 'failed'}", title=title)),)
            )
        name = f"{game.record.scenario}-{game.record.id}.html"
        over = "all_told" if _over(game) else "known"
        text = words(f"replay.{over}", title=title)
        return Page(text=text, files=(TextFile(name=name, text=data.decode()),))

    async def replay(self, actor: Actor, game_id: int, *, theme: str = "", symbols: str = "") -> bytes | None:
        """The HTML file of a game within the asker's reach; None where there is nothing to tell of it. Raises
        DrawingFailed."""
        game, words = await self.games.game(game_id), catalogue_for(actor.language)
        theme, symbols = theme or "light", symbols or symbols_of(game)
        viewer = "" if _over(game) else game.side_for(actor.user)
        known = await in_thread(opened, game) if _over(game) else game
        told = moments(words, known, viewer)
        parts: deque[Scenes] = deque(maxlen=MOST // A_TURN)
        table = None
        while piece := await in_thread(lambda: tuple(islice(told, A_TURN))):
            table = piece[-1].view
            parts.append(await self.drawing_process.work(draw_scenes, piece, theme=theme, symbols=symbols))
        if table is None:
            return None
        text = await in_thread(replay_text, words, known, viewer)
        return await self.drawing_process.work(draw_page, table, tuple(parts), text, theme=theme)


def _over(game: Game) -> bool:
    """Whether nothing of a game is secret any more."""
    return game.record.status == "over"
