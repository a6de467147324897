"""Notation of counters that charts ask for: facing by base, traits by sort, numbers in one word."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from engine.hexes import Grid
from engine.scenario_builder.mapping_reader import MappingReader, suggestion
from engine.scenario_builder.position_checks import formation_fault
from engine.scenario_builder.unit_cards import facing as card_facing

ONE, TWO = ("unit",), ("left", "right")
"""The names of a counter's bases."""


def facing(
    reader: MappingReader, charts: Mapping[str, Any], grid: Grid, home: str, kind: str, bases: int
) -> dict[str, int]:
    """Which way a counter looks, base by base; nothing where the rulebook, or its kind, has no facing.

    Bases are said together ("E") or one by one ("left NNE right E", or entries), then all of them. Where
    nothing is said they look away from their own edge of the map.
    """
    if "facing" not in charts or kind in charts.get("faceless", ()):
        return {}
    if charts["facing"].get("bases") != "yes":
        return card_facing(reader, grid, home)
    known = tuple(charts["vertices"])
    names = TWO if bases > 1 else ONE
    stated = base_facings(reader, known, names)
    if missing := [base for base in names if stated and base not in stated]:
        raise reader.mistake(f"{' '.join(stated)} is given, {' '.join(missing)} is not: give both", "facing")
    return stated or dict.fromkeys(names, known.index(str(charts["ahead"].get(home, known[0]))))


def square_facing(reader: MappingReader, charts: Mapping[str, Any], grid: Grid) -> dict[str, int]:
    """Which hexsides a square faces, one base each: the one said, else the first, and its opposite."""
    ways = grid.directions
    first, other = str(charts["square_side"]), next(base for base in TWO if base != charts["square_side"])
    side = base_facings(reader, ways, (first,)).get(first, 0)
    return {first: side, other: (side + len(ways) // 2) % len(ways)}


def formation(
    reader: MappingReader, charts: Mapping[str, Any], side: str, kind: str, bases: int, traits: frozenset[str]
) -> str:
    """How a counter stands at the start, where the rulebook knows formations; "" in the usual one. Refuses
    what one of its side or kind, on one base, or with some trait never takes."""
    if "formations" not in charts:
        return ""
    name = reader.choice("formation", charts["formations"], default="")
    if not name:
        return ""
    if why := formation_fault(charts, name, side, kind, bases, traits):
        raise reader.mistake(why, "formation")
    return name


def base_facings(reader: MappingReader, known: Iterable[str], bases: tuple[str, ...]) -> dict[str, int]:
    """The number of the direction each base is said to face."""
    names = tuple(known)
    entry = reader.entries.get("facing", {})
    if isinstance(entry, Mapping):
        table = reader.mapping("facing")
        table.allow_only(*bases)
        return {base: names.index(table.choice(base, names)) for base in table.entries}
    words = reader.text("facing").split()
    if len(words) == 1:
        return dict.fromkeys(bases, names.index(reader.choice("facing", names)))
    stated = dict(zip(words[::2], words[1::2], strict=False))
    if len(words) % 2 or not set(stated) <= {*bases}:
        what = f"{str(entry)!r}: one direction, or {' and '.join(bases)} with one each"
        raise reader.mistake(what, "facing")
    return {base: names.index(MappingReader({"facing": way}, reader.path, reader.at).choice("facing", names))
            for base, way in stated.items()}  # fmt: skip


def traits(
    reader: MappingReader, named: frozenset[str], charts: Mapping[str, Any], side: str, kind: str
) -> frozenset[str]:
    """The traits with those said by what they are, as `weapon: blr`. Refuses two of a sort, one that only the
    other side may have, and a weapon of a kind that neither looks nor fires anywhere."""
    sorts: Mapping[str, Any] = charts.get("trait_names", {})
    for sort, known in sorts.items():
        if sort in reader:
            if kind in charts.get("faceless", ()):
                raise reader.mistake(f"a counter of kind {kind!r} has no {sort}", sort)
            named |= {reader.choice(sort, known)}
        if len(several := sorted(named & {*known})) > 1:
            raise reader.mistake(f"one {sort} is enough, not {' and '.join(several)}", "traits")
    for owner, own in charts.get("reserved", {}).items():
        for trait in sorted(named & {*own}) if owner != side else ():
            raise reader.mistake(f"{trait!r} is for {owner} only", "traits")
    return named


def numbers(reader: MappingReader, charts: Mapping[str, Any]) -> dict[str, str]:
    """The numbers written as one word, as `command: 4D8/3`, by their names."""
    values: dict[str, str] = {}
    for word, names in charts.get("notations", {}).items():
        if word in reader:
            values |= split_numbers(reader, word, str(reader.text(word)), names)
    return values


def split_numbers(reader: MappingReader, word: str, text: str, names: Iterable[str]) -> dict[str, str]:
    """The numbers in a word, in the order of their names."""
    wanted, parts = tuple(names), re.findall(r"\d+", text)
    if len(parts) != len(wanted):
        raise reader.mistake(f"{text!r} should hold {', '.join(wanted)}, as 4D8/3", word)
    return dict(zip(wanted, parts, strict=True))


def preset_values(charts: Mapping[str, Any], side: str, kind: str) -> dict[str, int]:
    """The numbers printed on a counter where nothing is said: presets, and how many bases it stands on."""
    presets: dict[str, int] = dict(charts.get("presets", {}))
    if "bases" in charts:
        presets["bases"] = int(charts["bases"].get(side, {}).get(kind, 1))
    return {name: number for name, number in presets.items() if name in charts["kinds"].get(kind, ())}


def known_trait(reader: MappingReader, trait: str, charts: Mapping[str, Any]) -> None:
    """Refuse a trait the rulebook does not list, where it lists them."""
    known = charts.get("traits", ())
    if known and trait not in known:
        raise reader.mistake(f"{str(trait)!r} is not a trait{suggestion(trait, known)}", "traits", at=trait)
