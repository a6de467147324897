"""Limits on the size of an uploaded battle and on the changes it makes to the charts.

The battles in this folder are exempt. The limits keep drawing, searching and storing quick and every page
within Discord's limits.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from engine.errors import BadScenario
from engine.scenario import SYMBOL_SETS, Scenario
from engine.scenario_builder.mapping_reader import parse_int, preview, suggestion

LARGEST = 256 * 1024
"""Bytes of an uploaded file, and of everything unpacked from it."""
MOST_FILES = 16
"""Entries of a zip, ignored ones included."""
MOST_HEXES = 600
MOST_OBJECTIVE = 24
"""Hexes of one objective."""
MOST = {
    "units": 60,
    "objectives": 8,
    "lessons": 60,
    "reinforcements": 20,
    "exits": 8,
    "weather": 7,
    "map.names": 60,
    "types": 60,
}
"""Most entries in each of these lists."""
MOST_CORPS = 8
"""Corps of one side."""
MOST_EXITS = 60
"""Hexes by which a side may leave the map."""
MOST_OF = {"figures": 9, "dice": 4, "fire_dice": 4, "bases": 2, "commander": 1} | dict.fromkeys(
    ("ma", "mv", "range", "radius", "cd", "ammo", "firepower"), 12
)
"""Limits on the values of counters: the referee takes longer for units that go far and roll many dice."""
MOST_ELSE = 20
RENUMBERED = (
    *("movement_cost", "later_movement_cost", "obstacle_cost", "obstacle_cost_after_generals"),
    "bombardment",
)
"""Entries of the charts whose numbers may be replaced."""
MARGIN = 5
"""Such a number may be doubled, or raised by this much."""


def exceeded(printed: Mapping[str, Any]) -> Iterator[BadScenario]:
    """Limits that a battle exceeds, as far as can be seen before it is built."""
    for name, most in MOST.items():
        top, _, rest = name.partition(".")
        value = printed.get(top)
        yield from _many(value.get(rest) if rest and isinstance(value, Mapping) else value, name, most)
    sides = printed.get("sides")
    for n, side in enumerate(sides if isinstance(sides, list) else (), 1):
        if isinstance(side, Mapping):
            yield from _many(side.get("corps"), f"sides[{n}].corps", MOST_CORPS)
    sheet = printed.get("map")
    across, down = (_number(sheet, name) for name in ("columns", "rows"))
    if across * down > MOST_HEXES and isinstance(sheet, Mapping):
        what = f"{across} x {down} are {across * down} hexes; the limit is {MOST_HEXES}"
        yield BadScenario(what, "map.columns", _where(sheet.get("columns")))


def overlarge(battle: Scenario, units: Any) -> Iterator[BadScenario]:
    """Limits that a built battle exceeds; `units` are the texts of its counters."""
    rows = {row.get("id"): row for row in units}
    for counter in battle.counters.values():
        for name, number in counter.values.items():
            if number > (most := MOST_OF.get(name, MOST_ELSE)):
                what = f"{number} is more than {most}"
                yield BadScenario(what, f"{counter.id}.{name}", _where(rows.get(counter.id)))
    for n, objective in enumerate(battle.objectives, 1):
        if len(objective.hexes) > MOST_OBJECTIVE:
            what = f"has {len(objective.hexes)} hexes; the limit is {MOST_OBJECTIVE}"
            yield BadScenario(what, f"objectives[{n}].hexes")


def recharted(own: Any, theirs: Mapping[str, Any], sides: tuple[str, ...]) -> Iterator[BadScenario]:
    """Chart entries that an uploaded battle may not replace.

    It may change some numbers within limits, the drawing of counters, the first initiative and the exits.
    """
    for name, entry in own.items() if isinstance(own, Mapping) else ():
        key = f"charts.{name}"
        if name not in theirs:
            yield BadScenario(f"the rulebook has no such entry{suggestion(name, theirs)}", key, _where(name))
        elif name == "exits":
            yield from _exits(entry, key, name)
        elif name in ("symbol_set", "first_initiative"):
            known = SYMBOL_SETS if name == "symbol_set" else sides
            if entry not in known:
                yield BadScenario(f"should be one of {', '.join(known)}", key, _where(entry, name))
        elif name in RENUMBERED:
            yield from _renumbered(entry, theirs[name], key, name)
        else:
            free = [k for k in ("symbol_set", "first_initiative", "exits", *RENUMBERED) if k in theirs]
            what = f"cannot be replaced in an uploaded battle; {', '.join(free)} can"
            yield BadScenario(what, key, _where(name))


def _exits(entry: Any, key: str, at: str) -> Iterator[BadScenario]:
    rows = entry.values() if isinstance(entry, Mapping) else ()
    hexes = [hex_ for row in rows for hex_ in (row if isinstance(row, list) else [""])]
    if len(hexes) > MOST_EXITS or not all(re.fullmatch(r"\d{4}", str(hex_)) for hex_ in hexes):
        yield BadScenario(f"should list hexes by side, {MOST_EXITS} at most", key, _where(at))


def _renumbered(own: Any, theirs: Any, key: str, at: str) -> Iterator[BadScenario]:
    if isinstance(own, Mapping) and isinstance(theirs, Mapping):
        for name, entry in own.items():
            if name in theirs:
                yield from _renumbered(entry, theirs[name], f"{key}.{name}", name)
            else:
                yield BadScenario(
                    f"the rulebook has no such entry{suggestion(name, theirs)}", f"{key}.{name}", _where(name)
                )
        return
    usual = parse_int(theirs) if isinstance(theirs, str) else None
    if usual is None:
        yield BadScenario("only numbers may be replaced here", key, _where(own, at))
        return
    most = max(2 * abs(usual), abs(usual) + MARGIN)
    least, most = (1, most) if usual > 0 else (-most, 0) if usual < 0 else (0, most)
    number = parse_int(own) if isinstance(own, str) else None
    if number is None or not least <= number <= most:
        what = f"should be a whole number from {least} to {most}, not {preview(own)}"
        yield BadScenario(what, key, _where(own, at))


def _many(value: Any, key: str, most: int) -> Iterator[BadScenario]:
    if isinstance(value, (list, Mapping)) and len(value) > most:
        yield BadScenario(f"has {len(value)} entries; the limit is {most}", key, _where(value))


def _number(sheet: Any, name: str) -> int:
    value = sheet.get(name) if isinstance(sheet, Mapping) else None
    return max(0, (parse_int(value) or 0) if isinstance(value, str) else 0)


def _where(*things: Any) -> str:
    return next((location for thing in things if (location := getattr(thing, "where", ""))), "")
