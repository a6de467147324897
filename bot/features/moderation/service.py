"""Moderation of a game: each action of a moderator needs a public reason. No Discord.

Who is a moderator of a game says `rulings.py`. They see and touch what a spectator sees.
"""

from __future__ import annotations

from dataclasses import replace

from bot.clock import side_clocks
from bot.core import game_clock
from bot.core.game import Game, rules_on
from bot.core.game_result import result_of
from bot.core.game_service import GameService
from bot.core.requests.actor import Actor
from bot.core.requests.receipts import receipt
from bot.core.who_acts import users
from bot.features.agreements.undo_by_consent import standing
from bot.features.lobby import join_rules, seating
from bot.features.lobby.seating import Person
from bot.features.moderation import corrections as moderation_corrections
from bot.features.moderation import page as moderation_page
from bot.features.moderation import playability as moderation_playability
from bot.features.moderation.corrections import Correction
from bot.features.moderation.rollback_points import Moment
from bot.features.moderation.rulings import RULING, Rulings, read_reason
from bot.i18n.catalogue import catalogue_for
from bot.i18n.names import Names
from bot.runtime.worker_threads import in_thread
from bot.ui.page import Page
from engine.errors import IllegalOrder, NotOnTable
from engine.events import Began, Noted
from storage import Entry, Json, Pause, Seat, WriteTransaction

CORRECTED, PAUSED, RESUMED, ROLLED, REPLACED, REMOVED = (
    "corrected", "paused", "resumed", "rolled_back", "replaced", "removed",
)  # fmt: skip
"""What can be ruled."""


def moments(game: Game) -> tuple[Moment, ...]:
    """The phases that a game can be rolled back to, the latest first, none before the position that it was
    imported with; of the referee's own `game`."""
    public = game.known_to("")
    moments = []
    for number, entry in enumerate(public, start=1):
        began = [e for e in entry.events if isinstance(e, Began)]
        if entry.struck is not None or entry.kind == RULING or not began:
            continue
        if entry.seq < game.record.imported_after:
            continue
        lost = sum(1 for e in public if e.seq > entry.seq and e.struck is None and e.kind == "order")
        if lost:
            last = began[-1]
            moments.append(
                Moment(
                    number=number,
                    seq=entry.seq,
                    turn=last.turn,
                    phase=last.phase,
                    player=last.player,
                    lost=lost,
                )
            )
    return tuple(reversed(moments))


class ModerationService:
    """Keeps order in games."""

    def __init__(self, games: GameService, rulings: Rulings | None = None) -> None:
        self.games = games
        self._rulings = rulings or Rulings(games)

    async def may(self, actor: Actor) -> bool:
        """Whether a user is a moderator of their server."""
        return await self._rulings.moderates(actor)

    async def check(self, actor: Actor, game: Game) -> None:
        """Raises NotYours unless a user may moderate a game."""
        await self._rulings.check(actor, game)

    # --- the table -------------------------------------------------------------------------------------

    async def correct(self, actor: Actor, about: str, what: str, to: str, reason: str) -> Page:
        """Set one thing right on the table, as far as it can be played on."""
        why = read_reason(reason)

        async def work(game: Game) -> Page:
            correction = await in_thread(_corrected, game, actor, about, what, to)
            facts = moderation_page.facts(CORRECTED, why, about=correction.about, what=correction.what)
            facts |= {"was": correction.was, "now": correction.now}
            after = await self._rulings.write(game, actor, facts, correction.events)
            return moderation_page.corrected(Names(catalogue_for(actor.language), after), correction)

        return await self._rulings.act(actor, None, work)

    # --- the game --------------------------------------------------------------------------------------

    async def pause(self, actor: Actor, reason: str) -> Page:
        """Let the game stand still: no orders, no clock, no computer player."""
        why = read_reason(reason)

        async def work(game: Game) -> Page:
            game_id, now = game.record.id, self.games.clock()
            if await self.games.paused(game_id) is not None:
                raise IllegalOrder("", "paused_already")

            async def halt(tx: WriteTransaction) -> None:
                await game_clock.deduct_time(tx, game, now, now)
                await tx.pauses.save(Pause(game=game_id, by=actor.user, reason=why, since=now))

            await self._rulings.write(game, actor, moderation_page.facts(PAUSED, why), also=halt)
            return moderation_page.done(actor.language, PAUSED)

        return await self._rulings.act(actor, None, work)

    async def resume(self, actor: Actor, reason: str) -> Page:
        """Let it go on."""
        why = read_reason(reason)

        async def work(game: Game) -> Page:
            if await self.games.paused(game.record.id) is None:
                raise IllegalOrder("", "not_paused")

            async def go_on(tx: WriteTransaction) -> None:
                await tx.pauses.delete(game.record.id)
                await game_clock.update_clocks(tx, game, self.games.clock())

            await self._rulings.write(game, actor, moderation_page.facts(RESUMED, why), also=go_on)
            return moderation_page.done(actor.language, RESUMED)

        return await self._rulings.act(actor, None, work)

    async def rollback(self, actor: Actor, phase: str, reason: str) -> Page:
        """Ask for confirmation before the game is rolled back to the beginning of a phase."""
        why = read_reason(reason)

        async def work(game: Game) -> Page:
            moment = _moment(Names(catalogue_for(actor.language), game), moments(game), phase)
            return await self._ask(actor, game, ROLLED, why, moment)

        return await self._rulings.act(actor, None, work)

    async def remove(self, actor: Actor, reason: str) -> Page:
        """Ask for confirmation before the game is removed from its channel."""
        why = read_reason(reason)
        return await self._rulings.act(
            actor, None, lambda game: self._ask(actor, game, REMOVED, why), lobby=True
        )

    async def _ask(self, actor: Actor, game: Game, act: str, why: str, to: Moment | None = None) -> Page:
        """Keep what is asked for with the interaction; the button names that."""
        about = {"act": act, "why": why, "to": to.number if to is not None else 0}
        async with self.games.store.writing() as tx:
            await tx.receipts.add(receipt(actor, game.record.id, ruling=about))
        return moderation_page.sure(Names(catalogue_for(actor.language), game), act, actor.interaction, to)

    async def sure(self, actor: Actor, game_id: int, stamp: int, receipt: int) -> Page:
        """Do what was asked for, unless more has happened since."""
        request = await self.games.store.receipts.get(receipt)
        if request is None or request.game != game_id or "ruling" not in request.outcome:
            raise NotOnTable("", "no_such_game")
        about = request.outcome["ruling"]

        async def work(game: Game) -> Page:
            if stamp != moderation_page.stamp(game):
                return moderation_page.done(actor.language, "lapsed")
            if about["act"] == ROLLED:
                to = next(m for m in moments(game) if m.number == about["to"])
                return await self._roll_back(actor, game, to, str(about["why"]))
            return await self._remove(actor, game, str(about["why"]))

        return await self._rulings.act(actor, game_id, work, lobby=True)

    async def _roll_back(self, actor: Actor, game: Game, to: Moment, why: str) -> Page:
        gone = [e for e in game.active_entries if e.seq > to.seq and _goes(e)]
        facts = moderation_page.facts(
            ROLLED, why, turn=to.turn, phase=to.phase, player=to.player, lost=to.lost
        )

        async def also(tx: WriteTransaction, after: Game) -> None:
            body = {"seq": after.last}
            await tx.outbox.add(game=game.record.id, channel=game.record.channel, kind=RULING, body=body)
            await game_clock.refresh(tx, after, self.games.clock())

        await self.games.strike(game, "", gone, actor, also, (Noted(kind=RULING, facts=facts),))
        return moderation_page.done(actor.language, ROLLED)

    async def _remove(self, actor: Actor, game: Game, why: str) -> Page:
        record = game.record
        if record.status == "lobby":
            async with self.games.store.writing() as tx:
                await tx.games.delete_lobby(record.id)
                await tx.receipts.add(receipt(actor, None, closed=True))
                body = {"title": moderation_page.title(game), "by": actor.user, "why": why}
                place = {"channel": record.channel, "guild": record.guild}
                await tx.outbox.add(game=None, kind="removed", body=body, **place)
            self.games.forget(record.id)
            self.games.notify(None)
            return moderation_page.done(actor.language, REMOVED)

        async def end(tx: WriteTransaction) -> None:
            await tx.pauses.delete(record.id)
            await tx.results.finish(result_of(game, self.games.clock()))

        await self._rulings.write(game, actor, moderation_page.facts(REMOVED, why), also=end)
        self.games.forget(record.id)
        self.games.notify(record.id)
        return moderation_page.done(actor.language, REMOVED)

    # --- the people ------------------------------------------------------------------------------------

    async def replace(
        self,
        actor: Actor,
        side: str,
        guest: Person,
        whom: int | None,
        reason: str,
        *,
        game_id: int | None = None,
    ) -> Page:
        """Give a player's seat on a side to another player, or to the computer player."""
        why = read_reason(reason)

        async def work(game: Game) -> Page:
            leaves = await self._leaves(game, actor, side, guest, whom)
            now, record = self.games.clock(), game.record
            seats = tuple(_reassigned(seat, leaves, guest) for seat in record.seats)

            async def seat(tx: WriteTransaction) -> None:
                clock = await game_clock.game_clock(tx, game, now)
                await game_clock.deduct_time(tx, game, now, now)
                if clock is not None and side in clock.dials:
                    dial = side_clocks.deduct(clock.dials[side], now, clock.rests[side], now)
                    fresh = side_clocks.add_time(dial, clock.terms, now)
                    await tx.clocks.save_sides([replace(fresh, late=False, ran=False)])
                await tx.games.update(record.id, seats=seats)
                await tx.vacancies.close(record.id, side)
                await join_rules.stop_seeking(tx, record.guild, guest.user, game.scenario.system)

            taker: Json = {"user": leaves.user, "name": leaves.name, "taker": guest.user}
            post = ("replaced", {"side": side, "sides": [side], **taker})
            await self._rulings.write(
                game, actor, moderation_page.facts(REPLACED, why, side=side), also=seat, post=post
            )
            self.games.forget(record.id)
            self.games.notify(record.id)
            return moderation_page.done(actor.language, REPLACED)

        return await self._rulings.act(actor, game_id, work)

    async def _leaves(self, game: Game, actor: Actor, side: str, guest: Person, whom: int | None) -> Seat:
        """The seat that changes hands. Raises Refused."""
        if side not in game.scenario.side_ids:
            raise NotOnTable("", "no_such_side", side=side[:40], known=game.scenario.side_ids)
        if guest.user == actor.user:
            raise IllegalOrder("", "replaced_by_marshal")
        if guest.user is not None:
            if guest.user in users(game, side):
                raise IllegalOrder("", "replaced_sits", side=side)
            if opposite := game.sides_of(guest.user):
                raise IllegalOrder("", "replaced_opposite", side=opposite[0])
            if known := await seating.sides_left(self.games, game, guest.user) - {side}:
                raise IllegalOrder("", "replaced_opposite", side=min(known))
        seats = game.seats(side)
        if guest.user is None and (len(seats) > 1 or seats[0].bot):
            raise IllegalOrder("", "replaced_partner", side=side)
        if whom is not None and whom not in users(game, side):
            raise IllegalOrder("", "replaced_nobody", side=side)
        return next((seat for seat in seats if seat.user == whom), seats[0])


def _corrected(game: Game, actor: Actor, about: str, what: str, to: str) -> Correction:
    """What is to be set right, tried out. Raises Refused."""
    names = Names(catalogue_for(actor.language), game)
    id_ = moderation_page.read_about(names, about)
    what = moderation_page.read_what(names, id_, what)
    correction = moderation_corrections.correction(
        game, id_, what, moderation_page.read_to(names, id_, what, to), moderation_page.knows(names)
    )
    if not moderation_playability.playable(moderation_corrections.corrected(game, correction)):
        raise IllegalOrder("", "ruling_impossible")
    return correction


def _moment(names: Names, moments: tuple[Moment, ...], text: str) -> Moment:
    """The moment that is meant, by its number or its words. Raises NotOnTable."""
    word = text.strip().casefold()
    for moment in moments:
        if word in (str(moment.number), moderation_page.moment(names, moment).casefold()):
            return moment
    near = tuple(moderation_page.moment(names, m) for m in moments[:3])
    raise NotOnTable("", "no_such_moment", asked=text[:60], near=near)


def _goes(entry: Entry) -> bool:
    """Whether an entry is struck when the game is rolled back over it: standing orders stay, and rulings that
    changed nothing on the table."""
    return entry.kind != "undo" and not standing(entry) and (entry.kind != RULING or rules_on(entry))


def _reassigned(seat: Seat, leaves: Seat, guest: Person) -> Seat:
    """A seat with its new player; the units assigned to it become shared."""
    if seat != leaves:
        return seat
    if guest.user is None:
        return Seat(side=seat.side, user=None, name="", bot=True, level=guest.level)
    return replace(seat, user=guest.user, name=guest.name, bot=False, corps=())
