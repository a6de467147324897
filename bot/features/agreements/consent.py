"""Requests that need the other side's consent: asked in the channel, granted with one button. No Discord.

A question is its buttons and the post that brought them: both name how much everybody knew of the game when
it was asked, and it lapses as soon as that is more.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, field

from bot.core.game import Game
from bot.core.game_service import GameService
from bot.core.order_rules.side_of_player import side_of_player
from bot.core.requests.actor import Actor
from bot.core.requests.receipts import receipt
from bot.features.agreements import page as agreements_page
from bot.i18n.names import Names
from bot.ui import refusals
from bot.ui.page import Page
from engine.errors import GameOver, IllegalOrder, NotYours, Refused
from storage import Json


def known(game: Game) -> int:
    """How many entries everybody knows of: orders that are still secret must not even be counted."""
    return len(game.known_to(""))


def judges(game: Game, side: str) -> frozenset[int]:
    """The people who can agree to what a side asks for: those who play against it only."""
    others = {s.user for s in game.record.seats if s.side != side and s.user is not None}
    return frozenset(others - {s.user for s in game.seats(side)})


@dataclass(frozen=True, slots=True, kw_only=True)
class Proposal:
    """A request of a side; `about` holds further facts for the question."""

    side: str
    about: Json = field(default_factory=dict)


class PendingProposal(ABC):
    """Asks, and does what was agreed. What is asked for is up to those who build on it.

    `topic` heads the kinds of its posts and its refusals: "undo" has undo_asked, undo_refused and
    undo_not_asked.
    """

    topic: str

    def __init__(self, games: GameService) -> None:
        self.games = games

    # --- what differs from topic to topic, under the game's lock -----------------------------------------

    @abstractmethod
    def wish(self, game: Game, actor: Actor) -> Proposal:
        """The request a player makes now. Raises Refused."""

    @abstractmethod
    def open(self, game: Game, side: str) -> bool:
        """Whether what that side asked for can still be done."""

    @abstractmethod
    async def unasked(self, game: Game, wish: Proposal, actor: Actor, partner: str) -> Page:
        """Grant the request without an opponent to ask: the asker plays every side, or `partner` is the
        computer player's side."""

    @abstractmethod
    async def grant(self, game: Game, side: str, actor: Actor) -> Page:
        """Do what that side asked for and `by` has agreed to."""

    # --- what all of them share --------------------------------------------------------------------------

    async def ask(self, actor: Actor, game_id: int) -> Page:
        """Ask the other side. Raises Refused."""
        async with self.games.locked(game_id):
            game = await self.games.game(game_id)
            before = await self.games.store.receipts.get(actor.interaction)
            if before is not None:
                return self.outcome(actor, "done" if "seq" in before.outcome else "asked")
            await self.games.check_time(game, side_of_player(game, actor.user), actor)
            wish = self.wish(game, actor)
            if not judges(game, wish.side):
                bots = (s.side for s in game.record.seats if s.bot and s.side != wish.side)
                return await self.unasked(game, wish, actor, next(bots, ""))
            if await self.has_posted(game, "refused", wish.side):
                raise IllegalOrder("", f"{self.topic}_refused")
            if await self.has_posted(game, "asked", wish.side):
                return self.outcome(actor, "asked_already")
            body: Json = {"stamp": known(game), "side": wish.side, "user": actor.user, **wish.about}
            await self._tell(game, actor, "asked", body)
        self.games.notify(game_id)
        return self.outcome(actor, "asked")

    async def answer(self, actor: Actor, game_id: int, side: str, stamp: int, *, agreed: bool) -> Page:
        """Agree to what that side asks for, or refuse it. What has lapsed is told kindly. Raises Refused."""
        async with self.games.locked(game_id):
            game = await self.games.game(game_id)
            if await self.games.store.receipts.get(actor.interaction) is not None:
                return self.outcome(actor, "agreed" if agreed else "refused")
            if not game.playing:
                raise GameOver("", "game_over")
            if actor.user not in judges(game, side):
                raise NotYours("", f"{self.topic}_not_asked")
            await self.games.check_not_paused(game_id)
            if (
                stamp != known(game)
                or not self.open(game, side)
                or await self.has_posted(game, "refused", side)
            ):
                return self.outcome(actor, "lapsed")
            if agreed:
                return await self.grant(game, side, actor)
            await self._tell(game, actor, "refused", {"stamp": stamp, "side": side, "user": actor.user})
        self.games.notify(game_id)
        return self.outcome(actor, "refused")

    async def has_posted(self, game: Game, what: str, side: str) -> bool:
        """Whether such a post tells of what that side asks for now."""
        posts = await self.games.store.outbox.of_game(game.record.id, f"{self.topic}_{what}")
        now = {"stamp": known(game), "side": side}
        return any(now.items() <= post.body.items() and not post.failed for post in posts)

    def outcome(self, actor: Actor, key: str) -> Page:
        """What became of a request, for the one who asked or answered."""
        return agreements_page.outcome(actor.language, self.topic, key)

    async def _tell(self, game: Game, actor: Actor, what: str, body: Json) -> None:
        async with self.games.store.writing() as tx:
            await tx.receipts.add(receipt(actor, game.record.id, **{what: body["side"]}))
            await tx.outbox.add(
                game=game.record.id, channel=game.record.channel, kind=f"{self.topic}_{what}", body=body
            )


class MutualProposal(PendingProposal):
    """A proposal that is the same from either side: who makes the one that stands already agrees to it."""

    async def offer(self, actor: Actor) -> Page:
        """Propose it in the game of a channel."""
        game = await self.games.game_in(actor.channel)
        try:
            return await self.ask(actor, game.record.id)
        except Refused as refused:
            names = Names.to(actor.language, actor.user, game)
            return refusals.refusal_page(names.words, refused, names)

    async def ask(self, actor: Actor, game_id: int) -> Page:
        """Ask for it; where the other side asks for the same, this agrees to it. Raises Refused."""
        game = await self.games.game(game_id)
        for side in game.scenario.side_ids:
            theirs = game.playing and actor.user in judges(game, side)
            if theirs and await self._stands(game, side):
                return await self.answer(actor, game_id, side, known(game), agreed=True)
        return await super().ask(actor, game_id)

    async def _stands(self, game: Game, side: str) -> bool:
        """Whether an offer of that side waits for its answer."""
        proposed = await self.has_posted(game, "asked", side)
        return proposed and not await self.has_posted(game, "refused", side)

    def wish(self, game: Game, actor: Actor) -> Proposal:
        """A request by the player's side."""
        return Proposal(side=side_of_player(game, actor.user))

    def open(self, game: Game, side: str) -> bool:
        """Always, as long as the game is on."""
        return True
