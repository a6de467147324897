"""A view of secret orders and their results, built by hand: samurai on both banks of a river."""

from __future__ import annotations

from dataclasses import replace

from engine.display import Clash, CounterFace
from engine.hexes import Grid, Hex
from engine.view import CounterView, Halt, HexView, PlanView, Trail, View
from render.caption import Caption
from tests.render.sample_views import WORDS, field

LETTERS = {
    ".": "plains", "l": "light_woods", "h": "heavy_woods", "f": "rice_fields", "k": "rocky_ground",
    "x": "ravine", "v": "village", "R": "river", "F": "ford", "B": "bridge",
}  # fmt: skip
MAP = """
. . l l . . . R . . . . .
. l h h . . . R . . f f .
. . h h h . . R . f f f .
. . . . . . B . . f f . .
. k k . . v R . . . . . .
. k k . v v F . . . l l .
. . . . . . . R . . l . .
x x x . . . . R . . . . .
. . . x . . . . R . . . .
"""
SIDES = (("red", {"en": "Takeda"}), ("blue", {"en": "Uesugi"}))


def unit(
    id_: str, kind: str, symbol: str, hex_: Hex, *states: str, facing: int = 1, losses: int = 0
) -> CounterView:
    """A counter as that rulebook shows it; ids of Uesugi end in a capital."""
    corners = {"sw": "6", "se": "4/6", "nw": "1", "ne": "10"}
    face = CounterFace(corners=corners, states=states, losses=losses)
    side = "blue" if id_[-1].isupper() else "red"
    return CounterView(
        id=id_, name="", side=side, kind=kind, symbol=symbol, corps="", hex=hex_, box="", face=face,
        facing={"unit": facing},
    )  # fmt: skip


COUNTERS = (
    unit("yari-1", "infantry", "ashigaru_yari", "0305", "commander"),
    unit("yumi-1", "infantry", "ashigaru_archers", "0304", "hesitant", losses=2),
    unit("teppo-1", "infantry", "ashigaru_arquebus", "0205", facing=0),
    unit("nagi-1", "infantry", "samurai_naginata", "0404", "commander", "honor"),
    unit("kiba-1", "cavalry", "mounted_samurai", "0506", "commander", "tired"),
    unit("honjin-1", "infantry", "general_staff", "0206"),
    unit("sohei-1", "infantry", "monks", "0103"),
    unit("shinobi-1", "infantry", "ninja", "0403", "hidden", facing=2),
    unit("katana-A", "infantry", "samurai_swordsmen", "0504", "shaken", facing=4, losses=3),
    unit("kisha-A", "cavalry", "mounted_samurai_archers", "0904", facing=4),
    unit("yari-A", "infantry", "ashigaru_yari", "1004", "panicked", facing=4, losses=4),
    unit("yumi-A", "infantry", "samurai_archers", "1106", facing=4),
)


def board() -> View:
    """The position before any order is written; two units fight."""
    grid = Grid(columns=13, rows=9)
    rows = [line.split() for line in MAP.strip().splitlines()]
    land = {
        h: HexView(hex=h, terrain=LETTERS[rows[int(h[2:]) - 1][int(h[:2]) - 1]], level=0, name="")
        for h in grid
    }
    return replace(
        field(), grid=grid, hexes=land, hexsides=(), sides=SIDES, counters=COUNTERS, objectives=(),
        scores={"red": 3, "blue": 1}, phase="planning", player="", turn=2, turns=8,
        clashes=(Clash(attacker="nagi-1", defender="katana-A"),),
    )  # fmt: skip


def planning() -> View:
    """What Takeda's player sees of their own orders."""

    def plan(
        id_: str, order: str, *path: Hex, target: Hex | None = None, facing: int | None = None
    ) -> PlanView:
        return PlanView(
            unit=id_, side="red", order=order, path=path, target=target, facing=facing, secret=True
        )

    return replace(
        board(),
        plans=(
            plan("kiba-1", "run", "0506", "0607", "0707", "0706"),
            plan("yari-1", "march", "0305", "0405"),
            plan("yumi-1", "fire_ranged_weapons", target="0504"),
            plan("teppo-1", "defend", facing=1),
            plan("sohei-1", "assault", "0103", "0203", target="0504"),
            plan("honjin-1", "rest"),
        ),
    )


def carried_out() -> View:
    """The movement as it happened: an encounter and two paths."""
    return replace(
        board(),
        phase="movement",
        trails=(
            Trail(unit="kiba-1", side="red", path=("0308", "0407", "0406", "0506"), manner="run"),
            Trail(unit="yari-1", side="red", path=("0205", "0305"), manner="march"),
        ),
        halts=(
            Halt(unit="kiba-1", hex="0506", towards="0606", reason="encounter"),
            Halt(unit="yari-A", hex="1004", towards="1003", reason="blocked"),
        ),
    )


def caption(**more: str) -> Caption:
    """The words for the pictures."""
    words = {
        **WORDS,
        "side/red": "Takeda",
        "side/blue": "Uesugi",
        "plan": "Planned path",
        "front": "Front",
        "aim": "Target",
        **{f"terrain/{name}": name.replace("_", " ").capitalize() for name in LETTERS.values()},
        **{f"order/{p.order}": p.order.split("_")[0] for p in planning().plans},
        **{f"halt/{name}": name.capitalize() for name in ("encounter", "blocked")},
        **{f"state/{name}": name.capitalize() for name in STATES},
        "trail/run": "Run",
        "trail/march": "March",
    }
    return Caption(header="The ford of Hirano", sub="Turn 2 of 8 · Planning", legend=words | more)


STATES = ("commander", "honor", "hesitant", "shaken", "panicked", "hidden", "tired")
