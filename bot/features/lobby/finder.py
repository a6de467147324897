"""Finding a game: open seats of a server, those who look for one, invitations, a rematch. No Discord."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from datetime import timedelta
from functools import cache

import scenarios
from bot.clock import terms
from bot.core import game_clock
from bot.core.channels import GameChannel, Threads
from bot.core.game import Game
from bot.core.game_service import GameService
from bot.core.requests.actor import Actor
from bot.core.requests.receipts import receipt
from bot.features.lobby import finder_page, join_rules, seating
from bot.features.lobby import page as lobby_page
from bot.features.lobby import rematch as rematches
from bot.features.lobby.create import find_scenario
from bot.features.lobby.seating import Person
from bot.i18n.catalogue import catalogue_for
from bot.i18n.names import Names, plain
from bot.ui import refusals
from bot.ui.autocomplete import matching_choices
from bot.ui.page import Choice, Page
from engine.errors import IllegalOrder, NotOnTable, NotYours, Refused
from engine.scenario import Scenario
from storage import ReadTransaction, Seeker

LASTING = timedelta(days=30)
"""How long a player is listed as looking for a game."""
MOST_INVITED = 5
"""Most players invited to one game, not counting those its host named."""


@cache
def systems() -> tuple[str, ...]:
    """The rule systems of which there are battles."""
    return tuple(dict.fromkeys(scenarios.load(id_).system for id_ in scenarios.all()))


class GameFinder:
    """Brings people to tables."""

    def __init__(self, games: GameService, threads: Threads) -> None:
        self.games = games
        self._threads = threads
        self._listeners: list[Callable[[int], None]] = []

    def subscribe(self, listener: Callable[[int], None]) -> None:
        """Tell this of each server where a player begins to look for a game."""
        self._listeners.append(listener)

    # --- the lobby of a server -----------------------------------------------------------------------

    async def show(self, actor: Actor, system: str = "", number: int = 0, notice: str = "") -> Page:
        """Open seats in channels that the asker sees, and who looks for a game. Raises NotOnTable."""
        chosen = "" if system in ("", join_rules.ANY) else _system(system)
        words = catalogue_for(actor.language)
        tables = [(t, sides) for t, sides in await self._tables(actor) if chosen in ("", t.scenario.system)]
        async with self.games.store.reading() as tx:
            seats = await _offers(tx, actor, tables)
        looking = [
            x
            for x in await self._looking(actor)
            if not chosen or {chosen, join_rules.ANY} & {*x.seeker.systems}
        ]
        me = await self.games.store.players.get(actor.user)
        return finder_page.page(words, seats, looking, me, number=number, system=chosen, notice=notice)

    async def _tables(self, actor: Actor) -> list[tuple[Game, tuple[str, ...]]]:
        """The tables of a server that the asker may look at: where they can take sides over, and which; then
        those that have not begun."""
        sides_by_game: dict[int, tuple[str, ...]] = {}
        for wish in await self.games.store.vacancies.in_guild(actor.guild):
            sides_by_game[wish.game] = (*sides_by_game.get(wish.game, ()), wish.side)
        sides_by_game |= dict.fromkeys(await self.games.store.games.lobby_ids_in_guild(actor.guild), ())
        tables = [(await self.games.game(game_id), sides) for game_id, sides in sides_by_game.items()]
        return [
            (t, s) for t, s in tables if actor.sees(t.record.channel) and not (s and t.sides_of(actor.user))
        ]

    async def _looking(self, actor: Actor) -> list[finder_page.Looking]:
        since = self.games.clock() - LASTING
        seekers = await self.games.store.seekers.in_guild(actor.guild, since)
        players = await self.games.store.players.get_many([s.user for s in seekers])
        return [finder_page.Looking(seeker=s, player=players[s.user]) for s in seekers]

    async def seek(self, actor: Actor, system: str, note: str = "", clock: str = "") -> Page:
        """Look for a game of a rule system, in addition to earlier ones, perhaps with a clock. Raises
        NotOnTable."""
        chosen = _system(system)
        wanted = await self._clock(actor, clock)
        mine = [x.seeker for x in await self._looking(actor) if x.seeker.user == actor.user]
        before = mine[0].systems if mine else ()
        both = () if join_rules.ANY in (chosen, *before) else before
        now = self.games.clock()
        seeker = Seeker(
            guild=actor.guild,
            user=actor.user,
            name=actor.name,
            systems=tuple(dict.fromkeys((*both, chosen))),
            note=(note or (mine[0].note if mine else ""))[: finder_page.LONGEST_NOTE],
            since=now,
            channel=actor.channel,
            clock=(mine[0].clock if mine else "") if wanted is None else wanted,
        )
        async with self.games.store.writing() as tx:
            if await tx.receipts.add(receipt(actor, None, seeks=chosen)):
                await tx.seekers.delete_before(now - LASTING)
                await tx.seekers.save(seeker)
        for listener in self._listeners:
            listener(actor.guild)
        words = catalogue_for(actor.language)
        names = [finder_page.system_name(words, s) for s in seeker.systems]
        notice = words("finding.seeking", systems=words.join_list(names), days=LASTING.days)
        return await self.show(actor, chosen, notice=notice)

    async def _clock(self, actor: Actor, text: str) -> str | None:
        """A clock as it is kept, "" for any, None where nothing is said of it. Raises NotOnTable."""
        if not text.strip():
            return None
        if text.strip() == join_rules.ANY:
            return ""
        clock = terms.read(text, zone=(await self.games.store.players.get(actor.user)).zone)
        return clock.text if clock is not None else terms.NONE[0]

    async def stop(self, actor: Actor) -> Page:
        """Look for no game any more."""
        async with self.games.store.writing() as tx:
            if await tx.receipts.add(receipt(actor, None, seeks="")):
                await tx.seekers.remove(actor.guild, actor.user)
        return Page(text=catalogue_for(actor.language)("finding.stopped"))

    async def systems(self, actor: Actor, text: str) -> list[Choice]:
        """The rule systems, as completions."""
        words = catalogue_for(actor.language)
        known = (
            Choice(label=finder_page.system_name(words, s), value=s) for s in (*systems(), join_rules.ANY)
        )
        return matching_choices(known, text)

    # --- opening a game ------------------------------------------------------------------------------

    async def new(
        self,
        actor: Actor,
        scenario: str | Scenario,
        side: str,
        other: Person | None,
        options: str = "",
        least: int = 0,
        *,
        player: Person | None = None,
        public_dice: bool = False,
        rated: bool = True,
        thread: bool = False,
    ) -> Page:
        """Open a lobby, with `thread` in a thread of its own; who looks for such a game can be invited from
        the answer. With a `player`, that one has the asker's place. Raises Refused."""
        invited = {p.user: p for p in (player, other) if p is not None and p.user not in (None, actor.user)}
        for user, person in invited.items():
            assert user is not None
            await join_rules.admit(self.games, least, user, person.name)

        async def opened(actor: Actor) -> Game:
            return await seating.create_game(
                self.games,
                actor,
                scenario,
                side,
                other,
                options,
                least,
                player=player,
                public_dice=public_dice,
                rated=rated,
            )

        if not thread or await self.games.store.receipts.get(actor.interaction):
            return await self._offered(actor, await opened(actor), "lobby.opened")
        there = await self._thread(actor, scenario, invited.values())
        try:
            game = await opened(replace(actor, channel=there.channel))
        except BaseException:
            await self._threads.discard(there)
            raise
        return await self._offered(actor, game, "lobby.opened_there")

    async def _thread(self, actor: Actor, scenario: str | Scenario, invited: Iterable[Person]) -> GameChannel:
        """A public thread for a game, with everyone who is to play in it. Raises Refused."""
        battle = find_scenario(scenario) if isinstance(scenario, str) else scenario
        words, invited = catalogue_for(actor.language), [*invited]
        title = words.localized(battle.title)
        with_ = words.join_list([plain(person.name) for person in invited])
        name = words("lobby.thread_with", title=title, who=with_) if with_ else title
        users = [actor.user, *(person.user for person in invited if person.user is not None)]
        return await self._threads.open(actor.channel, name, users, ("public",))

    async def _offered(self, actor: Actor, game: Game, key: str) -> Page:
        names = Names.to(actor.language, actor.user, game)
        notice = names.words(key, title=names.title, channel=f"<#{game.record.channel}>")
        return finder_page.offered(names, notice, await self._to_invite(actor, game))

    async def _to_invite(self, actor: Actor, game: Game) -> list[finder_page.Looking]:
        """Players looking for such a game who could join and are not yet invited or seated."""
        door = await self.games.store.join_rules.of_game(game.record.id)
        if not any(join_rules.may_take_seat(game, door, s, 0) for s in join_rules.open_sides(game, door)):
            return []
        called = await self._called(game.record.id)
        fitting_ = {game.scenario.system, join_rules.ANY}
        return [
            x
            for x in await self._looking(actor)
            if fitting_ & {*x.seeker.systems}
            and x.seeker.user not in {actor.user, *called}
            and not game.sides_of(x.seeker.user)
            and join_rules.admits(door, x.player)
        ]

    async def _called(self, game_id: int) -> list[int]:
        """Whom a post has called to a game."""
        invited = await self.games.store.outbox.of_game(game_id, "invitation")
        return [int(letter.body["user"]) for letter in invited]

    # --- inviting ------------------------------------------------------------------------------------

    async def invite(self, actor: Actor, friend: Person, side: str = "") -> Page:
        """Invite a player to the open game of this channel. Raises Refused."""
        game = await self.games.game_in(actor.channel)
        try:
            return await self._invite(actor, game.record.id, friend, side)
        except Refused as refused:
            names = Names.to(actor.language, actor.user, game)
            return refusals.refusal_page(names.words, refused, names)

    async def call(self, actor: Actor, game_id: int, user: int) -> Page:
        """Invite a player who is looking for a game. Raises Refused."""
        name = next((x.seeker.name for x in await self._looking(actor) if x.seeker.user == user), "")
        if not name:
            raise IllegalOrder("", "seeks_no_more")
        return await self._invite(actor, game_id, Person(user=user, name=name), "")

    async def _invite(self, actor: Actor, game_id: int, friend: Person, side: str) -> Page:
        assert friend.user is not None
        async with self.games.locked(game_id):
            game = await self.games.game(game_id)
            if await self.games.store.receipts.get(actor.interaction) is None:
                await self._may_invite(actor, game, friend.user, side)
                door = await self.games.store.join_rules.of_game(game_id)
                await join_rules.admit(self.games, door.min_reliability, friend.user, friend.name)
                body = {"user": friend.user, "side": side, "by": actor.user}
                async with self.games.store.writing() as tx:
                    await tx.receipts.add(receipt(actor, game_id, game=game_id))
                    await tx.outbox.add(
                        game=game_id, channel=game.record.channel, kind="invitation", body=body
                    )
        self.games.notify(game_id)
        names = Names.to(actor.language, actor.user, game)
        notice = names.words("finding.told", who=f"<@{friend.user}>")
        return finder_page.offered(names, notice, await self._to_invite(actor, game))

    async def _may_invite(self, actor: Actor, game: Game, user: int, side: str) -> None:
        """Raises Refused unless the asker may call that person to that side of this table."""
        if game.record.status != "lobby":
            raise IllegalOrder("", "already_started")
        if not game.sides_of(actor.user) and game.record.owner != actor.user:
            raise NotYours("", "not_the_owner")
        if side and side not in game.scenario.side_ids:
            raise NotOnTable("", "no_such_side", side=side[:40], known=game.scenario.side_ids)
        if sits := game.sides_of(user):
            raise IllegalOrder("", "seat_taken", side=sits[0], holder=sits[0])
        door = await self.games.store.join_rules.of_game(game.record.id)
        open_ = [
            s for s in join_rules.open_sides(game, door) if join_rules.may_take_seat(game, door, s, user)
        ]
        if side and side not in open_:
            occupied = game.seat(side).user is not None or game.seat(side).bot
            raise IllegalOrder("", "seat_taken" if occupied else "seat_kept", side=side, holder=side)
        if not open_:
            raise IllegalOrder("", "no_free_seat")
        called = await self._called(game.record.id)
        if user in called:
            raise IllegalOrder("", "invited_before")
        if len(called) >= MOST_INVITED:
            raise IllegalOrder("", "invited_enough", n=MOST_INVITED)

    # --- a rematch -----------------------------------------------------------------------------------

    async def rematch(self, actor: Actor, game_id: int | None = None) -> Page:
        """Open the rematch of a game that is over, in this channel by default, or join it."""
        if game_id is None:
            here = (await self.games.game_in(actor.channel)).record
            before = await self.games.store.games.last_finished_id_in_channel(actor.channel)
            game_id = before if before is not None and here.status != "playing" else here.id
        game = await rematches.rematch(self.games, actor, game_id)
        names = Names.to(actor.language, actor.user, game)
        sides = names.words.join_list([names.side(s) for s in game.sides_of(actor.user)])
        return lobby_page.text(names, "again", side=sides, next=lobby_page.next_step(names))

    async def release(self, actor: Actor, game_id: int, side: str) -> Page:
        """Open a reserved side to anyone."""
        game = await join_rules.release(self.games, game_id, actor, side)
        names = Names.to(actor.language, actor.user, game)
        return lobby_page.text(names, "released", side=names.side(side))


async def _offers(
    tx: ReadTransaction, actor: Actor, tables: Iterable[tuple[Game, tuple[str, ...]]]
) -> list[finder_page.Seats]:
    """What tables offer to the asker: these sides to be taken over, or the free seats."""
    offers = []
    for game, vacant in tables:
        door = await tx.join_rules.of_game(game.record.id)
        free = tuple(
            s
            for s in join_rules.open_sides(game, door)
            if join_rules.may_take_seat(game, door, s, actor.user)
        )
        if not (sides := vacant or free):
            continue
        seats = finder_page.Seats(
            names=Names.to(actor.language, actor.user, game),
            door=door,
            clock=await game_clock.terms_of(tx, game.record.id),
            players=await tx.players.get_many(s.user for s in game.record.seats if s.user is not None),
            sides=sides,
            vacant=bool(vacant),
        )
        offers.append(seats)
    return offers


def _system(text: str) -> str:
    """Parse a rule system by its id or its name. Raises NotOnTable."""
    typed = " ".join(text.split()).casefold()
    for system in systems():
        titles = scenarios.rulebook(system)["title"].values()
        if typed in (system, *(" ".join(str(title).split()).casefold() for title in titles)):
            return system
    if typed == join_rules.ANY:
        return join_rules.ANY
    raise NotOnTable("", "no_such_system", asked=text[:40], known=systems())
