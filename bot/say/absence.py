"""Somebody's own hours and vacations in words, for him alone."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from bot.clock.hours import zone_of
from bot.clock.vacation import BUDGET, used
from bot.page import Page
from bot.say.timing import length, reliability, stamp
from bot.words import Words, speak
from storage import Player, Vacation


def about(language: str, player: Player, taken: Sequence[Vacation], now: datetime, told: str) -> Page:
    """What is known of somebody's time: zone, quiet hours, reminder, vacations, deadlines."""
    words = speak(language)
    local = now.astimezone(zone_of(player.zone))
    text = [words(f"absence.{told}")] if told else []
    zone = player.zone or "UTC"
    text.append(words("absence.zone" if player.zone else "absence.no_zone", zone=zone, now=f"{local:%H:%M}"))
    text.append(_quiet(words, player))
    notice = length(words, player.reminder)
    text.append(words("absence.reminder" if player.reminder else "absence.no_reminder", notice=notice))
    coming = [v for v in taken if v.ends > now]
    text += [words("absence.away", starts=stamp(v.starts), ends=stamp(v.ends)) for v in coming]
    left = BUDGET - used(taken)[local.year]
    text.append(words("absence.budget", n=left, year=local.year, most=BUDGET))
    text.append(words("absence.deadlines", how=reliability(words, player)))
    return Page(text="\n".join(text))


def _quiet(words: Words, player: Player) -> str:
    if player.quiet is None:
        return words("absence.no_quiet")
    start, end = (f"{minutes // 60:02d}:{minutes % 60:02d}" for minutes in player.quiet)
    return words("absence.quiet", start=start, end=end)
