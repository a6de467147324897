"""Terrain and slopes (AT-TER; tables 5.4): what a unit may enter, and how long a path through it may be."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from engine.errors import IllegalOrder, Refused
from engine.hexes import Hex
from engine.scenario import Scenario
from engine.state import Unit
from engine.systems.art_of_tactic.unit_card import NINJA, is_cavalry

Path = tuple[Hex, ...]

STEEP = 3
LIMITED_BY_TERRAIN = ("assault", "move_and_fire")  # AT-TER-02
FREE_OF_ORDER_LIMITS = ("retreat", "flee", "panic", "pursue", "fire_and_retreat")  # AT-TER-05, C-06


def slope(scn: Scenario, a: Hex, b: Hex) -> int:
    """Levels between neighbours: 0 none, 1 gentle, 2 abrupt, 3 steep, more counts as 3 (AT-TER-10)."""
    return min(STEEP, abs(scn.slope(a, b)))


def slope_prevents_melee(scn: Scenario, a: Hex, b: Hex) -> bool:
    """Whether neither melee nor a zone reaches across (AT-ZOC-13, AT-TER-12, AT-TER-13)."""
    return bool(scn.chart("slopes", str(slope(scn, a, b)), "melee") == "no")


def entry_refusal(scn: Scenario, unit: Unit, order: str, origin: Hex, hex_: Hex) -> Refused | None:
    """What forbids a unit to enter a hex from its neighbour, whatever the rest of its path (AT-TER-03, -05).

    Nothing is forbidden to ninja; only limits on the length of a path hold for them (AT-TER-06, C-07).
    """
    if NINJA in unit.traits:
        return None
    refusal = _class_refusal(scn, unit, origin, hex_)
    if refusal or order in FREE_OF_ORDER_LIMITS:
        return refusal
    return _order_refusal(scn, unit, order, origin, hex_)


def terrain_refusal(scn: Scenario, unit: Unit, hex_: Hex) -> Refused | None:
    """What forbids a unit's class ever to stand on a hex: cavalry in heavy woods, for example (5.4)."""
    if not is_cavalry(unit) or scn.chart("terrain_move", scn.terrain(hex_), "cavalry") == "yes":
        return None
    return IllegalOrder("AT-TER-05", "never_enters", unit=unit.id, hex=hex_, terrain=scn.terrain(hex_))


def _class_refusal(scn: Scenario, unit: Unit, origin: Hex, hex_: Hex) -> Refused | None:
    """Terrain forbidden to cavalry; abrupt slopes to cavalry, steep ones to all (AT-TER-12, -13)."""
    levels = slope(scn, origin, hex_)
    column = "cavalry" if is_cavalry(unit) else "infantry_march"
    if scn.chart("slopes", str(levels), column) != "yes":
        rule = "AT-TER-13" if levels == STEEP else "AT-TER-12"
        return IllegalOrder(rule, "slope_bars", unit=unit.id, hex=hex_, levels=levels, **{"from": origin})
    return terrain_refusal(scn, unit, hex_)


def _order_refusal(scn: Scenario, unit: Unit, order: str, origin: Hex, hex_: Hex) -> Refused | None:
    """Terrain and slopes that an order may not be carried out into (AT-TER-03, AT-TER-11, AT-TER-12)."""
    terrain, levels = scn.terrain(hex_), slope(scn, origin, hex_)
    if order == "run":
        allowed, column = scn.chart("terrain_move", terrain, "run") == "yes", "infantry_run"
    elif order in LIMITED_BY_TERRAIN:
        allowed, column = _longest_assault(scn, unit, hex_) != 0, "infantry_assault"
    else:
        return None
    if not allowed:
        return IllegalOrder(
            "AT-TER-03", "terrain_bars_order", unit=unit.id, order=order, hex=hex_, terrain=terrain
        )
    if is_cavalry(unit) or scn.chart("slopes", str(levels), column) not in ("no", 0):
        return None
    rule = "AT-TER-11" if levels == 1 else "AT-TER-12"
    return IllegalOrder(
        rule, "slope_bars_order", unit=unit.id, order=order, hex=hex_, levels=levels, **{"from": origin}
    )


def _longest_assault(scn: Scenario, unit: Unit, hex_: Hex) -> int | str:
    """The longest path of Assault or Move and Fire through a hex: in hexes, 0 for none, or "any" (5.4)."""
    entry: int | str = scn.chart("terrain_move", scn.terrain(hex_), "assault")[is_cavalry(unit)]
    return entry


def length_refusals(scn: Scenario, unit: Unit, order: str, path: Path) -> Iterator[Refused]:
    """What makes a path too long for the terrain it leads through (AT-TER-02, AT-TER-11, C-05)."""
    if order in LIMITED_BY_TERRAIN:
        for origin, hex_ in pairwise((unit.place, *path)):
            yield from _assault_too_long(scn, unit, order, path, origin, hex_)
    elif order == "march":
        for hex_ in path[:-1]:
            terrain = scn.terrain(hex_)
            if scn.chart("terrain_move", terrain, "march") == "last":
                yield IllegalOrder(
                    "AT-TER-02", "terrain_ends_path", unit=unit.id, order=order, hex=hex_, terrain=terrain
                )


def _assault_too_long(
    scn: Scenario, unit: Unit, order: str, path: Path, origin: Hex, hex_: Hex
) -> Iterator[Refused]:
    """Why one hex of a path makes an Assault or Move and Fire too long (AT-TER-02, AT-TER-11)."""
    most = _longest_assault(scn, unit, hex_)
    if isinstance(most, int) and 0 < most < len(path):
        yield IllegalOrder(
            "AT-TER-02",
            "terrain_limits_path",
            unit=unit.id,
            order=order,
            hex=hex_,
            terrain=scn.terrain(hex_),
            most=most,
        )
    most = scn.chart("slopes", str(slope(scn, origin, hex_)), "infantry_assault")
    if not is_cavalry(unit) and isinstance(most, int) and 0 < most < len(path):
        yield IllegalOrder(
            "AT-TER-11",
            "slope_limits_path",
            unit=unit.id,
            order=order,
            hex=hex_,
            most=most,
            **{"from": origin},
        )
