"""When somebody rests: his time zone, quiet hours, reminder, and vacations. No Discord."""

from __future__ import annotations

import asyncio
import re
import zoneinfo
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import replace
from datetime import date, datetime, timedelta
from difflib import get_close_matches
from functools import cache

from bot import timekeeper
from bot.clock import vacation as days_off
from bot.clock.hours import zone_of
from bot.clock.terms import NONE, SUGGESTED, duration, read
from bot.desk import By, Desk, receipt
from bot.fitting import fitting
from bot.page import MOST_CHOICES, Choice, Page
from bot.say import absence as saying
from bot.say.timing import choice
from bot.words import speak
from engine.errors import IllegalOrder, NotOnTable
from storage import Player, Vacation, Writing

MOST_QUIET = 12 * 60
"""Minutes of a day that can be quiet."""
CORRECTED_IN = timedelta(minutes=15)
CHANGED_AFTER = timedelta(hours=24)
"""Zone and quiet hours stop a clock, so they are changed within the one or after the other, not at will."""
MOST_NOTICE = timedelta(days=14)

_QUIET = re.compile(
    r"(\d{1,2})(?:[:h.](\d{2}))?h?\s*(?:-|–|to|à|bis)\s*(\d{1,2})(?:[:h.](\d{2}))?h?", re.ASCII
)


@cache
def zones() -> tuple[str, ...]:
    """The time zones this machine knows, by name. Looks into files."""
    return tuple(sorted(name for name in zoneinfo.available_timezones() if "/" in name or name == "UTC"))


def read_zone(text: str) -> str:
    """The time zone somebody means: a name or the city in it. Raises NotOnTable."""
    asked = re.sub(r"\s+", "_", text.strip()).casefold()
    known = {name.casefold(): name for name in zones()}
    cities = {name.rpartition("/")[2].casefold(): name for name in reversed(zones())}
    if found := known.get(asked) or cities.get(asked):
        return found
    near = [*get_close_matches(asked, known, n=2), *get_close_matches(asked, cities, n=2)]
    names = tuple(dict.fromkeys(known.get(n) or cities[n] for n in near))
    raise NotOnTable("", "no_such_zone", option=text[:60], near=names)


def read_quiet(text: str) -> tuple[int, int] | None:
    """Quiet hours as typed, "22:30-7": from when to when, in minutes after midnight. Raises NotOnTable."""
    asked = text.strip().casefold()
    if asked in NONE:
        return None
    found = _QUIET.fullmatch(asked)
    hours = [int(n or 0) for n in found.groups()] if found else []
    if not found or max(hours[0], hours[2]) > 24 or max(hours[1], hours[3]) > 59:
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
    found = duration(text)
    if found is None or found > MOST_NOTICE:
        raise NotOnTable("", "no_such_notice", option=text[:40])
    return found


class Absence:
    """What people say of themselves."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk

    async def hours(self, by: By, zone: str = "", quiet: str = "", reminder: str = "") -> Page:
        """Show the asker's hours, or set what he names of them."""
        changed = bool(zone or quiet)
        named = await asyncio.to_thread(read_zone, zone) if zone else ""
        async with self._alone(by.user if changed else None):
            now = self.desk.clock()
            before = await self._player(by)
            after = before
            if zone:
                after = replace(after, zone=named)
            if quiet:
                after = replace(after, quiet=read_quiet(quiet))
            if reminder:
                after = replace(after, reminder=read_notice(reminder))
            if (before.zone, before.quiet) != (after.zone, after.quiet):
                after = replace(after, hours_set=_changed(before, now))
            if after != before and not await self.desk.store.receipt(by.interaction):
                async with self.desk.store.writing() as w:
                    if (before.zone, before.quiet) != (after.zone, after.quiet):
                        await self._settle(w, by.user, now)
                    await w.keep_player(after)
                    await w.receive(receipt(by, None, hours=True))
                self.desk.tell(None)
        return await self._shown(by, "hours_set" if zone or quiet or reminder else "")

    async def vacation(self, by: By, first: str = "", last: str = "", *, end: bool = False) -> Page:
        """Show the asker's vacations, announce one, or end the one under way, else take the next one back."""
        if await self.desk.store.receipt(by.interaction) or not (first or last or end):
            return await self._shown(by, "")
        async with self._alone(by.user), self.desk.store.writing() as w:
            now = self.desk.clock()
            player = (await w.players([by.user]))[by.user]
            taken = await w.vacations([by.user])
            today = now.astimezone(zone_of(player.zone)).date()
            if end:
                away = await _end(w, taken, today, now)
            else:
                away = _wanted(taken, player, first, last, today, now)
                await w.keep_vacation(away)
            await w.receive(receipt(by, None, vacation=True))
            for game in await w.games_of(by.user):
                record = await w.game(game)
                assert record is not None
                body = {"user": by.user, "name": by.name, "back": end}
                body |= {"starts": away.starts.isoformat(), "ends": away.ends.isoformat()}
                await w.post(game=game, channel=record.channel, kind="vacation", body=body)
        self.desk.tell(None)
        return await self._shown(by, "vacation_over" if end else "vacation_set")

    # --- what can be typed -------------------------------------------------------------------------

    async def times(self, by: By, text: str) -> list[Choice]:
        """Clocks that people often agree on."""
        words = speak(by.language)
        found = ((time, read(time)) for time in SUGGESTED)
        return fitting((Choice(label=f"{t} · {choice(words, terms)}", value=t) for t, terms in found), text)

    async def zones(self, by: By, text: str) -> list[Choice]:
        """Time zones, with what the clock shows there now."""
        now, known = self.desk.clock(), await asyncio.to_thread(zones)
        asked = "_".join(text.split())
        near = fitting((Choice(label=name, value=name) for name in known), asked)
        return [
            Choice(
                label=f"{c.value.replace('_', ' ')} · {now.astimezone(zone_of(c.value)):%H:%M}", value=c.value
            )
            for c in near
        ]

    async def days(self, by: By, first: str, text: str) -> list[Choice]:
        """The next days; after a `first` one, with how many days that makes."""
        now, player, words = self.desk.clock(), await self._player(by), speak(by.language)
        today = now.astimezone(zone_of(player.zone)).date()
        begins = days_off.day(first, today, today) if first else None
        start = begins or today
        every = [start + timedelta(days=n) for n in range(days_off.BUDGET)]
        typed = days_off.day(text, today, start) if text.strip() else None
        if typed is not None and typed not in every:
            every = [typed, *every]
        found = []
        for day in every:
            label = words("absence.day", day=words(f"absence.weekday_{day.weekday()}"), date=day.isoformat())
            if begins is not None:
                label = words("absence.day_of", day=label, n=(day - begins).days + 1)
            found.append(Choice(label=label, value=day.isoformat()))
        return found[:MOST_CHOICES] if typed is None and not text.strip() else _likely(found, typed, text)

    async def _shown(self, by: By, told: str) -> Page:
        now = self.desk.clock()
        player = await self._player(by)
        taken = await self.desk.store.ask(lambda r: r.vacations([by.user]))
        return saying.about(by.language, player, taken, now, told)

    async def _player(self, by: By) -> Player:
        return (await self.desk.store.ask(lambda r: r.players([by.user])))[by.user]

    async def _settle(self, w: Writing, user: int, now: datetime) -> None:
        """Take off what was used so far of all clocks under way that are the user's."""
        for game in await w.games_of(user):
            await timekeeper.settle(w, await self.desk.table(game), now, now)

    @asynccontextmanager
    async def _alone(self, user: int | None) -> AsyncIterator[None]:
        """Nobody changes the games of a user meanwhile."""
        games = await self.desk.store.ask(lambda r: r.games_of(user)) if user is not None else []
        async with AsyncExitStack() as stack:
            for game in sorted(games):
                await stack.enter_async_context(self.desk.alone(game))
                await self.desk.table(game)  # read before a transaction begins
            yield


def _likely(found: Sequence[Choice], typed: date | None, text: str) -> list[Choice]:
    """The day that was typed, else those that fit what was."""
    meant = [c for c in found if typed is not None and c.value == typed.isoformat()]
    return meant or fitting(found, text)


def _changed(before: Player, now: datetime) -> datetime:
    """When hours count as set, if they are changed now. Raises IllegalOrder when that is too soon."""
    if before.hours_set is None or not timedelta() <= now - before.hours_set < CHANGED_AFTER:
        return now
    if now - before.hours_set <= CORRECTED_IN:
        return before.hours_set
    again = before.hours_set + CHANGED_AFTER
    raise IllegalOrder("", "hours_set_lately", when=f"<t:{int(again.timestamp())}:R>")


def _wanted(
    taken: Sequence[Vacation], player: Player, first: str, last: str, today: date, now: datetime
) -> Vacation:
    """The vacation somebody asks for. Raises Refused when it cannot be had."""
    begins = days_off.day(first, today, today) if first else today
    ends = days_off.day(last, today, begins or today) if last else begins
    for typed, found in ((first, begins), (last, ends)):
        if found is None:
            raise NotOnTable("", "no_such_day", option=typed[:40])
    assert begins is not None
    assert ends is not None
    if begins < today or ends < begins:
        raise IllegalOrder("", "vacation_backwards")
    if (ends - today).days > days_off.AHEAD:
        raise IllegalOrder("", "vacation_too_far", n=days_off.AHEAD)
    if any(v.first <= ends and begins <= v.last and v.ends > now for v in taken):
        raise IllegalOrder("", "vacation_twice")
    if lacking := days_off.missing(taken, begins, ends):
        raise IllegalOrder("", "vacation_spent", year=lacking[0], n=lacking[1], most=days_off.BUDGET)
    return days_off.vacation(player.user, begins, ends, player.zone, now)


async def _end(w: Writing, taken: Sequence[Vacation], today: date, now: datetime) -> Vacation:
    """End the vacation under way today, or take the next one back. Raises IllegalOrder without any."""
    coming = next((v for v in taken if v.ends > now), None)
    if coming is None:
        raise IllegalOrder("", "no_vacation")
    if coming.starts > now:
        await w.drop_vacation(coming)
        return coming
    over = replace(coming, ends=now, last=max(coming.first, min(today, coming.last)))
    await w.keep_vacation(over)
    return over
