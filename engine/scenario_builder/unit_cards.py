"""Unit cards: types of unit from a rulebook's charts; the facing of counters."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from engine.hexes import Grid
from engine.scenario_builder.mapping_reader import MappingReader

OWN = ("class", "warriors", "orders", "traits")
"""The entries of a card other than the numbers of its counter."""
YES = ("no", "yes")

# Counters that say nothing look away from their own edge of the map.
_AHEAD = {"south": ("NE", "N"), "north": ("SW", "S"), "west": ("E", "SE"), "east": ("W", "NW")}


def with_card(reader: MappingReader, cards: Mapping[str, MappingReader]) -> MappingReader:
    """A unit's entries laid over those of its card: the class becomes its kind, the name of the card its
    symbol; a Commander is one more figure. Traits of both count."""
    type_ = reader.choice("type", cards)
    card = cards[type_]
    commander = reader.choice("commander", YES, default="no") == "yes"
    numbers = {name: entry for name, entry in card.entries.items() if name not in OWN}
    numbers["figures"] = str(card.number("warriors", 1, 9) + commander)
    numbers["commander"] = str(int(commander))
    shape = {"kind": card.text("class"), "symbol": type_}
    own = {name: entry for name, entry in reader.entries.items() if name != "commander"}
    values = {**numbers, **reader.mapping("values").entries}
    traits = [*card.texts("traits"), *reader.texts("traits")]
    return MappingReader({**shape, **own, "values": values, "traits": traits}, reader.path, reader.at)


def facing(reader: MappingReader, grid: Grid, home: str) -> dict[str, int]:
    """Which way a counter looks: the number of the direction it states, or else away from its own edge."""
    way = reader.choice("facing", grid.directions, default=away_from_edge(grid.directions, home))
    return {"unit": grid.directions.index(way)}


def away_from_edge(directions: Iterable[str], home: str) -> str:
    """The direction that leads away from an edge of the map; the first one for no edge."""
    known = tuple(directions)
    return next((way for way in _AHEAD.get(home, ()) if way in known), known[0])
