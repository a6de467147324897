"""Convert pages to Discord messages: content, embeds, files, buttons, within Discord's limits."""

from __future__ import annotations

import io
from typing import Any

import discord

from bot.transport.components import FIELD, ButtonItem, SelectItem
from bot.ui.page import LONGEST_LABEL, Button, Embed, Form, Menu, Page

LONGEST_TEXT = 2000
LONGEST_NOTE = 4096
LONGEST_TITLE = 256
LONGEST_FOOTER = 2048
LONGEST_ALT = 1024
ALL_NOTES = 6000
LEAST_NOTE = 100
MOST_ROWS = 5

TONES = {
    "blue": 0x1E4D9B,
    "orange": 0xF0962C,
    "colonial": 0x1E4D9B,
    "native": 0xF0962C,
    "lesson": 0x3BA55D,
    "refusal": 0xC61820,
    "victory": 0xE6B422,
}
STYLES = {
    "primary": discord.ButtonStyle.primary,
    "secondary": discord.ButtonStyle.secondary,
    "success": discord.ButtonStyle.success,
    "danger": discord.ButtonStyle.danger,
}


def as_edit(page: Page, png: bytes | None) -> dict[str, Any]:
    """What a message is edited into; everything it had before is replaced."""
    return {**_shared(page), "attachments": _files(page, png), "view": view(page)}


def as_text_edit(page: Page) -> dict[str, Any]:
    """What a message is edited into that keeps its files."""
    return {**_shared(page), "view": view(page)}


def as_message(page: Page, png: bytes | None) -> dict[str, Any]:
    """A new message. Only `page.pings` may be notified."""
    message = _shared(page)
    files, components = _files(page, png), view(page)
    if files:
        message["files"] = files
    if components is not None:
        message["view"] = components
    return message


def _shared(page: Page) -> dict[str, Any]:
    users = [discord.Object(user) for user in page.pings if user > 0]
    mentions = discord.AllowedMentions(everyone=False, roles=False, users=users, replied_user=False)
    return {
        "content": cut(page.text, LONGEST_TEXT),
        "embeds": _embeds(page.embeds),
        "allowed_mentions": mentions,
    }


def _files(page: Page, png: bytes | None) -> list[discord.File]:
    """The picture, then the papers."""
    files = [discord.File(io.BytesIO(p.text.encode()), p.name) for p in page.files]
    if png is not None and page.picture is not None:
        alt = page.picture.alt[:LONGEST_ALT]
        files.insert(0, discord.File(io.BytesIO(png), page.picture.name, description=alt))
    return files


def _embeds(notes: tuple[Embed, ...]) -> list[discord.Embed]:
    """The notes as embeds, within the budget of one message."""
    remaining, embeds = ALL_NOTES, []
    for note in notes:
        title, footer = note.title[:LONGEST_TITLE], note.footer[:LONGEST_FOOTER]
        room = remaining - len(title) - len(footer)
        if room < LEAST_NOTE:
            break
        text = cut(note.text, min(LONGEST_NOTE, room))
        remaining = room - len(text)
        embed = discord.Embed(title=title or None, description=text or None, colour=TONES.get(note.tone))
        if footer:
            embed.set_footer(text=footer)
        embeds.append(embed)
    return embeds


def cut(text: str, longest: int) -> str:
    """The text, or its first whole lines and an ellipsis. `longest` is at least LEAST_NOTE characters."""
    if len(text) <= longest:
        return text
    head = text[: longest - 2]
    line = head.rfind("\n")
    return (head[:line] if line > longest // 2 else head) + "\n…"


def view(page: Page) -> discord.ui.View | None:
    """The buttons and menus, or None without any."""
    if not page.rows:
        return None
    ui_view = discord.ui.View(timeout=None)
    for number, row in enumerate(page.rows[:MOST_ROWS]):
        if isinstance(row, Menu):
            ui_view.add_item(SelectItem(_select(row, number)))
        else:
            for press in row[:5]:
                ui_view.add_item(ButtonItem(_button(press, number)))
    return ui_view


def modal(form: Form) -> discord.ui.Modal:
    """A form. What is written in it is read by `buttons.submitted`: nothing is kept of it here."""
    field: discord.ui.TextInput[Any] = discord.ui.TextInput(
        label=form.label[:45],
        custom_id=FIELD,
        style=discord.TextStyle.paragraph,
        placeholder=form.hint[:100],
        default=form.text[: form.longest] or None,
        max_length=form.longest,
    )
    dialog = discord.ui.Modal(title=form.title[:45], custom_id=form.id, timeout=None)
    dialog.add_item(field)
    dialog.stop()  # the library remembers no form that has stopped
    return dialog


def _button(press: Button, row: int) -> discord.ui.Button[Any]:
    return discord.ui.Button(
        label=press.label[:LONGEST_LABEL],
        custom_id=press.id,
        style=STYLES[press.style],
        disabled=press.disabled,
        row=row,
    )


def _select(menu: Menu, row: int) -> discord.ui.Select[Any]:
    options = [
        discord.SelectOption(
            label=c.label[:100], value=c.value[:100], description=c.about[:100] or None, default=c.chosen
        )
        for c in menu.choices
    ]
    most = max(1, min(menu.most, len(options)))
    return discord.ui.Select(
        custom_id=menu.id, placeholder=menu.hint[:150], options=options, max_values=most, row=row
    )
