"""Where lines end on the map: streams at springs and drifts, ways at its edge."""

import math

import pytest

import scenarios
from engine.state import State
from engine.systems import find
from engine.view import View, look
from render.geometry.layout import Layout, Point
from render.terrain.hexside_water import sources, water_lines
from render.terrain.roads import road_lines

WITH_STREAMS = [
    id_
    for id_ in scenarios.all()
    if any("stream" in (side.water, side.linear) for side in scenarios.load(id_).hexsides.values())
]


def laid_out(battle: str) -> tuple[View, Layout]:
    scenario = scenarios.load(battle)
    view = look(find(scenario.system), scenario, State())
    return view, Layout.of_map(view.grid, view.grid)


def around(layout: Layout, point: Point) -> list[str]:
    return [h for h in layout.grid if math.dist(layout.centre(h), point) < layout.radius * 1.3]


@pytest.mark.parametrize("battle", WITH_STREAMS)
def test_every_stream_that_begins_on_a_map_begins_at_a_spring_its_battle_states(battle):
    view, layout = laid_out(battle)
    springs = {h for h, printed in scenarios.load(battle).hexes.items() if printed.spring}

    assert all(springs & {*around(layout, point)} for point in sources(layout, view))


def test_a_stream_runs_on_where_a_road_goes_through_it_at_a_drift():
    view, layout = laid_out("isandlwana")

    middles = [layout.between("1510", "1610"), layout.between("0212", "0312")]
    points = [p for line in water_lines(layout, view, "stream") for p in line]

    assert all(min(math.dist(middle, p) for p in points) < layout.radius * 0.2 for middle in middles)


def test_a_road_that_bends_in_the_last_hex_still_leaves_the_map():
    view, layout = laid_out("saalfeld")

    ends = [p for line in road_lines(layout, view, "road") for p in (line[0], line[-1])]
    end = min(ends, key=lambda p: math.dist(p, layout.centre("2011")))

    assert 0.6 * layout.radius < math.dist(end, layout.centre("2011")) < layout.radius
    assert end[0] > layout.centre("2011")[0]
