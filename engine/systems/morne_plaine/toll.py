"""What a single step costs, or why it is forbidden (MP-MOV-2 to 33, MP-ZOC-9 to 15). Changes nothing.

Moving, listing moves and planning routes all ask `toll`; there is no second opinion.
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.errors import Fact, IllegalOrder
from engine.hexes import Hex
from engine.scenario import Scenario
from engine.state import State, Unit
from engine.systems.morne_plaine.ground import barred_by_water, demoralised, mounted, steep, wet
from engine.systems.morne_plaine.marks import FIRED, MOVED, PAID, STOPPED, STUCK, UNCOMMANDED
from engine.systems.morne_plaine.zoc import controlled, controllers


@dataclass(frozen=True, slots=True, kw_only=True)
class Footing:
    """A unit on its way: where it is, movement points left, whether it has moved, and whether its next
    road step is a paid one (MP-MOV-21)."""

    hex: Hex
    left: int
    moved: bool
    paid: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Toll:
    """A legal step: its cost in movement points, where and how the unit then stands.

    `way` is "road", "track" or "". `stops` says an enemy zone ends the movement (MP-MOV-14); `marsh` that a
    marsh test is due (MP-MOV-16).
    """

    cost: int
    footing: Footing
    way: str = ""
    stops: bool = False
    marsh: bool = False


@dataclass(frozen=True, slots=True)
class Barred:
    """A step that is forbidden: rule, reason, facts."""

    rule: str
    reason: str
    facts: dict[str, Fact]

    def refusal(self, **facts: Fact) -> IllegalOrder:
        """The refusal to raise, with more facts."""
        return IllegalOrder(self.rule, self.reason, **{**self.facts, **facts})


def footing(state: State, unit: Unit) -> Footing:
    """How a unit stands before its next step."""
    return Footing(
        hex=unit.place, left=unit["mp"], moved=state.marked(unit.id, MOVED), paid=state.marked(unit.id, PAID)
    )


def barred_from_moving(scn: Scenario, state: State, unit: Unit) -> Barred | None:
    """Why a unit may not move at all now, or None (MP-MOV-5, 14, 15, 18)."""
    here = unit.place
    if state.marked(unit.id, FIRED) and not moves_after_fire(scn, state, unit):
        return Barred("MP-MOV-15", "fired_before", {"unit": unit.id, "hex": here})
    if state.marked(unit.id, STUCK):
        return Barred("MP-MOV-18", "stuck_in_marsh", {"unit": unit.id, "hex": here})
    if state.marked(unit.id, STOPPED):
        return Barred("MP-MOV-14", "stopped_by_zone", {"unit": unit.id, "hex": here})
    if unit["mp"] <= 0 and scn.option("free_step_at_zero") != "yes":
        return Barred("MP-MOV-5", "no_points_left", {"unit": unit.id, "hex": here})
    return None


def moves_after_fire(scn: Scenario, state: State, unit: Unit) -> bool:
    """Whether a unit may make a half move after firing: horse artillery in command, by a switch (O-2)."""
    horse = scn.option("horse_artillery") == "yes" and "horse" in unit.traits
    return horse and not state.marked(unit.id, UNCOMMANDED)


def toll(scn: Scenario, state: State, unit: Unit, at: Footing, to: Hex) -> Toll | Barred:
    """The price of the step from where the unit stands to a hex, or why it is forbidden."""
    here, side = at.hex, unit.side
    facts: dict[str, Fact] = {"unit": unit.id, "hex": to, "from": here}
    if to not in scn.grid or not scn.grid.adjacent(here, to):
        return Barred("MP-MOV-2", "not_neighbours", facts)
    if any(other.id != unit.id for other in state.on(to)):  # never two in a hex (MP-GEN-11)
        return Barred("MP-MOV-6", "occupied", {**facts, "by": state.on(to)[0].id})
    if barred_by_water(scn, here, to):
        return Barred("MP-MOV-8", "river_without_bridge", facts)
    way = way_between(scn, here, to)
    if steep(scn, here, to) and way != "track":
        return Barred("MP-MOV-12", "too_steep", {**facts, "levels": abs(scn.slope(here, to))})
    enemy = scn.enemy(side)
    surcharge = _leaving(scn, state, unit, at, to, enemy, facts)
    if isinstance(surcharge, Barred):
        return surcharge
    into_zone = controlled(scn, state, to, enemy)
    if into_zone and demoralised(unit):
        return Barred("MP-ZOC-10", "demoralised_into_zone", facts)
    if not way and ground_cost(scn, unit, to) is None:
        return Barred("MP-MOV-2", "never_enters", {**facts, "terrain": scn.terrain(to)})
    cost = surcharge + _price(scn, unit, at, to, way)
    if cost > at.left:
        return Barred("MP-MOV-3", "too_far", {**facts, "needs": cost, "has": at.left})
    if at.left <= 0 and scn.option("free_step_at_zero") != "yes":
        return Barred("MP-MOV-5", "no_points_left", facts)
    then = Footing(hex=to, left=at.left - cost, moved=True, paid=_next_is_paid(scn, at, to, way))
    marsh = scn.terrain(to) == "marsh" and not way
    return Toll(cost=cost, footing=then, way=way, stops=into_zone, marsh=marsh)


def _leaving(
    scn: Scenario, state: State, unit: Unit, at: Footing, to: Hex, enemy: str, facts: dict[str, Fact]
) -> int | Barred:
    """Movement points added for leaving an enemy zone, or why it may not be left (MP-ZOC-11 to 15)."""
    holders = controllers(scn, state, at.hex, enemy)
    if not holders:
        return 0
    if at.moved:
        return Barred("MP-ZOC-11", "zone_after_moving", {**facts, "by": holders[0].id})
    if mounted(unit) and not any(mounted(h) for h in holders):
        return 0
    if controlled(scn, state, to, enemy):
        rule = "MP-ZOC-14" if mounted(unit) else "MP-ZOC-12"
        return Barred(rule, "zone_to_zone", {**facts, "by": holders[0].id})
    return int(scn.chart("leave_zoc"))


def way_between(scn: Scenario, a: Hex, b: Hex) -> str:
    """The way followed across a hexside: a road where both lie on it (C-01), though only a track climbs
    two levels (MP-MOV-32)."""
    side = scn.hexside(a, b)
    if side.track and (not side.road or steep(scn, a, b)):
        return "track"
    return "road" if side.road else ""


def on_road(scn: Scenario, hex_: Hex) -> bool:
    """Whether a road runs through a hex (MP-MOV-20)."""
    return any(scn.hexside(hex_, near).road for near in scn.grid.neighbours(hex_).values())


def jump(scn: Scenario, a: Hex, b: Hex) -> bool:
    """A crossroads jump: between two road hexes with no way across the hexside (MP-MOV-25, C-01)."""
    return not way_between(scn, a, b) and on_road(scn, a) and on_road(scn, b)


def _price(scn: Scenario, unit: Unit, at: Footing, to: Hex, way: str) -> int:
    """Cost of ground and hexside in movement points, zones apart (Table 6.1)."""
    water = _wading(scn, at.hex, to)
    on_way = 0 if scn.option("ways_ignore_water") != "no" else water
    if way == "road":
        return int(scn.chart("road_step")[1 if at.paid else 0]) + on_way
    if way == "track":
        return _climb(scn, abs(scn.slope(at.hex, to))) + on_way
    return _terrain(scn, unit, at.hex, to) + water


def _wading(scn: Scenario, here: Hex, to: Hex) -> int:
    """Cost of water crossed by no bridge: a ford, or else a stream (MP-MOV-9, 10)."""
    if not wet(scn, here, to):
        return 0
    return int(scn.chart("hexside", "ford" if scn.hexside(here, to).crossing == "ford" else "stream"))


def _climb(scn: Scenario, levels: int) -> int:
    """Cost of a track step by the levels it climbs; each one beyond the chart costs 1 more (MP-MOV-31)."""
    charted = min(3, levels)
    return int(scn.chart("track_step", f"slope_{charted}")) + levels - charted


def _terrain(scn: Scenario, unit: Unit, here: Hex, to: Hex) -> int:
    """Cost of the hex entered; less from village to village (MP-MOV-13)."""
    if scn.terrain(here) == scn.terrain(to) == "village":
        return int(scn.chart("village_to_village"))
    return ground_cost(scn, unit, to) or 0


def ground_cost(scn: Scenario, unit: Unit, hex_: Hex) -> int | None:
    """What the ground of a hex costs a unit off the ways, or None where its kind never goes (Table 6.1).

    The later chart is a switch (O-4); dromedaries, infantry in all else, have their column there (O-7).
    """
    camel = "dromedary" in unit.traits and scn.option("dromedaries") == "yes"
    later = camel or scn.option("later_chart") == "yes"
    chart = scn.chart("later_movement_cost" if later else "movement_cost")
    cost = chart.get(scn.terrain(hex_), {}).get("dromedary" if camel else unit.kind)
    return cost if isinstance(cost, int) else None


def _next_is_paid(scn: Scenario, at: Footing, to: Hex, way: str) -> bool:
    """Whether the road step after this one costs 1 (MP-MOV-21, 24, 25)."""
    if way == "road":
        return not at.paid
    return jump(scn, at.hex, to)
