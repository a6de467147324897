"""Who asks, what came of an order, and what giving orders needs: the games, or a private copy of one.

`GameAccess` is what both `GameService` and a what-if offer to the services by which people play and look.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Protocol

from bot.core.game import Game
from bot.core.lesson_games import is_lesson
from engine.commands import Command, Done, Seal
from engine.errors import GameOver, IllegalOrder, NotYours
from storage import Draft, Entry, OutboxMessage, Receipt


class Stale(Exception):
    """What was pressed belongs to an older table; nothing was done."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Actor:
    """Who asks, through which interaction (its id is obeyed once), where, in which language.

    `public`: by a button that everybody sees; its stamp counts what everybody knows. `at`: when they did it,
    by the interaction itself, in the time of the host's clock. `sees`: whether they may look into a channel
    of the server. `manages`: they have Manage Server there; `roles` are those they hold. `wordy`: they are
    known to want words in place of pictures.
    """

    user: int
    name: str
    interaction: int
    guild: int
    channel: int
    language: str = "en"
    public: bool = False
    at: datetime | None = None
    manages: bool = False
    roles: frozenset[int] = frozenset()
    wordy: bool = False
    sees: Callable[[int], bool] = field(default=lambda channel: False, compare=False, repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """The table after an order, the entry it made, and whether this was only told again."""

    game: Game
    entry: Entry
    repeated: bool = False


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


def outcome_of(game: Game, receipt: Receipt | None) -> Outcome | None:
    """What came of an interaction by what was kept of it; None when it changed nothing in this game."""
    if receipt is None or "seq" not in receipt.outcome:
        return None
    seq = int(receipt.outcome["seq"])
    entry = next(e for e in game.entries if e.seq == seq)
    then = game.at(int(receipt.outcome.get("undo", seq)))
    return Outcome(game=then, entry=entry, repeated=True)


def receipt(actor: Actor, about: int | None, /, **outcome: Any) -> Receipt:
    """What is kept of an interaction that was obeyed."""
    return Receipt(interaction=actor.interaction, game=about, outcome=outcome)


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


def check_sent(game: Game, actor: Actor, command: Command) -> None:
    """Raises IllegalOrder when a typed end of a phase, or lock, was sent before the open phase began: it was
    meant for the one before."""
    if actor.at is None or not isinstance(command, (Done, Seal)):
        return
    began = game.phase_began
    if any(entry.seq == began and actor.at < entry.at for entry in reversed(game.entries)):
        raise IllegalOrder("", "sent_before_phase", phase=game.state.phase)


def check_stamp(game: Game, actor: Actor, stamp: int | None, same_phase: bool) -> None:
    """Raises Stale when what the asker saw is older than the table (than its phase, with `same_phase`)."""
    if stamp is None:
        return
    known = game.known_to("" if actor.public else game.side_for(actor.user))
    if stamp == len(known):
        return
    if not (same_phase and 0 < stamp < len(known) and game.phase_began <= known[stamp - 1].seq):
        raise Stale
