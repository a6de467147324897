"""Views built by hand, for the tests of pictures and for looking at them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from itertools import pairwise
from typing import Any

from engine.display import (
    Clash,
    CounterFace,
    LeaderRange,
    Leadership,
    MapEntry,
    PricedPath,
    PricedStep,
    Route,
    Sight,
    Target,
)
from engine.hexes import Grid, Hex
from engine.view import CounterView, HexsideView, HexView, ObjectiveView, Shot, Trail, View, fights
from render.caption import Caption

SIDES = (("blue", {"en": "Blue"}), ("orange", {"en": "Orange"}))
LETTERS = {
    ".": "clear", "r": "rough", "c": "coppice", "o": "orchard", "w": "woods", "v": "village", "m": "marsh",
}  # fmt: skip
MAP = """
. . w w w . . . . . . c c . . .
. w w w . . r . . . . . c . o .
. . w w . . r r . . v . . o o .
. . . . . . . r . . . . . . . .
. . o o . v v . . . . . . . w w
r . o . . . . . . . . . . w w w
r r . . . . . . . . m . . . w w
. . . . . . . . . m m . . . . .
. c c . . . v . . m m . v o . .
. c . . . . . . . . . . . o . .
w w . . . . . . r r . . . . . r
w w w . . v . . . r . . . . r r
"""
LEVELS = """
0 0 0 0 0 1 1 1 0 0 0 0 0 0 0 0
0 0 0 0 0 1 2 2 1 0 0 0 0 0 0 0
0 0 0 0 0 1 2 2 2 1 0 0 0 0 0 0
0 0 0 0 0 0 1 2 1 1 0 0 0 0 0 0
0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0
0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0
1 1 0 0 0 0 0 0 0 0 0 0 0 0 0 0
1 1 1 0 0 0 0 0 0 0 0 0 0 0 0 0
1 1 1 0 0 0 0 0 0 0 0 0 0 0 1 1
2 2 1 0 0 0 0 0 0 0 0 0 0 1 3 3
2 2 1 0 0 0 0 0 0 0 0 0 0 1 3 3
2 2 1 0 0 0 0 0 0 0 0 0 0 0 1 3
"""
NAMES = {
    "1103": "Haye-le-Clos",
    "0605": "Morne",
    "0709": "Soumont",
    "1309": "Les Ulmes",
    "0612": "Plessis",
    "0802": "Signal",
}
ROADS = (
    "0101 0103 0405 0605 0705 0907 0709 0610 0612",
    "0605 0804 1003 1103 1302 1601",
    "0709 0909 1010 1309 1608",
)
TRACKS = ("0107 0506 0605", "1309 1312", "0907 1107 1305 1303")


def _grid_of(text: str) -> list[list[str]]:
    return [line.split() for line in text.strip().splitlines()]


def hexes(text: str, levels: str = "", names: Mapping[Hex, str] | None = None) -> dict[Hex, HexView]:
    """Hexes from a drawing in letters, row by row."""
    height = _grid_of(levels) if levels else None
    return {
        Grid.label(c + 1, r + 1): HexView(
            hex=Grid.label(c + 1, r + 1),
            terrain=LETTERS[letter],
            level=int(height[r][c]) if height else 0,
            name=(names or {}).get(Grid.label(c + 1, r + 1), ""),
        )
        for r, row in enumerate(_grid_of(text))
        for c, letter in enumerate(row)
    }


def steps(grid: Grid, ways: Iterable[str]) -> set[tuple[Hex, Hex]]:
    """The hexsides crossed by ways given as the hexes where they turn."""
    crossed = set()
    for way in ways:
        turns = way.split()
        for here, goal in pairwise(turns):
            while here != goal:
                onward = min(grid.neighbours(here).values(), key=lambda h: (grid.span(h, goal), h))
                crossed.add((min(here, onward), max(here, onward)))
                here = onward
    return crossed


def divide(grid: Grid, inside: Iterable[Hex]) -> set[tuple[Hex, Hex]]:
    """The hexsides between some hexes and all others."""
    within = {*inside}
    return {(min(a, b), max(a, b)) for a in within for b in grid.neighbours(a).values() if b not in within}


def hexsides(
    grid: Grid,
    of: Mapping[Hex, HexView],
    *,
    roads: Iterable[str] = (),
    tracks: Iterable[str] = (),
    waters: Mapping[tuple[Hex, Hex], str] | None = None,
    crossings: Mapping[tuple[Hex, Hex], str] | None = None,
) -> tuple[HexsideView, ...]:
    """Every hexside that carries something."""
    road, track, waters, crossings = steps(grid, roads), steps(grid, tracks), waters or {}, crossings or {}
    hexsides_ = []
    for a in grid:
        for b in grid.neighbours(a).values():
            rise = of[b].level - of[a].level
            key = (a, b)
            if a > b or not (rise or key in road or key in track or key in waters):
                continue
            low, high = (a, b) if rise >= 0 else (b, a)
            hexsides_.append(
                HexsideView(
                    low=low, high=high, slope=abs(rise), water=waters.get(key, ""),
                    crossing=crossings.get(key, ""), road=key in road, track=key in track,
                )
            )  # fmt: skip
    return tuple(hexsides_)


def counter(id_: str, side: str, kind: str, hex_: Hex | None, corps: str, **face: Any) -> CounterView:
    """A counter with plausible numbers."""
    corners = {"sw": "6", "se": "4", "ne": "5"}
    if kind == "cavalry":
        corners |= {"sw": "4", "se": "8"}
    if kind == "artillery":
        corners |= {"nw": "4", "sw": "2", "se": "3", "ne": "6"}
    if kind == "leader":
        corners = {"sw": "2", "se": "9"}
    corners |= face.pop("corners", {})
    return CounterView(
        id=id_, name=face.pop("name", ""), side=side, kind=kind, symbol=face.pop("symbol", ""), corps=corps,
        hex=hex_, box=face.pop("box", "" if hex_ else "off_map"), facing=face.pop("facing", {}),
        face=CounterFace(
            corners=corners, balls=3 if kind == "artillery" else 0,
            stripes=4 if kind == "leader" else 0, **face,
        ),
    )  # fmt: skip


def _water(grid: Grid) -> dict[tuple[Hex, Hex], str]:
    """A stream and a river of the sample: the rim of what lies east of each."""
    east = {h for h in grid if _east_of(h, 9.0)}
    river = {
        h
        for h in grid
        if Grid.column_and_row(h)[1] >= 11
        or (Grid.column_and_row(h)[1] == 10 and Grid.column_and_row(h)[0] > 11)
    }
    stream = {k: "stream" for k in divide(grid, east) if int(k[0][2:]) <= 10 and int(k[1][2:]) <= 10}
    return stream | {k: "river" for k in divide(grid, river) if min(int(k[0][:2]), int(k[1][:2])) > 3}


def _east_of(hex_: Hex, column: float) -> bool:
    c, r = Grid.column_and_row(hex_)
    return c + (0.5 if r % 2 == 0 else 0) > column + (1.5 if r > 5 else 0.0) - (1.0 if r in (8, 9) else 0)


def field() -> View:
    """The rich sample without a soul on it: sixteen by twelve hexes."""
    grid = Grid(columns=16, rows=12)
    land = hexes(MAP, LEVELS, NAMES)
    waters = _water(grid)
    crossed = {k: "bridge" for k in steps(grid, ROADS) if k in waters}
    crossed |= {k: "ford" for k in steps(grid, TRACKS) if k in waters and k not in crossed}
    return View(
        scenario="sample", title={"en": "Soumont"}, grid=grid, hexes=land,
        hexsides=hexsides(grid, land, roads=ROADS, tracks=TRACKS, waters=waters, crossings=crossed),
        sides=SIDES, counters=(), zones={}, clashes=(), objectives=_objectives(),
        scores={"blue": 5, "orange": 8}, turn=3, turns=12, phase="movement", player="blue", result=None,
    )  # fmt: skip


def _objectives() -> tuple[ObjectiveView, ...]:
    def one(id_: str, hex_: Hex, owner: str, worth: int) -> ObjectiveView:
        return ObjectiveView(
            id=id_, name={"en": id_}, hexes=frozenset({hex_}), owner=owner,
            points={"blue": worth, "orange": worth}, scored="occupied",
        )  # fmt: skip

    return (one("haye", "1103", "orange", 2), one("morne", "0605", "blue", 1), one("soumont", "0709", "", 2),
            one("ulmes", "1309", "orange", 1))  # fmt: skip


BLUE = (
    counter("I/1", "blue", "infantry", "0505", "I", name="Marchand"),
    counter("I/2", "blue", "infantry", "0605", "I", states=("moved",)),
    counter("I/3", "blue", "infantry", "0806", "I", states=("attacked",), losses=2),
    counter("I/4", "blue", "infantry", "0607", "I", states=("victorious",)),
    counter("I/5", "blue", "infantry", "0805", "I"),
    counter("II/5", "blue", "infantry", "0809", "II"),
    counter("I/c", "blue", "cavalry", "0408", "I"),
    counter("I/a", "blue", "artillery", "0704", "I", states=("fired",)),
    counter("I/L", "blue", "leader", "0506", "I", name="Gén. Rey"),
    counter("II/1", "blue", "infantry", "0708", "II", states=("demoralised",), corners={"ne": "0"}),
    counter("II/2", "blue", "infantry", "0808", "II", losses=1),
    counter("II/3", "blue", "infantry", "0610", "II"),
    counter("II/c", "blue", "cavalry", "0711", "II", symbol="heavy_cavalry", states=("moved", "disordered")),
    counter("II/a", "blue", "artillery", "0709", "II", symbol="horse_artillery"),
    counter("II/L", "blue", "leader", "0710", "II", name="Éblé"),
    counter("II/4", "blue", "infantry", None, "II", box="eliminated"),
)
ORANGE = (
    counter("A/1", "orange", "infantry", "0906", "A"),
    counter("A/2", "orange", "infantry", "0907", "A", losses=3),
    counter("A/3", "orange", "infantry", "1004", "A", states=("demoralised",), corners={"ne": "0"}),
    counter("A/c", "orange", "cavalry", "0909", "A", states=("moved", "attacked")),
    counter("A/a", "orange", "artillery", "1107", "A", states=("fired", "stuck")),
    counter("A/L", "orange", "leader", "1206", "A", name="Prinz W."),
    counter("B/1", "orange", "infantry", "1103", "B"),
    counter("B/2", "orange", "infantry", "1309", "B", states=("victorious",)),
    counter("B/3", "orange", "infantry", "1010", "B", symbol="light_infantry"),
    counter("B/c", "orange", "cavalry", "1305", "B", facing={"front": 4}),
    counter("B/L", "orange", "leader", "1307", "B"),
    counter("C/1", "orange", "infantry", None, "C", box="off_map"),
    counter("C/2", "orange", "infantry", None, "C", box="off_map"),
    counter("C/3", "orange", "cavalry", None, "C", box="eliminated"),
)


def rich() -> View:
    """The sample in the middle of a battle: twenty-four counters on the map, zones, marches."""
    view = field()
    everybody = BLUE + ORANGE
    return replace(
        view,
        counters=everybody,
        zones={s: _zone(view, [c for c in everybody if c.side == s]) for s, _ in SIDES},
        trails=(
            Trail(unit="I/2", side="blue", path=("0403", "0404", "0405", "0505", "0605"), manner="step"),
            Trail(unit="II/c", side="blue", path=("0411", "0510", "0611", "0711"), manner="step"),
            Trail(unit="A/c", side="orange", path=("1211", "1111", "1010"), manner="step"),
            Trail(unit="A/c", side="orange", path=("1010", "0909"), manner="charge"),
            Trail(unit="A/3", side="orange", path=("0904", "1004"), manner="retreat"),
            Trail(unit="B/2", side="orange", path=("1408", "1309"), manner="advance"),
        ),
        shots=(
            Shot(kind="bombard", source="0704", target="0906", result="-1"),
            Shot(kind="reaction", source="1107", target="0907", result="="),
        ),
    )


def _zone(view: View, units: Iterable[CounterView]) -> frozenset[Hex]:
    barred = {"woods", "village"}
    return frozenset(
        h
        for c in units
        if c.hex and c.kind != "artillery" and "demoralised" not in c.face.states
        for h in view.grid.neighbours(c.hex).values()
        if view.hexes[h].terrain not in barred
    )


def fight() -> View:
    """The combat phase: two fights in full, with help and shields."""
    return replace(
        rich(), trails=(), phase="combat",
        shots=(Shot(kind="attack", source="0910", target="0909", result="DR"),),
        clashes=(
            Clash(
                attacker="I/3", defender="A/1", helpers=("I/5",), shields=("A/2",),
                attack=8, defence=6, odds="1:1",
            ),
            Clash(attacker="II/2", defender="A/c", helpers=("II/5",), attack=9, defence=4, odds="2:1"),
        ),
    )  # fmt: skip


def many_fights() -> View:
    """The combat phase: everything that is possible."""
    pairs = (("I/3", "A/1", "1:1"), ("I/5", "A/1", "1:2"), ("II/2", "A/c", "2:1"), ("II/2", "A/2", "3:2"),
             ("A/1", "I/3", "1:1"), ("II/5", "A/c", "4:1"), ("I/3", "A/2", "5:1"))  # fmt: skip
    return replace(
        rich(), trails=(), shots=(), phase="combat",
        clashes=tuple(
            Clash(attacker=a, defender=d, helpers=("II/5",) if a == "II/2" else (), odds=o)
            for a, d, o in pairs
        ),
    )  # fmt: skip


def marching() -> View:
    """A cavalry unit selected, and where it may go."""
    view = rich()
    near = {h for h in view.grid.within("0408", 4) if not any(c.hex == h for c in view.counters)}
    reach = {
        h: Route(
            path=(h,), cost=view.grid.distance("0408", h) * 2 - 1, steps=(1,),
            charges=("A/1",) if h == "0807" else (), left=8 - 2 * view.grid.distance("0408", h),
            ends=h == "0507",
        )
        for h in sorted(near)
        if view.hexes[h].terrain != "woods"
    }  # fmt: skip
    return replace(view, selected="I/c", reach=reach, trails=(), shots=())


def stepping() -> View:
    """A cavalry unit in hand: five steps, one of them a charge, the sixth closed."""
    near = ("0307", "0308", "0407", "0507", "0508")
    return replace(
        rich(),
        selected="I/c",
        trails=(),
        shots=(),
        steps={h: n for n, h in enumerate(near, 1)},
        closed=frozenset({"0409"}),
        charges_by_step=(("0508", "0608"),),
    )


def choosing() -> View:
    """The choice of an attack by one unit."""
    return fights(fight(), "I/3")


def commanding() -> View:
    """Blue's command: two leaders, and two units that neither leads."""
    view = rich()

    def lead(leader: str, hex_: Hex, *units: str) -> LeaderRange:
        reach = view.grid.within(hex_, 2)
        return LeaderRange(leader=leader, side="blue", corps=leader[:-2], hexes=reach, units=units)

    return replace(
        view, zones={}, trails=(), shots=(), overlays=frozenset({"command"}),
        command=Leadership(
            leaders=(lead("I/L", "0506", "I/1", "I/2", "I/4"), lead("II/L", "0710", "II/2", "II/3", "II/a")),
            unled=("I/c", "II/5"),
        ),
    )  # fmt: skip


def sighting() -> View:
    """The guns at Soumont: the village of Morne and the woods behind hide what lies there."""
    view = rich()
    near = view.grid.within("0709", 4) - {"0709"}
    hidden = dict.fromkeys(("0906", "0907", "1006"), ("0808",))
    targets = (
        Target(unit="A/c", hex="0909"),
        Target(unit="A/1", hex="0906", by=("0808",), reason="no_line_of_sight"),
        Target(unit="B/3", hex="1010", reason="target_in_melee"),
    )
    return replace(
        view, zones={}, trails=(), shots=(), selected="II/a", overlays=frozenset({"sight"}),
        sight=Sight(
            unit="II/a", hex="0709", reach=4, seen=near - {*hidden}, hidden=hidden, targets=targets
        ),
    )  # fmt: skip


def walking() -> View:
    """A path of the cavalry of the first corps: through a marsh, to a charge, and one step too far."""
    paces = (
        PricedStep(hex="0508", cost=2, left=6),
        PricedStep(hex="0608", cost=1, left=5, test=True),
        PricedStep(hex="0707", cost=2, left=3, charges="A/1", ends=True),
    )
    way = PricedPath(
        unit="I/c", start="0408", steps=paces, barred="0807", rule="MP-MOV-14", reason="zone_ends_movement"
    )
    return replace(
        rich(), zones={}, trails=(), shots=(), selected="I/c", priced_path=way, overlays=frozenset({"path"})
    )


def entering() -> View:
    """Where the third corps comes from in two turns, and where Blue may leave."""
    return replace(
        rich(), zones={}, trails=(), shots=(), overlays=frozenset({"entries"}),
        entries=(
            MapEntry(side="orange", hexes=frozenset({"1604", "1605"}), turn=5, units=("C/1", "C/2")),
            MapEntry(side="blue", hexes=frozenset({"0101"}), kind="exit"),
        ),
    )  # fmt: skip


WORDS = {
    "side/blue": "Blue",
    "side/orange": "Orange",
    "box/off_map": "Off map",
    "box/eliminated": "Eliminated",
    "terrain/clear": "Clear",
    "terrain/rough": "Rough",
    "terrain/coppice": "Coppice",
    "terrain/orchard": "Orchard",
    "terrain/woods": "Woods",
    "terrain/village": "Village",
    "terrain/marsh": "Marsh",
    "stream": "Stream",
    "river": "River",
    "major_river": "Major river",
    "bridge": "Bridge",
    "ford": "Ford",
    "road": "Road",
    "track": "Track",
    "slope/1": "Slope",
    "slope/2": "Steep slope",
    "slope/3": "Cliff",
    "objective": "Objective",
    "zone/blue": "Blue zone of control",
    "zone/orange": "Orange zone of control",
    "clash": "Attack",
    "odds": "Possible attack",
    "support": "Support",
    "trail/step": "March",
    "trail/charge": "Charge",
    "trail/advance": "Advance",
    "trail/retreat": "Retreat",
    "shot/bombard": "Bombardment",
    "shot/reaction": "Reaction fire",
    "shot/attack": "Fight",
    "shot/charge": "Charge",
    "selected": "Selected",
    "reach": "Movement points left",
    "ends": "Movement ends there",
    "command/blue": "Command radius, Blue",
    "tie": "In command",
    "unled": "Out of command now",
    "range": "In range and in sight",
    "fire": "Free line of fire",
    "unseen": "In range, out of sight",
    "screen": "Blocks the view",
    "stop": "Line stops there",
    "way": "Path",
    "price": "Cost of a step",
    "left": "Movement points left",
    "test": "A die may stop it",
    "lunge": "Charge it would make",
    "barred": "Cannot go on",
    "entry/entry": "Way onto the map",
    "entry/exit": "Way off the map",
    "losses": "Losses",
    "step": "Cost of the next step",
    "closed": "No step there",
    "menace": "The next step would charge",
    "fighter": "Can attack or be attacked",
    "state/demoralised": "Demoralised",
    "state/victorious": "Victorious",
    "state/fired": "Fired",
    "state/moved": "Moved",
    "state/attacked": "Attacked",
    "state/stuck": "Stuck",
    "state/defended": "Attacked already",
    "state/uncommanded": "Out of command",
    "state/disordered": "Disordered",
}


def caption(**more: str) -> Caption:
    """A caption with words for everything."""
    return Caption(
        header="The battles of Soumont", sub="Turn 3 of 12 · Movement · Blue to play", legend=WORDS | more
    )
