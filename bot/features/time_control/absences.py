"""Time zone, quiet hours, reminder and vacations of players. No Discord."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import replace
from datetime import date, datetime, timedelta

from bot.clock import vacation as clock_vacation
from bot.clock.rest_hours import zone_of
from bot.clock.terms import NONE, SUGGESTED, duration, read
from bot.clock.zones import read_zone, zones
from bot.core import game_clock
from bot.core.game_service import GameService
from bot.core.requests.actor import Actor
from bot.core.requests.receipts import receipt
from bot.features.time_control import absence_page
from bot.features.time_control.page import choice
from bot.i18n.catalogue import catalogue_for
from bot.runtime.worker_threads import in_thread
from bot.ui.autocomplete import matching_choices
from bot.ui.page import MOST_CHOICES, Choice, Page
from engine.errors import IllegalOrder, NotOnTable, NotYours
from storage import Player, Vacation, WriteTransaction

MOST_QUIET = 12 * 60
"""Minutes of a day that can be quiet."""
CORRECTED_IN = timedelta(minutes=15)
CHANGED_AFTER = timedelta(hours=24)
"""Zone and quiet hours stop a clock, so they are changed within the one or after the other, not at will."""
MOST_NOTICE = timedelta(days=14)

_QUIET = re.compile(
    r"(\d{1,2})(?:[:h.](\d{2}))?h?\s*(?:-|–|to|à|bis)\s*(\d{1,2})(?:[:h.](\d{2}))?h?", re.ASCII
)


def read_quiet(text: str) -> tuple[int, int] | None:
    """Quiet hours as typed, "22:30-7": from when to when, in minutes after midnight. Raises NotOnTable."""
    word = text.strip().casefold()
    if word in NONE:
        return None
    match = _QUIET.fullmatch(word)
    hours = [int(n or 0) for n in match.groups()] if match else []
    if not match or max(hours[0], hours[2]) > 24 or max(hours[1], hours[3]) > 59:
        raise NotOnTable("", "no_such_hours", option=text[:40])
    start, end = (hours[0] * 60 + hours[1]) % 1440, (hours[2] * 60 + hours[3]) % 1440
    length = (end - start) % 1440
    if length > MOST_QUIET:
        raise NotOnTable("", "quiet_too_long", option=text[:40], most=MOST_QUIET // 60)
    return (start, end) if length else None


def read_notice(text: str) -> timedelta:
    """How long before a deadline to remind, zero for never. Raises NotOnTable."""
    if text.strip().casefold() in NONE:
        return timedelta()
    notice = duration(text)
    if notice is None or notice > MOST_NOTICE:
        raise NotOnTable("", "no_such_notice", option=text[:40])
    return notice


class AbsenceService:
    """What people say of themselves."""

    def __init__(self, games: GameService) -> None:
        self.games = games

    async def hours(
        self,
        actor: Actor,
        zone: str = "",
        quiet: str = "",
        reminder: str = "",
        *,
        daily: bool | None = None,
        told_next: bool | None = None,
    ) -> Page:
        """Show the asker's hours and what they wish to be told, or set what they name of them."""
        changed = bool(zone or quiet)
        zone_name = await in_thread(read_zone, zone) if zone else ""
        async with self._alone(actor.user if changed else None):
            now = self.games.clock()
            before = await self._player(actor)
            after = before
            if zone:
                after = replace(after, zone=zone_name)
            if quiet:
                after = replace(after, quiet=read_quiet(quiet))
            if reminder:
                after = replace(after, reminder=read_notice(reminder))
            if daily is not None:
                after = replace(after, daily=daily)
            if told_next is not None:
                after = replace(after, told_next=told_next)
            if (before.zone, before.quiet) != (after.zone, after.quiet):
                after = replace(after, hours_set=_changed(before, now))
            if after != before and not await self.games.store.receipts.get(actor.interaction):
                async with self.games.store.writing() as tx:
                    if (before.zone, before.quiet) != (after.zone, after.quiet):
                        await self._settle(tx, actor.user, now)
                    await tx.players.save(after)
                    for game_id in await tx.games.ids_played_by(actor.user):
                        tx.games.note_change(game_id)
                    await tx.receipts.add(receipt(actor, None, hours=True))
                await self._notify(actor.user)
        named = bool(zone or quiet or reminder) or daily is not None or told_next is not None
        return await self._page(actor, "hours_set" if named else "")

    async def no_daily(self, actor: Actor, user: int) -> Page:
        """End the asker's daily reminders, by the button of one that is theirs."""
        if actor.user != user:
            raise NotYours("", "not_your_reminder")
        await self.hours(actor, daily=False)
        return await self._page(actor, "no_daily_set")

    async def vacation(self, actor: Actor, first: str = "", last: str = "", *, end: bool = False) -> Page:
        """Show the asker's vacations, announce one, or end the one under way, else take the next one back."""
        if await self.games.store.receipts.get(actor.interaction) or not (first or last or end):
            return await self._page(actor, "")
        async with self._alone(actor.user), self.games.store.writing() as tx:
            now = self.games.clock()
            player = await tx.players.get(actor.user)
            vacations = await tx.players.vacations([actor.user])
            today = now.astimezone(zone_of(player.zone)).date()
            if end:
                away = await _end(tx, vacations, today, now)
            else:
                away = _requested_vacation(vacations, player, first, last, today, now)
                await tx.players.save_vacation(away)
            await tx.receipts.add(receipt(actor, None, vacation=True))
            for game_id in await tx.games.ids_played_by(actor.user):
                record = await tx.games.get(game_id)
                assert record is not None
                body = {"user": actor.user, "name": actor.name, "back": end}
                body |= {"starts": away.starts.isoformat(), "ends": away.ends.isoformat()}
                await tx.outbox.add(game=game_id, channel=record.channel, kind="vacation", body=body)
                tx.games.note_change(game_id)
        await self._notify(actor.user)
        return await self._page(actor, "vacation_over" if end else "vacation_set")

    async def _notify(self, user: int) -> None:
        """The clocks of a player run otherwise than before."""
        for game_id in await self.games.store.games.ids_played_by(user):
            self.games.notify(game_id)

    # --- what can be typed -------------------------------------------------------------------------

    async def times(self, actor: Actor, text: str) -> list[Choice]:
        """Clocks that people often agree on."""
        words = catalogue_for(actor.language)
        suggestions = ((time, read(time)) for time in SUGGESTED)
        return matching_choices(
            (Choice(label=f"{t} · {choice(words, terms)}", value=t) for t, terms in suggestions), text
        )

    async def zones(self, actor: Actor, text: str) -> list[Choice]:
        """Time zones, with what the clock shows there now."""
        now, known = self.games.clock(), await in_thread(zones)
        word = "_".join(text.split())
        near = matching_choices((Choice(label=name, value=name) for name in known), word)
        return [
            Choice(
                label=f"{c.value.replace('_', ' ')} · {now.astimezone(zone_of(c.value)):%H:%M}", value=c.value
            )
            for c in near
        ]

    async def days(self, actor: Actor, first: str, text: str) -> list[Choice]:
        """The next days; after a `first` one, with how many days that makes."""
        now, player, words = self.games.clock(), await self._player(actor), catalogue_for(actor.language)
        today = now.astimezone(zone_of(player.zone)).date()
        begins = clock_vacation.day(first, today, today) if first else None
        start = begins or today
        every = [start + timedelta(days=n) for n in range(clock_vacation.BUDGET)]
        typed = clock_vacation.day(text, today, start) if text.strip() else None
        if typed is not None and typed not in every:
            every = [typed, *every]
        choices = []
        for day in every:
            label = words("absence.day", day=words(f"absence.weekday_{day.weekday()}"), date=day.isoformat())
            if begins is not None:
                label = words("absence.day_of", day=label, n=(day - begins).days + 1)
            choices.append(Choice(label=label, value=day.isoformat()))
        return choices[:MOST_CHOICES] if typed is None and not text.strip() else _likely(choices, typed, text)

    async def _page(self, actor: Actor, outcome: str) -> Page:
        now = self.games.clock()
        player = await self._player(actor)
        vacations = await self.games.store.players.vacations([actor.user])
        return absence_page.about(actor.language, player, vacations, now, outcome)

    async def _player(self, actor: Actor) -> Player:
        return await self.games.store.players.get(actor.user)

    async def _settle(self, tx: WriteTransaction, user: int, now: datetime) -> None:
        """Take off what was used so far of all clocks under way that are the user's."""
        for game_id in await tx.games.ids_played_by(user):
            await game_clock.deduct_time(tx, await self.games.game(game_id), now, now)

    @asynccontextmanager
    async def _alone(self, user: int | None) -> AsyncIterator[None]:
        """Lock the games of a user."""
        games = await self.games.store.games.ids_played_by(user) if user is not None else []
        async with AsyncExitStack() as stack:
            for game_id in sorted(games):
                await stack.enter_async_context(self.games.locked(game_id))
                await self.games.game(game_id)  # read before a transaction begins
            yield


def _likely(choices: Sequence[Choice], typed: date | None, text: str) -> list[Choice]:
    """The day that was typed, else those that fit what was."""
    exact = [c for c in choices if typed is not None and c.value == typed.isoformat()]
    return exact or matching_choices(choices, text)


def _changed(before: Player, now: datetime) -> datetime:
    """When hours count as set, if they are changed now. Raises IllegalOrder when that is too soon."""
    if before.hours_set is None or not timedelta() <= now - before.hours_set < CHANGED_AFTER:
        return now
    if now - before.hours_set <= CORRECTED_IN:
        return before.hours_set
    again = before.hours_set + CHANGED_AFTER
    raise IllegalOrder("", "hours_set_lately", when=f"<t:{int(again.timestamp())}:R>")


def _requested_vacation(
    vacations: Sequence[Vacation], player: Player, first: str, last: str, today: date, now: datetime
) -> Vacation:
    """The requested vacation. Raises Refused when it is not possible."""
    begins = clock_vacation.day(first, today, today) if first else today
    ends = clock_vacation.day(last, today, begins or today) if last else begins
    for typed, parsed in ((first, begins), (last, ends)):
        if parsed is None:
            raise NotOnTable("", "no_such_day", option=typed[:40])
    assert begins is not None
    assert ends is not None
    if begins < today or ends < begins:
        raise IllegalOrder("", "vacation_backwards")
    if (ends - today).days > clock_vacation.AHEAD:
        raise IllegalOrder("", "vacation_too_far", n=clock_vacation.AHEAD)
    if any(v.first <= ends and begins <= v.last and v.ends > now for v in vacations):
        raise IllegalOrder("", "vacation_twice")
    if missing := clock_vacation.missing(vacations, begins, ends):
        raise IllegalOrder("", "vacation_spent", year=missing[0], n=missing[1], most=clock_vacation.BUDGET)
    return clock_vacation.vacation(player.user, begins, ends, player.zone, now)


async def _end(tx: WriteTransaction, vacations: Sequence[Vacation], today: date, now: datetime) -> Vacation:
    """End the vacation under way today, or take the next one back. Raises IllegalOrder without any."""
    coming = next((v for v in vacations if v.ends > now), None)
    if coming is None:
        raise IllegalOrder("", "no_vacation")
    if coming.starts > now:
        await tx.players.delete_vacation(coming)
        return coming
    over = replace(coming, ends=now, last=max(coming.first, min(today, coming.last)))
    await tx.players.save_vacation(over)
    return over
