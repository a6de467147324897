"""A battle stated in a script: a small map and its counters, or a battle by name with some entries changed.

Nothing here is checked as strictly as in the author's folder: a corps may lack its leader, a unit may stand
alone. Everything left out has a default (docs/referee-scripts.md).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import scenarios
from engine import scenario_builder
from engine.errors import BadScenario
from engine.hexes import Grid, Hex
from engine.scenario import Army, HexPrint, Objective, Scenario
from engine.scenario_builder import charts as charting
from engine.scenario_builder import map_text
from engine.scenario_builder.build import SCORED
from engine.scenario_builder.mapping_reader import MappingReader
from engine.systems import ALL, find
from notation.scripts.counters import Book, Stated, counters, hex_at

GRID = ("columns", "rows", "stands_on", "shoved")
GROUND = ("fill", "legend", "terrain", "levels", "names")
SIDES = (*map_text.WATERS, *map_text.FEATURES, *map_text.CROSSINGS, *map_text.WAYS)
MAP = (*GRID, *GROUND, *SIDES)
BATTLE = ("scenario", "system", "turns", "options", "charts", "objectives", "zones", "map", *MAP)
SIZE = 9
TURNS = 12


def book(page: MappingReader) -> Book:
    """What the counters of a script are made after: the charts of its battle or rulebook."""
    if "scenario" in page:
        scenario = _named(page)
        printed: Mapping[str, Any] = scenario.printed["charts"]
        rules, homes = scenario.charts, {army.id: army.home for army in scenario.sides}
    else:
        printed = scenario_builder.merged(scenarios.charts(system_of(page)), page.mapping("charts").entries)
        rules = charting.chart_values(printed)
        homes = {side: str(edge) for side, edge in rules["own_edge"].items()}
    cards = MappingReader.of(printed, "charts").mapping("units")
    return Book(charts=rules, cards={name: cards.mapping(name) for name in cards.entries}, homes=homes)


def system_of(page: MappingReader) -> str:
    """The rulebook of a script, by name. Raises BadScenario when there is none such."""
    if "scenario" in page:
        return _named(page).system
    system = str(page.text("system", default=ALL[0].name))
    if system not in scenarios.charted():
        raise page.mistake(f"there is no rulebook {system!r}", "system")
    return system


def battle(page: MappingReader, units: Mapping[str, Stated], made_after: Book) -> Scenario:
    """The scenario of a script. `units` are those it states (see `pieces.stated`). Raises BadScenario."""
    if "scenario" in page:
        return _changed(page, _named(page))
    return _inline(page, units, made_after)


def _named(page: MappingReader) -> Scenario:
    """The battle that is named, or the folder of one."""
    name = page.text("scenario", most=400)
    for key in (*MAP, "map", "zones", "system"):
        if key in page:
            raise page.mistake("cannot be stated together with a battle by name", key, at=key)
    try:
        if "/" in name:
            return scenarios.open_box(Path(name))
        return scenarios.load(str(name))
    except BadScenario as error:
        if error.where:
            raise
        raise page.mistake(error.what, "scenario") from error


def _changed(page: MappingReader, scenario: Scenario) -> Scenario:
    """A battle with the options, charts, length and objectives a script states."""
    rules = charting.chart_values(
        scenario_builder.merged(scenarios.charts(scenario.system), page.mapping("charts").entries)
    )
    chosen = charting.options(page.mapping("options"), rules["options"])
    options = {**scenario.options, **{name: chosen[name] for name in page.mapping("options").entries}}
    return replace(
        scenario,
        charts={**scenario.charts, **{name: rules[name] for name in page.mapping("charts").entries}},
        options=options,
        turns=page.number("turns", 1, 99, default=scenario.turns),
        objectives=_objectives(page, scenario.grid, scenario.side_ids, rules) or scenario.objectives,
    )


def _inline(page: MappingReader, units: Mapping[str, Stated], made_after: Book) -> Scenario:
    rules = made_after.charts
    options = charting.options(page.mapping("options"), rules.get("options", {}))
    sheet = _sheet(page, rules.get("map_features", ()))
    grid = _grid(sheet, _usual(rules))
    hexes = _hexes(sheet, grid, terrains(rules))
    sides = made_after.sides
    armies = tuple(Army(id=s, name={"en": s, "fr": s}, home=edge) for s, edge in made_after.homes.items())
    zones = page.mapping("zones")
    zones.allow_only(*sides, *rules.get("other_zones", ()))
    scenario = Scenario(
        id="script",
        system=system_of(page),
        title={"en": "Script", "fr": "Script"},
        intro={"en": "", "fr": ""},
        turns=page.number("turns", 1, 99, default=rules.get("turn_limit", TURNS)),
        sides=armies,
        grid=grid,
        hexes=hexes,
        hexsides=map_text.hexsides(_listed(sheet), grid, hexes, rules, sound=False),
        counters=counters(page, units, made_after, grid),
        objectives=_objectives(page, grid, sides, rules),
        zones={str(name): map_text.area(zones, name, grid) for name in zones.entries},
        options=options,
        charts=rules,
    )
    # Where units could meet in the first turn is not looked at: a script may state any position.
    setup_alone = replace(scenario, options={**options, "setup_only_first_turn": "yes"})
    if fault := find(scenario.system).battle_fault(setup_alone):
        raise page.mistake(fault, "zones")
    return scenario


def terrains(rules: Mapping[str, Any]) -> tuple[str, ...]:
    """Every terrain a rulebook has a price for."""
    later = rules.get("later_movement_cost", {})
    return tuple(dict.fromkeys((*rules.get("terrains", ()), *later)))


def _sheet(page: MappingReader, features: Iterable[str]) -> MappingReader:
    """The entries of the map, whether they stand under `map` or beside it. Of what only some rulebooks print
    on hexsides, it may have these `features`."""
    sheet = page.mapping("map")
    known = [name for name in MAP if name not in map_text.FEATURES or name in features]
    sheet.allow_only(*known)
    loose = {name: page.entries[name] for name in MAP if name in page}
    for name in loose:
        if name not in known:
            raise page.mistake("is on no map of this rulebook", name)
        if name in sheet:
            raise page.mistake("is stated here and under `map`", name)
    at = sheet.at if "map" in page else page.at
    return MappingReader({**sheet.entries, **loose}, sheet.path if "map" in page else page.path, at)


def _usual(rules: Mapping[str, Any]) -> MappingReader:
    """The grid that a rulebook's charts have for scripts."""
    return MappingReader({name: str(entry) for name, entry in rules.get("sheet", {}).items()}, "charts.sheet")


def _grid(sheet: MappingReader, usual: MappingReader) -> Grid:
    """The grid that is stated; what is not is as the rulebook has it."""
    return Grid(
        columns=sheet.number("columns", 1, 99, default=usual.number("columns", 1, 99, default=SIZE)),
        rows=sheet.number("rows", 1, 99, default=usual.number("rows", 1, 99, default=SIZE)),
        stands_on=sheet.choice("stands_on", ("point", "side"), default=usual.text("stands_on", "point")),
        shoved=sheet.choice("shoved", ("odd", "even"), default="even"),
    )


def _hexes(sheet: MappingReader, grid: Grid, known: tuple[str, ...]) -> dict[Hex, HexPrint]:
    """Every hex: rows of letters as in a battle's map, or only the hexes that differ from `fill`."""
    fill = sheet.choice("fill", known, default=known[0] if known else "clear")
    digits = {str(n): n for n in range(10)}
    terrain: dict[Hex, str] = dict.fromkeys(grid, fill)
    levels: dict[Hex, int] = {}
    if isinstance(sheet.entries.get("terrain", {}), Mapping):
        terrain |= _differing(sheet.mapping("terrain"), grid, {name: name for name in known})
    else:
        legend = sheet.mapping("legend")
        terrains = {letter: legend.choice(letter, known) for letter in legend.entries}
        terrain |= dict(map_text.read_rows(sheet, "terrain", grid, terrains))
    if isinstance(sheet.entries.get("levels", {}), Mapping):
        _known_levels(sheet.mapping("levels"), grid, digits)
        levels |= _differing(sheet.mapping("levels"), grid, digits)
    else:
        levels |= dict(map_text.read_rows(sheet, "levels", grid, digits))
    names = sheet.mapping("names")
    titles = {hex_at(names, label, grid): str(names.text(label)) for label in names.entries}
    return {h: HexPrint(terrain=terrain[h], level=levels.get(h, 0), name=titles.get(h, "")) for h in grid}


def _known_levels(page: MappingReader, grid: Grid, digits: Iterable[str]) -> None:
    """Refuse a single word that is neither a level nor a hex nor an area."""
    for name in page.entries:
        plain = name.strip().isdecimal() and grid.parse(name.strip()) is None
        if plain and name not in digits:
            first, last = grid.label(1, 1), grid.label(grid.columns, grid.rows)
            what = f"{str(name)!r} is no level (0 to 9) and no hex of the map ({first} to {last})"
            raise page.mistake(what, name, at=name)


def _differing(page: MappingReader, grid: Grid, known: Mapping[str, Any]) -> dict[Hex, Any]:
    """`{"0302 0303": woods}` or `{woods: 0302 0303}`: what stands on which hexes."""
    values: dict[Hex, Any] = {}
    for name in page.entries:
        if name in known and grid.parse(name) is None:
            values |= dict.fromkeys(map_text.area(page, name, grid), known[name])
        else:
            turned = MappingReader({name: name}, page.path, page.at)
            hexes = map_text.area(turned, name, grid)
            values |= dict.fromkeys(hexes, known[page.choice(name, known)])
    return values


def _listed(sheet: MappingReader) -> MappingReader:
    """The map with every list of hexsides as a list, also where a script has only one text."""
    entries = {
        name: [entry] if name in SIDES and isinstance(entry, str) else entry
        for name, entry in sheet.entries.items()
    }
    return MappingReader(entries, sheet.path, sheet.at)


def _objectives(
    page: MappingReader, grid: Grid, sides: tuple[str, ...], rules: Mapping[str, Any]
) -> tuple[Objective, ...]:
    """Objectives by id, or as a list like in a battle's file."""
    entries = page.entries.get("objectives", {})
    if isinstance(entries, Mapping):
        table = page.mapping("objectives")
        pages = [(str(id_), table.mapping(id_)) for id_ in table.entries]
    else:
        pages = [(str(p.text("id")), p) for p in page.mappings("objectives")]
    scored, usual = tuple(rules.get("scored", SCORED)), int(rules.get("objective_points", 1))
    return tuple(_objective(id_, p, grid, sides, scored, usual) for id_, p in pages)


def _objective(
    id_: str, page: MappingReader, grid: Grid, sides: tuple[str, ...], scored: tuple[str, ...], usual: int
) -> Objective:
    """An objective; `usual` is what it is worth where the script does not say."""
    page.allow_only("id", "name", "hexes", "scored", "points", "owner")
    points = page.entries.get("points", str(usual))
    if isinstance(points, str):
        worth = dict.fromkeys(sides, page.number("points", 0, 99, default=usual))
    else:
        table = page.mapping("points")
        table.allow_only(*sides)
        worth = {side: table.number(side, 0, 99, default=0) for side in sides}
    return Objective(
        id=id_,
        name={"en": id_, "fr": id_},
        hexes=map_text.area(page, "hexes", grid),
        scored=page.choice("scored", scored, default=scored[0]),
        points=worth,
        owner=page.choice("owner", sides) if "owner" in page else "",
    )
