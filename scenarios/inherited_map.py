"""Maps that inherit from another: one file for the ground that several battles share, each with its changes.

A map inherits by name: from the battle in the folder of that name beside this one, from the file of that name
there, or from a battle that comes along. What the inheriting map says itself is added or replaces.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from engine.hexes import Grid, Side
from engine.scenario_builder import map_text
from engine.scenario_builder.mapping_reader import MappingReader, suggestion
from scenarios.text import Row, Table, Text, parse

INHERITS, WITHOUT, NONE = "inherits", "without", "none"
FIXED = ("columns", "rows", "stands_on", "shoved")
"""What cannot be another than in the map inherited."""
BY_HEX = ("terrain", "levels")
NAMED = ("legend", "names", "sites", "hills")
LISTS = (*map_text.WATERS, *map_text.FEATURES, *map_text.CROSSINGS, *map_text.WAYS)
"""Entries that are lists, to which a map that inherits adds, and of which it may leave out."""
DEEPEST = 4
"""Maps that inherit from one another."""

_NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,39}")


def whole_map(sheet: Any, beside: Path | None, others: Mapping[str, Path], depth: int = 0) -> Any:
    """A map with all that it inherits; one that inherits nothing as it is.

    `beside` is the folder in which the battle's own lies, None for one that may not look there; `others` are
    the maps of battles that come along, by id. Raises BadScenario.
    """
    if not isinstance(sheet, Table) or INHERITS not in sheet:
        return sheet
    reader = MappingReader.of(sheet, "map")
    name = str(reader.text(INHERITS))
    path = _path(reader, name, beside, others)
    if depth >= DEEPEST:
        raise reader.mistake(f"{name!r} inherits in turn, more than {DEEPEST} times: a circle?", INHERITS)
    base = whole_map(_read(reader, path), beside, others, depth + 1)
    return _Changed(base, sheet).whole()


def _path(reader: MappingReader, name: str, beside: Path | None, others: Mapping[str, Path]) -> Path:
    if not _NAME.fullmatch(name):
        raise reader.mistake(f"{name!r}: the name of a folder or file beside this battle's folder", INHERITS)
    places = [beside / name / "map.yaml", beside / f"{name}.yaml"] if beside else []
    path = next(
        (place for place in (*places, others.get(name)) if place is not None and place.is_file()), None
    )
    if path is None:
        where = "beside this battle, nor comes one along" if beside else "among those that come with the bot"
        near = [file.parent.name for file in beside.glob("*/map.yaml")] if beside else []
        raise reader.mistake(
            f"there is no map {name!r} {where}{suggestion(name, (*others, *near))}", INHERITS
        )
    return path


def _read(reader: MappingReader, path: Path) -> Table:
    table = parse(path.read_bytes(), f"{path.parent.name}/{path.name}")
    if not isinstance(table, Table) or ("terrain" not in table and INHERITS not in table):
        raise reader.mistake(f"{path.parent.name}/{path.name} holds no map", INHERITS)
    return table


class _Changed:
    """A map and the changes to it."""

    def __init__(self, base: Table, own: Table) -> None:
        self.base, self.own = base, own
        self.reader = MappingReader.of(own, "map")
        self.grid: Grid = map_text.grid(MappingReader.of(base, "map"), map_text.FEATURES)

    def whole(self) -> Table:
        """The map with its changes. Raises BadScenario for one that cannot be made."""
        sheet = Table(self.base)
        sheet.where = self.own.where
        for name in (name for name in FIXED if name in self.own):
            raise self.reader.mistake("is said by the map that is inherited", name, at=name)
        for name, rows in self._left_over():
            sheet[name] = rows
        for name, entry in self.own.items():
            if name in (INHERITS, WITHOUT):
                continue
            theirs = sheet.get(name)
            if name in NAMED and isinstance(theirs, Table) and isinstance(entry, Table):
                sheet[name] = _merged(theirs, entry)
            elif name in BY_HEX and isinstance(entry, Table):
                sheet[name] = self._by_hex(sheet, name, entry)
            elif isinstance(theirs, Row) and isinstance(entry, Row) and name not in BY_HEX:
                sheet[name] = _located(Row([*theirs, *entry]), entry)
            else:
                sheet[name] = entry
        return sheet

    def _by_hex(self, sheet: Table, name: str, changes: Table) -> Row:
        """The rows of terrain or levels in which some hexes are others."""
        given = sheet.get(name)
        count, across = self.grid.rows, self.grid.columns
        rows = given if isinstance(given, Row) else [Text("0" * across) for _ in range(count)]
        signs = [list("".join(str(row).split())) for row in rows]
        if len(signs) != count or any(len(row) != across for row in signs):
            return _located(Row(rows), changes)  # the reader says what is wrong with the map inherited
        for label, word in changes.items():
            sign = self._letter(sheet, str(word)) if name == "terrain" else str(word)
            if len(sign) != 1:
                what = f"{str(word)!r} should be one digit"
                raise MappingReader.of(changes, f"map.{name}").mistake(what, str(label), at=word)
            for hex_ in map_text.area(MappingReader.of({label: label}, f"map.{name}"), label, self.grid):
                column, row = self.grid.column_and_row(hex_)
                signs[row - 1][column - 1] = sign
        return _located(Row(_text(" ".join(row), changes) for row in signs), changes)

    def _letter(self, sheet: Table, terrain: str) -> str:
        """The letter of a terrain, a new one where it has none."""
        legend = sheet.get("legend")
        legend = sheet["legend"] = Table(legend) if isinstance(legend, Table) else Table()
        known = {str(word): str(letter) for letter, word in legend.items()}
        if terrain not in known:
            letters = f"{terrain}abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
            known[terrain] = next(sign for sign in letters if sign.isalpha() and sign not in legend)
            legend[Text(known[terrain])] = _text(terrain, self.own)
        return known[terrain]

    def _left_over(self) -> Iterator[tuple[str, Row]]:
        """The entries of the map inherited from which something is left out, without it."""
        without = self.reader.mapping(WITHOUT)
        for name in without.entries:
            theirs = self.base.get(name)
            if name not in LISTS or not isinstance(theirs, Row):
                hint = suggestion(name, [n for n in LISTS if n in self.base])
                raise without.mistake(f"the map inherited has no such list{hint}", name, at=name)
            gone = {side for row in without.texts(name) for side in self._sides(without, name, row)}
            here = {
                side for row in theirs for side in self._sides(MappingReader.of(self.base, "map"), name, row)
            }
            for side in sorted(gone - here):
                raise without.mistake(f"the map inherited has none at {'/'.join(side)}", name)
            yield name, Row(part for row in theirs for part in self._rest(name, row, gone))

    def _sides(self, reader: MappingReader, name: str, row: str) -> list[Side]:
        one = MappingReader({name: [row]}, reader.path, reader.at)
        if name in map_text.WAYS:
            return [side for side, _ in map_text.listed_steps(one, name, self.grid)]
        return [side for side, _, _ in map_text.listed_sides(one, name, self.grid)]

    def _rest(self, name: str, row: str, gone: set[Side]) -> Iterator[Text]:
        """What of a row remains, as one row or several."""
        reader = MappingReader.of(self.base, "map")
        if not gone & {*self._sides(reader, name, row)}:
            yield row if isinstance(row, Text) else Text(row)
        elif name in map_text.WAYS:
            chain: list[str] = []
            words = row.split()
            for at, hex_ in enumerate(words):
                chain.append(hex_)
                broken = (
                    at + 1 == len(words) or {*self._sides(reader, name, f"{hex_} {words[at + 1]}")} & gone
                )
                if broken and len(chain) > 1:
                    yield _text(" ".join(chain), row)
                if broken:
                    chain = []
        else:
            one = MappingReader({name: [row]}, "map", "")
            for side, _, of in map_text.listed_sides(one, name, self.grid):
                if side not in gone:
                    yield _text(f"{of} {side[1] if of == side[0] else side[0]}", row)


def _merged(theirs: Table, own: Table) -> Table:
    """Entries by name; `none` takes one away."""
    merged = Table({name: word for name, word in {**theirs, **own}.items() if str(word) != NONE})
    merged.where = own.where
    return merged


def _located(row: Row, at: Any) -> Row:
    row.where = str(getattr(at, "where", ""))
    return row


def _text(word: str, at: Any) -> Text:
    text = Text(word)
    text.where = str(getattr(at, "where", ""))
    return text
