"""The time of a game as it stands at a moment: its terms, its dials wound up to the table, its deadlines.

Whoever asks gets the dials as they ought to be, whether or not they were written down so already.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from bot.clock import hours, terms, winding
from bot.clock.hours import Rest
from bot.clock.period import rivals, situation, users
from bot.clock.terms import Terms
from bot.table import Table
from storage import Clock, Dial, Player, Reading, Wanted, Writing, departed

GRACE = timedelta(seconds=6)
"""So long after a deadline nothing is done: what was sent before it may still be on its way."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Times:
    """The time of one game `now`. `dials` are as they ought to be, `before` as they are written down; `kept`
    are the sides that have kept a deadline since."""

    table: Table
    terms: Terms
    now: datetime
    players: Mapping[int, Player]
    rests: Mapping[str, Sequence[Rest]]
    dials: Mapping[str, Dial]
    before: Mapping[str, Dial]
    kept: tuple[str, ...]
    wanted: Mapping[str, Wanted]

    @property
    def running(self) -> tuple[str, ...]:
        """The sides whose dials run, first player first."""
        return tuple(side for side, dial in self.dials.items() if dial.since is not None)

    def deadline(self, side: str) -> datetime | None:
        """When the time of a side is over; None while its dial stands still."""
        dial = self.dials.get(side)
        if dial is None or dial.since is None:
            return None
        return hours.deadline(dial.since, dial.left, self.rests[side])

    def left(self, side: str) -> timedelta:
        """The time a side has left."""
        return winding.left(self.dials[side], self.now, self.rests[side])

    def resting(self, side: str) -> datetime | None:
        """Until when everybody on a side rests; None when somebody does not."""
        spans = hours.pauses(self.rests[side], self.now, self.now + hours.WINDOW)
        return next((end for start, end in spans if start <= self.now), None)

    def over(self, side: str, at: datetime) -> bool:
        """Whether the time of a side was over at a moment, and its next decision is no longer its own."""
        until = self.deadline(side)
        return until is not None and at > until and self.next(side) in (terms.DEFAULT, terms.FORFEIT)

    def next(self, side: str) -> str:
        """What happens at the deadline of a side: as agreed; where somebody is wanted for it already, the
        legal default."""
        late = self.terms.late
        return terms.DEFAULT if late == terms.SUBSTITUTE and side in self.wanted else late

    def reminders(self) -> list[tuple[datetime, str, int]]:
        """Who is still to be reminded, when, for which side; the earliest first."""
        found = []
        for side in self.running:
            dial, people = self.dials[side], users(self.table, side)
            assert dial.since is not None
            for user, rest in zip(people, self.rests[side], strict=True):
                notice = self.players[user].reminder
                at = hours.reminder(dial.since, dial.left, notice, self.rests[side], rest)
                spoken = user in dial.reminded or dial.late or departed(user)
                if at is not None and not spoken:
                    found.append((at, side, user))
        return sorted(found)

    def next_moment(self) -> datetime | None:
        """When the next thing happens by itself: a reminder, or what was agreed for a deadline."""
        acts = [
            at + GRACE
            for side in self.running
            if (at := self.deadline(side)) is not None
            and not (self.dials[side].late and self.next(side) == terms.WAIT)
        ]
        return min([*acts, *(at for at, _, _ in self.reminders())], default=None)


async def times(ask: Reading, table: Table, now: datetime) -> Times | None:
    """The time of a game; None where it has no clock, or has not begun. In a pause, and while its server has
    sent the bot away, all dials stand."""
    clock = await ask.clock(table.game.id)
    agreed = terms.stored(clock.terms) if clock is not None else None
    if agreed is None or table.game.status == "lobby":
        return None
    people = {user for side in table.scenario.side_ids for user in users(table, side)}
    players, away = await ask.players(people), await ask.vacations(people)
    resting = {
        user: Rest(
            zone=player.zone,
            quiet=player.quiet,
            away=tuple((v.starts, v.ends) for v in away if v.user == user),
        )
        for user, player in players.items()
    }
    rests = {side: [resting[u] for u in users(table, side)] for side in table.scenario.side_ids}
    before = await ask.dials(table.game.id)
    changed = min(now, table.entries[-1].at) if table.entries else now
    now_open = situation(table)
    if await ask.pause(table.game.id) is not None or await ask.guild_gone(table.game.guild):
        now_open = replace(now_open, owing=frozenset())
    wound = winding.wound(now_open, agreed, before, rests, at=changed, now=now)
    return Times(
        table=table,
        terms=agreed,
        now=now,
        players=players,
        rests=rests,
        dials=wound.dials,
        before=before,
        kept=wound.kept,
        wanted=await ask.wanted(table.game.id),
    )


async def terms_of(ask: Reading, game: int) -> Terms | None:
    """What was agreed on the time of a game."""
    clock = await ask.clock(game)
    return terms.stored(clock.terms) if clock is not None else None


async def wind(w: Writing, table: Table, now: datetime) -> Times | None:
    """Write the dials of a game down as they ought to be, and count the deadlines that were kept.

    For a side that keeps its deadlines again nobody is wanted any more, unless its player asked for it.
    """
    found = await times(w, table, now)
    if found is None:
        return None
    await w.keep_dials([d for side, d in found.dials.items() if found.before.get(side) != d])
    if rivals(table):
        for side in found.kept:
            for user in users(table, side):
                await w.count(user, kept=1)
    back = [side for side in found.kept if side in found.wanted and found.wanted[side].user is None]
    for side in back:
        await w.unwant(table.game.id, side)
    wanted = {side: sought for side, sought in found.wanted.items() if side not in back}
    return replace(found, before=found.dials, kept=(), wanted=wanted)


async def settle(w: Writing, table: Table, until: datetime, now: datetime) -> None:
    """Take the time used `until` a moment off every running dial; they go on `now`.

    For what changes when people rest, or who they are, while a dial runs, and for time nobody could use.
    """
    found = await wind(w, table, now)
    if found is not None:
        dials = [winding.settled(d, until, found.rests[side], now) for side, d in found.dials.items()]
        await w.keep_dials([d for d in dials if found.dials[d.side] != d])


async def refresh(w: Writing, table: Table, now: datetime) -> None:
    """Give fresh time to everybody who must decide now: what had come of it was taken back."""
    found = await times(w, table, now)
    if found is not None:
        owing = [side for side in found.dials if side in table.owing]
        fresh = {s: replace(winding.given(found.dials[s], found.terms, now), late=False) for s in owing}
        await w.keep_dials([*{**found.dials, **fresh}.values()])


async def agree(w: Writing, game: int, agreed: Terms | None) -> None:
    """From now on these are the terms of a game; its dials begin anew."""
    await w.keep_clock(Clock(game=game, terms={} if agreed is None else agreed.json(), proposed={}))
    await w.forget_dials(game)
