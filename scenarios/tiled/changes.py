"""Write into the files of a battle what its map says now; what is as before stays as its author wrote it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from engine.errors import BadScenario
from engine.hexes import Grid, Hex
from engine.scenario_builder import map_text
from engine.scenario_builder.mapping_reader import MappingReader
from scenarios.text import Table
from scenarios.tiled.facts import Area, Line, MapFacts
from scenarios.tiled.strands import strands
from scenarios.tiled.yaml_edits import YamlEdits

FILES = ("scenario.yaml", "map.yaml", "units.yaml")
CHAINS, A_LINE = 8, 6
"""Hexes of a way, and hexsides, that are written into one row."""


def changed_files(
    texts: Mapping[str, str], printed: Table, before: MapFacts, now: MapFacts
) -> dict[str, str]:
    """The files of a battle that become others, with their new text. `before` is what `printed` says.

    Raises BadScenario for a unit of the map that has gone: its row would say where it stands.
    """
    edits = {name: YamlEdits(texts[name]) for name in FILES}
    _write_map(edits["map.yaml"], printed["map"], before, now)
    _write_areas(edits, printed, before, now)
    _write_units(edits["units.yaml"], printed, before, now)
    new = {name: edit.edited() for name, edit in edits.items()}
    return {name: text for name, text in new.items() if text != texts[name]}


def merged(before: MapFacts, read: MapFacts) -> MapFacts:
    """The facts of a map as read; of layers that its file lacks, as they were."""
    lines = {name: read.lines.get(name, lines) for name, lines in before.lines.items()}
    layers = {name: read.tiles.get(name, tiles) for name, tiles in before.tiles.items()}
    areas = {name: read.areas.get(name, areas) for name, areas in before.areas.items()}
    return MapFacts(
        grid=read.grid,
        country=read.country or before.country,
        tiles=layers,
        names=read.names,
        lines=lines,
        areas=areas,
        units=read.units or before.units,
    )


def _write_map(edits: YamlEdits, sheet: Table, before: MapFacts, now: MapFacts) -> None:
    grid, resized = now.grid, before.grid != now.grid
    for name in ("columns", "rows", "stands_on", "shoved"):
        if (said := getattr(grid, name)) != getattr(before.grid, name):
            edits.put((name,), str(said))
    if now.country != before.country:
        edits.put(("country",), now.country)
    legend = _legend(edits, sheet, now.tiles["terrain"])
    if resized or now.tiles["terrain"] != before.tiles["terrain"]:
        edits.put_rows(
            ("terrain",), list(_rows(grid, {h: legend[w] for h, w in now.tiles["terrain"].items()}))
        )
    levels = {hex_: word.removeprefix("level ") for hex_, word in now.tiles["levels"].items()}
    if (resized and "levels" in sheet) or now.tiles["levels"] != before.tiles["levels"]:
        edits.put_rows(("levels",), list(_rows(grid, dict.fromkeys(grid, "0") | levels)) if levels else [])
    if now.names != before.names:
        edits.put_names(("names",), {hex_: _word(text) for hex_, text in sorted(now.names.items())})
    if now.tiles["sites"] != before.tiles["sites"]:
        edits.put_names(("sites",), dict(sorted(now.tiles["sites"].items())))
    if now.tiles["hills"] != before.tiles["hills"]:
        rises = sorted({word.removeprefix("rises ") for word in now.tiles["hills"].values()})
        hills = {n: [h for h, word in now.tiles["hills"].items() if word == f"rises {n}"] for n in rises}
        edits.put_names(("hills",), {n: area_text(grid, hexes) for n, hexes in hills.items()})
    if now.tiles["springs"] != before.tiles["springs"]:
        if now.tiles["springs"]:
            edits.put(("springs",), area_text(grid, now.tiles["springs"]))
        else:
            edits.put_names(("springs",), {})
    for name, lines in now.lines.items():
        if lines != before.lines.get(name, frozenset()):
            edits.put_rows((name,), list(_line_rows(name, grid, sheet.get(name, ()), before.grid, lines)))


def _legend(edits: YamlEdits, sheet: Table, terrain: Mapping[Hex, str]) -> dict[str, str]:
    """The letter of each terrain; those that have none get one."""
    letters = {str(word): str(letter) for letter, word in reversed(list(sheet["legend"].items()))}
    for word in sorted({*terrain.values()} - {*letters}):
        taken = {*letters.values()}
        free = (sign for sign in f"{word}{word.upper()}abcdefghijklmnopqrstuvwxyz" if sign.isalpha())
        letters[word] = next(sign for sign in free if sign not in taken)
        edits.put(("legend", letters[word]), word)
    return letters


def _rows(grid: Grid, letters: Mapping[Hex, str]) -> Iterator[str]:
    """The rows of a map, a letter a hex; a shifted row has a blank more before it."""
    for row in range(1, grid.rows + 1):
        pushed = grid.stands_on == "point" and row % 2 == (1 if grid.shoved == "odd" else 0)
        signs = " ".join(letters[grid.label(column, row)] for column in range(1, grid.columns + 1))
        yield f"{' ' if pushed else ''}{signs}"


def _line_rows(
    name: str, grid: Grid, rows: Iterable[str], old: Grid, lines: frozenset[Line]
) -> Iterator[str]:
    """The rows of an entry: those all of whose hexsides remain, then new ones for the others."""
    left, owned = set(lines), any(of for _, of in lines)
    for row in rows:
        here = _lines_of(name, old, row, owned)
        if here <= lines and old == grid:
            left -= here
            yield str(row)
    if name in map_text.WAYS:
        for chain in strands(sorted(side for side, _ in left)):
            for at in range(0, len(chain) - 1, CHAINS - 1):
                yield " ".join(chain[at : at + CHAINS])
        return
    by_hex: dict[Hex, list[str]] = {}
    for side, of in sorted(left):
        here_, there = (of, side[0] if of == side[1] else side[1]) if of else side
        by_hex.setdefault(here_, []).append(str(grid.direction(here_, there)))
    parts = [f"{hex_} {' '.join(ways)}" for hex_, ways in by_hex.items()]
    for at in range(0, len(parts), A_LINE):
        yield ", ".join(parts[at : at + A_LINE])


def _lines_of(name: str, grid: Grid, row: str, owned: bool) -> set[Line]:
    """The hexsides that a row of an entry names, as facts have them."""
    reader = MappingReader.of({name: [row]})
    if name in map_text.WAYS:
        return {(side, "") for side, _ in map_text.listed_steps(reader, name, grid)}
    return {(side, of if owned else "") for side, _, of in map_text.listed_sides(reader, name, grid)}


def area_text(grid: Grid, hexes: Iterable[Hex]) -> str:
    """Hexes as an author writes them: blocks from corner to corner, and single ones.

    >>> area_text(Grid(columns=9, rows=9), ["0101", "0201", "0301", "0102", "0202", "0302", "0705"])
    '0101-0302 0705'
    """
    left = {grid.column_and_row(hex_) for hex_ in hexes}
    words = []
    while left:
        column, row = min(left, key=lambda at: (at[1], at[0]))
        right, down = column, row
        while (right + 1, row) in left:
            right += 1
        while all((c, down + 1) in left for c in range(column, right + 1)):
            down += 1
        block = {(c, r) for c in range(column, right + 1) for r in range(row, down + 1)}
        left -= block
        few = len(block) < 3
        ends = sorted(block) if few else [(column, row), (right, down)]
        words.append((" " if few else "-").join(grid.label(*at) for at in ends))
    return " ".join(words)


def _write_areas(edits: Mapping[str, YamlEdits], printed: Table, before: MapFacts, now: MapFacts) -> None:
    rows = {name: {str(row["id"]): n for n, row in enumerate(printed.get(name, ()))} for name in _LISTS}
    for layer, areas in now.areas.items():
        old = before.areas[layer]
        for name in sorted({*areas, *old}):
            hexes: Area = areas.get(name, frozenset())
            if hexes == old.get(name, frozenset()):
                continue
            text = area_text(now.grid, hexes)
            if layer == "zones":
                edits["scenario.yaml"].put(("zones", name), text or '""')
            elif layer == "exits" and name not in rows["exits"]:
                edits["scenario.yaml"].put(("charts", "exits", name), f"[{', '.join(sorted(hexes))}]")
            elif not hexes:
                raise BadScenario(
                    f"{name!r} has no hex any more: leave it out of scenario.yaml, too", f"layer {layer}"
                )
            elif layer in ("objectives", "exits"):
                edits["scenario.yaml"].put((layer, rows[layer][name], "hexes"), text)
            elif layer == "conditions":
                edits["scenario.yaml"].put(
                    ("reinforcements", rows["reinforcements"][name], "when", "held"), text
                )
            elif name in rows["reinforcements"]:
                edits["scenario.yaml"].put(("reinforcements", rows["reinforcements"][name], "enters"), text)
            elif len(hexes) > 1:
                what = f"{name!r} comes alone, by one hex; several need an entry under reinforcements"
                raise BadScenario(what, f"layer {layer}")
            else:
                edits["units.yaml"].put(("units", rows["units"][name], "enters"), text)


_LISTS: tuple[str, ...] = ("objectives", "reinforcements", "exits", "units")


def _write_units(edits: YamlEdits, printed: Table, before: MapFacts, now: MapFacts) -> None:
    numbers = {str(row["id"]): n for n, row in enumerate(printed["units"])}
    for id_ in sorted({*before.units, *now.units}):
        if id_ not in now.units:
            what = f"{id_!r} is not on the map any more: delete its row in units.yaml, too, or say off_map"
            raise BadScenario(what, "layer units")
        if now.units[id_] != before.units.get(id_):
            edits.put(("units", numbers[id_], "place"), now.units[id_])


def _word(text: str) -> str:
    """A name as YAML reads it back."""
    plain = text == text.strip() and text[:1].isalnum() and not any(sign in text for sign in ':#"{}[],&*')
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return text if plain else f'"{escaped}"'
