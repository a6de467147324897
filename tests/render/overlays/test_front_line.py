"""The front line: where it runs, which side lies on which hand, where it ends."""

from __future__ import annotations

from dataclasses import replace
from math import dist

from engine.view import View
from engine.view.front_line import with_front_line
from render.geometry.layout import Layout, Point
from render.overlays.control.front_line import front_lines
from tests.render.sample_views import counter, field

SIDES = {"blue": 0, "orange": 1}


def between(**at: str) -> View:
    """A field with a counter of the side that its name begins with in each of some hexes."""
    units = (counter(name, name.split("_")[0], "infantry", hex_, "I") for name, hex_ in at.items())
    return with_front_line(replace(field(), counters=tuple(units)))


def lines(view: View) -> tuple[Layout, list[tuple[str, str, list[Point]]]]:
    layout = Layout.of_map(view.grid, view.grid)
    return layout, list(front_lines(layout, view.front, SIDES))


def test_a_line_runs_halfway_between_two_counters_with_the_first_side_on_its_right():
    view = between(blue="0505", orange="0705")

    layout, (line,) = lines(view)

    right, left, points = line
    blue, orange = layout.centre("0505"), layout.centre("0705")
    assert (right, left) == ("blue", "orange")
    assert all(abs(dist(at, blue) - dist(at, orange)) < layout.radius * 0.3 for at in points)
    (ax, ay), (bx, by) = points[0], points[-1]
    assert (bx - ax) * (blue[1] - ay) - (by - ay) * (blue[0] - ax) > 0


def test_a_counter_behind_the_enemy_has_a_closed_line_around_it():
    around = {f"orange_{n}": hex_ for n, hex_ in enumerate(sorted(field().grid.within("0606", 2)))}
    view = between(
        blue="0606", **{name: h for name, h in around.items() if field().grid.distance(h, "0606") == 2}
    )

    _, (line,) = lines(view)

    assert line[2][0] == line[2][-1]


def test_armies_far_apart_have_no_line():
    assert lines(between(blue="0101", orange="1410"))[1] == []
