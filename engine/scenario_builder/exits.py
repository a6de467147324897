"""Read the exits of a battle: who leaves the map where, and what that is worth."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from engine.hexes import Grid
from engine.scenario import Exit
from engine.scenario_builder.mapping_reader import MappingReader
from engine.scenario_builder.reinforcements import entry_hexes

MOST_POINTS = 20


def exits(
    reader: MappingReader, grid: Grid, sides: Iterable[str], turns: int, rules: Mapping[str, Any]
) -> tuple[Exit, ...]:
    """The exits of a battle. Raises BadScenario.

    In a rulebook whose charts name sides in `exits_needed`, only these have exits, which say how many units
    must leave; elsewhere each unit is worth points.
    """
    needed = rules.get("exits_needed")
    read: list[Exit] = []
    for page in reader.mappings("exits"):
        page.allow_only(
            "id", "name", "side", "hexes", "turn", *(("units",) if needed else ("points", "most"))
        )
        one = Exit(
            id=str(page.text("id")),
            side=page.choice("side", needed or sides),
            hexes=entry_hexes(page, "hexes", grid),
            name=page.words("name", default={}),
            turn=page.number("turn", 1, turns, default=1),
            points=0 if needed else page.number("points", 1, MOST_POINTS),
            most=0 if needed else page.number("most", 1, 99, default=0),
            needed=page.number("units", 1, 99) if needed else 0,
        )
        inland = sorted(hex_ for hex_ in one.hexes if not grid.at_edge(hex_))
        if inland:
            raise page.mistake(f"{inland[0]} is not at the edge of the map", "hexes")
        if one.id in (other.id for other in read):
            raise page.mistake(f"there are two exits {one.id!r}", "id")
        shared = next((other for other in read if other.side == one.side and other.hexes & one.hexes), None)
        if shared is not None:
            raise page.mistake(f"shares a hex with {shared.id!r}", "hexes")
        read.append(one)
    return tuple(read)
