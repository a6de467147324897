"""The going: what ground and hexside ask of a step, whoever stands where (Table 6.1, MP-MOV-7 to 33).

`toll` adds what the table asks: counters, zones, points left. `survey` folds the going of every step.
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.hexes import Hex
from engine.rules.moving import Barred
from engine.scenario import Scenario
from engine.state import Unit
from engine.systems.morne_plaine.ground import barred_by_water, steep, wet

Column = tuple[str, str]
"""A column of a movement chart: the name of the chart, and of the column."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Going:
    """A step between neighbours: what it costs in movement points when a road step is free, when it is a paid
    one, and whether the next road step is then a paid one.

    `bar` is what no counter can pass; `shuns` says that such units never enter the hex (off the ways, "").
    """

    costs: tuple[int, int]
    paid_next: tuple[bool, bool]
    way: str = ""
    marsh: bool = False
    bar: Barred | None = None
    shuns: Barred | None = None


def going(scn: Scenario, column: Column, a: Hex, b: Hex) -> Going:
    """What the step from a hex to its neighbour asks of the units of a column, zones and counters apart."""
    way = way_between(scn, a, b)
    ground = chart_cost(scn, column, b)
    shuns = None
    if not way and ground is None:
        shuns = Barred("MP-MOV-2", "never_enters", {"terrain": scn.terrain(b)})
    return Going(
        costs=_costs(scn, a, b, way, ground or 0),
        paid_next=(True, False) if way == "road" else (jump(scn, a, b),) * 2,  # MP-MOV-21, 24, 25
        way=way,
        marsh=scn.terrain(b) == "marsh" and not way,
        bar=_bar(scn, a, b, way),
        shuns=shuns,
    )


def _bar(scn: Scenario, a: Hex, b: Hex, way: str) -> Barred | None:
    """A river or a slope that cannot be passed (MP-MOV-8, 12)."""
    if barred_by_water(scn, a, b):
        return Barred("MP-MOV-8", "river_without_bridge")
    if steep(scn, a, b) and way != "track":
        return Barred("MP-MOV-12", "too_steep", {"levels": abs(scn.slope(a, b))})
    return None


def way_between(scn: Scenario, a: Hex, b: Hex) -> str:
    """The way followed across a hexside: a road where both lie on it (C-01), though only a track climbs
    two levels (MP-MOV-32)."""
    side = scn.hexside(a, b)
    if side.track and (not side.road or steep(scn, a, b)):
        return "track"
    return "road" if side.road else ""


def on_road(scn: Scenario, hex_: Hex) -> bool:
    """Whether a road runs through a hex (MP-MOV-20)."""
    return hex_ in scn.kept("roads", lambda: _roads(scn))


def _roads(scn: Scenario) -> frozenset[Hex]:
    return frozenset(hex_ for side, printed in scn.hexsides.items() if printed.road for hex_ in side)


def jump(scn: Scenario, a: Hex, b: Hex) -> bool:
    """A crossroads jump: between two road hexes with no way across the hexside (MP-MOV-25, C-01)."""
    return not way_between(scn, a, b) and on_road(scn, a) and on_road(scn, b)


def _costs(scn: Scenario, a: Hex, b: Hex, way: str, ground: int) -> tuple[int, int]:
    """Cost of ground and hexside in movement points, without and with a road step to be paid (Table 6.1)."""
    water = _wading(scn, a, b)
    on_way = 0 if scn.option("ways_ignore_water") != "no" else water
    if way == "road":
        steps = scn.chart("road_step")
        return int(steps[0]) + on_way, int(steps[1]) + on_way
    if way == "track":
        return (_climb(scn, abs(scn.slope(a, b))) + on_way,) * 2
    if scn.terrain(a) == scn.terrain(b) == "village":  # MP-MOV-13
        ground = int(scn.chart("village_to_village"))
    return (ground + water,) * 2


def _wading(scn: Scenario, here: Hex, to: Hex) -> int:
    """Cost of water crossed by no bridge: a ford, or else a stream (MP-MOV-9, 10)."""
    if not wet(scn, here, to):
        return 0
    return int(scn.chart("hexside", "ford" if scn.hexside(here, to).crossing == "ford" else "stream"))


def _climb(scn: Scenario, levels: int) -> int:
    """Cost of a track step by the levels it climbs; each one beyond the chart costs 1 more (MP-MOV-31)."""
    charted = min(3, levels)
    return int(scn.chart("track_step", f"slope_{charted}")) + levels - charted


def column(scn: Scenario, unit: Unit) -> Column:
    """The column of the movement chart that a unit goes by.

    The later chart is a switch (O-4); dromedaries, infantry in all else, have their column there (O-7).
    """
    camel = "dromedary" in unit.traits and scn.option("dromedaries") == "yes"
    later = camel or scn.option("later_chart") == "yes"
    return "later_movement_cost" if later else "movement_cost", "dromedary" if camel else unit.kind


def chart_cost(scn: Scenario, column: Column, hex_: Hex) -> int | None:
    """What the ground of a hex costs off the ways, or None where such units never go (Table 6.1)."""
    chart, name = column
    cost = scn.chart(chart).get(scn.terrain(hex_), {}).get(name)
    return cost if isinstance(cost, int) else None


def ground_cost(scn: Scenario, unit: Unit, hex_: Hex) -> int | None:
    """What the ground of a hex costs a unit off the ways, or None where its kind never goes (Table 6.1)."""
    return chart_cost(scn, column(scn, unit), hex_)
