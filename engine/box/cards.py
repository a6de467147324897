"""Unit cards: types of unit that a rulebook brings along in its charts, and which way counters face."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from engine.box.page import Page
from engine.hexes import Grid

OWN = ("class", "warriors", "orders", "traits")
"""What a card has besides the numbers of its counter."""
YES = ("no", "yes")

# Counters that say nothing look away from their own edge of the map.
_AHEAD = {"south": ("NE", "N"), "north": ("SW", "S"), "west": ("E", "SE"), "east": ("W", "NW")}


def on_card(page: Page, cards: Mapping[str, Page]) -> Page:
    """A unit's entries laid over those of its card: the class becomes its kind, the name of the card its
    symbol; a Commander is one more figure. Traits of both count."""
    type_ = page.choice("type", cards)
    card = cards[type_]
    commander = page.choice("commander", YES, default="no") == "yes"
    numbers = {name: entry for name, entry in card.entries.items() if name not in OWN}
    numbers["figures"] = str(card.number("warriors", 1, 9) + commander)
    numbers["commander"] = str(int(commander))
    shape = {"kind": card.text("class"), "symbol": type_}
    own = {name: entry for name, entry in page.entries.items() if name != "commander"}
    values = {**numbers, **page.page("values").entries}
    traits = [*card.texts("traits"), *page.texts("traits")]
    return Page({**shape, **own, "values": values, "traits": traits}, page.path, page.at)


def facing(page: Page, grid: Grid, home: str) -> dict[str, int]:
    """Which way a counter looks: the number of the direction it states, or else away from its own edge."""
    way = page.choice("facing", grid.directions, default=ahead(grid.directions, home))
    return {"unit": grid.directions.index(way)}


def ahead(directions: Iterable[str], home: str) -> str:
    """The direction that leads away from an edge of the map; the first one for no edge."""
    known = tuple(directions)
    return next((way for way in _AHEAD.get(home, ()) if way in known), known[0])
