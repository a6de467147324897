"""Discord's limits, held against pages before anything of them is cut (bot/post.py cuts what is too long)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from bot import post
from bot.page import Form, Menu, Page, Press

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


def over(page: Page) -> list[str]:
    """What of a page is more than Discord takes, or less than it wants: places with their lengths."""
    found = [*_long("text", page.text), *_menus(page), *_buttons(page)]
    for note in page.notes:
        found += [*_long("title", note.title), *_long("note", note.text), *_long("footer", note.footer)]
    whole = sum(len(n.title) + len(n.text) + len(n.footer) for n in page.notes)
    found += [f"notes: {whole}"] if whole > 6000 else []
    found += [f"{len(page.notes)} notes"] if len(page.notes) > 10 else []
    found += [f"{len(page.rows)} rows"] if len(page.rows) > 5 else []
    files = len(page.papers) + (page.picture is not None)
    found += [f"{files} files"] if files > 10 else []
    if page.picture is not None:
        found += _long("alt", page.picture.alt)
        found += [] if page.picture.alt else ["a picture nobody tells of"]
    if not (page.text or files or any(n.title or n.text or n.footer for n in page.notes)):
        found.append("an empty message")
    return found


def over_form(form: Form) -> list[str]:
    """The same of a form."""
    parts = {"title": (form.title, 45), "label": (form.label, 45), "hint": (form.hint, 100)}
    found = [
        f"form {name}: {len(text)} {text[:60]!r}" for name, (text, most) in parts.items() if len(text) > most
    ]
    found += [f"form: {form.longest} letters"] if not 0 < form.longest <= 4000 else []
    return found + ([f"form text: {len(form.text)}"] if len(form.text) > form.longest else [])


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
    presses: list[Press] = [press for row in rows for press in row]
    for press in presses:
        yield from _long("label", press.label)
        if not press.label:
            yield f"button {press.id}: nothing on it"
    ids = Counter([press.id for press in presses] + [row.id for row in page.rows if isinstance(row, Menu)])
    yield from (f"{id_} twice" for id_, n in ids.items() if n > 1)
    yield from (f"id {id_}: {len(id_)}" for id_ in ids if len(id_) > 100)


@contextmanager
def watched(monkeypatch: Any) -> Iterator[list[str]]:
    """What was over of all that is sent meanwhile."""
    found: list[str] = []

    def watch(name: str, check: Callable[[Any], list[str]]) -> None:
        make = getattr(post, name)

        def made(shown: Any, *rest: Any) -> Any:
            found.extend(check(shown))
            return make(shown, *rest)

        monkeypatch.setattr(post, name, made)

    watch("edited", over)
    watch("sent", over)
    watch("modal", over_form)
    yield found
