"""What a person prefers, in words and menus; and a page in words alone for whoever wants no pictures."""

from __future__ import annotations

from dataclasses import replace

from bot.page import Choice, Menu, Note, Page, Picture, Press, menu_id, press_id
from bot.taste import KINDS, USUAL, Taste
from bot.words import Words

NOUNS = {"theme": "theme", "symbols": "symbols", "overlays": "overlay", "pictures": "pictures"}
"""Where the words for what can be chosen stand."""


def page(words: Words, taste: Taste) -> Page:
    """What is preferred, a menu for each, and a button that takes everything back."""
    lines = [words("preferences.text"), ""]
    lines += [words(f"preferences.{name}", value=_value(words, taste, name)) for name in KINDS]
    plain = Press(label=words("preferences.reset"), id=press_id(0, 0, "like"), closed=taste == Taste())
    note = Note(title=words("preferences.title"), text="\n".join(lines))
    return Page(notes=(note,), rows=(*(_menu(words, taste, name) for name in KINDS), (plain,)))


def _chosen(taste: Taste, name: str) -> tuple[str, ...]:
    """The words chosen for a preference."""
    value = getattr(taste, name)
    return value if isinstance(value, tuple) else (value,) if value else ()


def _value(words: Words, taste: Taste, name: str) -> str:
    """What is preferred, in words."""
    chosen = [words(f"{NOUNS[name]}.{word}") for word in _chosen(taste, name)]
    return ", ".join(chosen) or words(f"preferences.usual.{name}")


def _menu(words: Words, taste: Taste, name: str) -> Menu:
    """What there is to choose, and to have it as usual."""
    chosen = _chosen(taste, name)
    choices = [
        Choice(label=words(f"{NOUNS[name]}.{word}"), value=word, chosen=word in chosen)
        for word in KINDS[name]
        if (name, word) != ("overlays", "path")
    ]
    usual = Choice(label=words("preferences.usual.any"), value=USUAL)
    hint = words(f"preferences.choose.{name}")
    most = len(choices) if name == "overlays" else 1
    return Menu(id=menu_id(0, 0, "like", name), hint=hint, choices=(usual, *choices), most=most)


def in_words(words: Words, page: Page) -> Page:
    """The page with words in place of its picture: a chart's stand beside it already."""
    picture = page.picture
    if not isinstance(picture, Picture):
        return replace(page, picture=None)
    told = picture.told() if picture.told is not None else picture.alt
    return replace(page, notes=(*page.notes, Note(text=told)), picture=None)
