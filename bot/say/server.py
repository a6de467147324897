"""What a server has settled, in words."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING

from bot.page import Note, Page
from bot.words import Words, speak

if TYPE_CHECKING:
    from bot.steward import Settled


def page(language: str, settled: Sequence[Settled], changed: Collection[str] = ()) -> Page:
    """The private page about a server: a line for everything it can settle."""
    words = speak(language)
    text = [words("server.changed")] if changed else []
    text += [_line(words, each) for each in settled]
    note = Note(title=words("server.title"), text="\n".join(text), footer=words("server.how"))
    return Page(notes=(note,))


def _line(words: Words, settled: Settled) -> str:
    name = settled.name
    if settled.value is None:
        return words(f"server.no_{name}")
    if settled.gone:
        return words(f"server.gone_{name}")
    told = words(f"server.{name}", id=settled.value)
    if not settled.lacking:
        return told
    missing = words.several([words.get(f"permission.{p}", p) for p in settled.lacking])
    return f"{told}\n{words('server.lacking', missing=missing)}"
