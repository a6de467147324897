"""How counters are written down where a rulebook's charts say so: bases that face their own way, traits said
by what they are, numbers in one word."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from engine.box.cards import facing as card_facing
from engine.box.page import Page, guess
from engine.box.possible import untaken
from engine.hexes import Grid

ONE, TWO = ("unit",), ("left", "right")
"""The names of a counter's bases."""


def facing(
    page: Page, charts: Mapping[str, Any], grid: Grid, home: str, kind: str, bases: int
) -> dict[str, int]:
    """Which way a counter looks, base by base; nothing where the rulebook, or its kind, has no facing.

    Bases are said together ("E") or one by one ("left NNE right E", or entries), then all of them. Where
    nothing is said they look away from their own edge of the map.
    """
    if "facing" not in charts or kind in charts.get("faceless", ()):
        return {}
    if charts["facing"].get("bases") != "yes":
        return card_facing(page, grid, home)
    known = tuple(charts["vertices"])
    names = TWO if bases > 1 else ONE
    said = based(page, known, names)
    if missing := [base for base in names if said and base not in said]:
        raise page.wrong(f"{' '.join(said)} is said and {' '.join(missing)} is not: say both", "facing")
    return said or dict.fromkeys(names, known.index(str(charts["ahead"].get(home, known[0]))))


def square(page: Page, charts: Mapping[str, Any], grid: Grid) -> dict[str, int]:
    """Which hexsides a square faces, one base each: the one said, else the first, and its opposite."""
    ways = grid.directions
    first, other = str(charts["square_side"]), next(base for base in TWO if base != charts["square_side"])
    side = based(page, ways, (first,)).get(first, 0)
    return {first: side, other: (side + len(ways) // 2) % len(ways)}


def formation(
    page: Page, charts: Mapping[str, Any], side: str, kind: str, bases: int, traits: frozenset[str]
) -> str:
    """How a counter stands at the start, where the rulebook knows formations; "" in the usual one. Refuses
    what one of its side or kind, on one base, or with some trait never takes."""
    if "formation" not in page:
        return ""
    name = page.choice("formation", charts.get("formations", {}))
    if why := untaken(charts, name, side, kind, bases, traits):
        raise page.wrong(why, "formation")
    return name


def based(page: Page, known: Iterable[str], bases: tuple[str, ...]) -> dict[str, int]:
    """The number of the direction each base is said to face."""
    names = tuple(known)
    entry = page.entries.get("facing", {})
    if isinstance(entry, Mapping):
        table = page.page("facing")
        table.only(*bases)
        return {base: names.index(table.choice(base, names)) for base in table.entries}
    words = entry.split()
    if len(words) == 1:
        return dict.fromkeys(bases, names.index(page.choice("facing", names)))
    said = dict(zip(words[::2], words[1::2], strict=False))
    if len(words) % 2 or not set(said) <= {*bases}:
        what = f"{str(entry)!r}: one direction, or {' and '.join(bases)} with one each"
        raise page.wrong(what, "facing")
    return {base: names.index(Page({"facing": way}, page.path, page.at).choice("facing", names))
            for base, way in said.items()}  # fmt: skip


def traits(page: Page, found: frozenset[str], charts: Mapping[str, Any], side: str) -> frozenset[str]:
    """The traits with those said by what they are, as `weapon: blr`. Refuses two of a sort, and one that only
    the other side may have."""
    sorts: Mapping[str, Any] = charts.get("trait_names", {})
    for sort, known in sorts.items():
        if sort in page:
            found |= {page.choice(sort, known)}
        if len(several := sorted(found & {*known})) > 1:
            raise page.wrong(f"one {sort} is enough, not {' and '.join(several)}", "traits")
    for owner, own in charts.get("reserved", {}).items():
        for trait in sorted(found & {*own}) if owner != side else ():
            raise page.wrong(f"{trait!r} is for {owner} only", "traits")
    return found


def numbers(page: Page, charts: Mapping[str, Any]) -> dict[str, str]:
    """The numbers written as one word, as `command: 4D8/3`, by their names."""
    found: dict[str, str] = {}
    for word, names in charts.get("notations", {}).items():
        if word in page:
            found |= spelled(page, word, str(page.text(word)), names)
    return found


def spelled(page: Page, word: str, text: str, names: Iterable[str]) -> dict[str, str]:
    """The numbers in a word, in the order of their names."""
    wanted, parts = tuple(names), re.findall(r"\d+", text)
    if len(parts) != len(wanted):
        raise page.wrong(f"{text!r} should hold {', '.join(wanted)}, as 4D8/3", word)
    return dict(zip(wanted, parts, strict=True))


def usual(charts: Mapping[str, Any], side: str, kind: str) -> dict[str, int]:
    """The numbers printed on a counter where nothing is said: presets, and how many bases it stands on."""
    presets: dict[str, int] = dict(charts.get("presets", {}))
    if "bases" in charts:
        presets["bases"] = int(charts["bases"].get(side, {}).get(kind, 1))
    return {name: number for name, number in presets.items() if name in charts["kinds"].get(kind, ())}


def known_trait(page: Page, trait: str, charts: Mapping[str, Any]) -> None:
    """Refuse a trait the rulebook does not list, where it lists them."""
    known = charts.get("traits", ())
    if known and trait not in known:
        raise page.wrong(f"{str(trait)!r} is no trait{guess(trait, known)}", "traits", at=trait)
