"""JSON Schemas of the files of a battle, for editors that complete and check: made from what the reader asks.

The battles of a rulebook are read, and every question of the reader is noted (`engine.scenario_builder.
format_notes`). What an entry is for is told in `format.yaml`. A schema knows less than the reader: it does
not know the map, nor what one entry means for another.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import scenarios
from engine.scenario_builder.format_notes import ANY, EntryNote, FormatNotes, noting
from engine.scenario_builder.mapping_reader import LANGUAGES, parse_int
from scenarios import inherited_map

DIALECT = "http://json-schema.org/draft-07/schema#"
"""The newest one that editors of YAML understand whole."""
FILES = {"scenario": (), "map": ("map",), "units": ("types", "units")}
"""The files of a battle, and the entries that stand in another file than scenario.yaml."""
WHOLE = "battle"
"""The file that contains everything."""
ANNOTATED = scenarios.HERE / "annotated" / "ferry"
"""A battle with every kind of fact, each explained (docs/authors-guide.md)."""
SAME_AS = {"types.*": "units.*"}
"""Mappings whose entries are laid under those of others, which are then asked for them."""
SCALAR = ["string", "number", "boolean"]
"""What an editor takes a word for: `0304` for a number, `true` for a truth value."""

Schema = dict[str, Any]


def schemas(system: str) -> dict[str, Schema]:
    """The schema of each file of a battle of a rulebook, by its name: scenario, map, units, battle."""
    notes = _notes(system)
    whole = _mapping(notes, system, "")
    charts = _chart(scenarios.charts(system))
    charts["description"] = _told(system, "charts")
    whole["properties"]["charts"] = charts
    sheet = whole["properties"]["map"] = _inheriting(whole["properties"]["map"], system)
    apart = [name for names in FILES.values() for name in names]
    head = {"$schema": DIALECT, "title": f"A battle of {system}"}
    units = {name: whole["properties"][name] for name in FILES["units"]}
    rest = {name: entry for name, entry in whole["properties"].items() if name not in apart}
    needed = [name for name in whole["required"] if name not in apart]
    return {
        "scenario": head | {**whole, "properties": rest, "required": needed},
        "map": head | sheet,
        "units": head | {**whole, "properties": units, "required": ["units"]},
        WHOLE: head | whole,
    }


def write(system: str, folder: Path) -> list[Path]:
    """Write the schemas of a rulebook into a folder, which is created; the files written."""
    folder.mkdir(parents=True, exist_ok=True)
    paths = []
    for name, schema in schemas(system).items():
        paths.append(folder / f"{name}.json")
        text = json.dumps(schema, ensure_ascii=False, indent=1)
        paths[-1].write_text(text + "\n", encoding="utf-8")
    return paths


def _inheriting(sheet: Schema, system: str) -> Schema:
    """The schema of a map that may inherit another one, and then says only what is different."""
    entries, by_hex = dict(sheet["properties"]), {"type": "object", "additionalProperties": {"type": SCALAR}}
    for name in inherited_map.BY_HEX:
        described = {"description": entries[name]["description"]}
        entries[name] = described | {"anyOf": [{**entries[name]}, by_hex]}
    sites = entries["sites"]
    no_site = {"enum": [inherited_map.NONE]}
    entries["sites"] = {**sites, "additionalProperties": {"anyOf": [sites["additionalProperties"], no_site]}}
    rows = {"type": "array", "items": {"type": SCALAR}}
    listed = [name for name in inherited_map.LISTS if name in entries]
    left_out = {name: {"description": _told(system, f"map.{name}"), **rows} for name in listed}
    without = {"type": "object", "properties": left_out, "additionalProperties": False}
    entries[inherited_map.WITHOUT] = {"description": _told(system, "map.without"), **without}
    entries[inherited_map.INHERITS] = {"description": _told(system, "map.inherits"), "type": "string"}
    alone = {"required": sheet["required"]}
    kept = {name: part for name, part in sheet.items() if name != "required"}
    return {**kept, "properties": entries, "anyOf": [alone, {"required": [inherited_map.INHERITS]}]}


@cache
def _notes(system: str) -> FormatNotes:
    """What the reader asks of the battles of a rulebook that come along, and of the annotated one."""
    notes = FormatNotes()
    paths = [path for folder in scenarios.FOLDERS for path in folder.glob("battles/*/scenario.yaml")]
    for path in (*sorted(paths), ANNOTATED / "scenario.yaml"):
        if scenarios.read(path).get("system") == system:
            with noting(notes, path.parent.name):
                scenarios.open_box(path.parent)
    return notes


@cache
def _descriptions() -> Mapping[str, Any]:
    return scenarios.read(Path(__file__).with_name("format.yaml"))


def described() -> tuple[str, ...]:
    """The entries that `format.yaml` describes."""
    return tuple(_descriptions())


def _told(system: str, path: str) -> str:
    """What an entry is for: in this rulebook, else in all."""
    told = _descriptions()
    any_name = f"{path.rpartition('.')[0]}.{ANY}"
    names = (f"{system}:{path}", path, _borrowed(path), any_name)
    return next((str(told[name]) for name in names if name in told), "")


def _borrowed(path: str) -> str:
    for own, other in SAME_AS.items():
        if path.startswith(f"{own}."):
            return other + path.removeprefix(own)
    return ""


def _mapping(notes: FormatNotes, system: str, path: str) -> Schema:
    """The schema of a mapping; where no battle of the rulebook has it, of that of another rulebook."""
    others = [_notes(other) for other in scenarios.charted()]
    places = [(n, p) for n in (notes, *others) for p in (path, _borrowed(path) or path)]
    notes, path = next(((n, p) for n, p in places if n.mappings[p].known), (notes, path))
    note = notes.mappings[path]
    if note.free:
        return {"type": ["object", "null"], "additionalProperties": _entry(notes, system, path, ANY)}
    properties = {str(name): _entry(notes, system, path, name) for name in note.names}
    shared = any(path.startswith(f"{other}.") for other in SAME_AS.values())  # the rest is in the type
    needed = [] if shared else [*notes.required(path), *_needed_mappings(notes, path)]
    return {
        "type": ["object", "null"] if not needed else "object",
        **_named(properties),
        "required": needed,
        "additionalProperties": False,
    }


def _named(properties: Schema) -> Schema:
    """Entries by name. Editors take a name such as `1` for a number, and find it by its pattern only."""
    numbers = {f"^{name}$": entry for name, entry in properties.items() if name.isdigit()}
    return {"properties": properties} | ({"patternProperties": numbers} if numbers else {})


def _needed_mappings(notes: FormatNotes, path: str) -> list[str]:
    """The mappings without which a battle cannot be read, since each battle has them and entries of them are
    needed."""
    note, needed = notes.mappings[path], []
    for name in note.names:
        asked = notes.entries.get((path, name))
        always = note.read and all(name in there for there in note.read.values())
        if asked is not None and always and not asked.optional and asked.shapes == {"mapping"}:
            needed += [name] if notes.required(_joined(path, name)) else []
    return needed


def _joined(path: str, name: str) -> str:
    return f"{path}.{name}" if path else name


def _entry(notes: FormatNotes, system: str, path: str, name: str) -> Schema:
    """The schema of an entry, with what it is for."""
    note = _asked(notes, path, name)
    at = _joined(path, name)
    ways = _ways(notes, system, at, note) if note is not None else [_text(0)]
    schema = ways[0] if len(ways) == 1 else {"anyOf": ways}
    told = _told(system, at)
    return {"description": told, **schema} if told else schema


def _asked(notes: FormatNotes, path: str, name: str) -> EntryNote | None:
    """What is asked of an entry; where no battle of the rulebook has it, of that of another rulebook."""
    others = (_notes(system) for system in scenarios.charted())
    places = [(path, name), (SAME_AS.get(path, path), name)]
    known = (note.entries.get(place) for note in (notes, *others) for place in places)
    return next((found for found in known if found is not None and found.shapes), None)


def _ways(notes: FormatNotes, system: str, at: str, note: EntryNote) -> list[Schema]:
    """The ways in which an entry may be written."""
    shapes, ways = note.shapes, list[Schema]()
    if "choice" in shapes:
        ways.append({"enum": _words(note.choices)})
    if "number" in shapes:
        bounds = {"minimum": note.least, "maximum": note.most}
        ways.append({"type": "integer", **bounds})
        ways.append({"type": "string", "pattern": r"^[+-]?(0|[1-9][0-9]{0,8})$"})
    if "text" in shapes:
        ways.append(_text(note.longest))
    if "words" in shapes:
        said = _text(note.longest)
        ways += [] if "text" in shapes else [said]
        languages = dict.fromkeys(LANGUAGES, said)
        ways.append(
            {"type": "object", "properties": languages, "additionalProperties": False, "minProperties": 1}
        )
    if "mapping" in shapes:
        ways.append(_mapping(notes, system, at))
    if "texts" in shapes:
        ways.append({"type": ["array", "null"], "items": {"type": SCALAR}})
    if "mappings" in shapes:
        ways.append({"type": ["array", "null"], "items": _mapping(notes, system, f"{at}.{ANY}")})
    return ways


def _text(longest: int) -> Schema:
    return {"type": SCALAR, **({"maxLength": longest} if longest else {})}


def _words(choices: Iterable[str]) -> list[Any]:
    """The words to choose from, as an editor may take them."""
    words = sorted(map(str, choices))
    numbers = [number for word in words if (number := parse_int(word)) is not None]
    truths = [True, False] if {"yes", "no"} & set(words) else []
    return [*words, *numbers, *truths]


def _chart(theirs: Any) -> Schema:
    """The schema of what replaces an entry of the charts: of the same shape (`charts.merged`)."""
    if isinstance(theirs, Mapping):
        inner = {str(name): _chart(entry) for name, entry in theirs.items()}
        return {"type": "object", **_named(inner), "additionalProperties": False}
    return {"type": "array"} if isinstance(theirs, (list, tuple)) else {"type": SCALAR}
