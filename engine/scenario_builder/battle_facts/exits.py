"""Read the exits of a battle: who leaves the map where, and what that is worth."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from engine.hexes import Grid
from engine.scenario import Exit
from engine.scenario_builder.battle_facts.reinforcements import entry_hexes
from engine.scenario_builder.map_text import read_hex
from engine.scenario_builder.mapping_reader import ANY_TURN, MappingReader

MOST_POINTS = 20


def exits(
    reader: MappingReader, grid: Grid, sides: Iterable[str], turns: int, rules: Mapping[str, Any]
) -> tuple[Exit, ...]:
    """The exits of a battle. Raises BadScenario.

    In a rulebook with exits of its own, which counts no points, only the first side has them, and they say
    how many units must leave; elsewhere each unit is worth points.
    """
    only = tuple(sides)[:1] if "exits" in rules else ()
    charted = reader.mapping("charts").mapping("exits")
    for side in sorted(charted.entries):
        for hex_ in charted.texts(side):
            read_hex(charted, side, grid, hex_)
    read: list[Exit] = []
    for page in reader.mappings("exits"):
        page.allow_only("id", "name", "side", "hexes", "turn", "points", "most", "units")
        one = Exit(
            id=str(page.text("id")),
            side=page.choice("side", only or sides),
            hexes=entry_hexes(page, "hexes", grid),
            name=page.words("name", default={}),
            turn=page.number("turn", 1, turns, default=1, own=ANY_TURN),
            points=page.number("points", 1, MOST_POINTS, default=0),
            most=page.number("most", 1, 99, default=0),
            needed=page.number("units", 1, 99, default=0),
        )
        _check_worth(page, one, counted=not only)
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


def _check_worth(page: MappingReader, one: Exit, *, counted: bool) -> None:
    """Refuse an exit that does not say what it is worth, as the rulebook counts it."""
    if counted and one.needed:
        raise page.mistake("say `points`: this rulebook counts points", "units")
    if counted and not one.points:
        raise page.mistake("is missing", "points")
    if not counted and (one.points or one.most):
        raise page.mistake(
            "say `units` instead: this rulebook counts no points", "points" if one.points else "most"
        )
    if not counted and not one.needed:
        raise page.mistake("is missing", "units")
