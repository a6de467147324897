"""Whose games are within whose reach: an id on a button may name any game there is. No Discord."""

from __future__ import annotations

from bot.core.game_service import GameService
from bot.core.requests.actor import Actor
from engine.errors import NotOnTable


async def check_access(games: GameService, actor: Actor, game_id: int) -> None:
    """Raises NotOnTable for a game of another server, and for one in a channel that the asker cannot see,
    unless they play in it; of a tournament that several servers follow, they reach the games from each.
    Commands that need a game refuse when there is none."""
    if game_id <= 0:
        return
    try:
        game = await games.game(game_id)
    except NotOnTable:
        return
    plays = bool(game.sides_of(actor.user))
    if game.record.guild == actor.guild and (plays or actor.sees(game.record.channel)):
        return
    if not await _sees_tournament(games, actor, game_id, plays=plays):
        raise NotOnTable("", "no_such_game")


async def _sees_tournament(games: GameService, actor: Actor, game_id: int, *, plays: bool) -> bool:
    """Whether a game is of a tournament of this server that the asker sees, organises or plays this game of:
    Discord archives the quiet thread of a game, and then does not say who can see it."""
    tournament = await games.store.tournaments.of_game(game_id)
    stored = await games.store.tournaments.load(tournament) if tournament is not None else None
    if stored is None:
        return False
    channel = stored.channels.get(actor.guild)
    if channel is None:
        return False
    organisers = stored.organisers | {stored.record.owner}
    return plays or actor.user in organisers or actor.sees(channel)
