"""What the map asks of a step, units apart (Table 6.1, MP-MOV-7 to 33). Nothing here is cached.

`step_cost` adds what the position asks: other units, zones of control, movement points left.
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.hexes import Hex
from engine.rules.movement import Barred
from engine.scenario import Scenario
from engine.state import Unit
from engine.systems.morne_plaine.terrain import impassable_water, steep, stream_or_ford

Column = tuple[str, str]
"""A column of a movement chart: the name of the chart, and of the column."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TerrainCost:
    """What the map asks of a step between neighbours.

    `costs` are movement points: first when the unit's next road step is free, then when it is a paid one.
    `next_road_step_paid` says, in the same order, whether the road step after this one is a paid one.
    `barred` is a river or slope that no unit can cross; `never_enters` a hex that such units never enter.
    """

    costs: tuple[int, int]
    next_road_step_paid: tuple[bool, bool]
    way: str = ""
    marsh_test: bool = False
    barred: Barred | None = None
    never_enters: Barred | None = None


def terrain_cost(scn: Scenario, column: Column, a: Hex, b: Hex) -> TerrainCost:
    """What the map asks of the step from a hex to its neighbour, for the units of a column."""
    way = way_between(scn, a, b)
    if way == "road":
        costs, paid_next = _road_step(scn, a, b)
    elif way == "track":
        costs, paid_next = (_track_step(scn, a, b),) * 2, (False, False)  # C-01: then the road is free
    else:
        costs = (_step_off_the_ways(scn, column, a, b),) * 2
        paid_next = (crossroads_jump(scn, a, b),) * 2  # MP-MOV-24, 25
    return TerrainCost(
        costs=costs,
        next_road_step_paid=paid_next,
        way=way,
        marsh_test=scn.terrain(b) == "marsh" and not way,  # MP-MOV-16, 19
        barred=_barred(scn, a, b, way),
        never_enters=_never_enters(scn, column, b) if not way else None,
    )


def _barred(scn: Scenario, a: Hex, b: Hex, way: str) -> Barred | None:
    """A river without bridge or ford (MP-MOV-8); a slope of two levels or more without a track (MP-MOV-12,
    32)."""
    if impassable_water(scn, a, b):
        return Barred("MP-MOV-8", "river_without_bridge")
    if steep(scn, a, b) and way != "track":
        return Barred("MP-MOV-12", "too_steep", {"levels": abs(scn.slope(a, b))})
    return None


def _never_enters(scn: Scenario, column: Column, hex_: Hex) -> Barred | None:
    if chart_cost(scn, column, hex_) is not None:
        return None
    return Barred("MP-MOV-2", "never_enters", {"terrain": scn.terrain(hex_)})


def way_between(scn: Scenario, a: Hex, b: Hex) -> str:
    """The way followed across a hexside: "road" where it carries one (MP-MOV-20, 33; C-01), else "track"
    (MP-MOV-30) or "". Where both climb two levels the track is followed (MP-MOV-32, C-10)."""
    side = scn.hexside(a, b)
    if side.road and side.track:
        return "track" if steep(scn, a, b) else "road"
    return "road" if side.road else "track" if side.track else ""


def _road_step(scn: Scenario, a: Hex, b: Hex) -> tuple[tuple[int, int], tuple[bool, bool]]:
    """Road steps cost 0 and 1 by turns, whatever the terrain (MP-MOV-21, 23)."""
    free, paid = (int(points) for points in scn.chart("road_step"))
    water = _water_on_a_way(scn, a, b)
    return (free + water, paid + water), (True, False)


def _track_step(scn: Scenario, a: Hex, b: Hex) -> int:
    """A track step costs 1, and 1 more for each level beyond the first, whatever the terrain (MP-MOV-31).

    Levels beyond the chart's last cost 1 more each.
    """
    levels = abs(scn.slope(a, b))
    charted = min(3, levels)
    return int(scn.chart("track_step", f"slope_{charted}")) + levels - charted + _water_on_a_way(scn, a, b)


def _water_on_a_way(scn: Scenario, a: Hex, b: Hex) -> int:
    """Water crossed along a way adds nothing (MP-MOV-23, 31); by the switch `ways_ignore_water` it does."""
    return _water(scn, a, b) if scn.option("ways_ignore_water") == "no" else 0


def _step_off_the_ways(scn: Scenario, column: Column, a: Hex, b: Hex) -> int:
    """The terrain entered, plus the water crossed (MP-MOV-7). From village to village the terrain costs 1
    (MP-MOV-13). A single slope adds nothing (MP-MOV-11)."""
    if scn.terrain(a) == scn.terrain(b) == "village":
        terrain = int(scn.chart("village_to_village"))
    else:
        terrain = chart_cost(scn, column, b) or 0
    return terrain + _water(scn, a, b)


def _water(scn: Scenario, a: Hex, b: Hex) -> int:
    """A stream, or a ford of any water, adds 1 (MP-MOV-9); a bridge nothing (MP-MOV-10)."""
    if not stream_or_ford(scn, a, b):
        return 0
    return int(scn.chart("hexside", "ford" if scn.hexside(a, b).crossing == "ford" else "stream"))


def crossroads_jump(scn: Scenario, a: Hex, b: Hex) -> bool:
    """Whether a step goes from road hex to road hex with no way across the hexside (MP-MOV-25, C-01)."""
    return not way_between(scn, a, b) and on_road(scn, a) and on_road(scn, b)


def on_road(scn: Scenario, hex_: Hex) -> bool:
    """Whether a road runs through a hex (MP-MOV-20)."""
    return hex_ in scn.cached("road hexes", lambda: _road_hexes(scn))


def _road_hexes(scn: Scenario) -> frozenset[Hex]:
    return frozenset(hex_ for side, printed in scn.hexsides.items() if printed.road for hex_ in side)


def column(scn: Scenario, unit: Unit) -> Column:
    """The column of the movement chart for a unit.

    The later chart is a switch (O-4); dromedaries, infantry in all else, have their column there (O-7).
    """
    camel = "dromedary" in unit.traits and scn.option("dromedaries") == "yes"
    later = camel or scn.option("later_chart") == "yes"
    return "later_movement_cost" if later else "movement_cost", "dromedary" if camel else unit.kind


def chart_cost(scn: Scenario, column: Column, hex_: Hex) -> int | None:
    """What the terrain of a hex costs off the ways, or None where such units never go (Table 6.1)."""
    chart, name = column
    cost = scn.chart(chart).get(scn.terrain(hex_), {}).get(name)
    return cost if isinstance(cost, int) else None
