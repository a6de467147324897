"""Convert pages to cards: Discord's components v2, in one container with the colour of the page.

From top to bottom: the headline, the picture, the rest of the text, the notes, lines with a button of their
own, the foot, the files, menus and buttons. A message has 40 components and 4,000 characters of text at most.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import discord
from discord import ui

from bot.transport.components import ButtonItem, SelectItem, button_part, select_part
from bot.ui.page import ChartImage, Embed, FilmImage, Menu, Page, Picture, Section

MOST_CHARACTERS = 4000
MOST_COMPONENTS = 40
LONGEST_ALT = 1024
LEAST_TEXT = 100
"""Characters below which a text is left out rather than cut."""
IN_A_SECTION = 3
"""Components of a line with a button or thumbnail: the section, its text, what is beside it."""

TONES = {
    "blue": 0x1E4D9B,
    "orange": 0xF0962C,
    "colonial": 0x1E4D9B,
    "native": 0xF0962C,
    "lesson": 0x3BA55D,
    "refusal": 0xC61820,
    "victory": 0xE6B422,
}

Item = ui.Item[Any]


class _NothingKept:
    """Components of which the library keeps nothing, since `components.ITEMS` hear all presses: it would keep
    those of an answer to one person for a quarter of an hour, each with a task that waits for that."""

    def is_finished(self) -> bool:
        """It waits for no press."""
        return True


class Rows(_NothingKept, ui.View):
    """Rows of buttons and menus under a text."""


class Card(_NothingKept, ui.LayoutView):
    """Components version 2."""


@dataclass(slots=True)
class Budget:
    """What is left of the characters and components of a message."""

    characters: int = MOST_CHARACTERS
    parts: int = MOST_COMPONENTS

    def text(self, text: str) -> list[Item]:
        """A text as far as there is room for it; nothing where there is none, or no text."""
        if not text.strip() or self.characters < min(len(text), LEAST_TEXT):
            return []
        text = cut(text, self.characters)
        self.characters -= len(text)
        self.parts -= 1
        return [ui.TextDisplay(text)]

    def sections(self, sections: Sequence[Section]) -> list[Item]:
        """Lines with what is beside them, as many as there is room for; the others in one text."""
        items: list[Item] = []
        for number, section in enumerate(sections):
            if self.parts <= IN_A_SECTION:
                return items + self.text("\n".join(x.text for x in sections[number:]))
            made = _section(section, self)
            self.parts -= 2 * sum(isinstance(item, ui.Section) for item in made)
            items += made
        return items


def card(page: Page, pictured: bool, *, kept: bool = False) -> Card:
    """The page as a card; `pictured`: its picture comes along; `kept`: all pictures stay in the message."""
    rows = list(_rows(page))
    taken = 3 + len(page.embeds) + len(page.files) + sum(1 + len(row.children) for row in rows)
    taken += sum(note.picture is not None for note in page.embeds)
    budget = Budget(parts=MOST_COMPONENTS - taken)
    items = list(_items(page, pictured, budget, kept=kept))
    items += budget.sections(page.sections)
    items += budget.text(page.foot)
    view = Card(timeout=None)
    if _framed(page):
        tone = page.tone or next((note.tone for note in page.embeds if note.tone), "")
        box: ui.Container[Any] = ui.Container(accent_colour=TONES.get(tone))
        for item in (*items, *rows):
            box.add_item(item)
        return view.add_item(box)
    for item in items:
        view.add_item(item)
    return view


def fits(page: Page) -> bool:
    """Whether a card holds all of the page's text, with room for its sections' buttons."""
    sections = [*page.sections, *(section for note in page.embeds for section in note.sections)]
    texts = [page.text, page.foot, *(section.text for section in sections)]
    texts += [f"### {note.title}" for note in page.embeds if note.title]
    texts += [_note(note, titled=False) for note in page.embeds]
    buttons = sum(2 if isinstance(row, Menu) else 1 + len(row) for row in page.rows)
    pictures = sum(note.picture is not None for note in page.embeds)
    parts = 6 + pictures + len(page.embeds) + len(page.files) + IN_A_SECTION * len(page.sections) + buttons
    return sum(len(text) + 1 for text in texts) <= MOST_CHARACTERS and parts <= MOST_COMPONENTS


def _framed(page: Page) -> bool:
    """Whether there is more than one plain text."""
    return bool(page.embeds or page.picture or page.rows or page.sections or page.files or page.tone)


def _items(page: Page, pictured: bool, budget: Budget, *, kept: bool) -> Iterator[Item]:
    """Headline, picture, text, notes each with its picture, files."""
    notes = list(page.embeds)
    headline, _, rest = page.text.partition("\n")
    if headline:
        yield from budget.text(headline)
    elif notes and notes[0].title:
        yield from budget.text(f"### {notes[0].title}")
    if pictured and page.picture is not None:
        yield _gallery(page.picture)
    yield from budget.text(rest)
    for number, note in enumerate(notes):
        yield from budget.text(_note(note, titled=number > 0 or bool(headline)))
        if note.picture is not None and (kept or note.png):
            yield _gallery(note.picture)
        yield from budget.sections(note.sections)
    for file in page.files:
        yield ui.File(f"attachment://{file.name}")


def _gallery(picture: Picture | ChartImage | FilmImage) -> Item:
    """A picture alone: of several in one gallery Discord shows only parts."""
    alt = picture.alt[:LONGEST_ALT]
    return ui.MediaGallery(discord.MediaGalleryItem(f"attachment://{picture.name}", description=alt or None))


def _note(note: Embed, *, titled: bool) -> str:
    """A note's title, text and footer, one below the other."""
    footer = "\n".join(f"-# {line}" for line in note.footer.splitlines() if line.strip())
    title = f"**{note.title}**" if titled and note.title else ""
    return "\n".join(part for part in (title, note.text, footer) if part)


def _section(section: Section, budget: Budget) -> list[Item]:
    """A text with its button or thumbnail beside it; alone where there is neither."""
    texts = budget.text(section.text)
    if not texts:
        return []
    if section.button is not None:
        return [ui.Section(*texts, accessory=ButtonItem(button_part(section.button)))]
    if section.png and section.thumbnail is not None:
        name, alt = section.thumbnail.name, section.thumbnail.alt[:LONGEST_ALT]
        return [ui.Section(*texts, accessory=ui.Thumbnail(f"attachment://{name}", description=alt))]
    return texts


def _rows(page: Page) -> Iterator[ui.ActionRow[Any]]:
    """Menus and rows of buttons."""
    for row in page.rows:
        if isinstance(row, Menu):
            yield ui.ActionRow(SelectItem(select_part(row)))
        else:
            yield ui.ActionRow(*(ButtonItem(button_part(press)) for press in row[:5]))


def cut(text: str, longest: int) -> str:
    """The text, or its first whole lines and an ellipsis. `longest` is at least LEAST_TEXT characters."""
    if len(text) <= longest:
        return text
    head = text[: longest - 2]
    line = head.rfind("\n")
    return (head[:line] if line > longest // 2 else head) + "\n…"
