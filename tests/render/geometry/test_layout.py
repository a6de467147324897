"""Geometry: hexes touch, hexsides lie between their hexes, lines join, nothing leaves the page."""

from __future__ import annotations

import math
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.hexes import Grid
from render.geometry.curves import arrow_head, bend, join_links, join_strands, shifted, shortened, smooth
from render.geometry.layout import Layout
from render.paint.pen import dashed
from render.terrain.hexside_water import water_lines
from render.terrain.roads import road_lines
from tests.render.sample_views import field

GRIDS = [Grid(columns=7, rows=6, stands_on=s, shoved=p) for s in ("point", "side") for p in ("odd", "even")]
grids = st.builds(
    Grid,
    columns=st.integers(1, 9),
    rows=st.integers(1, 9),
    stands_on=st.sampled_from(("point", "side")),
    shoved=st.sampled_from(("odd", "even")),
)


@pytest.mark.long
@given(grids, st.floats(10, 80))
def test_neighbours_are_one_hex_width_apart(grid, radius):
    layout = Layout.of_map(grid, grid, radius)

    for a in grid:
        for b in grid.neighbours(a).values():
            assert math.dist(layout.centre(a), layout.centre(b)) == pytest.approx(radius * math.sqrt(3))


@pytest.mark.long
@given(grids, st.floats(10, 80))
def test_a_hexside_lies_in_the_middle_between_its_hexes(grid, radius):
    layout = Layout.of_map(grid, grid, radius)

    for a in grid:
        for b in grid.neighbours(a).values():
            p, q = layout.edge(a, b)
            middle = ((p[0] + q[0]) / 2, (p[1] + q[1]) / 2)
            assert middle == pytest.approx(layout.between(a, b))
            assert math.dist(p, q) == pytest.approx(radius)


@pytest.mark.long
@given(grids, st.floats(10, 80))
def test_directions_point_at_neighbours(grid, radius):
    layout = Layout.of_map(grid, grid, radius)

    for a in grid:
        for name, b in grid.neighbours(a).items():
            (ax, ay), (bx, by) = layout.centre(a), layout.centre(b)
            angle = layout.heading(grid.directions.index(name))
            assert (math.cos(angle), math.sin(angle)) == pytest.approx(
                ((bx - ax) / radius / math.sqrt(3), (by - ay) / radius / math.sqrt(3))
            )


@given(grids)
def test_all_hexes_lie_on_the_page(grid):
    layout = Layout.of_map(grid, grid).framed(90, 40)
    x0, y0, x1, y1 = layout.map_box

    corners = [p for h in grid for p in layout.vertices(h)]

    assert x0 >= 0
    assert x1 <= layout.page[0]
    assert y1 + 40 == layout.page[1]
    assert all(x0 < x < x1 and y0 < y < y1 for x, y in corners)
    assert {*layout.visible()} == {*grid}


@pytest.mark.parametrize("grid", GRIDS)
def test_every_point_near_the_middle_of_a_hex_is_in_it(grid):
    layout = Layout.of_map(grid, grid).framed(50, 0)

    for hex_ in grid:
        x, y = layout.centre(hex_)
        around = [
            (x + layout.radius * 0.8 * math.cos(a), y + layout.radius * 0.8 * math.sin(a)) for a in range(6)
        ]
        assert {layout.hex_at(*p) for p in [(x, y), *around]} == {hex_}


def test_a_point_beside_the_map_is_in_no_hex():
    layout = Layout.of_map(GRIDS[0], GRIDS[0])

    assert layout.hex_at(-500, -500) is None


@pytest.mark.parametrize("grid", GRIDS)
def test_a_counter_fits_its_hex(grid):
    layout = Layout.of_map(grid, grid)
    half = layout.side / 2
    x, y = layout.centre("0303")

    corners = [(x + sx * half * 0.94, y + sy * half * 0.94) for sx in (-1, 1) for sy in (-1, 1)]

    assert {layout.hex_at(*p) for p in corners} == {"0303"}


def test_hexes_that_are_no_neighbours_share_no_hexside():
    with pytest.raises(ValueError, match="share no hexside"):
        Layout.of_map(GRIDS[0], GRIDS[0]).edge("0101", "0505")


def test_roads_run_on_without_a_corner():
    layout = Layout.of_map(field().grid, field().grid)

    for line in road_lines(layout, field(), "road") + water_lines(layout, field(), "stream"):
        steps = [(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(line) if math.dist(a, b) > 0.5]
        turns = [(a[0] * b[0] + a[1] * b[1]) / (math.hypot(*a) * math.hypot(*b)) for a, b in pairwise(steps)]
        assert all(cosine > math.cos(math.radians(50)) for cosine in turns)


def test_a_line_of_hexes_is_one_strand():
    chain = {(float(n), 0.0): [(n - 0.5, 0.0), (n + 0.5, 0.0)] for n in range(0, 40, 1)}

    assert len(join_strands(chain)) == 1


@pytest.mark.parametrize("links", range(7))
def test_lines_meet_at_a_node_however_many_there_are(links):
    ends = [(math.cos(n), math.sin(n)) for n in range(links)]

    lines = join_links((0.0, 0.0), ends)

    assert {end for line in lines for end in (line[0], line[-1])} >= {*ends}


def test_a_bend_begins_and_ends_where_it_should():
    curve = bend((0, 0), (5, 5), (10, 0))

    assert (curve[0], curve[-1]) == ((0, 0), (10, 0))


def test_a_smoothed_path_keeps_its_ends():
    path = [(0.0, 0.0), (10.0, 0.0), (10.0, 10.0), (20.0, 10.0)]

    assert (smooth(path)[0], smooth(path)[-1]) == (path[0], path[-1])
    assert smooth(path[:2]) == path[:2]


def test_a_line_is_shortened_at_both_ends():
    assert shortened([(0, 0), (10, 0)], 2, 3) == [(2, 0), (7, 0)]
    assert len(shortened([(0, 0), (10, 0)], 20, 0)) == 1


def test_a_line_is_moved_aside():
    assert shifted([(0, 0), (10, 0)], 2) == [(0, 2), (10, 2)]
    assert shifted([(0, 0), (10, 0)], 0) == [(0, 0), (10, 0)]


def test_an_arrow_ends_in_its_tip():
    shaft, tip = arrow_head([(0, 0), (10, 0)], 4, 4)

    assert tip[0] == (10, 0)
    assert shaft[-1][0] < 10


def test_dashes_cover_their_share_of_a_line():
    pieces = list(dashed([(0.0, 0.0), (50.0, 0.0), (100.0, 0.0)], 6, 4))

    assert sum(math.dist(a, b) for piece in pieces for a, b in pairwise(piece)) == pytest.approx(60)
