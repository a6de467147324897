"""The preferences page with its menus, and pages in words for readers who want no pictures."""

from __future__ import annotations

from dataclasses import replace

from bot.features.preferences.model import KINDS, USUAL, PlayerPreferences
from bot.i18n.catalogue import Catalogue
from bot.ui.page import Button, Choice, Embed, FilmImage, Menu, Page, Picture, button_id, menu_id

NOUNS = {name: name for name in KINDS} | {"overlays": "overlay"}
"""Where the words for what can be chosen stand."""


def page(words: Catalogue, preferences: PlayerPreferences) -> Page:
    """What is preferred, a menu for each, and a button that takes everything back."""
    lines = [words("preferences.text"), ""]
    lines += [words(f"preferences.{name}", value=_value(words, preferences, name)) for name in KINDS]
    plain = Button(
        label=words("preferences.reset"),
        id=button_id(0, 0, "like"),
        disabled=preferences == PlayerPreferences(),
    )
    note = Embed(title=words("preferences.title"), text="\n".join(lines))
    return Page(embeds=(note,), rows=(*(_menu(words, preferences, name) for name in KINDS), (plain,)))


def theme_offer(words: Catalogue) -> tuple[Button, ...]:
    """Dark maps or light ones at one press, for a reader who has not chosen yet."""
    return tuple(
        Button(label=words(f"preferences.offer.{theme}"), id=button_id(0, 0, "liketheme", theme))
        for theme in ("dark", "light")
    )


def _chosen(preferences: PlayerPreferences, name: str) -> tuple[str, ...]:
    """The words chosen for a preference."""
    value = getattr(preferences, name)
    return value if isinstance(value, tuple) else (value,) if value else ()


def _value(words: Catalogue, preferences: PlayerPreferences, name: str) -> str:
    """What is preferred, in words."""
    chosen = [words(f"{NOUNS[name]}.{word}") for word in _chosen(preferences, name)]
    return ", ".join(chosen) or words(f"preferences.usual.{name}")


def _menu(words: Catalogue, preferences: PlayerPreferences, name: str) -> Menu:
    """What there is to choose, and to have it as usual."""
    chosen = _chosen(preferences, name)
    choices = [
        Choice(label=words(f"{NOUNS[name]}.{word}"), value=word, chosen=word in chosen)
        for word in KINDS[name]
        if (name, word) != ("overlays", "path")
    ]
    usual = Choice(label=words("preferences.usual.any"), value=USUAL)
    hint = words(f"preferences.choose.{name}")
    most = len(choices) if name == "overlays" else 1
    return Menu(id=menu_id(0, 0, "like", name), hint=hint, choices=(usual, *choices), most=most)


def in_words(words: Catalogue, page: Page) -> Page:
    """The page with words in place of its picture: a chart's stand beside it already."""
    page = replace(page, sections=tuple(replace(s, thumbnail=None) for s in page.sections))
    picture = page.picture
    if not isinstance(picture, Picture | FilmImage):
        return replace(page, picture=None)
    text = picture.describe() if picture.describe is not None else picture.alt
    return replace(page, embeds=(*page.embeds, Embed(text=text)), picture=None)
