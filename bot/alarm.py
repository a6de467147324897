"""The alarm clock of all games: one task, woken at the next reminder or deadline of any of them.

What it does is written down in the transaction in which it is marked as done, so nothing happens twice.
Time in which nobody could play is nobody's: while the bot was stopped or not connected, and what a clock
jumped by, running dials stand still.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timedelta

from bot import mishap, timekeeper
from bot.clock import terms, winding
from bot.clock.period import rivals, users
from bot.desk import Desk
from bot.gauges import Gauges
from bot.timekeeper import Times
from engine.commands import Command, Expired, Resign
from engine.errors import NotOnTable
from storage import DatabaseTrouble, StaleTable, Wanted, Writing

log = logging.getLogger(__name__)

BEAT = 30.0
"""Seconds after which it looks at the clock again at the latest, and says that it is awake."""
AWAY = timedelta(minutes=2)
"""So long nobody notices that the bot is not there; a clock may jump by as much."""
MOST_ACTS = 300
"""What it does in one game in a row before something must be wrong."""


class Alarm:
    """Watches the clocks. `steady` counts seconds and never jumps, unlike the clock of the desk; `retry` is
    the wait in seconds after trouble."""

    def __init__(
        self,
        desk: Desk,
        steady: Callable[[], float] = time.monotonic,
        retry: float = 5.0,
        gauges: Gauges | None = None,
        absent: Callable[[int], bool] = lambda server: False,
    ) -> None:
        self._desk = desk
        self._absent = absent
        self._gauges = gauges or Gauges()
        self._retry = retry
        self._steady = steady
        self._moments: dict[int, datetime | None] = {}
        self._changed: set[int] = set()
        self._every = True
        self._timer: asyncio.TimerHandle | None = None
        self._task: asyncio.Task[None] | None = None
        self._last: tuple[datetime, float] | None = None
        self._beaten: datetime | None = None
        self._present = False

    # --- called by others ----------------------------------------------------------------------------

    async def rise(self) -> None:
        """Let nobody pay for the time the referee was away, before anybody can be told that his is over."""
        await self._beat()

    def start(self) -> None:
        """People can play, from now on or again. Twice does no harm."""
        if not self._present:
            self._present, self._last, self._every = True, None, True
        self._ring()

    def pause(self) -> None:
        """Nobody can play: the connection is lost."""
        self._present = False

    def wake(self, game: int | None) -> None:
        """A game has changed; None: any may have, or the clock."""
        if game is None:
            self._every = True
        else:
            self._changed.add(game)
        self._ring()

    @property
    def idle(self) -> bool:
        """Whether nothing is to be done now, or can be."""
        busy = self._task is not None and not self._task.done()
        return not (busy or (self._present and self._due))

    async def close(self) -> None:
        """Let what is under way be written, then stop."""
        self._present = False
        if self._timer is not None:
            self._timer.cancel()
        if self._task is not None:
            await asyncio.gather(self._task, return_exceptions=True)

    # --- looking -------------------------------------------------------------------------------------

    @property
    def _due(self) -> bool:
        return self._every or bool(self._changed)

    def _ring(self) -> None:
        """Look at once, or as soon as the look under way is over."""
        if self._present and (self._task is None or self._task.done()):
            self._task = asyncio.create_task(self._run(), name="alarm")

    async def _run(self) -> None:
        """Look until nothing is due any more; then sleep until something is."""
        if self._timer is not None:
            self._timer.cancel()
        try:
            pause = await self._look()
            while self._present and self._due:
                pause = await self._look()
        except DatabaseTrouble as trouble:
            log.error("the clocks cannot be read or written: %s", trouble)
            self._every, pause = True, self._retry
        except Exception as error:
            mishap.note(self._gauges, "alarm", error)
            self._every, pause = True, self._retry
        if self._present and pause is not None:
            self._timer = asyncio.get_running_loop().call_later(pause, self._ring)

    async def _look(self) -> float | None:
        """Do what is due in all games; the seconds until the next look, None without anything to look at."""
        await self._beat()
        every, self._every = self._every, False
        changed, self._changed = self._changed, set()
        if every:
            with_clock = await self._desk.store.ask(lambda r: r.clocked())
            self._moments = dict.fromkeys(with_clock)
            changed |= set(with_clock)
        for game in changed:
            await self._tend(game)
        now = self._desk.clock()
        for game in [g for g, at in self._moments.items() if at is not None and at <= now]:
            await self._tend(game)
        moments = [at for at in self._moments.values() if at is not None]
        if not moments:
            return None
        return min(BEAT, max(0.0, (min(moments) - self._desk.clock()).total_seconds()))

    async def _tend(self, game: int) -> None:
        """Do what is due in one game, and note when something will be again."""
        self._moments.pop(game, None)
        try:
            for _ in range(MOST_ACTS):
                if await self._step(game):
                    continue
                return
            log.error("the clock of game %s acts on and on; it is left alone until something changes", game)
            self._moments.pop(game, None)
        except StaleTable:
            self.wake(game)
        except NotOnTable:
            log.debug("game %s is no more", game)
        except DatabaseTrouble:
            raise
        except Exception as error:  # one game that cannot go on holds up no other
            mishap.note(self._gauges, "alarm", error, f"of game {game}")

    async def _step(self, game: int) -> bool:
        """Wind the dials of a game and do one thing that is due; whether there was anything."""
        async with self._desk.alone(game):
            table = await self._desk.table(game)
            now = self._desk.clock()
            if table.game.status == "lobby" or self._absent(table.game.guild):
                return False
            found = await self._desk.store.ask(lambda r: timekeeper.times(r, table, now))
            if found is None:
                return False
            if found.kept or dict(found.dials) != dict(found.before):
                async with self._desk.store.writing() as w:
                    found = await timekeeper.wind(w, table, now) or found
            at = found.next_moment()
            if at is None or at > now:
                if at is not None:
                    self._moments[game] = at
                return False
            due = [
                s for s in found.running if (until := found.deadline(s)) and until + timekeeper.GRACE <= now
            ]
            due = [s for s in due if not (found.dials[s].late and found.next(s) == terms.WAIT)]
            if due:
                await self._act(found, due[0])
            else:
                await self._remind(found)
            return True

    # --- what is done --------------------------------------------------------------------------------

    async def _remind(self, found: Times) -> None:
        """Put the reminders that are due into the outbox, marked as sent."""
        game = found.table.game
        dials = dict(found.dials)
        async with self._desk.store.writing() as w:
            for at, side, user in found.reminders():
                if at > found.now:
                    continue
                dials[side] = replace(dials[side], reminded=(*dials[side].reminded, user))
                body = {"side": side, "user": user, "period": dials[side].period}
                await w.post(game=game.id, channel=game.channel, kind="reminder", body=body)
            await w.keep_dials([d for side, d in dials.items() if d != found.dials[side]])
        self._desk.tell(game.id)

    async def _act(self, found: Times, side: str) -> None:
        """What was agreed for the deadline of a side."""
        policy, order = found.next(side), ORDERS.get(found.next(side))
        log.info("game %s: the time of %s is over (%s)", found.table.game.id, side, policy)
        if order is not None:
            entry = self._desk.play(found.table, side, order, None)
            await self._desk.write(found.table, entry, None, lambda w: _mark(w, found, side, policy))
            return
        async with self._desk.store.writing() as w:
            await _mark(w, found, side, policy)
        self._desk.tell(found.table.game.id)

    # --- time that is nobody's -----------------------------------------------------------------------

    async def _beat(self) -> None:
        """Say that the referee is awake; where he was not, or the clock has jumped, let nobody pay for it."""
        now, steady = self._desk.clock(), self._steady()
        if self._last is None:
            until = await self._desk.store.ask(lambda r: r.pulse())
        else:
            until = self._last[0] + timedelta(seconds=steady - self._last[1])
        if until is not None and abs(now - until) > AWAY:
            log.warning("the clock went from %s to %s: running clocks of games stood still", until, now)
            await self._bridge(until, now)
            self._beaten = None
        self._last = (now, steady)
        watched = any(at is not None for at in self._moments.values())
        late = self._beaten is None or not timedelta() <= now - self._beaten < timedelta(seconds=BEAT)
        if late and (watched or self._every):
            async with self._desk.store.writing() as w:
                await w.beat(now)
            self._beaten = now

    async def _bridge(self, until: datetime, now: datetime) -> None:
        """Let every running dial stand still between two moments."""
        self._every = True
        for game in await self._desk.store.ask(lambda r: r.clocked()):
            try:
                async with self._desk.alone(game):
                    table = await self._desk.table(game)
                    async with self._desk.store.writing() as w:
                        await timekeeper.settle(w, table, until, now)
            except DatabaseTrouble:
                raise
            except Exception as error:  # as above
                mishap.note(self._gauges, "alarm", error, f"of game {game}")


ORDERS: dict[str, Command] = {terms.DEFAULT: Expired(), terms.FORFEIT: Resign()}
"""What the referee says for a side whose time is over."""


async def _mark(w: Writing, found: Times, side: str, policy: str) -> None:
    """A deadline has passed: mark it, count it once, tell it once in a player-turn."""
    game, dial = found.table.game, found.dials[side]
    if policy == terms.SUBSTITUTE:
        await w.want(Wanted(game=game.id, side=side, user=None, since=found.now))
        await w.keep_dials([winding.given(replace(dial, late=True), found.terms, found.now)])
    else:
        await w.keep_dials([replace(dial, late=True)])
    if dial.late and policy != terms.SUBSTITUTE:
        return
    if rivals(found.table) and not dial.late:
        for user in _guilty(found, side):
            await w.count(user, missed=1)
    told_anyway = found.table.together and len(found.table.owing) > 1 and policy == terms.DEFAULT
    if not told_anyway:
        body = {"side": side, "what": policy, "last": found.table.last}
        await w.post(game=game.id, channel=game.channel, kind="overdue", body=body)


def _guilty(found: Times, side: str) -> list[int]:
    """Who on a side has missed the deadline: all but those who were away."""
    at, people = found.deadline(side), users(found.table, side)
    assert at is not None
    pairs = zip(people, found.rests[side], strict=True)
    return [user for user, rest in pairs if not any(start <= at <= end for start, end in rest.away)]
