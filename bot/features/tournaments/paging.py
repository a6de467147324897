"""Buttons about a tournament, and lists that go over several pages."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from bot.features.tournaments.state.event import Event
from bot.i18n.catalogue import Catalogue
from bot.ui.page import Button, button_id

A_PAGE = 10
"""Lines on one page."""
LONGEST_PAGE = 3300
"""Characters on one page, where its lines are long; beside them a card has its title and foot."""
VERB, EXTEND, BID = "tourney", "roundtime", "bidside"

T = TypeVar("T")


def press(event: Event, words: Catalogue, what: str, *about: object, style: str = "secondary") -> Button:
    """A button about a tournament."""
    facts = {"round": about[0]} if about else {}
    label = words(f"tournament.press.{what}", **facts)
    return Button(label=label, id=button_id(0, 0, VERB, what, event.id, *about), style=style)


def part(every: Sequence[T], at: int, most: int = A_PAGE, least: int = 1) -> tuple[Sequence[T], int, int]:
    """The lines of a page of so many, its number, and that of the last one of at `least` so many pages."""
    last = max(least - 1, (len(every) - 1) // most)
    at = min(max(0, at), last)
    return every[at * most : (at + 1) * most], at, last


def part_of_blocks(blocks: Sequence[Sequence[str]], at: int) -> tuple[list[str], int, int]:
    """The lines of a page of blocks, its number, and that of the last page. A page has so many blocks and
    characters; a block stays in one piece."""
    pages, room = list[list[Sequence[str]]](), 0
    for block in blocks:
        length = sum(len(line) + 1 for line in block)
        if not pages or len(pages[-1]) == A_PAGE or length > room:
            pages.append([])
            room = LONGEST_PAGE
        pages[-1].append(block)
        room -= length
    last = max(0, len(pages) - 1)
    at = min(max(0, at), last)
    return [line for block in (pages[at] if pages else ()) for line in block], at, last


def paged(words: Catalogue, at: int, last: int) -> str:
    return words("boards.page", page=at + 1, pages=last + 1) if last else ""


def turning(
    words: Catalogue, event: Event, at: int, last: int, what: str, *about: object
) -> tuple[tuple[Button, ...], ...]:
    if not last:
        return ()

    def turn(label: str, to: int) -> Button:
        id_ = button_id(0, 0, VERB, what, event.id, *(about or ("",)), to)
        return Button(label=words(label), id=id_, disabled=not 0 <= to <= last)

    return ((turn("button.before", at - 1), turn("button.after", at + 1)),)
