"""Reminders in games without a clock: once a day, to each player for whom the game waits.

Which were sent is read from the outbox, so that a restart neither repeats nor loses one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from bot.clock.rest_hours import DAY, awake
from bot.core import game_clock
from bot.core.game import Game
from bot.core.lesson_games import is_lesson
from bot.core.who_acts import users
from storage import OutboxMessage, ReadTransaction, WriteTransaction, departed

DAILY = "daily"
"""The kind of these posts."""
LONGEST = timedelta(days=14)
"""A game that has not moved for so long is given up: no one is reminded of it any more."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DailyReminder:
    """Whom to remind of which side's decision, and when."""

    at: datetime
    side: str
    user: int


def not_before(game: Game) -> datetime | None:
    """The moment before which no one is reminded; None where no one ever is: of a lesson, of a game in which
    no person has to decide."""
    if not _asked(game) or game.state.result is not None or is_lesson(game.record):
        return None
    return _moved(game) + DAY


async def coming(tx: ReadTransaction, game: Game) -> list[DailyReminder]:
    """The next reminder of each player who has to decide and wants any, the earliest first; none in a
    pause."""
    record, people = game.record, _asked(game)
    if not_before(game) is None or await tx.pauses.of_game(record.id) is not None:
        return []
    sent = await tx.outbox.of_game(record.id, DAILY)
    moved = _moved(game)
    players, away = await tx.players.get_many(people), await tx.players.vacations(people)
    reminders = []
    for user, side in people.items():
        last = _last([post for post in sent if post.body["user"] == user])
        at = awake(max(moved, last or moved) + DAY, game_clock.rest_of(players[user], away))
        if players[user].daily and at <= moved + LONGEST:
            reminders.append(DailyReminder(at=at, side=side, user=user))
    return sorted(reminders, key=lambda reminder: reminder.at)


def _asked(game: Game) -> dict[int, str]:
    """The people who have to decide, each with a side."""
    return {
        user: side
        for side in game.owing
        if game.playing and not game.seat(side).bot
        for user in users(game, side)
        if not departed(user)
    }


async def send(tx: WriteTransaction, game: Game, due: Sequence[DailyReminder], now: datetime) -> None:
    """Put these reminders into the outbox."""
    record = game.record
    for reminder in due:
        body = {"side": reminder.side, "user": reminder.user, "last": game.last, "at": now.isoformat()}
        await tx.outbox.add(game=record.id, channel=record.channel, kind=DAILY, body=body)


def _moved(game: Game) -> datetime:
    """When everybody last learnt of anything in the game: hidden orders must not shift a public reminder."""
    known = game.known_to("")
    return known[-1].at if known else game.record.created


def _last(posts: Sequence[OutboxMessage]) -> datetime | None:
    return datetime.fromisoformat(str(posts[-1].body["at"])) if posts else None
