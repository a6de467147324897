"""What pictures show of Pousse-pion: hexsides, zones that cost, contacts, pursuits, the rose's new signs."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PIL import Image, ImageChops

from engine.display import CounterFace
from engine.hexes import Grid
from engine.view import CounterView, HexsideView, HexView, Trail, View
from render.caption import Caption
from render.page.legend_keys import legend_keys
from render.page.legend_swatches import swatch
from render.picture import draw_uncached

GRID = Grid(columns=5, rows=4)
SIDES = ("blue", "orange")
NEW = (
    *("ru", "double_contour", "triple_contour", "steep_slope", "abattis", "contact", "proposal", "across"),
    *("back", "may_charge", "dear/orange", "cheap/orange", "terrain/hollow", "terrain/built_up"),
    *("state/stopped", "state/charged", "trail/pursuit"),
)


def counter(id_: str, side: str, hex_: str) -> CounterView:
    """A counter that stands there."""
    face = CounterFace(corners={"sw": "4", "ne": "4", "se": "3"})
    return CounterView(
        id=id_, name="", side=side, kind="infantry", symbol="infantry", corps="", hex=hex_, box="",
        face=face, facing={},
    )  # fmt: skip


def view(**more: object) -> View:
    """A small map with one unit a side; `more` of the view."""
    base = View(
        scenario="", title={}, grid=GRID, hexsides=(), sides=tuple((side, {}) for side in SIDES),
        hexes={h: HexView(hex=h, terrain="clear", level=0, name="") for h in GRID},
        counters=(counter("b", "blue", "0202"), counter("o", "orange", "0402")),
        zones={"orange": frozenset({"0302", "0303"})}, clashes=(), objectives=(), scores={}, turn=1, turns=2,
        phase="movement", player="blue", result=None,
    )  # fmt: skip
    return replace(base, **more)  # type: ignore[arg-type]


def drawn(seen: View) -> Image.Image:
    """Its picture, in all its colours."""
    return draw_uncached(seen, Caption(), radius=40)


def changed(one: View, other: View) -> tuple[int, int, int, int] | None:
    """The box in which two pictures differ; None when they are the same."""
    return ImageChops.difference(drawn(one), drawn(other)).getbbox()


@pytest.mark.parametrize("theme", ["light", "dark", "print"])
def test_every_new_sign_has_a_swatch_of_its_own(theme: str) -> None:
    made = {key: swatch(key, SIDES, (44, 26), theme) for key in (*NEW, "terrain/clear", "zone/orange")}

    pictures = {picture.tobytes() for picture in made.values() if picture is not None}

    assert len(pictures) == len(NEW) + 2


@pytest.mark.parametrize(
    "side",
    [
        HexsideView(low="0202", high="0302", water="ru"),
        HexsideView(low="0202", high="0302", contour="double_contour"),
        HexsideView(low="0202", high="0302", contour="triple_contour"),
        HexsideView(low="0202", high="0302", steep=True),
        HexsideView(low="0202", high="0302", abattis=True),
    ],
)
def test_every_hexside_shows_what_lies_on_it(side: HexsideView) -> None:
    assert changed(view(), view(hexsides=(side,))) is not None


def test_a_steep_slope_is_drawn_as_such_alone_over_a_double_contour_PP_MOV_17() -> None:
    steep = HexsideView(low="0202", high="0302", steep=True)
    double, triple = (replace(steep, contour=f"{name}_contour") for name in ("double", "triple"))

    assert changed(view(hexsides=(steep,)), view(hexsides=(double,))) is None
    assert changed(view(hexsides=(steep,)), view(hexsides=(triple,))) is not None


@pytest.mark.long
def test_zones_that_cost_look_unlike_those_that_do_not_PP_ZOC_08() -> None:
    alike = view(selected="b")
    dear, cheap = (
        replace(alike, costly_to_leave=frozenset({"0302"})),
        replace(alike, costly_to_leave=frozenset()),
    )

    assert changed(alike, dear)
    assert changed(dear, cheap)
    assert changed(alike, cheap)
    assert {"dear/orange", "cheap/orange"} <= {*legend_keys(dear)}
    assert not {"dear/orange", "cheap/orange"} & {*legend_keys(alike)}


@pytest.mark.long
def test_enemies_in_contact_are_joined_and_a_pursuit_is_proposed_PP_PUR_06() -> None:
    way = Trail(unit="b", side="blue", path=("0202", "0302"), manner="pursuit")

    assert changed(view(), view(contacts=(("0302", "0402"),))) is not None
    assert changed(view(), view(proposed_moves=(way,))) is not None
    assert changed(view(trails=(way,)), view(trails=(replace(way, manner="step"),))) is not None


@pytest.mark.long
def test_the_rose_shows_friends_steps_back_and_charges() -> None:
    near = view(selected="b", steps={"0302": 1, "0101": 1})

    for more in (
        {"passing": frozenset({"0302"})},
        {"back": frozenset({"0101"})},
        {"charges_by_order": (("0302", "0402"),)},
    ):
        assert changed(near, replace(near, **more)) is not None, more  # type: ignore[arg-type]
