"""What becomes of a game when a player's data are deleted."""

from __future__ import annotations

from dataclasses import dataclass

from bot.core.game import Game


@dataclass(frozen=True, slots=True, kw_only=True)
class Departure:
    """What happens to a game when a player deletes their data.

    `how`: closed, a lobby the player opened; left, the others play on; sought, `sides` need a new player;
    ended, there was no other player.
    """

    game: Game
    how: str
    sides: tuple[str, ...] = ()
