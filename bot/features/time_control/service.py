"""The clock of a game, its agreement and substitutes. No Discord."""

from __future__ import annotations

from dataclasses import replace

from bot.clock import side_clocks, terms
from bot.clock.terms import TimeControl
from bot.core import game_clock
from bot.core.game import Game
from bot.core.game_service import GameService
from bot.core.order_rules.side_of_player import side_of_player
from bot.core.requests.actor import Actor
from bot.core.requests.receipts import receipt
from bot.core.who_acts import users
from bot.features.lobby import join_rules, seating
from bot.features.time_control import page as time_control_page
from bot.i18n.names import Names
from bot.ui.page import Form, Page
from engine.errors import GameOver, IllegalOrder, NotOnTable, NotYours
from storage import ClockRecord, Json, Seat, Vacancy, WriteTransaction


class ClockService:
    """The clocks of games."""

    def __init__(self, games: GameService) -> None:
        self.games = games

    # --- the clock of a game -------------------------------------------------------------------------

    async def clock(self, actor: Actor, time: str = "", late: str = "") -> Page:
        """Show the clock of the game in a channel; with a `time`, set it, or propose it to the others."""
        game = await self.games.game_in(actor.channel)
        if time or late:
            return await self._propose(actor, game.record.id, time, late)
        return await self._page(actor, game)

    async def form(self, actor: Actor, game_id: int) -> Form:
        """The form in which a clock is chosen. Raises Refused where the asker has no say in it."""
        game = await self.games.game(game_id)
        _check_player(game, actor)
        stands = await game_clock.terms_of(self.games.store, game_id)
        return time_control_page.form(Names.to(actor.language, actor.user, game), stands)

    async def _page(self, actor: Actor, game: Game, notice: str = "") -> Page:
        running = await self.games.game_clock(game)
        clock = await self.games.store.clocks.of_game(game.record.id)
        agreed = None if clock is None else terms.stored(clock.terms)
        proposed = {} if clock is None else clock.proposed
        return time_control_page.clock(
            Names.to(actor.language, actor.user, game), agreed, running, proposed, notice
        )

    async def _propose(self, actor: Actor, game_id: int, time: str, late: str) -> Page:
        """Set a clock at once if the asker has no opponents; otherwise ask them to agree."""
        async with self.games.locked(game_id):
            game = await self.games.game(game_id)
            if await self.games.store.receipts.get(actor.interaction):
                return await self._page(actor, game)
            _check_player(game, actor)
            before = await game_clock.terms_of(self.games.store, game_id)
            if not time and before is None:
                raise NotOnTable("", "policy_without_clock", option=late)
            zone = (await self.games.store.players.get(actor.user)).zone
            agreed = terms.read(time or (before.text if before else ""), late or _late(before), zone)
            if await self.games.store.tournaments.of_game(game_id) is not None:
                terms.check_people_play(agreed)
            asks = _others(game, actor)
            body: Json = {"number": actor.interaction} if asks else {"set": True}
            async with self.games.store.writing() as tx:
                if asks:
                    proposed: Json = {
                        "time": agreed.text if agreed else terms.NONE[0],
                        "late": late or _late(before),
                    }
                    proposed |= {"number": actor.interaction, "user": actor.user, "name": actor.name}
                    stands = {} if before is None else before.json()
                    await tx.clocks.save(ClockRecord(game=game_id, terms=stands, proposed=proposed))
                else:
                    await self._set(tx, game, agreed)
                await tx.receipts.add(receipt(actor, game_id, game=game_id))
                if asks or game.playing:
                    await tx.outbox.add(game=game_id, channel=game.record.channel, kind="clock", body=body)
            self.games.notify(game_id)
            key = "proposed" if asks else "set"
            return await self._page(actor, game, time_control_page.outcome(actor, key))

    async def agree(self, actor: Actor, game_id: int, number: int) -> Page:
        """Agree to the clock that an opponent has proposed."""
        async with self.games.locked(game_id):
            game = await self.games.game(game_id)
            if await self.games.store.receipts.get(actor.interaction):
                return await self._page(actor, game)
            clock = await self.games.store.clocks.of_game(game_id)
            if clock is None or clock.proposed.get("number") != number:
                raise IllegalOrder("", "no_such_proposal")
            _check_player(game, actor)
            theirs = game.sides_of(int(clock.proposed["user"]))
            if not set(game.sides_of(actor.user)) - set(theirs):
                raise IllegalOrder("", "own_proposal")
            async with self.games.store.writing() as tx:
                await self._set(tx, game, terms.read(clock.proposed["time"], clock.proposed["late"]))
                await tx.receipts.add(receipt(actor, game_id, game=game_id))
                if game.playing:
                    await tx.outbox.add(
                        game=game_id, channel=game.record.channel, kind="clock", body={"set": True}
                    )
            self.games.notify(game_id)
            return await self._page(actor, game, time_control_page.outcome(actor, "set"))

    async def _set(self, tx: WriteTransaction, game: Game, agreed: TimeControl | None) -> None:
        await game_clock.agree(tx, game.record.id, agreed)
        if game.record.status == "lobby":
            await tx.outbox.add(game=game.record.id, channel=game.record.channel, kind="lobby", body={})

    # --- substitutes -------------------------------------------------------------

    async def substitute(self, actor: Actor, side: str = "", *, withdraw: bool = False) -> Page:
        """Look for a substitute for a side of the asker, or stop looking."""
        game = await self.games.game_in(actor.channel)
        record = game.record
        async with self.games.locked(record.id):
            game = await self.games.game(record.id)
            side = _own(game, actor, side)
            names = Names.to(actor.language, actor.user, game)
            if await self.games.store.receipts.get(actor.interaction):
                return time_control_page.sought(names, side, withdraw)
            async with self.games.store.writing() as tx:
                await tx.receipts.add(receipt(actor, record.id, game=record.id))
                if withdraw:
                    if not await tx.vacancies.close(record.id, side):
                        raise IllegalOrder("", "nobody_wanted", side=side)
                else:
                    now = self.games.clock()
                    await tx.vacancies.open(Vacancy(game=record.id, side=side, user=actor.user, since=now))
                    body = {"side": side, "user": actor.user}
                    await tx.outbox.add(game=record.id, channel=record.channel, kind="wanted", body=body)
            self.games.notify(record.id)
            return time_control_page.sought(names, side, withdraw)

    async def back(self, actor: Actor, game_id: int) -> Page:
        """Take the asker's side back from the computer, if it stands in for them. Raises Refused."""
        async with self.games.locked(game_id):
            game = await self.games.game(game_id)
            side = side_of_player(game, actor.user)
            names = Names.to(actor.language, actor.user, game)
            if game.playing and any(game_clock.stands_in(seat) for seat in game.seats(side)):
                async with self.games.store.writing() as tx:
                    await game_clock.give_back(tx, game, side, self.games.clock())
                    await tx.receipts.add(receipt(actor, game_id, game=game_id))
                self.games.forget(game_id)
                self.games.notify(game_id)
            return time_control_page.back(names, side)

    async def relieve(self, actor: Actor, game_id: int, side: str, *, sure: bool) -> Page:
        """Take over a side that needs a substitute, after a confirmation: it reveals the side's secrets."""
        async with self.games.locked(game_id):
            game = await self.games.game(game_id)
            names = Names.to(actor.language, actor.user, game)
            if await self.games.store.receipts.get(actor.interaction):
                return time_control_page.relieves(names, side)
            vacancy = (await self.games.store.vacancies.of_game(game_id)).get(side)
            if vacancy is None or not game.playing:
                raise IllegalOrder("", "nobody_wanted", side=side)
            leaves = await self._leaves(game, actor, side, vacancy)
            now = self.games.clock()
            clock = await self.games.game_clock(game)
            if not sure:
                return time_control_page.sure(names, side, clock)
            async with self.games.store.writing() as tx:
                await game_clock.deduct_time(tx, game, now, now)
                if clock is not None:
                    dial = side_clocks.deduct(clock.dials[side], now, clock.rests[side], now)
                    fresh = side_clocks.add_time(dial, clock.terms, now)
                    await tx.clocks.save_sides([replace(fresh, late=False, ran=False)])
                seats = [_relieved(seat, side, leaves, actor) for seat in game.record.seats]
                await tx.games.update(game_id, seats=seats)
                await tx.vacancies.close(game_id, side)
                await join_rules.stop_seeking(tx, game.record.guild, actor.user, game.scenario.system)
                await tx.receipts.add(receipt(actor, game_id, game=game_id))
                body = {
                    "side": side,
                    "sides": [side],
                    "user": leaves.user,
                    "name": leaves.name,
                    "taker": actor.user,
                }
                await tx.outbox.add(game=game_id, channel=game.record.channel, kind="relieved", body=body)
            self.games.forget(game_id)
            self.games.notify(game_id)
            return time_control_page.relieves(
                Names.to(actor.language, actor.user, await self.games.game(game_id)), side
            )

    async def _leaves(self, game: Game, actor: Actor, side: str, vacancy: Vacancy) -> Seat:
        """The seat to take over. Raises Refused for players who may not have it."""
        if actor.user in users(game, side):
            raise IllegalOrder("", "seat_taken", side=side, holder=side)
        if opposite := game.sides_of(actor.user):
            raise IllegalOrder("", "sits_opposite", side=opposite[0])
        if known := await seating.sides_left(self.games, game, actor.user) - {side}:
            raise IllegalOrder("", "sat_opposite", side=min(known))
        door = await self.games.store.join_rules.of_game(game.record.id)
        await join_rules.check(self.games, game, door, actor.user)
        seats = game.seats(side)
        return next((seat for seat in seats if seat.user == vacancy.user), seats[0])


def _late(before: TimeControl | None) -> str:
    return before.late if before is not None else terms.DEFAULT


def _check_player(game: Game, actor: Actor) -> None:
    """Raises Refused unless the user may change the clock of a game."""
    if game.record.status == "over":
        raise GameOver("", "game_over")
    if not game.sides_of(actor.user) and (game.record.status != "lobby" or game.record.owner != actor.user):
        raise NotYours("", "not_the_owner")


def _others(game: Game, actor: Actor) -> bool:
    """Whether people play who must agree: those on sides on which the asker does not."""
    return any(
        s.user not in (None, actor.user) and s.side not in game.sides_of(actor.user)
        for s in game.record.seats
    )


def _own(game: Game, actor: Actor, side: str) -> str:
    """The side that needs a substitute. Raises Refused unless the asker plays it."""
    if not game.sides_of(actor.user):
        raise NotYours("", "not_a_player", players=game.scenario.side_ids, title=game.scenario.id)
    if game.record.status == "over":
        raise GameOver("", "game_over")
    if game.record.status == "lobby":
        raise NotYours("", "not_started")
    side = side or game.side_for(actor.user)
    if side not in game.sides_of(actor.user):
        raise NotYours("", "not_the_holder", side=side, holder=side)
    return side


def _relieved(seat: Seat, side: str, leaves: Seat, actor: Actor) -> Seat:
    """A seat after a substitute has taken over the side."""
    if seat.side == side and seat.user == leaves.user:
        return replace(seat, user=actor.user, name=actor.name, corps=())
    return seat
