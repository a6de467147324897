"""The rulebooks to learn, and a player's progress with one. Pure."""

from __future__ import annotations

from dataclasses import dataclass

from bot.core.lesson_games import course_of
from scenarios.presentation import courses, presentation
from storage import GameRecord


@dataclass(frozen=True, slots=True, kw_only=True)
class CourseRecord:
    """A player's progress with a rulebook: the running game, and the number of finished ones."""

    book: str
    under_way: GameRecord | None = None
    finished: int = 0


def next_course(book: str) -> str:
    """The rulebook to learn after one; "" after the last."""
    books = list(courses())
    at = books.index(book) + 1
    return books[at] if at < len(books) else ""


def first_battle() -> str:
    """The battle with which to begin: the course of the first rulebook."""
    return next(iter(courses().values()))


def battle_after(battle: str) -> str:
    """The battle to play after a learning battle."""
    return presentation(course_of(battle)).next_battle
