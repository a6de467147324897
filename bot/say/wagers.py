"""The question about a big fight, what became of it, who predicts best."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Protocol

from bot.bigfights import OUTCOMES, Fight
from bot.page import Note, Page, Press, press_id
from bot.say.names import Names, plain
from bot.words import Words

MOST_ROWS = 5
FEWEST = 3
"""Fights settled before somebody is on the list."""
MOST_LISTED = 10
MOST_NAMED = 8


class Record(Protocol):
    """How somebody has predicted."""

    @property
    def user(self) -> int:
        """Who."""

    @property
    def name(self) -> str:
        """What he is called."""

    @property
    def settled(self) -> int:
        """Fights that are over."""

    @property
    def right(self) -> int:
        """How many of them he saw."""

    @property
    def open(self) -> int:
        """Fights that are not over."""


def asked(names: Names, fight: Fight, page: Page) -> Page:
    """A report with the question for those who look on, just over its buttons, if these find room."""
    if len(page.rows) >= MOST_ROWS:
        return page
    question = names.words("wagers.question", unit=names.bold(fight.unit), hex=fight.hex)
    game, stamp = names.table.game.id, names.table.stamp
    presses = tuple(
        Press(label=names.words(f"button.guess_{o}"), id=press_id(game, stamp, "guess", o)) for o in OUTCOMES
    )
    return replace(page, notes=(*page.notes, Note(text=question)), rows=(*page.rows, presses))


def ended(names: Names, fight: Fight, outcome: str, right: Sequence[str], asked_of: int) -> str:
    """How a fight ended, and which spectators saw it."""
    words = names.words
    facts = {"unit": names.bold(fight.unit), "hex": fight.hex, "n": len(right), "of": asked_of}
    told = words(f"wagers.ended_{outcome}", **facts)
    if not right:
        return f"{told} {words('wagers.nobody', **facts)}"
    more = len(right) - MOST_NAMED
    listed = [*right[:MOST_NAMED], *([f"+{more}"] if more > 0 else [])]
    return f"{told} {words('wagers.seen', names=words.several(listed), **facts)}"


def noted(names: Names, fight: Fight, guess: str) -> Page:
    """A prediction taken."""
    told = names.words(f"wagers.noted_{guess}", unit=names.bold(fight.unit), hex=fight.hex)
    return Page(text=f"{told} {names.words('wagers.until')}")


def board(words: Words, found: Sequence[Record], user: int) -> Page:
    """Who predicts best in a server, and how the asker does."""
    good = [r for r in found if r.settled >= FEWEST]
    good.sort(key=lambda r: (-r.right / r.settled, -r.right, plain(r.name).casefold(), r.user))
    lines = [
        words(
            "wagers.line",
            place=place,
            name=plain(record.name),
            right=record.right,
            n=record.settled,
            percent=round(100 * record.right / record.settled),
        )
        for place, record in enumerate(good[:MOST_LISTED], 1)
    ]
    mine = next((record for record in found if record.user == user), None)
    own = words("wagers.none_of_yours")
    if mine is not None:
        own = words("wagers.yours", right=mine.right, n=mine.settled, open=mine.open)
    text = "\n".join(lines) or words("wagers.nobody_yet", n=FEWEST)
    return Page(
        text=own,
        notes=(Note(title=words("wagers.title"), text=text, footer=words("wagers.how", n=FEWEST)),),
    )
