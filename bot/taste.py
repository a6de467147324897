"""What a person prefers: colours, symbols, overlays, pictures or words. Pure; kept as words by name."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from bot import wish
from bot.page import Page, Picture
from bot.wish import SYMBOLS, THEMES, Wish
from engine.overlays import NEEDS_UNIT, OVERLAYS

USUAL = "usual"
"""What is said to take a preference back."""
WORDS = "words"
PICTURES = ("pictures", WORDS)
KINDS: Mapping[str, tuple[str, ...]] = {
    "theme": THEMES,
    "symbols": SYMBOLS,
    "overlays": OVERLAYS,
    "pictures": PICTURES,
}
"""What can be preferred, and the words for each. Of overlays there may be several."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Taste:
    """What somebody prefers, "" for what he leaves as it usually is."""

    theme: str = ""
    symbols: str = ""
    overlays: tuple[str, ...] = ()
    pictures: str = ""

    @property
    def wordy(self) -> bool:
        """Whether he is shown words in place of pictures."""
        return self.pictures == WORDS


def read(kept: Mapping[str, str]) -> Taste:
    """The taste that was kept. Words nobody knows, of another version or a damaged row, count as none."""
    known = {name: kept[name] for name, words in KINDS.items() if kept.get(name, "") in words}
    chosen = set(kept.get("overlays", "").split())
    return Taste(
        theme=known.get("theme", ""),
        symbols=known.get("symbols", ""),
        overlays=tuple(name for name in OVERLAYS if name in chosen),
        pictures=known.get("pictures", ""),
    )


def kept(taste: Taste) -> dict[str, str]:
    """The taste as it is kept: nothing of what is as usual."""
    words = {"theme": taste.theme, "symbols": taste.symbols, "pictures": taste.pictures}
    words["overlays"] = " ".join(taste.overlays)
    return {name: word for name, word in words.items() if word}


def changed(taste: Taste, asked: Mapping[str, str]) -> Taste:
    """The taste with what is asked for, by name; USUAL takes a preference back.

    Raises NotOnTable for overlays nobody knows.
    """
    told = {name: word for name, word in asked.items() if word.strip()}
    after = kept(taste) | told
    if (overlays := told.get("overlays", "")) and overlays != USUAL:
        after["overlays"] = " ".join(wish.read_overlays(overlays))
    return read({name: word for name, word in after.items() if word != USUAL})


def wished(taste: Taste, asked: Wish) -> Wish:
    """What is asked of a map, with the overlays he usually wants where he names none: those that need a unit
    only where there is one, and then where it can go as well."""
    if not taste.overlays or asked.overlay.strip() or asked.path.strip() or asked.area == "fight":
        return asked
    unit = bool(asked.unit.strip())
    wanted = [o for o in taste.overlays if o != "path" and (unit or o not in NEEDS_UNIT)]
    if unit and wanted and "reach" not in wanted:
        wanted.append("reach")
    return replace(asked, overlay=" ".join(wanted))


def dressed(taste: Taste, page: Page) -> Page:
    """The page with its picture as he likes it, except for what he has asked for this time."""
    picture = page.picture
    if picture is not None and taste.theme and "theme" not in picture.fixed:
        picture = replace(picture, theme=taste.theme)
    if isinstance(picture, Picture) and taste.symbols and "symbols" not in picture.fixed:
        picture = replace(picture, symbols=taste.symbols)
    return page if picture is page.picture else replace(page, picture=picture)
