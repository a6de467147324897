"""Whose games are within whose reach: an id on a button may name any game there is. No Discord."""

from __future__ import annotations

from bot.core.game_access import Actor
from bot.core.game_service import GameService
from engine.errors import NotOnTable


async def check_access(games: GameService, actor: Actor, game_id: int) -> None:
    """Raises NotOnTable for a game of another server, and for one in a channel that the asker cannot see,
    unless they play in it or it is of a tournament within their reach. Commands that need a game refuse when
    there is none."""
    if game_id <= 0:
        return
    try:
        game = await games.game(game_id)
    except NotOnTable:
        return
    reached = actor.sees(game.record.channel) or bool(game.sides_of(actor.user))
    if game.record.guild != actor.guild or not (reached or await _sees_tournament(games, actor, game_id)):
        raise NotOnTable("", "no_such_game")


async def _sees_tournament(games: GameService, actor: Actor, game_id: int) -> bool:
    """Whether a game is of a tournament that the asker sees or organises: Discord archives the quiet thread
    of a game, and then does not say who can see it."""
    tournament = await games.store.tournaments.of_game(game_id)
    stored = await games.store.tournaments.load(tournament) if tournament is not None else None
    if stored is None:
        return False
    organisers = stored.organisers | {stored.record.owner}
    return actor.user in organisers or actor.sees(stored.record.channel)
