"""Pictures of secret orders, of fronts, halts and melees, and of ground that water shapes."""

from __future__ import annotations

import io
from dataclasses import replace

import pytest
from PIL import Image, ImageChops

import render
from engine.view import View
from render.geometry.layout import Layout
from render.page.legend_keys import legend_keys
from render.paint.theme import LIGHT
from render.terrain.rivers import RIVER, course_lines
from tests.render.sample_plans import LETTERS, STATES, board, caption, carried_out, planning


def drawn(view: View, *layers: str) -> Image.Image:
    png = render.draw(view, caption(), layers=frozenset(layers) if layers else None)
    return Image.open(io.BytesIO(png)).convert("RGB")


def changed(before: Image.Image, after: Image.Image) -> tuple[int, int, int, int] | None:
    """The box of all pixels that differ."""
    return ImageChops.difference(before, after).getbbox()


def test_a_planned_path_is_drawn_from_hex_to_hex():
    view = board()
    layout = Layout.of_map(view.grid, view.grid)
    run = next(p for p in planning().plans if p.order == "run")

    box = changed(drawn(view, "plans"), drawn(replace(view, plans=(run,)), "plans"))

    assert box is not None
    left, top, right, bottom = box
    for hex_ in run.path[1:]:
        x, y = layout.centre(hex_)
        assert left <= x <= right
        assert top - layout.radius <= y <= bottom + layout.radius


def test_the_head_of_an_arrow_to_a_taken_hex_is_beside_the_counter_in_it():
    view = board()
    layout = Layout.of_map(view.grid, view.grid)
    run = next(p for p in planning().plans if p.order == "run")
    taken = next(c for c in view.counters if c.hex and c.id != run.unit)
    aside = replace(taken, hex=run.path[-1])
    stands = replace(view, counters=(*(c for c in view.counters if c is not taken), aside))
    x, y = map(round, layout.centre(run.path[-1]))

    free = drawn(replace(view, plans=(run,)), "plans").getpixel((x, y))
    under = drawn(replace(stands, plans=(run,)), "plans").getpixel((x, y))

    assert free != drawn(view, "plans").getpixel((x, y))
    assert under == drawn(view, "plans").getpixel((x, y))


def test_an_open_order_shows_its_front_but_no_path_of_what_is_over():
    view = board()
    march, defend = planning().plans[1], planning().plans[3]
    lying = tuple(replace(p, secret=False) for p in (march, defend))

    assert changed(drawn(view, "plans"), drawn(replace(view, plans=lying[:1]), "plans")) is None
    assert changed(drawn(view, "plans"), drawn(replace(view, plans=lying[1:]), "plans")) is not None


def test_every_secret_order_bears_its_name():
    words = {key for key in legend_keys(planning()) if key.startswith("order/")}

    assert words == {f"order/{p.order}" for p in planning().plans}
    assert changed(drawn(board(), "intents"), drawn(planning(), "intents")) is not None


@pytest.mark.parametrize("reason", ["encounter", "blocked"])
def test_a_halt_is_marked_between_the_two_hexes(reason: str):
    view, halt = board(), carried_out().halts[0]
    layout = Layout.of_map(view.grid, view.grid)

    box = changed(drawn(view, "halts"), drawn(replace(view, halts=(replace(halt, reason=reason),)), "halts"))

    x, y = layout.between(halt.hex, halt.towards)
    assert box is not None
    assert box[0] <= x <= box[2]
    assert box[1] <= y <= box[3]


@pytest.mark.long
def test_two_units_that_met_are_marked_once():
    one, two = (carried_out().halts[0], replace(carried_out().halts[0], unit="x", hex="0606", towards="0506"))

    assert changed(drawn(replace(board(), halts=(one,))), drawn(replace(board(), halts=(one, two)))) is None


def test_a_melee_without_odds_shows_blades():
    assert changed(drawn(replace(board(), clashes=()), "clashes"), drawn(board(), "clashes")) is not None


def test_every_state_and_terrain_is_in_the_legend():
    keys = legend_keys(board())

    assert {f"state/{name}" for name in STATES} <= {*keys}
    assert {f"terrain/{name}" for name in LETTERS.values()} <= {*keys}
    assert {"halt/encounter", "halt/blocked", "trail/run", "trail/march"} <= {*legend_keys(carried_out())}


@pytest.mark.long
def test_every_terrain_but_the_plain_has_a_look_of_its_own():
    pictures = {
        name: drawn(replace(board(), hexes={h: replace(v, terrain=name) for h, v in board().hexes.items()}),
                    "relief", "ground", "paddies", "courses", "roads", "texture", "villages").tobytes()
        for name in LETTERS.values()
    }  # fmt: skip

    assert len({*pictures.values()}) == len(pictures)


def test_a_river_runs_through_every_hex_of_it_and_never_in_a_ring():
    view = board()
    layout = Layout.of_map(view.grid, view.grid)

    courses = course_lines(layout, view, RIVER)

    assert sum(len(line) for line in courses) > 20
    assert all(line[0] != line[-1] for line in courses)
    picture, near = drawn(view, "relief", "courses"), range(-9, 10, 3)
    for hex_ in (h for h, v in view.hexes.items() if v.terrain == "river"):
        x, y = layout.centre(hex_)
        around = {picture.getpixel((round(x + dx), round(y + dy))) for dx in near for dy in near}
        assert tuple(LIGHT.water) in around, hex_


@pytest.mark.long
def test_the_same_orders_make_the_same_bytes():
    assert render.draw(planning(), caption()) == render.draw(planning(), caption())
