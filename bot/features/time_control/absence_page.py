"""A player's hours and vacations in words, private."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from bot.clock.rest_hours import zone_of
from bot.clock.vacation import BUDGET, used
from bot.features.time_control.page import length, reliability, stamp
from bot.i18n.catalogue import Catalogue, catalogue_for
from bot.ui.page import Page
from storage import Player, Vacation


def about(language: str, player: Player, vacations: Sequence[Vacation], now: datetime, outcome: str) -> Page:
    """A player's time settings: zone, quiet hours, reminder, vacations, deadlines."""
    words = catalogue_for(language)
    local = now.astimezone(zone_of(player.zone))
    text = [words(f"absence.{outcome}")] if outcome else []
    zone = player.zone or "UTC"
    text.append(words("absence.zone" if player.zone else "absence.no_zone", zone=zone, now=f"{local:%H:%M}"))
    text.append(_quiet(words, player))
    notice = length(words, player.reminder)
    text.append(words("absence.reminder" if player.reminder else "absence.no_reminder", notice=notice))
    text.append(words("absence.daily" if player.daily else "absence.no_daily"))
    text.append(words("absence.told_next" if player.told_next else "absence.not_told_next"))
    coming = [v for v in vacations if v.ends > now]
    text += [words("absence.away", starts=stamp(v.starts), ends=stamp(v.ends)) for v in coming]
    remaining = BUDGET - used(vacations)[local.year]
    text.append(words("absence.budget", n=remaining, year=local.year, most=BUDGET))
    text.append(words("absence.deadlines", how=reliability(words, player)))
    return Page(text="\n".join(text))


def _quiet(words: Catalogue, player: Player) -> str:
    if player.quiet is None:
        return words("absence.no_quiet")
    start, end = (f"{minutes // 60:02d}:{minutes % 60:02d}" for minutes in player.quiet)
    return words("absence.quiet", start=start, end=end)
