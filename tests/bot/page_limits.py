"""Discord's limits, held against pages before bot/transport/messages.py cuts what is too long."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from bot.transport import messages
from bot.ui.page import Button, Form, Menu, Page

LETTERS = {
    "text": 2000,
    "title": 256,
    "note": 4096,
    "footer": 2048,
    "label": 80,
    "line": 100,
    "hint": 150,
    "alt": 1024,
}


def page_excesses(page: Page) -> list[str]:
    """Parts of a page beyond Discord's limits, with their lengths."""
    excesses = [*_long("text", page.text), *_menus(page), *_buttons(page)]
    for note in page.embeds:
        excesses += [*_long("title", note.title), *_long("note", note.text), *_long("footer", note.footer)]
    whole = sum(len(n.title) + len(n.text) + len(n.footer) for n in page.embeds)
    excesses += [f"notes: {whole}"] if whole > 6000 else []
    excesses += [f"{len(page.embeds)} notes"] if len(page.embeds) > 10 else []
    excesses += [f"{len(page.rows)} rows"] if len(page.rows) > 5 else []
    files = len(page.files) + (page.picture is not None)
    excesses += [f"{files} files"] if files > 10 else []
    if page.picture is not None:
        excesses += _long("alt", page.picture.alt)
        excesses += [] if page.picture.alt else ["a picture nobody tells of"]
    if not (page.text or files or any(n.title or n.text or n.footer for n in page.embeds)):
        excesses.append("an empty message")
    return excesses


def form_excesses(form: Form) -> list[str]:
    """The same of a form."""
    parts = {"title": (form.title, 45), "label": (form.label, 45), "hint": (form.hint, 100)}
    excesses = [
        f"form {name}: {len(text)} {text[:60]!r}" for name, (text, most) in parts.items() if len(text) > most
    ]
    excesses += [f"form: {form.longest} letters"] if not 0 < form.longest <= 4000 else []
    return excesses + ([f"form text: {len(form.text)}"] if len(form.text) > form.longest else [])


def _long(what: str, text: str) -> list[str]:
    return [f"{what}: {len(text)} {text[:60]!r}"] if len(text) > LETTERS[what] else []


def _menus(page: Page) -> Iterator[str]:
    for menu in (row for row in page.rows if isinstance(row, Menu)):
        yield from _long("hint", menu.hint)
        if not 0 < len(menu.choices) <= 25:
            yield f"menu {menu.id}: {len(menu.choices)} lines"
        for choice in menu.choices:
            for text in (choice.label, choice.value, choice.about):
                yield from _long("line", text)
            if not choice.label or not choice.value:
                yield f"menu {menu.id}: an empty line"
        if len({choice.value for choice in menu.choices}) < len(menu.choices):
            yield f"menu {menu.id}: the same value twice"


def _buttons(page: Page) -> Iterator[str]:
    rows = [row for row in page.rows if not isinstance(row, Menu)]
    yield from (f"a row of {len(row)} buttons" for row in rows if not 0 < len(row) <= 5)
    presses: list[Button] = [press for row in rows for press in row]
    for press in presses:
        yield from _long("label", press.label)
        if not press.label:
            yield f"button {press.id}: nothing on it"
    ids = Counter([press.id for press in presses] + [row.id for row in page.rows if isinstance(row, Menu)])
    yield from (f"{id_} twice" for id_, n in ids.items() if n > 1)
    yield from (f"id {id_}: {len(id_)}" for id_ in ids if len(id_) > 100)


@contextmanager
def recorded_excesses(monkeypatch: Any) -> Iterator[list[str]]:
    """Excesses of all pages sent in this context."""
    excesses: list[str] = []

    def watch(name: str, check: Callable[[Any], list[str]]) -> None:
        make = getattr(messages, name)

        def made(page: Any, *rest: Any) -> Any:
            excesses.extend(check(page))
            return make(page, *rest)

        monkeypatch.setattr(messages, name, made)

    watch("as_edit", page_excesses)
    watch("as_message", page_excesses)
    watch("modal", form_excesses)
    yield excesses
