"""The side for which a person may give orders."""

from __future__ import annotations

from bot.core.game import Game
from bot.core.lesson_games import is_lesson
from engine.errors import GameOver, NotYours


def side_of_player(game: Game, user: int) -> str:
    """The side a user speaks for. Raises Refused when no order of theirs can be taken."""
    if not game.sides_of(user):
        players = game.scenario.side_ids
        raise NotYours("", "not_a_player", players=players, title=game.scenario.id)
    if game.record.status == "lobby":
        raise NotYours("", "not_started")
    if not game.playing:
        raise GameOver("", "lesson_over" if is_lesson(game.record) else "game_over")
    return game.side_for(user)
