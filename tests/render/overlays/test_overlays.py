"""Pictures of requested overlays: command, range and sight, a path, entries, and units out of command."""

from __future__ import annotations

import io
from dataclasses import replace

import pytest
from PIL import Image, ImageChops

import render
from engine.display import MapEntry
from engine.view import View
from render.geometry.area_borders import area_borders
from render.geometry.layout import Layout, Point
from render.page.legend_keys import legend_keys
from render.paint.theme import LIGHT, Colour
from tests.render.sample_views import caption, commanding, entering, marching, sighting, walking

BLUE = LIGHT.armies[0]


def drawn(view: View, *layers: str) -> Image.Image:
    png = render.draw(view, caption(), layers=frozenset(layers) if layers else None)
    return Image.open(io.BytesIO(png)).convert("RGB")


def layout(view: View) -> Layout:
    return Layout.of_map(view.grid, view.grid)


def shows(image: Image.Image, colour: Colour, at: Point, half: float) -> bool:
    """Whether a square around a point has a pixel of a colour, or of the nearest one of few colours."""
    x, y = at
    piece = image.crop((round(x - half), round(y - half), round(x + half), round(y + half)))
    colours = [c for _, c in piece.getcolors(piece.width * piece.height) or () if isinstance(c, tuple)]
    return any(max(abs(a - b) for a, b in zip(c, colour, strict=True)) <= 24 for c in colours)


def changed(before: Image.Image, after: Image.Image, at: Point, half: float) -> bool:
    """Whether anything differs in a square around a point."""
    box = tuple(map(round, (at[0] - half, at[1] - half, at[0] + half, at[1] + half)))
    return ImageChops.difference(before.crop(box), after.crop(box)).getbbox() is not None


# --- lines around areas ------------------------------------------------------------------------------------


def test_the_line_around_hexes_is_closed_and_holes_have_their_own():
    view = commanding()
    ring = view.grid.within("0506", 1) - {"0506"}

    lines = area_borders(layout(view), ring)

    assert sorted(len(line) for line in lines) == [7, 19]
    assert all(line[0] == line[-1] for line in lines)


def test_no_hexes_have_no_line():
    assert area_borders(layout(commanding()), frozenset()) == ()


# --- command -----------------------------------------------------------------------------------------------


def test_what_a_leader_reaches_has_his_sides_colour_around_it():
    view = commanding()
    plan, picture = layout(view), drawn(commanding(), "command")

    for lead in view.command.leaders:
        (line,) = area_borders(plan, lead.hexes, 0.9)
        coloured = sum(shows(picture, BLUE.zone, p, plan.radius * 0.3) for p in line)
        assert coloured > len(line) * 0.6


def test_a_line_leads_from_a_leader_to_each_unit_he_leads_and_to_no_other():
    view = replace(commanding(), counters=tuple(c for c in commanding().counters if c.side == "blue"))
    plan, picture = layout(view), drawn(view, "command")
    at = {c.id: plan.centre(c.hex) for c in view.counters if c.hex}

    def tied(a: str, b: str) -> bool:
        middle = ((at[a][0] + at[b][0]) / 2, (at[a][1] + at[b][1]) / 2)
        return shows(picture, BLUE.zone, middle, plan.radius * 0.12)

    assert tied("I/L", "I/1")
    assert tied("II/L", "II/3")
    assert not tied("I/L", "II/2")


def test_only_who_is_out_of_command_bears_the_sign():
    view = commanding()
    plan = layout(view)
    before, after = (
        drawn(replace(view, command=replace(view.command, unled=())), "unled"),
        drawn(view, "unled"),
    )

    def sign(hex_: str) -> Point:
        x, y = plan.centre(hex_)
        return x, y - plan.side * 0.74

    marked = {c.id for c in view.counters if c.hex and changed(before, after, sign(c.hex), 4)}

    assert marked == {"I/c", "II/5"}


# --- range and sight ---------------------------------------------------------------------------------------


@pytest.mark.long
def test_hidden_hexes_are_darker_than_those_seen():
    view = sighting()
    plan, picture = layout(view), drawn(sighting(), "ground", "sight")
    assert view.sight is not None

    def light(hex_: str) -> float:
        x, y = plan.centre(hex_)
        piece = picture.convert("L").crop((round(x) + 12, round(y) - 6, round(x) + 18, round(y) + 6))
        return sum(piece.tobytes()) / (piece.width * piece.height)

    assert light("0907") + 30 < light("0608")


def test_the_hex_that_blocks_is_framed_in_red_and_so_is_no_other():
    view = sighting()
    plan, picture = layout(view), drawn(sighting(), "sight")

    def framed(hex_: str) -> bool:
        corners = plan.vertices(hex_, 0.88)
        return sum(shows(picture, LIGHT.clash, p, 4) for p in corners) >= 5

    assert [h for h in view.grid if framed(h)] == ["0808"]


def test_a_ring_is_around_who_can_be_fired_at_and_a_cross_before_who_is_hidden():
    view = sighting()
    plan, picture = layout(view), drawn(sighting(), "shooting")

    def red(hex_: str) -> bool:
        x, y = plan.centre(hex_)
        return shows(picture, LIGHT.clash, (x - plan.radius * 0.76, y), 4)

    assert red("0909")
    assert not red("0906")
    assert not red("1010")
    assert shows(picture, LIGHT.clash, plan.between("0808", "0906", 0.25), plan.radius * 0.5)


# --- a path, and what is left ------------------------------------------------------------------------------


def test_each_step_bears_its_cost_and_the_last_hex_what_is_left():
    view = walking()
    plan = layout(view)
    without, picture = drawn(replace(view, priced_path=None), "prices"), drawn(view, "prices")

    for a, b in (("0408", "0508"), ("0508", "0608"), ("0608", "0707")):
        assert changed(without, picture, plan.between(a, b), 5)
    assert shows(picture, LIGHT.selection, plan.centre("0707"), plan.radius * 0.4)
    assert not changed(without, picture, plan.centre("0608"), 4)


def test_where_it_cannot_go_on_stands_a_cross():
    view = walking()
    plan = layout(view)
    assert view.priced_path is not None
    open_ = replace(view, priced_path=replace(view.priced_path, barred=""))

    assert changed(drawn(open_, "prices"), drawn(view, "prices"), plan.between("0707", "0807"), 4)


def test_the_numbers_of_a_reach_are_what_is_left_on_arrival():
    view = marching()
    route = view.reach["0507"]
    dearer = replace(view, reach={**view.reach, "0507": replace(route, cost=route.cost + 1)})
    poorer = replace(view, reach={**view.reach, "0507": replace(route, left=route.left + 1)})

    picture = drawn(view, "costs")

    assert picture == drawn(dearer, "costs")
    assert picture != drawn(poorer, "costs")


# --- entries -----------------------------------------------------------------------------------------------


def test_arrows_show_where_counters_come_and_go_and_only_there():
    view = entering()
    plan = layout(view)
    without, picture = drawn(replace(view, entries=()), "entries"), drawn(view, "entries")

    touched = {h for h in view.grid if changed(without, picture, plan.centre(h), plan.radius * 0.3)}

    assert touched == {"1604", "1605", "0101"}


def test_units_that_share_a_hex_show_the_first_turn_in_which_any_comes() -> None:
    view, hexes = entering(), frozenset({"0101"})
    soon, late = (MapEntry(side="orange", hexes=hexes, turn=view.turn + n) for n in (1, 5))
    alone, both = (drawn(replace(view, entries=e), "entries") for e in ((soon,), (soon, late)))

    assert both.tobytes() == alone.tobytes()
    assert drawn(replace(view, entries=(late,)), "entries").tobytes() != alone.tobytes()


# --- legend and order --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("view", "keys"),
    [
        (commanding(), {"command/blue", "tie", "unled"}),
        (sighting(), {"range", "fire", "unseen", "screen", "stop"}),
        (walking(), {"way", "price", "left", "test", "lunge", "barred", "ends"}),
        (entering(), {"entry/entry", "entry/exit"}),
        (marching(), {"reach", "ends"}),
    ],
    ids=["command", "sight", "path", "entries", "reach"],
)
def test_the_legend_knows_every_sign_of_it(view: View, keys: set[str]):
    every = {"command/blue", "tie", "unled", "range", "fire", "unseen", "screen", "stop", "way", "price",
             "left", "test", "lunge", "barred", "ends", "entry/entry", "entry/exit", "reach"}  # fmt: skip

    assert {*legend_keys(view)} & every == keys


@pytest.mark.parametrize("view", [commanding(), sighting(), walking(), entering()])
def test_together_they_are_drawn_over_one_another(view: View):
    every = replace(
        view,
        command=commanding().command, sight=sighting().sight,
        priced_path=walking().priced_path, entries=entering().entries,
    )  # fmt: skip

    assert drawn(every) != drawn(view)
