"""What giving orders and looking needs of games: the games themselves, or a private copy of one.

`GameAccess` is what both `GameService` and a what-if offer to the services by which people play and look.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from contextlib import AbstractAsyncContextManager
from datetime import datetime
from typing import Protocol

from bot.core.game import Game
from bot.core.requests.actor import Actor
from bot.core.requests.receipts import Outcome
from engine.commands import Command
from storage import Draft, Entry, OutboxMessage


class DraftWriter(Protocol):
    """Changes to drafts, within the transaction of an order."""

    async def shorten(self, game_id: int, user: int, text: str) -> None:
        """Replace the text of a draft by what is left of it."""


class OrderTransaction(Protocol):
    """What may be written together with an order."""

    @property
    def drafts(self) -> DraftWriter:
        """Drafts of orders."""


class GameAccess(Protocol):
    """What playing and looking needs of games. Methods that take orders raise Refused."""

    @property
    def clock(self) -> Callable[[], datetime]:
        """What time it is."""

    async def game(self, game_id: int) -> Game:
        """A game as it is now. Raises NotOnTable when there is no such game."""

    async def game_in(self, channel: int) -> Game:
        """The game in a channel. Raises NotOnTable without any."""

    def locked(self, game_id: int) -> AbstractAsyncContextManager[None]:
        """Lock a game."""

    async def order(
        self,
        game_id: int,
        actor: Actor,
        command: Command,
        *,
        stamp: int | None = None,
        same_phase: bool = False,
    ) -> Outcome:
        """Carry out an order once. Raises Stale when the table the player knew is too old."""

    async def undo(self, game_id: int, actor: Actor, *, stamp: int | None = None) -> Outcome:
        """Take back the last order of a player."""

    async def give(
        self,
        game: Game,
        side: str,
        command: Command,
        who: int | None,
        actor: Actor | None,
        also: Callable[[OrderTransaction], Awaitable[None]] | None = None,
    ) -> Outcome:
        """Play an order, append it and do `also`, in one transaction; for one who holds the game's lock.

        Raises DiceAwaited, with `also` done, where the order is announced and waits for its dice."""

    async def write(
        self,
        game: Game,
        entry: Entry,
        actor: Actor | None,
        also: Callable[[OrderTransaction], Awaitable[None]] | None = None,
    ) -> Outcome:
        """Append an entry and do `also`, in one transaction; for one who holds the game's lock."""

    async def previous_outcome(self, game: Game, actor: Actor) -> Outcome | None:
        """What came of this very interaction, when it was obeyed before."""

    async def was_obeyed(self, actor: Actor) -> bool:
        """Whether this very interaction was obeyed before."""

    async def check_time(self, game: Game, side: str, actor: Actor) -> None:
        """Raises NotYours when a side ran out of time, IllegalOrder while the game is paused."""

    async def draft(self, game_id: int, user: int) -> Draft | None:
        """The last orders that a player wrote down."""

    async def save_draft(self, game_id: int, actor: Actor, text: str) -> None:
        """Keep what a player wrote down, once for an interaction."""

    async def agreed_undos(self, game_id: int) -> Sequence[OutboxMessage]:
        """The messages that tell of undos how they were agreed to."""

    async def preferences_of(self, user: int) -> dict[str, str]:
        """What a person prefers, by name."""
