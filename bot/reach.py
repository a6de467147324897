"""Whose games are within whose reach: an id on a button may name any game there is. No Discord."""

from __future__ import annotations

from bot.desk import By, Desk
from engine.errors import NotOnTable


async def check(desk: Desk, by: By, game: int) -> None:
    """Raises NotOnTable for a game of another server, and for one in a channel that the asker cannot see,
    unless he plays in it. Whoever needs a game says so himself when there is none."""
    if game <= 0:
        return
    try:
        table = await desk.table(game)
    except NotOnTable:
        return
    reached = by.sees(table.game.channel) or bool(table.sides_of(by.user))
    if table.game.guild != by.guild or not reached:
        raise NotOnTable("", "no_such_game")
