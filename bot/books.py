"""The rulebooks one can learn, and how somebody stands with one. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from storage import Game

BATTLES: Mapping[str, str] = {
    "morne_plaine": "tutorial",
    "pousse_pion": "gue",
    "art_of_tactic": "nonaka",
    "desastre_colonial": "puits",
}
"""The learning battle of each rulebook, the easiest first."""
AFTER: Mapping[str, str] = {
    "tutorial": "ormes",
    "gue": "plateau",
    "nonaka": "takase",
    "puits": "isandlwana",
}
"""The battle to play after a learning battle."""

RoomKind = Literal["private", "public", "here"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Classroom:
    """A channel to learn in. `lacking` are the permissions for want of which it is no private thread."""

    channel: int
    kind: RoomKind
    lacking: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """How somebody stands with a rulebook: the game under way, and how many have been played to the end."""

    book: str
    under_way: Game | None = None
    finished: int = 0


def book_taught(battle: str) -> str:
    """The rulebook that a learning battle teaches; "" for any other battle."""
    return next((book for book, taught in BATTLES.items() if taught == battle), "")


def solo(game: Game) -> bool:
    """Whether a game is somebody's lessons: a learning battle in which nobody else plays."""
    people = {seat.user for seat in game.seats if not seat.bot}
    return bool(book_taught(game.scenario)) and len(people) == 1 and None not in people


def next_book(book: str) -> str:
    """The rulebook to learn after one; "" after the last."""
    books = list(BATTLES)
    at = books.index(book) + 1
    return books[at] if at < len(books) else ""
