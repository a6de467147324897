"""Movement as it is first written: hexes are tuples, the map is dicts, every cost is worked out on the way.

The rules of Morne Plaine once more, from the text and apart from the engine, so that both check each other.
Only what the field of the benchmark holds is known: no options, no dromedaries.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterator

from bench.field import Field
from bench.searchers.errands import Reach

Tile = tuple[int, int]  # column and row

EVEN = ((0, -1), (1, 0), (0, 1), (-1, 1), (-1, 0), (-1, -1))
ODD = ((1, -1), (1, 0), (1, 1), (0, 1), (-1, 0), (0, -1))


class Map:
    """The printed map and the counters on it."""

    def __init__(self, field: Field) -> None:
        scn = field.scenario
        self.chart = scn.charts
        self.terrain = {scn.grid.place(h): p.terrain for h, p in scn.hexes.items()}
        self.level = {scn.grid.place(h): p.level for h, p in scn.hexes.items()}
        self.sides = {}
        for (a, b), printed in scn.hexsides.items():
            one, other = scn.grid.place(a), scn.grid.place(b)
            self.sides[one, other] = self.sides[other, one] = printed
        self.units = {scn.grid.place(u.place): u for u in field.state.fielded()}
        self.marks = {(mark.on, mark.name) for mark in field.state.marks}

    def neighbours(self, tile: Tile) -> Iterator[Tile]:
        """The tiles around one. Even rows are pushed to the right."""
        column, row = tile
        for dc, dr in EVEN if row % 2 else ODD:
            if (column + dc, row + dr) in self.terrain:
                yield column + dc, row + dr

    def steep(self, a: Tile, b: Tile) -> bool:
        return abs(self.level[a] - self.level[b]) > 1

    def roads(self, tile: Tile) -> bool:
        return any((tile, n) in self.sides and self.sides[tile, n].road for n in self.neighbours(tile))


class Zones:
    """Who controls which tiles, by side."""

    def __init__(self, map_: Map) -> None:
        self.holders: dict[tuple[str, Tile], list[str]] = {}
        for tile, unit in map_.units.items():
            weak = unit.kind == "artillery" or (unit.kind != "leader" and unit.values["mv"] == 0)
            if weak or map_.terrain[tile] in ("woods", "village"):
                continue
            for near in map_.neighbours(tile):
                dry = (tile, near) not in map_.sides or not map_.sides[tile, near].water
                if dry and not map_.steep(tile, near) and map_.terrain[near] not in ("woods", "village"):
                    self.holders.setdefault((unit.side, near), []).append(unit.kind)


def search(field: Field) -> Callable[[], list[Reach]]:
    """The search for all units of the side that moves. The map is made beforehand, zones are not."""
    map_, label = Map(field), field.scenario.grid.label
    tiles = [field.scenario.grid.place(field.state.units[id_].place) for id_ in field.movers]

    def found() -> list[Reach]:
        zones = Zones(map_)
        return [{label(*tile): cost for tile, cost in reach(map_, zones, tile).items()} for tile in tiles]

    return found


def reach(map_: Map, zones: Zones, start: Tile) -> dict[Tile, int]:
    """What it costs the unit on a tile to get to each other one."""
    unit = map_.units[start]
    enemy = "orange" if unit.side == "blue" else "blue"
    points = unit.values["mp"]
    costs: dict[Tile, int] = {}
    known = {(start, (unit.id, "paid") in map_.marks): 0}
    heap = [(0, start, (unit.id, "paid") in map_.marks, (unit.id, "moved") in map_.marks, False)]
    while heap:
        cost, tile, paid, moved, stopped = heapq.heappop(heap)
        if cost > known[tile, paid]:
            continue
        if tile != start and (tile not in costs or cost < costs[tile]):
            costs[tile] = cost
        if stopped:
            continue
        for near in map_.neighbours(tile):
            step = price(map_, zones, tile, near, enemy, paid, moved, start)
            if step is None or cost + step[0] > points:
                continue
            total, then = cost + step[0], step[1]
            if (near, then) not in known or total < known[near, then]:
                known[near, then] = total
                heapq.heappush(heap, (total, near, then, True, (enemy, near) in zones.holders))
    return costs


def price(
    map_: Map, zones: Zones, a: Tile, b: Tile, enemy: str, paid: bool, moved: bool, start: Tile
) -> tuple[int, bool] | None:
    """What a step costs and whether a road step after it is a paid one; None when it is forbidden."""
    unit = map_.units[start]
    if b in map_.units and b != start:
        return None
    side = map_.sides.get((a, b))
    crossing = side.crossing if side else ""
    if side and side.water == "river" and crossing not in ("bridge", "ford"):
        return None
    steep = map_.steep(a, b)
    way = (
        "track" if side and side.track and (steep or not side.road) else "road" if side and side.road else ""
    )
    if steep and way != "track":
        return None
    cost = leaving(map_, zones, a, b, enemy, moved, start)
    if cost is None:
        return None
    if unit.kind != "leader" and unit.values["mv"] == 0 and (enemy, b) in zones.holders:
        return None
    if way == "road":
        return cost + map_.chart["road_step"][1 if paid else 0], not paid
    if way == "track":
        return cost + map_.chart["track_step"][f"slope_{min(3, abs(map_.level[a] - map_.level[b]))}"], False
    ground = map_.chart["movement_cost"][map_.terrain[b]][unit.kind]
    if map_.terrain[a] == map_.terrain[b] == "village":
        ground = map_.chart["village_to_village"]
    if crossing == "ford" or (side and side.water == "stream" and crossing != "bridge"):
        ground += map_.chart["hexside"]["stream"]
    return cost + ground, map_.roads(a) and map_.roads(b)


def leaving(map_: Map, zones: Zones, a: Tile, b: Tile, enemy: str, moved: bool, start: Tile) -> int | None:
    """What it costs to leave an enemy zone; None when one may not."""
    holders = zones.holders.get((enemy, a))
    if not holders:
        return 0
    if moved:
        return None
    rides = map_.units[start].kind in ("cavalry", "leader")
    if rides and not any(kind in ("cavalry", "leader") for kind in holders):
        return 0
    return None if (enemy, b) in zones.holders else int(map_.chart["leave_zoc"])
