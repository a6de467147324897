"""What of a battle can be painted on its map, read from the text of its files."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from engine.hexes import Grid, Hex, Side
from engine.scenario import Scenario
from engine.scenario_builder import map_text
from engine.scenario_builder.battle_facts.reinforcements import entry_hexes
from engine.scenario_builder.mapping_reader import MappingReader

Line = tuple[Side, Hex]
"""A hexside, and the hex of whose edge it is said ("" where that means nothing)."""
Area = frozenset[Hex]

ON_HEXES = ("terrain", "levels", "hills", "sites", "springs")
"""Layers of tiles: what is in a hex."""
AREAS = ("objectives", "zones", "reinforcements", "conditions", "exits")
"""Layers of shapes that cover hexes, each with the name of what it is the area of. `conditions` are the hexes
to be held for a reinforcement to come."""


@dataclass(frozen=True, kw_only=True)
class MapFacts:
    """The hexes and what is in them, what lies along and over hexsides by entry ("streams", "roads"), areas
    by layer and name, and where units stand. `tiles` has the words of each layer of tiles by hex."""

    grid: Grid
    country: str = ""
    tiles: Mapping[str, Mapping[Hex, str]] = field(default_factory=dict)
    names: Mapping[Hex, str] = field(default_factory=dict)
    lines: Mapping[str, frozenset[Line]] = field(default_factory=dict)
    areas: Mapping[str, Mapping[str, Area]] = field(default_factory=dict)
    units: Mapping[str, Hex] = field(default_factory=dict)


def line_layers(rules: Mapping[str, Any]) -> tuple[str, ...]:
    """The entries of the maps of a rulebook that lie along hexsides, then those that lead over them."""
    features = (name for name in map_text.FEATURES if name in rules.get("map_features", ()))
    return (*map_text.WATERS, *features, *map_text.CROSSINGS, *map_text.WAYS)


def facts_of(battle: Scenario, printed: Mapping[str, Any]) -> MapFacts:
    """What of a battle can be painted; `printed` are the entries that it was built from."""
    root = MappingReader.of(printed)
    sheet, grid = root.mapping("map"), battle.grid
    return MapFacts(
        grid=grid,
        country=battle.country,
        tiles={name: dict(_words(battle, name)) for name in ON_HEXES},
        names={hex_: there.name for hex_, there in battle.hexes.items() if there.name},
        lines={name: frozenset(_lines(sheet, name, battle)) for name in line_layers(battle.charts)},
        areas={
            "objectives": {o.id: o.hexes for o in battle.objectives},
            "zones": dict(battle.zones),
            "reinforcements": dict(_entries(root, grid)),
            "conditions": dict(_conditions(root, grid)),
            "exits": dict(_exits(root, grid)),
        },
        units={unit.id: unit.place for unit in battle.counters.values() if unit.place in grid},
    )


def _words(battle: Scenario, layer: str) -> Iterator[tuple[Hex, str]]:
    """The words that the tiles of a layer are called by, hex by hex."""
    for hex_, there in battle.hexes.items():
        said: dict[str, str] = {
            "terrain": there.terrain,
            "levels": f"level {there.level}" if there.level else "",
            "hills": f"rises {there.rise}" if there.rise else "",
            "sites": there.site,
            "springs": "spring" if there.spring else "",
        }
        if said[layer]:
            yield hex_, said[layer]


def _lines(sheet: MappingReader, name: str, battle: Scenario) -> Iterator[Line]:
    if name in map_text.WAYS:
        yield from ((side, "") for side, _ in map_text.listed_steps(sheet, name, battle.grid))
    else:
        matters = name in battle.charts.get("linear", {})
        for side, _, of in map_text.listed_sides(sheet, name, battle.grid):
            yield side, of if matters else ""


def _entries(root: MappingReader, grid: Grid) -> Iterator[tuple[str, Area]]:
    """The hexes by which units come, by the id of the reinforcement or of the unit that comes alone."""
    for name, read in (("reinforcements", entry_hexes), ("units", _entry)):
        for page in root.mappings(name):
            if "enters" in page.entries:
                yield str(page.entries["id"]), read(page, "enters", grid)


def _entry(page: MappingReader, name: str, grid: Grid) -> Area:
    return frozenset({str(page.entries[name])} & {*grid})


def _conditions(root: MappingReader, grid: Grid) -> Iterator[tuple[str, Area]]:
    """The hexes to be held for a reinforcement to come, by its id."""
    for page in root.mappings("reinforcements"):
        when = page.mapping("when")
        if "held" in when.entries:
            yield str(page.entries["id"]), map_text.area(when, "held", grid)


def _exits(root: MappingReader, grid: Grid) -> Iterator[tuple[str, Area]]:
    """The hexes by which units may leave the map: by the id of the exit; of those in the charts by the side,
    unless an exit is called like it."""
    charted: Mapping[str, Any] = root.mapping("charts").entries.get("exits", {})
    for side, hexes in charted.items():
        if hexes:
            yield str(side), frozenset(map(str, hexes)) & {*grid}
    for page in root.mappings("exits"):
        yield str(page.entries["id"]), entry_hexes(page, "hexes", grid)
