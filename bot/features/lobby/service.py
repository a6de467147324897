"""Lobbies: take a side, share it, start, leave, resign. No Discord."""

from __future__ import annotations

from bot.core.game import Game
from bot.core.game_service import GameService
from bot.core.requests.actor import Actor
from bot.features.computer_player import seats as computer_seats
from bot.features.lessons.courses import first_battle
from bot.features.lobby import page as lobby_page
from bot.features.lobby import seating
from bot.features.lobby.seating import COMPUTER, Person
from bot.features.orders.service import OrderService
from bot.i18n.names import Names
from bot.reports import result_text
from bot.ui import refusals
from bot.ui.page import Page
from engine.errors import IllegalOrder, Refused
from engine.scenario import Scenario
from opponent.levels import EASY


class LobbyService:
    """Who plays a game, before it starts and while it goes on."""

    def __init__(self, games: GameService, orders: OrderService) -> None:
        self.games = games
        self._orders = orders

    async def join(self, actor: Actor, game_id: int | None, side: str) -> Page:
        """Take a side."""
        game = await self._game(actor, game_id)
        before = game.sides_of(actor.user)
        person = Person(user=actor.user, name=actor.name)
        try:
            game = await seating.join(self.games, game.record.id, actor, side, person)
        except Refused as refused:
            return _refusal(actor, game, refused)
        if game.playing:
            return await self._orders.opened(actor, game)
        names = Names.to(actor.language, actor.user, game)
        joined = [s for s in game.sides_of(actor.user) if s not in before] or list(game.sides_of(actor.user))
        return lobby_page.text(
            names,
            "joined" if game.record.channel == actor.channel else "joined_there",
            side=names.words.join_list([names.side(s) for s in joined]),
            channel=f"<#{game.record.channel}>",
            next=lobby_page.next_step(names),
        )

    async def seat_computer_player(self, actor: Actor, game_id: int, side: str) -> Page:
        """Give a side to the computer player, at the usual level."""
        game = await self.games.game(game_id)
        try:
            game = await seating.join(self.games, game_id, actor, side, COMPUTER)
        except Refused as refused:
            return _refusal(actor, game, refused)
        if game.playing:
            return await self._orders.opened(actor, game)
        names = Names.to(actor.language, actor.user, game)
        return lobby_page.text(
            names, "partner_joined", side=names.side(side), next=lobby_page.next_step(names)
        )

    async def set_level(self, actor: Actor, game_id: int, side: str, level: str) -> Page:
        """Choose how well the computer player of a lobby plays a side."""
        game = await self.games.game(game_id)
        try:
            game = await computer_seats.set_level(self.games, game_id, actor, side, level)
        except Refused as refused:
            return _refusal(actor, game, refused)
        names = Names.to(actor.language, actor.user, game)
        return lobby_page.text(names, "level_set", side=names.side(side), player=names.player(side))

    async def set_handicap(self, actor: Actor, game_id: int, *, counted: bool) -> Page:
        """Play a lobby's battle with the handicap that was counted for it, or with none."""
        game = await self.games.game(game_id)
        try:
            game = await seating.choose_handicap(self.games, actor, game_id, counted=counted)
        except Refused as refused:
            return _refusal(actor, game, refused)
        names = Names.to(actor.language, actor.user, game)
        given = game.scenario.handicap
        if given is None:
            return lobby_page.text(names, "handicap_off")
        return lobby_page.text(
            names, "handicap_set", handicap=result_text.handicap(names.words, game.scenario, given)
        )

    async def stand_up(self, actor: Actor, game_id: int, side: str) -> Page:
        """Free a seat of a lobby."""
        game = await self.games.game(game_id)
        try:
            game = await seating.stand_up(self.games, game_id, actor, side)
        except Refused as refused:
            return _refusal(actor, game, refused)
        names = Names.to(actor.language, actor.user, game)
        return lobby_page.text(names, "seat_freed", side=names.side(side), next=lobby_page.next_step(names))

    async def share(self, actor: Actor, side: str, friend: Person) -> Page:
        """Let a friend play a side together with the actor."""
        game = await self.games.game_in(actor.channel)
        try:
            game = await seating.share(self.games, game.record.id, actor, side, friend)
        except Refused as refused:
            return _refusal(actor, game, refused)
        names = Names.to(actor.language, actor.user, game)
        shared = side or game.side_for(actor.user)
        return lobby_page.text(names, "shared", side=names.side(shared), player=names.player(shared))

    async def start(self, actor: Actor, game_id: int | None) -> Page:
        """Start the game."""
        game = await self._game(actor, game_id)
        try:
            game = await seating.start(self.games, game.record.id, actor)
        except Refused as refused:
            return _refusal(actor, game, refused)
        if not game.playing:
            return lobby_page.text(Names.to(actor.language, actor.user, game), "words_closed")
        return await self._orders.opened(actor, game)

    async def tutorial(self, actor: Actor) -> Page:
        """Start a tutorial in this channel; if the actor's tutorial is going on there, show it."""
        return await self.play_now(actor, first_battle())

    async def play_now(self, actor: Actor, battle: str | Scenario, level: str = EASY, side: str = "") -> Page:
        """Start a battle against the computer player in this channel, as `side` ("": the first); if the
        actor's battle of that name is going on there, show it."""
        try:
            game = await computer_seats.against_computer(self.games, actor, battle, level, side)
        except IllegalOrder as refused:
            game = await self.games.game_in(actor.channel)
            id_ = battle if isinstance(battle, str) else battle.id
            if game.scenario.id != id_ or not game.sides_of(actor.user) or not game.playing:
                raise refused
        return await self._orders.opened(actor, game)

    async def resign(self, actor: Actor) -> Page:
        """Give up a game, or leave (the owner: close) its lobby."""
        game = await self.games.game_in(actor.channel)
        if game.record.status != "lobby":
            return await self._orders.confirm_resignation(actor, game)
        return await self.leave(actor)

    async def leave(self, actor: Actor) -> Page:
        """Leave a lobby, or a side that others go on playing."""
        game = await self.games.game_in(actor.channel)
        names = Names.to(actor.language, actor.user, game)
        sides = names.words.join_list([names.side(s) for s in game.sides_of(actor.user)])
        try:
            closed = await seating.leave(self.games, game.record.id, actor)
        except Refused as refused:
            return _refusal(actor, game, refused)
        return lobby_page.text(names, "closed") if closed else lobby_page.text(names, "left", side=sides)

    async def _game(self, actor: Actor, game_id: int | None) -> Game:
        return await (self.games.game_in(actor.channel) if game_id is None else self.games.game(game_id))


def _refusal(actor: Actor, game: Game, refused: Refused) -> Page:
    """The reason, with the names of the game it is about."""
    names = Names.to(actor.language, actor.user, game)
    return refusals.refusal_page(names.words, refused, names)
