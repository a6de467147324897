"""What lies on hexes and hexsides, what entering them costs without ways, and contact (PP-GEN-09 to 12)."""

from __future__ import annotations

from engine.hexes import Hex
from engine.rules.movement import Barred
from engine.rules.zoc import units_in_contact
from engine.scenario import Scenario
from engine.state import State, Unit

BARRED = "barred"
STEEP = "steep_slope"
DOUBLE = "double_contour"


def in_cover(scn: Scenario, hex_: Hex) -> bool:
    """Whether a hex is woods or built-up (PP-ZOC-03, PP-FIR-06)."""
    return scn.terrain(hex_) in scn.chart("cover")


def clear(scn: Scenario, hex_: Hex) -> bool:
    """Whether a hex is clear terrain; all other is rough (PP-GEN-09)."""
    return scn.terrain(hex_) in scn.chart("clear_terrain")


def way(scn: Scenario, a: Hex, b: Hex) -> str:
    """The way that joins two neighbours: "road", "track" or "" (PP-GEN-11)."""
    side = scn.hexside(a, b)
    return "road" if side.road else "track" if side.track else ""


def contour(scn: Scenario, a: Hex, b: Hex) -> str:
    """The contour between two neighbours by their levels: double, triple or "" (PP-GEN-10)."""
    contours = scn.chart("contours")
    levels = min(abs(scn.slope(a, b)), max(map(int, contours)))
    return str(contours.get(str(levels), ""))


def steep(scn: Scenario, a: Hex, b: Hex) -> bool:
    """Whether a steep slope lies between two neighbours (PP-GEN-10)."""
    return scn.hexside(a, b).steep


def obstacles_between(scn: Scenario, a: Hex, b: Hex) -> tuple[str, ...]:
    """The obstacles between two neighbours, by their names in the charts: water, relief, abattis (PP-GEN-10).

    Where a steep slope is a double contour too, the slope alone counts (PP-MOV-17).
    """
    side, contours = scn.hexside(a, b), contour(scn, a, b)
    obstacles = []
    if side.water:
        obstacles.append(side.water)
    if side.steep:
        obstacles.append(STEEP)
    if contours and not (side.steep and contours == DOUBLE):
        obstacles.append(contours)
    if side.abattis:
        obstacles.append("abattis")
    return tuple(obstacles)


def contact(scn: Scenario, a: Hex, b: Hex) -> bool:
    """Whether units on two hexes are in contact: neighbours, with a way or nothing impassable between
    (PP-GEN-12)."""
    return scn.cached(("contact", a, b), lambda: _contact(scn, a, b))


def _contact(scn: Scenario, a: Hex, b: Hex) -> bool:
    if not scn.grid.adjacent(a, b):
        return False
    closed = scn.chart("contact_blocked_by")
    return bool(way(scn, a, b)) or not any(obstacle in closed for obstacle in obstacles_between(scn, a, b))


def contacts(scn: Scenario, state: State, hex_: Hex, side: str) -> tuple[Unit, ...]:
    """The units of a side in contact with a hex, clockwise from NE (PP-GEN-12)."""
    return tuple(units_in_contact(scn, state, hex_, side, contact))


def hexside_cost(scn: Scenario, kind: str, a: Hex, b: Hex) -> int | Barred:
    """What the hexside from a to b adds to a step of this class, in MV, or what bars it (PP-MOV-11 to 18)."""
    cost = 0
    for obstacle in obstacles_between(scn, a, b):
        adds = _addition(scn, obstacle, kind)
        if adds == BARRED:  # PP-MOV-13, 14, 16
            facts = {"hex": b, "obstacle": obstacle, "kind": kind}
            rule = str(scn.chart("obstacle_rules", obstacle))
            return Barred(rule=rule, reason="closed_to_class", facts=facts)
        if obstacle not in scn.chart("climbing_only") or scn.slope(a, b) > 0:  # PP-MOV-15
            cost += int(adds)
    return cost


def _addition(scn: Scenario, obstacle: str, kind: str) -> int | str:
    """The entry of the table of obstacles; `obstacles.break` says where its columns part (R-19)."""
    changed = scn.chart("obstacle_cost_after_generals")
    if obstacle in changed and scn.option("obstacles.break") == "after_generals":
        return changed[obstacle][kind]  # type: ignore[no-any-return]
    return scn.chart("obstacle_cost", obstacle, kind)  # type: ignore[no-any-return]


def terrain_cost(scn: Scenario, kind: str, a: Hex, b: Hex) -> int:
    """MV for the terrain of the hex entered (PP-MOV-07 to 10); `a` is "" for a unit from off the map."""
    if a and scn.terrain(a) == scn.terrain(b) == "built_up":
        return int(scn.chart("built_up_to_built_up"))
    return int(scn.chart("movement_cost", scn.terrain(b), kind))


def off_way_cost(scn: Scenario, kind: str, a: Hex, b: Hex) -> int | Barred:
    """MV for a step without ways and surcharge, terrain and obstacles alone (PP-MOV-05); or what bars it."""
    return scn.cached(("off-way cost", kind, a, b), lambda: _off_way_cost(scn, kind, a, b))


def _off_way_cost(scn: Scenario, kind: str, a: Hex, b: Hex) -> int | Barred:
    hexside = hexside_cost(scn, kind, a, b) if a else 0
    return hexside if isinstance(hexside, Barred) else terrain_cost(scn, kind, a, b) + hexside
