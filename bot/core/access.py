"""Whose games are within whose reach: an id on a button may name any game there is. No Discord."""

from __future__ import annotations

from bot.core.game_access import Actor
from bot.core.game_service import GameService
from engine.errors import NotOnTable


async def check_access(games: GameService, actor: Actor, game_id: int) -> None:
    """Raises NotOnTable for a game of another server, and for one in a channel that the asker cannot see,
    unless they play in it. Commands that need a game refuse when there is none."""
    if game_id <= 0:
        return
    try:
        game = await games.game(game_id)
    except NotOnTable:
        return
    reached = actor.sees(game.record.channel) or bool(game.sides_of(actor.user))
    if game.record.guild != actor.guild or not reached:
        raise NotOnTable("", "no_such_game")
