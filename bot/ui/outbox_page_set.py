"""A feature's messages in the outbox, made into pages by their kind when they are sent."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from bot.core.game import Game
from bot.core.game_service import GameService
from bot.i18n.catalogue import Catalogue
from bot.i18n.names import Names
from bot.ui.page import Page
from storage import OutboxMessage


@dataclass(frozen=True, slots=True, kw_only=True)
class OutboxPost:
    """A message that is about to be sent, in the language of its channel. `current_game` is the referee's own
    view of its game as it is now, None for a message about no game; `earlier` are the reports of the same
    player-turn that stand above it in one post."""

    games: GameService
    message: OutboxMessage
    words: Catalogue
    current_game: Game | None = None
    earlier: tuple[OutboxMessage, ...] = ()

    @property
    def game(self) -> Game:
        """The game it is about."""
        assert self.current_game is not None, f"{self.message.kind} is about a game"
        return self.current_game

    @property
    def names(self) -> Names:
        """The words for that game."""
        return Names(self.words, self.game)


MakePage = Callable[[OutboxPost], Awaitable[Page | None]]
"""The page of a message for everyone in its channel; None when there is nothing left to say."""


class OutboxPageSet:
    """What one feature makes of its messages."""

    def __init__(self) -> None:
        self.makers: dict[str, MakePage] = {}
        self.without_game: set[str] = set()

    def on(self, *kinds: str, about_game: bool = True) -> Callable[[MakePage], MakePage]:
        """Register the decorated function for messages of these kinds, which are about a game or are not."""

        def register(make: MakePage) -> MakePage:
            for kind in kinds:
                assert kind not in self.makers, f"{kind} is registered twice"
                self.makers[kind] = make
            if not about_game:
                self.without_game.update(kinds)
            return make

        return register

    def joined(self, *others: OutboxPageSet) -> OutboxPageSet:
        """A set of all these messages."""
        both = OutboxPageSet()
        for each in (self, *others):
            assert not both.makers.keys() & each.makers.keys(), "a kind is registered twice"
            both.makers |= each.makers
            both.without_game |= each.without_game
        return both
