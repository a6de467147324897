"""`/game export`: the record of a game, for players and spectators alike."""

from __future__ import annotations

import gzip

from bot.core.game import Game
from bot.core.game_service import GameService
from bot.core.requests.actor import Actor
from bot.features.dice.evidence import evidence_of
from bot.features.record.positions import beginning_of
from bot.features.record.recorded_game import Sources, record_of
from bot.i18n.catalogue import catalogue_for
from bot.i18n.names import Names
from bot.runtime.worker_threads import in_thread
from bot.ui.page import Button, Page, TextFile, button_id
from engine.errors import NotYours
from notation.record import RecordedGame, write


class RecordService:
    """Gives records of games: of one that is over all of it, else what the asker may know."""

    def __init__(self, games: GameService) -> None:
        self.games = games

    async def export(self, actor: Actor, game_id: int | None = None) -> Page:
        """The record of the game of the asker's channel, or of that game, as a file. Raises NotYours:
        not_started."""
        game = await (self.games.game_in(actor.channel) if game_id is None else self.games.game(game_id))
        text, key = await self._text(game, game.side_for(actor.user))
        words = catalogue_for(actor.language)
        replay = Button(id=button_id(game.record.id, 0, "replay"), label=words("button.replay"))
        return Page(
            text=words(f"record.{key}", title=Names(words, game).title),
            rows=((replay,),),
            files=(TextFile(name=f"{game.record.scenario}-{game.record.id}.record.txt", text=text),),
        )

    async def _text(self, game: Game, viewer: str) -> tuple[str, str]:
        """The text of a record, and what kind it is; of an imported game the one it was imported from."""
        kept = await self.games.store.games.imported_record(game.record.id)
        if kept is not None and game.imported:
            return (await in_thread(gzip.decompress, kept.packed)).decode(), "sent"
        record = await self.record(game.record.id, viewer)
        key = "withheld" if game.record.status == "over" else "known"
        return await in_thread(write, record), "whole" if record.whole else key

    async def record(self, game_id: int, viewer: str = "") -> RecordedGame:
        """The record of a game as a side, or a spectator, may have it. Raises NotYours: not_started."""
        game = await self.games.game(game_id)
        if game.record.status == "lobby":
            raise NotYours("", "not_started")
        clock = await self.games.store.clocks.of_game(game_id)
        imported = game.record.imported_after and not game.imported
        begun = await beginning_of(self.games, game.record) if imported else None
        sources = Sources(
            chain=await self.games.store.log.chain(game_id),
            evidence=await evidence_of(self.games, game.record),
            clock=clock.terms if clock is not None else {},
            earlier=begun.parts if begun is not None else (),
        )
        return await in_thread(record_of, game, sources, viewer)
