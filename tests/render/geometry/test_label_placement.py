"""Signs stand where they cover nothing: odds, results, flags, names, arrows, on real battles."""

from __future__ import annotations

import io
import math
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import combinations

import pytest
from PIL import Image

import opponent
import render
import scenarios
from bot.cli.scenario.pictures import first_view
from engine import referee
from engine.evolve import replay
from engine.hexes import Grid
from engine.ledger import SeededDice
from engine.state import State
from engine.systems import find
from engine.view import CounterView, HexView, ObjectiveView, Trail, View, look
from render.caption import Caption
from render.counters.counter_layers import counter_obstacles
from render.counters.stacking import counter_centres
from render.geometry.label_placement import (
    CROSSING,
    LETTERS,
    SIGN,
    Obstacle,
    best_place,
    box_around,
    overlap,
    places_near,
)
from render.geometry.layout import Layout
from render.labels.choices import chances
from render.labels.hex_numbers import beside_map, numbered
from render.labels.label_obstacles import entry_arrows, map_obstacles
from render.labels.place_names import half_size, name_obstacles, names_at
from render.overlays.combat import PLATE, clashes, clashes_at, odds_half_size
from render.overlays.fire import shots_at
from render.overlays.movement_arrows import trail_lines
from render.overlays.objectives import flag_obstacles, flag_pieces
from render.page.framing import framed
from render.page.legend_keys import legend_keys
from render.paint.canvas import Canvas, tag_half_size
from render.paint.theme import LIGHT
from render.picture import compose
from tests.render.sample_views import choosing, counter, field, fight, many_fights

OBJECTIVE = ObjectiveView(
    id="o", name={}, hexes=frozenset({"0707"}), owner="", points={"blue": 1, "orange": 2}, scored="occupied"
)


def on(view: View, radius: float | None = None) -> Canvas:
    layout = Layout.of_map(view.grid, view.grid, radius)
    sides = tuple(side for side, _ in view.sides)
    return Canvas(image=Image.new("RGB", layout.map_size), layout=layout, theme=LIGHT, sides=sides)


def battles(name: str, seed: str) -> Iterator[View]:
    """What a spectator sees, at the end of every phase of a game of the computer player with itself."""
    scenario = scenarios.load(name)
    system, dice, count, recent = find(scenario.system), SeededDice(seed.encode()), 0, []
    state = replay(State(), referee.start(system, scenario, dice))
    while not state.result:
        side = state.questions[0].side if state.questions else min(state.active)
        command, count = opponent.choose(system, scenario, state, side), count + 1
        events = referee.play(system, scenario, state, side, command, dice, count)
        before, state = state, replay(state, events)
        recent += events
        if (before.turn, before.phase, before.player) != (state.turn, state.phase, state.player):
            yield look(system, scenario, state, "", recent)
            recent = []


@cache
def samples(name: str) -> list[View]:
    made = {"fight": fight, "many_fights": many_fights}
    return [made[name]()] if name in made else list(battles(name, "3"))


@pytest.mark.parametrize("name", ["fight", "many_fights", "tutorial", "ormes"])
def test_odds_cover_neither_letters_nor_badges_nor_each_other(name):
    fights = covered = 0
    for view in samples(name):
        canvas = on(view)
        letters = [o.box for o in counter_obstacles(canvas, view) if o.weight == LETTERS]
        plates = [
            box_around(at, tag_half_size(view.clashes[n].odds, canvas.r * PLATE))
            for n, at in clashes_at(canvas, view).items()
        ]
        assert len(plates) == len(view.clashes)
        hidden = [
            box for p in plates for box in letters
            if overlap(p, box) > (box[2] - box[0]) * (box[3] - box[1]) * 0.4
        ]  # fmt: skip
        covered, fights = covered + len(hidden), fights + len(plates)
        assert not [pair for pair in combinations(plates, 2) if overlap(*pair) > canvas.r**2 * 0.06], (
            view.turn
        )

    assert fights
    assert covered <= fights / 4  # where counters stand in a crowd


@pytest.mark.parametrize("name", ["tutorial", "ormes"])
def test_odds_stand_at_their_hexside(name):
    for view in samples(name):
        canvas = on(view)
        for n, at in clashes_at(canvas, view).items():
            a, b = (view.counter(u).hex for u in (view.clashes[n].attacker, view.clashes[n].defender))
            assert math.dist(at, canvas.layout.between(a, b)) < canvas.r * 0.52


def test_the_chance_of_an_attack_stands_beside_its_odds_and_covers_no_letters():
    view = choosing()
    clash = view.clashes[0]
    there = view.counter(clash.defender).hex
    view = replace(view, chances={there: "42%"})
    canvas = Canvas(layout=on(view).layout, theme=LIGHT, sides=("blue", "orange"))

    (at,) = clashes_at(canvas, view).values()
    clashes(canvas, view)
    chances(canvas, view)

    box = box_around(at, odds_half_size(canvas, view, clash.odds, clash.defender))
    letters = [o.box for o in counter_obstacles(canvas, view) if o.weight == LETTERS]
    told = [s for s in canvas.recorder.strokes if s.key[:2] == ("text", "42%")]
    assert sum(overlap(box, other) for other in letters) < canvas.r**2 * 0.03
    assert len(told) == 1
    assert overlap(told[0].box, box) > 0
    assert "chance" in legend_keys(view)
    assert "chance" not in legend_keys(replace(view, chances={}))


@pytest.mark.parametrize("name", ["tutorial", "ormes"])
def test_results_cover_no_letters(name):
    results = 0
    for view in samples(name):
        canvas = on(view)
        letters = [o.box for o in counter_obstacles(canvas, view) if o.weight == LETTERS]
        for at in shots_at(canvas, view).values():
            results += 1
            plate = box_around(at, (canvas.r * 0.2, canvas.r * 0.13))
            assert sum(overlap(plate, box) for box in letters) <= canvas.r**2 * 0.03

    assert results


@pytest.mark.parametrize("name", ["tutorial", "ormes", "vaux"])
def test_names_and_flags_cover_no_bridge_ford_or_counter_and_not_each_other(name):
    scenario = scenarios.load(name)
    system = find(scenario.system)
    view = look(system, scenario, replay(State(), referee.start(system, scenario, SeededDice(b"a"))))
    canvas = on(view)
    crossings = [o.box for o in map_obstacles(canvas, view) if o.weight == CROSSING]
    signs = [o.box for o in (*name_obstacles(canvas, view), *flag_obstacles(canvas, view))]
    bodies = [box_around(at, (canvas.layout.side / 2,) * 2) for at in counter_centres(canvas, view).values()]

    assert crossings
    assert signs
    assert not [s for s in signs for box in crossings if overlap(s, box)]
    assert not [pair for pair in combinations(signs, 2) if overlap(*pair)]
    for name in name_obstacles(canvas, view):
        assert sum(overlap(name.box, body) for body in bodies) < canvas.r**2 * 0.05


def named(place: str, counters: tuple[CounterView, ...] = ()) -> View:
    """A map with one name in its middle."""
    grid = Grid(columns=7, rows=7)
    land = {h: HexView(hex=h, terrain="clear", level=0, name=place * (h == "0404")) for h in grid}
    return replace(field(), grid=grid, hexes=land, hexsides=(), objectives=(), counters=counters)


def test_a_name_makes_way_for_counters_and_hides_under_none_while_there_is_room():
    around = ("0404", "0403", "0405", "0503", "0505")
    full = named("Stone bridge", tuple(counter(h, "blue", "infantry", h, "") for h in around))

    ((at, lines),) = names_at(on(full), full).values()
    body = (on(full).layout.side / 2,) * 2
    box = box_around(at, half_size(on(full), lines))

    assert [at] != [place for place, _ in names_at(on(named("Stone bridge")), named("Stone bridge")).values()]
    assert all(overlap(box, box_around(on(full).layout.centre(h), body)) < 40 for h in around)


@pytest.mark.parametrize("battle", ["maiwand", "ligny", "saalfeld"])
def test_names_cover_no_arrow_of_an_entry_or_exit(battle):
    view = first_view(scenarios.load(battle))
    canvas = on(view, radius=18)

    arrows, written = entry_arrows(canvas, view), name_obstacles(canvas, view)

    assert arrows
    covered = [n for n in written if sum(overlap(n.box, a.box) for a in arrows) > canvas.r**2 * 0.1]
    assert not covered


@pytest.mark.parametrize("battle", ["plateau", "mikatagahara"])
def test_the_name_of_an_objective_does_not_cover_the_middle_of_its_hex(battle):
    view = first_view(scenarios.load(battle))
    canvas = on(view, radius=22)

    goals = {hex_ for objective in view.objectives for hex_ in objective.hexes}
    boxes = {
        hex_: box_around(at, half_size(canvas, lines))
        for hex_, (at, lines) in names_at(canvas, view).items()
        if hex_ in goals
    }

    assert boxes
    middles = {hex_: box_around(canvas.layout.centre(hex_), (3, 3)) for hex_ in boxes}
    assert [hex_ for hex_ in boxes if overlap(boxes[hex_], middles[hex_])] == []


def test_a_name_is_broken_into_two_lines_where_one_does_not_fit():
    view = named("The old mill of Saint Aubin")
    narrow = Grid(columns=2, rows=7)
    view = replace(view, grid=narrow, hexes={h: replace(view.hexes["0404"], hex=h) for h in ("0204",)} | {
        h: view.hexes[h] for h in narrow if h != "0204"
    })  # fmt: skip

    ((_, lines),) = names_at(on(view), view).values()

    assert " ".join(lines) == "The old mill of Saint Aubin"
    assert len(lines) == 2


def test_a_hex_number_yields_to_a_counter():
    bare, taken = named(""), named("", (counter("a", "blue", "infantry", "0404", ""),))
    assert {"0404", "0405"} <= {*numbered(on(bare), bare)}
    assert "0404" not in numbered(on(taken), taken)
    assert "0405" in numbered(on(taken), taken)


def written(view: View, radius: float, *, margin: bool) -> set[object]:
    """The numbers on the page of a whole map."""
    bare = {"numbers", "beside_map"}
    page = compose(view, Caption(), LIGHT, "nato", frozenset(bare), None, radius, margin=margin)
    return {stroke.key[1] for stroke in page.strokes if stroke.key[0] == "text"}


def test_numbers_too_small_to_read_stand_beside_the_map_by_column_and_row():
    view = named("")
    lines = {f"{n:02}" for n in range(1, 8)}

    assert written(view, 60.0, margin=False) == {*view.grid}
    assert written(view, 30.0, margin=False) == lines
    assert written(view, 60.0, margin=True) == lines


@pytest.mark.parametrize(("radius", "step"), [(30.0, 1), (19.0, 2)])
def test_numbers_of_columns_that_would_touch_stand_beside_every_other_one(radius: float, step: int) -> None:
    view = replace(named(""), grid=Grid(columns=7, rows=1, stands_on="side"))

    assert written(view, radius, margin=True) == {f"{n:02}" for n in range(1, 8, step)}


@pytest.mark.parametrize("stands_on", ["point", "side"])
@pytest.mark.parametrize("near", [None, "0303"])
def test_the_numbers_of_columns_and_rows_stand_on_paper_beside_the_map(stands_on, near):
    view = replace(named(""), grid=Grid(columns=7, rows=7, stands_on=stands_on))
    crop = None if near is None else frozenset(view.grid.within(near, 2))
    every = frozenset(render.LAYERS)

    layout = framed(view, Caption(), crop, render.BOX, every, margin=True)
    canvas = Canvas(layout=layout, theme=LIGHT, sides=("blue",), numbers_beside=True)
    beside_map(canvas, view)

    left, top = layout.map_box[:2]
    assert canvas.recorder.strokes
    for stroke in canvas.recorder.strokes:
        assert stroke.box[0] >= 0
        assert stroke.box[2] <= left + 12 or stroke.box[3] <= top + 12  # a box is larger than its letters
    assert {*layout.inside()} >= (crop or {*view.grid})


def test_bridges_are_drawn_over_the_rings_of_objectives():
    scenario = scenarios.load("tutorial")
    system = find(scenario.system)
    view = look(system, scenario, replay(State(), referee.start(system, scenario, SeededDice(b"a"))))
    at = on(view).layout.between("0502", "0503")
    box = tuple(round(v) for v in box_around(at, (8, 8)))

    bare, ringed = (
        Image.open(io.BytesIO(render.draw(view, render.Caption(), layers=frozenset(layers))))
        .convert("RGB")
        .crop(box)
        for layers in ({"crossings"}, {"crossings", "objectives"})
    )

    assert bare.getpixel((8, 8)) == ringed.getpixel((8, 8)) == LIGHT.road


@pytest.mark.parametrize("below", ["frames", "selection", "zones", "objectives", "numbers", "trails"])
def test_counters_with_their_badges_lie_over_frames_and_arrows(below):
    assert render.LAYERS.index(below) < render.LAYERS.index("counters")


def test_an_owned_objective_shows_what_it_is_worth_to_its_owner():
    assert flag_pieces(replace(OBJECTIVE, owner="blue"), ("blue", "orange")) == (("blue", "1"),)
    assert flag_pieces(replace(OBJECTIVE, owner="orange"), ("blue", "orange")) == (("orange", "2"),)


def test_an_unowned_objective_shows_what_it_is_worth_to_each_side_or_one_number_for_both():
    same = replace(OBJECTIVE, points={"blue": 2, "orange": 2})

    assert flag_pieces(OBJECTIVE, ("blue", "orange")) == (("blue", "1"), ("orange", "2"))
    assert flag_pieces(same, ("blue", "orange")) == (("", "2"),)
    assert flag_pieces(replace(OBJECTIVE, points={}), ("blue", "orange")) == (("", ""),)


@pytest.mark.parametrize("stands_on", ["point", "side"])
@pytest.mark.parametrize("direction", range(6))
def test_the_arrow_of_a_retreat_crosses_the_hexside_and_not_the_middle_of_counters(stands_on, direction):
    grid = Grid(columns=3, rows=3, stands_on=stands_on)
    away = list(grid.neighbours("0202").values())[direction]
    land = {h: HexView(hex=h, terrain="clear", level=0, name="") for h in grid}
    pair = (counter("a", "blue", "infantry", "0202", ""), counter("b", "orange", "infantry", away, ""))
    trail = Trail(unit="b", side="orange", path=("0202", away), manner="retreat")
    view = replace(field(), grid=grid, hexes=land, hexsides=(), objectives=(), counters=pair, trails=(trail,))
    canvas = on(view)

    ((_, line),) = trail_lines(canvas, view)

    assert math.dist(line[0], line[-1]) > canvas.r * 0.4
    for h in ("0202", away):
        x, y = canvas.layout.centre(h)
        assert all(math.dist(point, (x, y)) > canvas.layout.side * 0.3 for point in line)


def test_a_sign_moves_no_further_than_it_must():
    places = places_near((50.0, 50.0), 20.0, 1.0, 1.0)

    free = best_place(places, (4.0, 4.0), [], 20.0)
    moved = best_place(places, (4.0, 4.0), [Obstacle(box=(49.0, 0.0, 99.0, 99.0), weight=SIGN)], 20.0)

    assert free == (50.0, 50.0)
    assert moved == (45.0, 50.0)
