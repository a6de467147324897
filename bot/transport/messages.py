"""Convert pages to Discord messages within Discord's limits: cards, or classic messages where they notify."""

from __future__ import annotations

import io
from typing import Any

import discord

from bot.transport.cards import LONGEST_ALT, TONES, Rows, card, cut
from bot.transport.components import ButtonItem, SelectItem, button_part, select_part
from bot.ui.page import Embed, Menu, Page

LONGEST_TEXT = 2000
LONGEST_NOTE = 4096
LONGEST_TITLE = 256
LONGEST_FOOTER = 2048
ALL_NOTES = 6000
LEAST_NOTE = 100
MOST_ROWS = 5


def as_edit(page: Page, png: bytes | None) -> dict[str, Any]:
    """What a message is edited into; everything it had before is replaced. It becomes a card, whatever it
    was: a card never becomes a classic message again, and an edit notifies no one."""
    return {
        "content": None,
        "embeds": [],
        "attachments": _files(page, png),
        "allowed_mentions": _mentions(page),
        "view": card(page, png is not None),
    }


def as_text_edit(page: Page) -> dict[str, Any]:
    """What a card is edited into that keeps its pictures."""
    return {
        "content": None,
        "embeds": [],
        "allowed_mentions": _mentions(page),
        "view": card(page, page.picture is not None, kept=True),
    }


def as_message(page: Page, png: bytes | None) -> dict[str, Any]:
    """A new message. Only `page.pings` may be notified."""
    message: dict[str, Any] = {"allowed_mentions": _mentions(page)}
    if page.pings:
        message |= {"content": _content(page), "embeds": _embeds(page.embeds)}
    components = view(page) if page.pings else card(page, png is not None)
    if components is not None:
        message["view"] = components
    if files := _files(page, png):
        message["files"] = files
    return message


def _mentions(page: Page) -> discord.AllowedMentions:
    users = [discord.Object(user) for user in page.pings if user > 0]
    return discord.AllowedMentions(everyone=False, roles=False, users=users, replied_user=False)


def _content(page: Page) -> str:
    return cut("\n".join(part for part in (page.text, page.foot) if part), LONGEST_TEXT)


def _files(page: Page, png: bytes | None) -> list[discord.File]:
    """The picture, then the papers, then the pictures of notes and the thumbnails."""
    files = [discord.File(io.BytesIO(p.text.encode()), p.name) for p in page.files]
    if png is not None and page.picture is not None:
        alt = page.picture.alt[:LONGEST_ALT]
        files.insert(0, discord.File(io.BytesIO(png), page.picture.name, description=alt))
    for note in page.embeds:
        if note.png and note.picture is not None:
            alt = note.picture.alt[:LONGEST_ALT]
            files.append(discord.File(io.BytesIO(note.png), note.picture.name, description=alt))
    for section in page.sections:
        if section.png and section.thumbnail is not None:
            files.append(discord.File(io.BytesIO(section.png), section.thumbnail.name))
    return files


def _embeds(notes: tuple[Embed, ...]) -> list[discord.Embed]:
    """The notes as embeds, within the budget of one message."""
    remaining, embeds = ALL_NOTES, []
    for note in notes:
        title, footer = note.title[:LONGEST_TITLE], note.footer[:LONGEST_FOOTER]
        room = remaining - len(title) - len(footer)
        if room < LEAST_NOTE:
            break
        whole = "\n".join([note.text, *(section.text for section in note.sections)]).strip("\n")
        text = cut(whole, min(LONGEST_NOTE, room))
        remaining = room - len(text)
        embed = discord.Embed(title=title or None, description=text or None, colour=TONES.get(note.tone))
        if footer:
            embed.set_footer(text=footer)
        embeds.append(embed)
    return embeds


def view(page: Page) -> Rows | None:
    """The buttons and menus, or None without any."""
    if not page.rows:
        return None
    ui_view = Rows(timeout=None)
    for number, row in enumerate(page.rows[:MOST_ROWS]):
        if isinstance(row, Menu):
            ui_view.add_item(SelectItem(select_part(row, number)))
        else:
            for press in row[:5]:
                ui_view.add_item(ButtonItem(button_part(press, number)))
    return ui_view
