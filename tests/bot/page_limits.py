"""Discord's limits, held against pages before bot/transport/messages.py cuts what is too long."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from bot.transport import cards, forms, messages
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
    """Parts of a page beyond Discord's limits, with their lengths; of a page that notifies, of the classic
    message that it is."""
    excesses = []
    if page.pings:
        excesses += _long("text", "\n".join(part for part in (page.text, page.foot) if part))
        excesses += ["sections in a classic message"] if page.sections else []
    excesses += [*_menus(page), *_buttons(page)]
    for note in page.embeds:
        excesses += [*_long("title", note.title), *_long("note", note.text), *_long("footer", note.footer)]
    excesses += [] if cards.fits(page) else ["more than a card holds"]
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
    parts |= {question.name: (question.label, 45) for question in form.questions}
    excesses = [
        f"form {name}: {len(text)} {text[:60]!r}" for name, (text, most) in parts.items() if len(text) > most
    ]
    excesses += [f"form: {form.longest} letters"] if not 0 < form.longest <= 4000 else []
    excesses += ["too many questions"] if len(form.questions) > 4 else []
    for question in form.questions:
        lines = len(question.choices)
        excesses += [] if 1 <= lines <= 25 else [f"{question.name}: {lines} lines"]
        for choice in question.choices:
            excesses += [*_long("line", choice.label), *_long("line", choice.about)]
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

    def watch(module: Any, name: str, check: Callable[[Any], list[str]]) -> None:
        make = getattr(module, name)

        def made(page: Any, *rest: Any) -> Any:
            excesses.extend(check(page))
            return make(page, *rest)

        monkeypatch.setattr(module, name, made)

    watch(messages, "as_edit", page_excesses)
    watch(messages, "as_message", page_excesses)
    watch(forms, "dialog", form_excesses)
    yield excesses
