"""How large a battle may be that somebody sends, and how far its charts may go.

What lies in the house's own folder is not bound by this. The bounds are such that drawing, searching and
storing stay quick, and no page overflows.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from engine.box.page import guess, shown, whole
from engine.errors import BadScenario
from engine.scenario import SYMBOL_SETS, Scenario

LARGEST = 256 * 1024
"""Bytes of a file that is sent, and of all that is unpacked from it."""
MOST_FILES = 16
"""Entries of a zip, those that are passed over included."""
MOST_HEXES = 600
MOST_OBJECTIVE = 24
"""Hexes of one objective."""
MOST = {"units": 60, "objectives": 8, "lessons": 60, "map.names": 60, "types": 60}
"""Entries of these."""
MOST_CORPS = 8
"""Corps of one side."""
MOST_EXITS = 60
"""Hexes by which a side may leave the map."""
MOST_OF = {"figures": 9, "dice": 4, "fire_dice": 4, "bases": 2, "commander": 1} | dict.fromkeys(
    ("ma", "mv", "range", "radius", "cd", "ammo", "firepower"), 12
)
"""Numbers of counters; how far units go and how many dice they throw decides how long the referee thinks."""
MOST_ELSE = 20
RENUMBERED = (
    *("movement_cost", "later_movement_cost", "obstacle_cost", "obstacle_cost_after_generals"),
    "bombardment",
)
"""Entries of the charts whose numbers may be replaced."""
MARGIN = 5
"""Such a number may be doubled, or be so much more."""


def exceeded(printed: Mapping[str, Any]) -> Iterator[BadScenario]:
    """Where a battle has more than it may have, as far as can be seen before it is built."""
    for name, most in MOST.items():
        top, _, rest = name.partition(".")
        found = printed.get(top)
        yield from _many(found.get(rest) if rest and isinstance(found, Mapping) else found, name, most)
    sides = printed.get("sides")
    for n, side in enumerate(sides if isinstance(sides, list) else (), 1):
        if isinstance(side, Mapping):
            yield from _many(side.get("corps"), f"sides[{n}].corps", MOST_CORPS)
    sheet = printed.get("map")
    across, down = (_number(sheet, name) for name in ("columns", "rows"))
    if across * down > MOST_HEXES and isinstance(sheet, Mapping):
        what = f"{across} x {down} are {across * down} hexes, {MOST_HEXES} are the most"
        yield BadScenario(what, "map.columns", _where(sheet.get("columns")))


def overlarge(battle: Scenario, units: Any) -> Iterator[BadScenario]:
    """Where a battle that has been built has more than it may have; `units` are the texts of its counters."""
    rows = {row.get("id"): row for row in units}
    for counter in battle.counters.values():
        for name, number in counter.values.items():
            if number > (most := MOST_OF.get(name, MOST_ELSE)):
                what = f"{number} is more than {most}"
                yield BadScenario(what, f"{counter.id}.{name}", _where(rows.get(counter.id)))
    for n, objective in enumerate(battle.objectives, 1):
        if len(objective.hexes) > MOST_OBJECTIVE:
            what = f"has {len(objective.hexes)} hexes, {MOST_OBJECTIVE} are the most"
            yield BadScenario(what, f"objectives[{n}].hexes")


def recharted(own: Any, theirs: Mapping[str, Any], sides: tuple[str, ...]) -> Iterator[BadScenario]:
    """Where the charts of a battle replace what a stranger may not: some numbers may be replaced by others
    not too far off, besides them how counters are drawn, who has the initiative, and exits."""
    for name, entry in own.items() if isinstance(own, Mapping) else ():
        key = f"charts.{name}"
        if name not in theirs:
            yield BadScenario(f"the rulebook has no such entry{guess(name, theirs)}", key, _where(name))
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
            what = f"cannot be replaced in a battle that is sent; {', '.join(free)} can"
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
                    f"the rulebook has no such entry{guess(name, theirs)}", f"{key}.{name}", _where(name)
                )
        return
    usual = whole(theirs) if isinstance(theirs, str) else None
    if usual is None:
        yield BadScenario("only numbers may be replaced here", key, _where(own, at))
        return
    most = max(2 * abs(usual), abs(usual) + MARGIN)
    least, most = (1, most) if usual > 0 else (-most, 0) if usual < 0 else (0, most)
    number = whole(own) if isinstance(own, str) else None
    if number is None or not least <= number <= most:
        what = f"should be a whole number from {least} to {most}, not {shown(own)}"
        yield BadScenario(what, key, _where(own, at))


def _many(found: Any, key: str, most: int) -> Iterator[BadScenario]:
    if isinstance(found, (list, Mapping)) and len(found) > most:
        yield BadScenario(f"has {len(found)} entries, {most} are the most", key, _where(found))


def _number(sheet: Any, name: str) -> int:
    found = sheet.get(name) if isinstance(sheet, Mapping) else None
    return max(0, (whole(found) or 0) if isinstance(found, str) else 0)


def _where(*things: Any) -> str:
    return next((found for thing in things if (found := getattr(thing, "where", ""))), "")
