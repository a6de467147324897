"""Deadline scheduler for all games: one task, woken at the next reminder or deadline of any of them.

Each action and its mark as done are saved in one transaction, so nothing happens twice. Clocks do not run
while the bot is stopped or disconnected, or across a jump of the system clock.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import Callable, Collection, Mapping
from dataclasses import replace
from datetime import datetime, timedelta

from bot.beacon.announced_orders import DiceAwaited
from bot.clock import side_clocks, terms
from bot.clock.due_games import DueGames
from bot.core import game_clock
from bot.core.game import Game
from bot.core.game_clock import GameClock
from bot.core.game_service import GameService
from bot.core.who_acts import rivals, users
from bot.runtime import errors
from bot.runtime.metrics import Metrics
from bot.workers import daily_reminders
from engine.commands import Command, Expired, Resign
from engine.errors import NotOnTable
from storage import DatabaseTrouble, StaleTable, Vacancy, WriteTransaction

log = logging.getLogger(__name__)

BEAT = 30.0
"""Seconds after which it looks at the clock again at the latest, and says that it is awake."""
AWAY = timedelta(minutes=2)
"""Gaps shorter than this go unnoticed, and so do jumps of the clock."""
TOGETHER = 500
"""Dials that are read and written together."""
WINDOW = timedelta(hours=2)
"""Moments that are further away stay in the database, and are read in time."""
MOST_ACTS = 300
"""What it does in one game in a row before something must be wrong."""


class DeadlineScheduler:
    """Watches the clocks. `steady` counts seconds and never jumps, unlike the clock of the games; `retry` is
    the wait in seconds after trouble."""

    def __init__(
        self,
        games: GameService,
        steady: Callable[[], float] = time.monotonic,
        retry: float = 5.0,
        metrics: Metrics | None = None,
        absent: Callable[[int], bool] = lambda server: False,
    ) -> None:
        self._games = games
        self._absent = absent
        self._gauges = metrics or Metrics()
        self._retry = retry
        self._steady = steady
        self._moments = DueGames()
        self._working_since: datetime | None = None
        self._changed: set[int] = set()
        self._looking: set[int] = set()
        self._every = False
        self._start = True
        self._listeners: list[Callable[[int], None]] = []
        self._timer: asyncio.TimerHandle | None = None
        self._task: asyncio.Task[None] | None = None
        self._last: tuple[datetime, float] | None = None
        self._beaten: datetime | None = None
        self._present = False

    # --- called by others ----------------------------------------------------------------------------

    def subscribe(self, *listeners: Callable[[int], None]) -> None:
        """Tell these of every game of which it has been worked out when something is due."""
        self._listeners += listeners

    def moment(self, game_id: int) -> datetime | None:
        """When something is due by itself in a game; None when nothing is."""
        return self._moments.get(game_id)

    def noted(self, moments: Mapping[int, datetime | None]) -> None:
        """These moments are in the database now."""
        self._moments.noted(moments)

    def busy(self, game_id: int) -> bool:
        """Whether a game is still to be looked at."""
        return game_id in self._changed or game_id in self._looking

    @property
    def lag(self) -> timedelta:
        """How long the oldest thing has been due that is not done; nothing while the clocks stand still."""
        moments = [at for at in (self._working_since, self._moments.next()) if at is not None]
        if not self._present or not moments:
            return timedelta()
        return max(timedelta(), self._games.clock() - min(moments))

    async def recover(self) -> None:
        """Credit the time the bot was down before any deadline can expire."""
        await self._beat()

    def start(self) -> None:
        """People can play, from now on or again. Twice does no harm."""
        if not self._present:
            self._present, self._last, self._start = True, None, True
        self._ring()

    def pause(self) -> None:
        """The connection is lost: clocks stop."""
        self._present = False

    def wake(self, game_id: int | None) -> None:
        """A game has changed; None: any may have, or the clock."""
        if game_id is None:
            self._every = True
        else:
            self._changed.add(game_id)
        self._ring()

    def wake_for(self, game_id: int | None) -> None:
        """Something was written: of a game, or about none, which moves no clock."""
        if game_id is not None:
            self.wake(game_id)

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
    def _shard(self) -> int:
        return self._games.store.share.shard

    @property
    def _due(self) -> bool:
        return self._start or self._every or bool(self._changed)

    def _ring(self) -> None:
        """Look at once, or as soon as the look under way is over."""
        if self._present and (self._task is None or self._task.done()):
            self._task = asyncio.create_task(self._run(), name="deadlines")

    async def _run(self) -> None:
        """Look until nothing is due any more; then sleep until something is."""
        if self._timer is not None:
            self._timer.cancel()
        try:
            pause = await self._look()
            while self._present and self._due:
                pause = await self._look()
        except DatabaseTrouble as trouble:
            log.log(errors.level_of(trouble), "the clocks cannot be read or written: %s", trouble)
            self._every, pause = True, self._retry
        except Exception as error:
            errors.log_failure(self._gauges, "deadlines", error)
            self._every, pause = True, self._retry
        if self._present and pause is not None:
            self._timer = asyncio.get_running_loop().call_later(pause, self._ring)

    async def _look(self) -> float | None:
        """Do what is due in all games; the seconds until the next look, None without anything to look at."""
        await self._beat()
        every, self._every, start, self._start = self._every, False, self._start, False
        changed, self._changed = self._changed, set()
        store, now = self._games.store, self._games.clock()
        if every or start or self._moments.must_extend(now + WINDOW / 2):
            self._moments.extend(now + WINDOW, *await store.games.moments_until(now + WINDOW, store.share))
        if every or start:
            changed |= await store.games.unchecked_playing(store.share)
        if every:
            changed |= {*await store.clocks.games_with_clock(store.share)}
        self._looking = changed
        for game_id in tuple(changed):
            await self._process_game(game_id)
        self._working_since = self._moments.next()
        for game_id in self._moments.due(self._games.clock()):
            await self._process_game(game_id)
        self._working_since = None
        first = self._moments.next()
        if first is None:
            return BEAT if self._moments.any else None
        return min(BEAT, max(0.0, (first - self._games.clock()).total_seconds()))

    async def _process_game(self, game_id: int) -> None:
        """Do what is due in one game, and note when something will be again."""
        self._moments.forget(game_id)
        self._looking.add(game_id)
        try:
            if not await self._games.served.here(game_id):
                return
            for _ in range(MOST_ACTS):
                done = await self._step(game_id)
                if done:
                    continue
                for listener in self._listeners if done is not None else ():
                    listener(game_id)
                return
            log.error("the clock of game %s keeps firing; ignoring it until something changes", game_id)
            self._moments.forget(game_id)
        except StaleTable:
            self.wake(game_id)
        except NotOnTable:
            log.debug("game %s no longer exists", game_id)
        except DatabaseTrouble:
            raise
        except Exception as error:  # one game that cannot go on holds up no other
            errors.log_failure(self._gauges, "deadlines", error, f"of game {game_id}")
        finally:
            self._looking.discard(game_id)

    async def _step(self, game_id: int) -> bool | None:
        """Wind the dials of a game and do one thing that is due; whether there was anything, None where
        nothing can be done now."""
        async with self._games.locked(game_id):
            game = await self._games.game(game_id)
            now = self._games.clock()
            if game.record.status == "lobby" or self._absent(game.record.guild):
                return None
            if await self._games.announced_orders.of_game(game.record) is not None:
                return None  # no time is anybody's until the dice are drawn, which wakes us
            clock = await self._games.game_clock(game, now)
            if clock is None:
                return await self._remind_daily(game, now)
            if clock.met_deadline or dict(clock.dials) != dict(clock.before):
                async with self._games.store.writing() as tx:
                    clock = await game_clock.update_clocks(tx, game, now) or clock
            at = clock.next_moment()
            if at is None or at > now:
                if at is not None:
                    self._moments.set(game_id, at)
                return False
            due = [
                s for s in clock.running if (until := clock.deadline(s)) and until + game_clock.GRACE <= now
            ]
            due = [s for s in due if not (clock.dials[s].late and clock.next(s) == terms.WAIT)]
            if due:
                await self._act(clock, due[0])
            else:
                await self._remind(clock)
            return True

    # --- what is done --------------------------------------------------------------------------------

    async def _remind(self, clock: GameClock) -> None:
        """Put the reminders that are due into the outbox, marked as sent."""
        record = clock.game.record
        dials = dict(clock.dials)
        async with self._games.store.writing() as tx:
            for at, side, user in clock.reminders():
                if at > clock.now:
                    continue
                dials[side] = replace(dials[side], reminded=(*dials[side].reminded, user))
                body = {"side": side, "user": user, "period": dials[side].period}
                await tx.outbox.add(game=record.id, channel=record.channel, kind="reminder", body=body)
            await tx.clocks.save_sides([d for side, d in dials.items() if d != clock.dials[side]])
        self._games.notify(record.id)

    async def _remind_daily(self, game: Game, now: datetime) -> bool:
        """The same where there is no clock; whether anybody was reminded."""
        record = game.record
        first = daily_reminders.not_before(game)
        if first is None or first > now:  # as after every order: nothing need be read to know that
            if game.playing:
                self._moments.set(record.id, first)
            return False
        async with self._games.store.reading() as tx:
            reminders = await daily_reminders.coming(tx, game)
        due = [reminder for reminder in reminders if reminder.at <= now]
        if not due:
            if reminders or game.playing:  # nothing to remind of: known as such while it is played
                self._moments.set(record.id, reminders[0].at if reminders else None)
            return False
        async with self._games.store.writing() as tx:
            await daily_reminders.send(tx, game, due, now)
        self._games.notify(record.id)
        return True

    async def _act(self, clock: GameClock, side: str) -> None:
        """What was agreed for the deadline of a side."""
        policy, order = clock.next(side), LATE_COMMANDS.get(clock.next(side))
        log.info("game %s: %s ran out of time (%s)", clock.game.record.id, side, policy)
        if order is not None:
            with contextlib.suppress(DiceAwaited):
                await self._games.give(
                    clock.game, side, order, None, None, lambda tx: _mark(tx, clock, side, policy)
                )
            return
        async with self._games.store.writing() as tx:
            await _mark(tx, clock, side, policy)
            if policy in terms.COMPUTER:
                await game_clock.take_over(tx, clock.game, side, terms.COMPUTER[policy])
        if policy in terms.COMPUTER:
            self._games.forget(clock.game.record.id)
        self._games.notify(clock.game.record.id)

    # --- time without the bot -----------------------------------------------------------------------

    async def _beat(self) -> None:
        """Record a heartbeat; credit the time in which the bot was down or the clock jumped."""
        now, steady = self._games.clock(), self._steady()
        if self._last is None:
            until = await self._games.store.clocks.last_heartbeat(self._shard)
        else:
            until = self._last[0] + timedelta(seconds=steady - self._last[1])
        if until is not None and abs(now - until) > AWAY:
            log.warning("the system clock jumped from %s to %s: running game clocks were stopped", until, now)
            await self._bridge(until, now)
            self._beaten = now
        self._last = (now, steady)
        late = self._beaten is None or not timedelta() <= now - self._beaten < timedelta(seconds=BEAT)
        if late and (self._moments.any or self._start or self._every):
            async with self._games.store.writing(apart=True) as tx:
                await tx.clocks.save_heartbeat(now, self._shard)
            self._beaten = now

    async def _bridge(self, until: datetime, now: datetime) -> None:
        """Let every running dial stand still between two moments: game by game, and then all at once where
        they are as the log has them. That is noted at the end: who is stopped meanwhile does it again."""
        self._every = self._every or self._last is not None  # the clock jumped: no moment known is right
        store = self._games.store
        unchecked = await store.games.unchecked_playing(store.share)
        for game_id in unchecked.intersection(await store.clocks.games_with_clock(store.share)):
            try:
                async with self._games.locked(game_id):
                    game = await self._games.game(game_id)
                    async with self._games.store.writing() as tx:
                        await game_clock.deduct_time(tx, game, until, now)
            except DatabaseTrouble:
                raise
            except Exception as error:  # as above
                errors.log_failure(self._gauges, "deadlines", error, f"of game {game_id}")
        await self._bridge_checked(unchecked, until, now)

    async def _bridge_checked(self, unchecked: Collection[int], until: datetime, now: datetime) -> None:
        """The same for all games but these, none of which is read; noted in the same transaction."""
        last: tuple[int, str] | None = (0, "")
        async with self._games.store.writing() as tx:
            while last is not None:
                dials = await tx.clocks.running_after(last, TOGETHER, self._games.store.share)
                last = (dials[-1].game, dials[-1].side) if dials else None
                running = [dial for dial in dials if dial.game not in unchecked]
                if running:
                    await game_clock.deduct_together(tx, running, until, now)
            await tx.clocks.save_heartbeat(now, self._shard)


LATE_COMMANDS: dict[str, Command] = {terms.DEFAULT: Expired(), terms.FORFEIT: Resign()}
"""The order the bot gives for a side that ran out of time, by policy."""


async def _mark(tx: WriteTransaction, clock: GameClock, side: str, policy: str) -> None:
    """A deadline has passed: mark it, count it once, tell it once in a player-turn."""
    record, dial = clock.game.record, clock.dials[side]
    if policy == terms.SUBSTITUTE:
        await tx.vacancies.open(Vacancy(game=record.id, side=side, user=None, since=clock.now))
        await tx.clocks.save_sides([side_clocks.add_time(replace(dial, late=True), clock.terms, clock.now)])
    else:
        await tx.clocks.save_sides([replace(dial, late=True)])
    if dial.late and policy != terms.SUBSTITUTE:
        return
    if rivals(clock.game) and not dial.late:
        tx.players.count_deadlines(_guilty(clock, side), missed=1)
    order_reported = clock.game.simultaneous and len(clock.game.owing) > 1 and policy == terms.DEFAULT
    if not order_reported:
        body = {"side": side, "what": policy, "last": clock.game.last}
        await tx.outbox.add(game=record.id, channel=record.channel, kind="overdue", body=body)


def _guilty(clock: GameClock, side: str) -> list[int]:
    """Who on a side has missed the deadline: all but those who were away."""
    at, people = clock.deadline(side), users(clock.game, side)
    assert at is not None
    pairs = zip(people, clock.rests[side], strict=True)
    return [user for user, rest in pairs if not any(start <= at <= end for start, end in rest.away)]
