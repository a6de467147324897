"""A view of a colonial battle, built by hand: a column in dry country, warriors out of the long grass."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from engine.display import Clash, CounterFace, LeaderRange, Leadership, Sight, Target
from engine.hexes import Grid, Hex
from engine.view import CounterView, HexsideView, HexView, Shot, Trail, View
from render.caption import Caption
from tests.render.sample_views import WORDS, field

LETTERS = {
    ".": "clear", "g": "tall_grass", "b": "brambles", "h": "rocky_hills", "s": "scrub", "r": "rocks",
    "w": "wood", "v": "village", "L": "lake",
}  # fmt: skip
MAP = """
h h h . . . g g . . s .
h h . . . . g g g . . s
. h . s . . . g g . . .
. . . s s . . . . . r .
. . . . . . . . . r r .
L L . . . . . . . . . .
L L L . . v . . b b . .
. L . . . v . . . b b .
. . . . . . . . . . . h
w w . . . s . . g . h h
w w w . . s . g g . h .
. w w . . . . g g . . .
"""
BANK = frozenset(Grid.label(column, row) for column in range(4, 9) for row in range(1, 11))
"""Hexes north of a stream."""
WALLS = (("0606", "0607"), ("0607", "0707"), ("0607", "0708"), ("0607", "0507"))
SIDES = (("colonial", {"en": "British column"}), ("native", {"en": "Zulu impi"}))


def piece(
    id_: str, kind: str, hex_: Hex | None, headings: tuple[int, ...], *states: str, **face: Any
) -> CounterView:
    """A counter as that rulebook shows it; ids of the natives begin with n."""
    symbol = face.pop("symbol", "")
    side = "native" if id_.startswith("n") else "colonial"
    counter_face = CounterFace(headings=headings, bases=max(1, len(headings)), states=states, **face)
    return CounterView(
        id=id_, name="", side=side, kind=kind, symbol=symbol, corps="", hex=hex_,
        box="" if hex_ else "eliminated", face=counter_face, facing={},
    )  # fmt: skip


def troops(cohesion: int, weapon: str = "", training: str = "", **more: str) -> dict[str, str]:
    """The corners of a unit of troops."""
    corners = {"sw": str(cohesion), "se": weapon, "ne": training} | more
    return {k: v for k, v in corners.items() if v}


COUNTERS = (
    piece("c1", "infantry", "0404", (1, 3), "activated", corners=troops(4, "BLR", "++"), losses=1),
    piece("c2", "infantry", "0505", (1, 1), "commanded", corners=troops(4, "BLR", "+")),
    piece("c3", "infantry", "0604", (0, 6), "square", "done", corners=troops(4, "BLR", "+"), losses=2),
    piece("c4", "infantry", "0706", (3, 5), "fragile", "low_ammo", corners=troops(3, "MLR"), losses=3),
    piece("c5", "infantry", "0806", (1, 3), "skirmisher", symbol="skirmishers", corners=troops(3, "BLR")),
    piece("c6", "cavalry", "0308", (9, 11), "done", corners=troops(3, "SB", "+")),
    piece("c7", "artillery", "0506", (1,), "team", corners=troops(2, "RC", "+")),
    piece("c8", "artillery", "0507", (3,), "smoke", corners=troops(2, "MLC")),
    piece("c9", "chief", "0405", (), "active", corners={"s": "4D8/3"}),
    piece("c10", "machine_gun", "0608", (3,), "low_ammo", corners=troops(2, "MG", "+")),
    piece("c11", "infantry", "0409", (5, 7), corners=troops(2, "SB", "-"), losses=1, symbol="warriors"),
    piece("c12", "chief", "0607", (), "done", corners={"s": "3D6/2"}),
    piece("c14", "chief", "0505", (), "deactivated", corners={"s": "3D8/2"}),
    piece("c13", "infantry", None, (1, 1), corners=troops(4, "BLR")),
    piece("n1", "infantry", "0705", (9,), "activated", corners=troops(4), symbol="warriors"),
    piece("n2", "infantry", "0805", (9,), "commanded", corners=troops(4, "SB"), symbol="warriors", losses=2),
    piece("n3", "infantry", "0903", (7,), corners=troops(4), symbol="warriors"),
    piece("n4", "infantry", "0907", (9,), "fragile", "done", corners=troops(4), symbol="warriors", losses=4),
    piece("n5", "infantry", "1007", (9,), corners=troops(3, "JNG", "-"), symbol="warriors"),
    piece("n6", "cavalry", "0909", (9,), corners=troops(3, "ML", "+"), losses=1),
    piece("n7", "infantry", "0803", (5,), corners=troops(4), symbol="warriors"),
    piece("n8", "chief", "1005", (), corners={"s": "4D6/4"}, symbol="war_chief"),
    piece("n10", "chief", "0903", (), corners={"s": "3D6/3"}, symbol="war_chief"),
    piece("n9", "infantry", "1008", (11,), "routed", corners=troops(3), symbol="warriors", losses=3),
)


def board() -> View:
    """All units on the map; one melee continues."""
    grid = Grid(columns=12, rows=12, stands_on="side")
    rows = [line.split() for line in MAP.strip().splitlines()]
    land = {
        h: HexView(hex=h, terrain=LETTERS[rows[int(h[2:]) - 1][int(h[:2]) - 1]], level=0, name="")
        for h in grid
    }
    land["0607"] = replace(land["0607"], name="Sihayo's kraal")
    sides = [
        HexsideView(low=min(h, s), high=max(h, s), linear="stream", of=h)
        for h in sorted(BANK)
        for s in grid.neighbours(h).values()
        if s not in BANK and 4 <= Grid.column_and_row(s)[0] <= 8
    ]
    sides += [HexsideView(low=min(a, b), high=max(a, b), linear="wall", of="0607") for a, b in WALLS]
    return replace(
        field(), grid=grid, hexes=land, hexsides=tuple(sides), sides=SIDES, counters=COUNTERS, objectives=(),
        scores={"colonial": 2, "native": 3}, phase="movement", player="colonial", turn=3, turns=8,
        clashes=(Clash(attacker="n1", defender="c4"),),
    )  # fmt: skip


def facing() -> View:
    """What is front, flank and rear of a company whose bases look apart."""
    around = board().grid.neighbours("0404")
    kinds = {"N": "front", "NE": "front", "SE": "front", "S": "flank", "SW": "rear", "NW": "flank"}
    return replace(
        board(), selected="c1", clashes=(), overlays=frozenset({"facing"}),
        aspects={hex_: kinds[name] for name, hex_ in around.items()},
    )  # fmt: skip


def bearing() -> View:
    """What the machine gun in the kraal bears on: the skirmishers before it hide what lies behind."""
    view = board()
    arc = frozenset(h for h in view.grid if _within(view.grid, "0608", h))
    near = (arc & view.grid.within("0608", 4)) - {"0608"}
    hidden = dict.fromkeys(sorted({"0909", "1009", "1008"} & near), ("0809",))
    return replace(
        view, selected="c10", clashes=(), overlays=frozenset({"sight"}),
        sight=Sight(
            unit="c10", hex="0608", reach=4, seen=near - {*hidden}, hidden=hidden, arc=arc,
            targets=(
                Target(unit="n5", hex="1007"),
                Target(unit="n4", hex="0907"),
                Target(unit="n6", hex="0909", by=("0809",), reason="no_line_of_sight"),
            ),
        ),
    )  # fmt: skip


def _within(grid: Grid, hex_: Hex, other: Hex) -> bool:
    """Whether a hex lies to the east of another, at most as far north or south as east."""
    (x, y), (u, v) = (_middle(grid, h) for h in (hex_, other))
    return u > x and abs(v - y) <= (u - x) * 0.6


def _middle(grid: Grid, hex_: Hex) -> tuple[float, float]:
    q, r = grid.cubes[hex_]
    return 1.5 * q, 3**0.5 * (r + q / 2)


def leading() -> View:
    """The command radius of the first chief, and where the impi cuts it off."""
    view = board()
    near = view.grid.within("0405", 3)
    barred = frozenset({"0705", "0704", "0703", "0706"}) & near
    return replace(
        view, clashes=(), overlays=frozenset({"command"}),
        command=Leadership(
            leaders=(
                LeaderRange(
                    leader="c9", side="colonial", corps="", hexes=near - barred, barred=barred,
                    units=("c1", "c2", "c3", "c7"),
                ),
            ),
        ),
    )  # fmt: skip


def routing() -> View:
    """A native band in flight, and a company that may run for cover or to its chief; the guns fire."""
    return replace(
        board(), clashes=(),
        trails=(
            Trail(unit="n9", side="native", path=("0808", "0908", "1008"), manner="rout"),
            Trail(unit="c5", side="colonial", path=("0807", "0806"), manner="aside"),
        ),
        proposed_moves=(
            Trail(unit="c4", side="colonial", path=("0706", "0607"), manner="rout"),
            Trail(unit="c4", side="colonial", path=("0706", "0605", "0504"), manner="rout"),
        ),
        shots=(Shot(kind="volley", source="0608", target="0907", result="2"),),
    )  # fmt: skip


def caption(**more: str) -> Caption:
    """Words for all of it."""
    sub = "Turn 3 of 8 · Movement · British to play"
    return Caption(header="The ford of Ulundi", sub=sub, legend=WORDS | OWN_WORDS | more)


STATES = ("square", "skirmisher", "team", "fragile", "low_ammo", "commanded", "activated", "done", "routed",
          "smoke", "active", "deactivated", "at_risk")  # fmt: skip
KEYS = ("melee", "arc", "cut_off", "flight", "command/colonial", "shot/volley", "trail/aside", "trail/rout",
        "aspect/front", "aspect/flank", "aspect/rear", "wall", *(f"state/{s}" for s in STATES),
        *(f"terrain/{name}" for name in LETTERS.values()))  # fmt: skip
OWN_WORDS = {
    **{key: key.rpartition("/")[2].replace("_", " ").capitalize() for key in KEYS},
    "side/colonial": "British column",
    "side/native": "Zulu impi",
}
