"""Seats of the computer player: its level, and games against it that begin at once. No Discord."""

from __future__ import annotations

from dataclasses import replace

from bot.core.game import Game
from bot.core.game_service import GameService
from bot.core.requests.actor import Actor
from bot.features.lobby import seating
from bot.features.lobby.create import find_scenario
from bot.features.lobby.seating import COMPUTER, Person
from bot.features.lobby.start import begin
from engine.errors import IllegalOrder, NotOnTable, NotYours
from engine.scenario import Scenario
from opponent.levels import EASY, LEVELS


def computer_player(level: str) -> Person:
    """The computer player of that level. Raises NotOnTable for a level that does not exist."""
    if level not in LEVELS:
        raise NotOnTable("", "no_such_level", level=level[:40], known=tuple(LEVELS))
    return replace(COMPUTER, level=level)


async def set_level(games: GameService, game_id: int, actor: Actor, side: str, level: str) -> Game:
    """Choose how well the computer player of a lobby plays a side. Choosing again changes nothing.

    Raises Refused: no_such_level, no_such_side, already_started, not_the_owner, no_computer.
    """
    player = computer_player(level)
    async with games.locked(game_id):
        game = await games.game(game_id)
        if await games.store.receipts.get(actor.interaction):
            return game
        if side not in game.scenario.side_ids:
            raise NotOnTable("", "no_such_side", side=side[:40], known=game.scenario.side_ids)
        if game.record.status != "lobby":
            raise IllegalOrder("", "already_started")
        if not game.sides_of(actor.user) and game.record.owner != actor.user:
            raise NotYours("", "not_the_owner")
        if not game.seat(side).bot:
            raise IllegalOrder("", "no_computer", side=side)
        seats = tuple(seating.seat(side, player) if s.side == side else s for s in game.record.seats)
        return await seating.change_seats(games, game, actor, seats=seats)


async def against_computer(
    games: GameService,
    actor: Actor,
    scenario: str | Scenario,
    level: str = EASY,
    side: str = "",
    *,
    rated: bool = True,
) -> Game:
    """A battle begun at once: who asks plays a side ("": the first), the computer player the other.

    Raises Refused: no_such_scenario, no_such_side, no_such_level, channel_taken.
    """
    battle = find_scenario(scenario) if isinstance(scenario, str) else scenario
    chosen = side or battle.side_ids[0]
    game = await seating.create_game(games, actor, battle, chosen, computer_player(level), rated=rated)
    async with games.locked(game.record.id):
        game = await games.game(game.record.id)
        return game if game.record.status != "lobby" else await begin.begin(games, game, actor)
