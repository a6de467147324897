"""Which games are lessons: a battle that teaches a rulebook, played by one person."""

from __future__ import annotations

from scenarios.presentation import courses
from storage import GameRecord


def course_of(battle: str) -> str:
    """The rulebook that a learning battle teaches; "" for any other battle."""
    return next((book for book, taught in courses().items() if taught == battle), "")


def is_lesson(record: GameRecord) -> bool:
    """Whether a game is a user's lessons: a learning battle without other players."""
    people = {seat.user for seat in record.seats if not seat.bot}
    return bool(course_of(record.scenario)) and len(people) == 1 and None not in people
