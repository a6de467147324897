"""The preferences of a player: colours, symbols, overlays, numbers, pictures or not. Pure; stored by name."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from bot.features.game_view import map_request
from bot.features.game_view.map_request import SYMBOL_SETS, THEMES, MapRequest
from bot.ui.page import FilmImage, Page, Picture
from engine.view.overlays import NEEDS_UNIT, OVERLAYS

USUAL = "usual"
"""What is said to take a preference back."""
WORDS = "words"
PICTURES = ("pictures", WORDS)
MARGIN = "margin"
NUMBERS = ("hexes", MARGIN)
KINDS: Mapping[str, tuple[str, ...]] = {
    "theme": THEMES,
    "symbols": SYMBOL_SETS,
    "overlays": OVERLAYS,
    "numbers": NUMBERS,
    "pictures": PICTURES,
}
"""What can be preferred, and the words for each. Of overlays there may be several."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerPreferences:
    """A player's preferences, "" for the default."""

    theme: str = ""
    symbols: str = ""
    overlays: tuple[str, ...] = ()
    numbers: str = ""
    pictures: str = ""

    @property
    def wordy(self) -> bool:
        """Whether they are shown words in place of pictures."""
        return self.pictures == WORDS


def from_stored(stored: Mapping[str, str]) -> PlayerPreferences:
    """Preferences as stored. Unknown words, of another version or a damaged row, are ignored."""
    known = {name: stored[name] for name, words in KINDS.items() if stored.get(name, "") in words}
    chosen = set(stored.get("overlays", "").split())
    return PlayerPreferences(
        theme=known.get("theme", ""),
        symbols=known.get("symbols", ""),
        overlays=tuple(name for name in OVERLAYS if name in chosen),
        numbers=known.get("numbers", ""),
        pictures=known.get("pictures", ""),
    )


def to_stored(preferences: PlayerPreferences) -> dict[str, str]:
    """Preferences to store: only those that differ from the default."""
    names = ("theme", "symbols", "numbers", "pictures")
    words = {name: str(getattr(preferences, name)) for name in names}
    words["overlays"] = " ".join(preferences.overlays)
    return {name: word for name, word in words.items() if word}


def changed(preferences: PlayerPreferences, changes: Mapping[str, str]) -> PlayerPreferences:
    """Preferences with these changes, by name; USUAL resets a preference.

    Raises NotOnTable for unknown overlays.
    """
    chosen = {name: word for name, word in changes.items() if word.strip()}
    after = to_stored(preferences) | chosen
    if (overlays := chosen.get("overlays", "")) and overlays != USUAL:
        after["overlays"] = " ".join(map_request.read_overlays(overlays))
    return from_stored({name: word for name, word in after.items() if word != USUAL})


def with_usual_overlays(preferences: PlayerPreferences, request: MapRequest) -> MapRequest:
    """What is asked of a map, with the overlays they usually want where they name none: those that need a
    unit only where there is one, and then where it can go as well."""
    if not preferences.overlays or request.overlay.strip() or request.path.strip() or request.area == "fight":
        return request
    unit = bool(request.unit.strip())
    overlays = [o for o in preferences.overlays if o != "path" and (unit or o not in NEEDS_UNIT)]
    if unit and overlays and "reach" not in overlays:
        overlays.append("reach")
    return replace(request, overlay=" ".join(overlays))


def dressed(preferences: PlayerPreferences, page: Page) -> Page:
    """The page with its pictures as they like them, except for what they have asked for this time."""
    sections = tuple(
        s if s.thumbnail is None else replace(s, thumbnail=_dressed(preferences, s.thumbnail))
        for s in page.sections
    )
    picture = page.picture
    if isinstance(picture, Picture):
        picture = _dressed(preferences, picture)
    elif picture is not None:
        if preferences.theme and "theme" not in picture.fixed:
            picture = replace(picture, theme=preferences.theme)
        if isinstance(picture, FilmImage) and preferences.symbols:
            picture = replace(picture, symbols=preferences.symbols)
    return replace(page, picture=picture, sections=sections)


def _dressed(preferences: PlayerPreferences, picture: Picture) -> Picture:
    """A picture of a map as they like it."""
    if preferences.theme and "theme" not in picture.fixed:
        picture = replace(picture, theme=preferences.theme)
    if preferences.symbols and "symbols" not in picture.fixed:
        picture = replace(picture, symbols=preferences.symbols)
    return replace(picture, margin=preferences.numbers == MARGIN)
