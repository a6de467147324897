"""The clocks of a game at a moment: its terms, the clock of each side, its deadlines.

Queries return the clocks as they should be now, whether or not they have been saved.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from bot.clock import fixed_hour, rest_hours, side_clocks, terms
from bot.clock.rest_hours import RestHours
from bot.clock.side_clocks import OVER, Situation
from bot.clock.terms import TimeControl
from bot.core.game import Game
from bot.core.who_acts import rivals, users
from engine.events import Began
from engine.system import SETUP
from storage import (
    ClockRecord,
    Player,
    Queries,
    ReadTransaction,
    Seat,
    SideClock,
    Vacancy,
    Vacation,
    WriteTransaction,
    departed,
)

GRACE = timedelta(seconds=6)
"""So long after a deadline nothing is done: what was sent before it may still be on its way."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GameClock:
    """The time of one game `now`. `dials` are as they ought to be, `before` as they are written down; `kept`
    are the sides that have kept a deadline since."""

    game: Game
    terms: TimeControl
    now: datetime
    players: Mapping[int, Player]
    rests: Mapping[str, Sequence[RestHours]]
    dials: Mapping[str, SideClock]
    before: Mapping[str, SideClock]
    met_deadline: tuple[str, ...]
    vacancies: Mapping[str, Vacancy]

    @property
    def running(self) -> tuple[str, ...]:
        """The sides whose dials run, first player first."""
        return tuple(side for side, dial in self.dials.items() if dial.since is not None)

    def deadline(self, side: str) -> datetime | None:
        """When the time of a side is over; None while its dial stands still."""
        dial = self.dials.get(side)
        if dial is None or dial.since is None:
            return None
        at, rests = rest_hours.deadline(dial.since, dial.left, self.rests[side]), self.rests[side]
        if self.terms.kind != terms.DAILY:
            return at
        return fixed_hour.due(at, self.terms.hour, self.terms.zone, rests)

    def left(self, side: str) -> timedelta:
        """The time a side has left."""
        return side_clocks.left(self.dials[side], self.now, self.rests[side])

    def resting(self, side: str) -> datetime | None:
        """Until when all players of a side rest; None if any of them does not."""
        spans = rest_hours.pauses(self.rests[side], self.now, self.now + rest_hours.WINDOW)
        return next((end for start, end in spans if start <= self.now), None)

    def over(self, side: str, at: datetime) -> bool:
        """Whether the time of a side was over at a moment, and its next decision is no longer its own."""
        until = self.deadline(side)
        return until is not None and at > until and self.next(side) in (terms.DEFAULT, terms.FORFEIT)

    def next(self, side: str) -> str:
        """What happens at the deadline of a side: as agreed; if it already needs a substitute, the
        legal default."""
        late = self.terms.late
        return terms.DEFAULT if late == terms.SUBSTITUTE and side in self.vacancies else late

    def reminders(self) -> list[tuple[datetime, str, int]]:
        """Who is still to be reminded, when, for which side; the earliest first."""
        reminders = []
        for side in self.running:
            dial, people = self.dials[side], users(self.game, side)
            assert dial.since is not None
            for user, rest in zip(people, self.rests[side], strict=True):
                notice = self.players[user].reminder
                if self.terms.kind == terms.DAILY:
                    due = self.deadline(side)
                    assert due is not None
                    at = rest_hours.reminder_of(due, dial.since, notice, rest)
                else:
                    at = rest_hours.reminder(dial.since, dial.left, notice, self.rests[side], rest)
                spoken = user in dial.reminded or dial.late or departed(user)
                if at is not None and not spoken:
                    reminders.append((at, side, user))
        return sorted(reminders)

    def next_moment(self) -> datetime | None:
        """When the next thing happens by itself: a reminder, or what was agreed for a deadline."""
        acts = [
            at + GRACE
            for side in self.running
            if (at := self.deadline(side)) is not None
            and not (self.dials[side].late and self.next(side) == terms.WAIT)
        ]
        return min([*acts, *(at for at, _, _ in self.reminders())], default=None)


async def game_clock(tx: ReadTransaction, game: Game, now: datetime) -> GameClock | None:
    """The time of a game; None where it has no clock, or has not begun. In a pause, and while its server has
    sent the bot away, all dials stand."""
    clock = await tx.clocks.of_game(game.record.id)
    agreed = terms.stored(clock.terms) if clock is not None else None
    if agreed is None or game.record.status == "lobby":
        return None
    people = {user for side in game.scenario.side_ids for user in users(game, side)}
    players, away = await tx.players.get_many(people), await tx.players.vacations(people)
    resting = {user: rest_of(player, away) for user, player in players.items()}
    rests = {side: [resting[u] for u in users(game, side)] for side in game.scenario.side_ids}
    before = await tx.clocks.sides(game.record.id)
    changed = min(now, game.entries[-1].at) if game.entries else now
    now_open = situation(game)
    if await tx.pauses.of_game(game.record.id) is not None or await tx.guilds.has_removed_bot(
        game.record.guild
    ):
        now_open = replace(now_open, owing=frozenset())
    wound = side_clocks.advance(now_open, agreed, before, rests, at=changed, now=now)
    return GameClock(
        game=game,
        terms=agreed,
        now=now,
        players=players,
        rests=rests,
        dials=wound.dials,
        before=before,
        met_deadline=wound.met_deadline,
        vacancies=await tx.vacancies.of_game(game.record.id),
    )


def rest_of(player: Player, vacations: Sequence[Vacation]) -> RestHours:
    """When a player rests, by their hours and those of these vacations that are theirs."""
    away = tuple((v.starts, v.ends) for v in vacations if v.user == player.user)
    return RestHours(zone=player.zone, quiet=player.quiet, away=away)


async def terms_of(queries: Queries, game_id: int) -> TimeControl | None:
    """What was agreed on the time of a game."""
    clock = await queries.clocks.of_game(game_id)
    return terms.stored(clock.terms) if clock is not None else None


async def update_clocks(tx: WriteTransaction, game: Game, now: datetime) -> GameClock | None:
    """Write the dials of a game down as they ought to be, and count the deadlines that were kept.

    A side that meets its deadlines again no longer needs a substitute, unless its player asked for one.
    """
    clock = await game_clock(tx, game, now)
    if clock is None:
        return None
    await tx.clocks.save_sides([d for side, d in clock.dials.items() if clock.before.get(side) != d])
    if rivals(game):
        there = [user for side in clock.met_deadline for user in users(game, side)]
        tx.players.count_deadlines(there, met=1)
    back = [
        side for side in clock.met_deadline if side in clock.vacancies and clock.vacancies[side].user is None
    ]
    for side in back:
        await tx.vacancies.close(game.record.id, side)
    vacancies = {side: sought for side, sought in clock.vacancies.items() if side not in back}
    return replace(clock, before=clock.dials, met_deadline=(), vacancies=vacancies)


async def deduct_time(tx: WriteTransaction, game: Game, until: datetime, now: datetime) -> None:
    """Take the time used `until` a moment off every running dial; they go on `now`.

    For what changes when people rest, or who they are, while a dial runs, and for time no player could use.
    """
    clock = await update_clocks(tx, game, now)
    if clock is not None:
        dials = [side_clocks.deduct(d, until, clock.rests[side], now) for side, d in clock.dials.items()]
        await tx.clocks.save_sides([d for d in dials if clock.dials[d.side] != d])


async def deduct_together(
    tx: WriteTransaction, running: Sequence[SideClock], until: datetime, now: datetime
) -> None:
    """Take the time used `until` a moment off dials that are as the log has them; they go on `now`."""
    people = await tx.games.people_in({dial.game for dial in running})
    users = {user for seated in people.values() for user in seated}
    players, away = await tx.players.get_many(users), await tx.players.vacations(users)
    resting = {user: rest_of(player, away) for user, player in players.items()}
    await tx.clocks.save_sides(
        [
            side_clocks.deduct(dial, until, [resting[u] for u in people.get((dial.game, dial.side), ())], now)
            for dial in running
        ]
    )


async def refresh(tx: WriteTransaction, game: Game, now: datetime) -> None:
    """Give fresh time to everybody who must decide now: what had come of it was taken back."""
    clock = await game_clock(tx, game, now)
    if clock is not None:
        owing = [side for side in clock.dials if side in game.owing]
        fresh = {
            s: replace(side_clocks.add_time(clock.dials[s], clock.terms, now), late=False) for s in owing
        }
        await tx.clocks.save_sides([*{**clock.dials, **fresh}.values()])


def stands_in(seat: Seat) -> bool:
    """Whether the computer player gives the orders for the player of a seat, who is absent."""
    return seat.bot and seat.user is not None


async def take_over(tx: WriteTransaction, game: Game, side: str, level: str) -> None:
    """Let the computer player of a level stand in for an absent player, who keeps the seat."""
    first = game.seat(side)
    seats = [replace(s, bot=True, level=level) if s is first else s for s in game.record.seats]
    await tx.games.update(game.record.id, seats=seats)


async def give_back(tx: WriteTransaction, game: Game, side: str, now: datetime) -> Game:
    """Give a side back to its player, with fresh time; the game with its seats as they are then."""
    seats = tuple(
        replace(s, bot=False, level="") if s.side == side and stands_in(s) else s for s in game.record.seats
    )
    await tx.games.update(game.record.id, seats=seats)
    game = replace(game, record=replace(game.record, seats=seats, revision=game.record.revision + 1))
    clock = await game_clock(tx, game, now)
    if clock is not None and side in clock.dials:
        dial = replace(clock.dials[side], late=False)
        await tx.clocks.save_sides([side_clocks.add_time(dial, clock.terms, now)])
    return game


async def agree(tx: WriteTransaction, game_id: int, agreed: TimeControl | None) -> None:
    """Set new terms for a game and reset its clocks."""
    await tx.clocks.save(
        ClockRecord(game=game_id, terms={} if agreed is None else agreed.json(), proposed={})
    )
    await tx.clocks.delete_sides(game_id)


def situation(game: Game) -> Situation:
    """The player-turn that is under way at a table, and who owes a decision in it.

    The computer player has no clock.
    """
    people = tuple(s for s in game.scenario.side_ids if users(game, s) and not game.seat(s).bot)
    going = game.playing and game.state.result is None
    return Situation(
        game=game.record.id,
        period=_period(game) if going else OVER,
        player=game.state.player,
        sides=people,
        owing=frozenset(s for s in game.owing if s in people) if going else frozenset(),
    )


def _period(game: Game) -> str:
    """The player-turn that is under way, by the event with which it began; set-up is one of its own."""
    state, role_of = game.state, game.system.role_of
    mine, period = (state.turn, state.player, role_of(state.phase) == SETUP), "start"
    for entry in reversed(game.active_entries):
        for number in range(len(entry.events) - 1, -1, -1):
            event = entry.events[number]
            if isinstance(event, Began):
                if (event.turn, event.player, role_of(event.phase) == SETUP) != mine:
                    return period
                period = f"{entry.seq}.{number}"
    return period
