"""Units of two bases, squares, chiefs; dry country; front, flank and rear; arcs of fire; who is cut off."""

from __future__ import annotations

import math
from dataclasses import replace
from itertools import combinations, product
from statistics import fmean

import pytest
from PIL import Image

from engine.view import View
from render.counters.badges import BADGES
from render.counters.counter_image import PAD, counter_image
from render.counters.counter_look import CounterLook, counter_looks
from render.counters.face_layout import badge_places, facing_places, pip_places, text_places
from render.counters.formations import FORMATIONS
from render.counters.nato_symbols import NATO
from render.counters.stacking import LEADER_SIZE, counter_centres, counter_sizes, leader_offset
from render.counters.troop_symbols import SYMBOL_SETS
from render.counters.victorian_troops import VICTORIAN
from render.geometry.area_borders import area_borders
from render.geometry.layout import Layout
from render.overlays.line_of_sight import ARC
from render.page.legend_keys import legend_keys
from render.page.legend_swatches import swatch
from render.paint.canvas import Canvas
from render.paint.theme import LIGHT, THEMES, luminance
from render.picture import draw_uncached
from render.terrain.dry_country import is_dry_country
from tests.render import sample_colonial as colonial
from tests.render.colour_vision import BLINDNESS, apart, median
from tests.render.golden.compare import differences, golden
from tests.render.golden.scenes import SCENES
from tests.render.sample_views import field

SIDE = 60
VERTICES = (1, 3, 5, 7, 9, 11)
PAIRS = [*product(VERTICES, VERTICES)]
LINE = CounterLook(side=0, shade=(120, 200, 246), troop="infantry", label="c1", bases=2)


def looking(*twelfths: int, **more: object) -> CounterLook:
    return replace(LINE, facing=tuple(math.radians(30 * n - 90) for n in twelfths), **more)


def clear_at(picture: Image.Image, across: float, down: float) -> bool:
    """Whether the ground shows through a counter, at a place in sides from its corner."""
    pad = round(SIDE * PAD)
    return picture.getchannel("A").getpixel((pad + round(across * SIDE), pad + round(down * SIDE))) == 0


# --- stands ------------------------------------------------------------------------------------------------


def test_two_bases_are_two_stands_with_ground_between_under_one_name_a_square_and_one_base_are_whole():
    line, square, single = (
        counter_image(look, SIDE, "light")
        for look in (looking(1, 1), looking(0, 6, states=("square",)), replace(looking(1), bases=1))
    )

    assert clear_at(line, 0.5, 0.9)
    assert not clear_at(line, 0.5, 0.1)
    assert not clear_at(line, 0.25, 0.9)
    assert not clear_at(line, 0.75, 0.9)
    assert not clear_at(square, 0.5, 0.9)
    assert not clear_at(single, 0.5, 0.9)


def test_a_square_has_bayonets_on_all_four_edges():
    square, line = (counter_image(looking(0, 6, states=s), SIDE, "light") for s in (("square",), ()))

    for across, down in ((0.21, -0.06), (0.21, 1.06), (-0.06, 0.5), (1.06, 0.5)):
        assert not clear_at(square, across, down)
    assert clear_at(line, 0.5, -0.06)


@pytest.mark.parametrize("twelfths", PAIRS)
def test_each_stand_has_a_triangle_of_its_own_where_it_looks(twelfths):
    places = facing_places(looking(*twelfths))

    for nth, ((x, y), n) in enumerate(zip(places, twelfths, strict=True)):
        middle, angle = 0.25 + 0.5 * nth, math.radians(30 * n - 90)
        u, v = x - middle, (y - 0.5) * (abs(math.sin(angle)) > 0.1)
        assert u * math.cos(angle) + v * math.sin(angle) > 0
        assert abs(u) < 0.33


@pytest.mark.parametrize("twelfths", PAIRS)
def test_the_triangles_of_two_stands_keep_apart_and_losses_and_badges_off_them(twelfths):
    states = tuple(BADGES)[:3]
    look = looking(*twelfths, states=states, losses=3)
    (a, b), marks = facing_places(look), badge_places(look)

    assert math.dist(a, b) > 0.2 or {*twelfths} == {3, 9}
    assert all(math.dist(mark, at) > 0.22 for mark in marks for at in (a, b))
    assert all(math.dist(pip, at) > 0.17 for pip in pip_places(look) for at in (a, b)) or {*twelfths} >= {
        3,
        9,
    }
    assert len({*marks}) == 3


def test_a_face_tells_where_each_base_looks_even_when_both_look_the_same_way():
    looks = counter_looks(colonial.board(), (0.0,) * 6, LIGHT)

    assert [round(math.degrees(a)) for a in looks["c2"].facing] == [-60, -60]
    assert [round(math.degrees(a)) for a in looks["c3"].facing] == [-90, 90]
    assert (looks["c1"].bases, looks["n1"].bases) == (2, 1)


@pytest.mark.parametrize("id_", ["c1", "c3", "c9", "c11", "n5"])
def test_what_is_written_on_a_counter_keeps_apart(id_):
    look = counter_looks(colonial.board(), (0.0,) * 6, LIGHT)[id_]
    boxes = []
    for text in text_places(look, SIDE):
        half, tall = text.half
        boxes.append((text.x - half, text.y - tall, text.x + half, text.y + tall))

    assert all(b[0] >= 0 and b[2] <= SIDE and b[1] >= 0 and b[3] <= SIDE for b in boxes)
    assert all(
        a[2] <= b[0] or b[2] <= a[0] or a[3] <= b[1] or b[3] <= a[1] for a, b in combinations(boxes, 2)
    )


@pytest.mark.parametrize("state", FORMATIONS)
def test_every_way_to_stand_is_seen_and_has_a_sign_in_the_legend(state):
    plain = looking(1, 1)
    signs = {swatch(f"state/{s}", ("blue",), (44, 26), "light").tobytes() for s in FORMATIONS}

    assert (
        counter_image(plain, SIDE, "light").tobytes()
        != counter_image(replace(plain, states=(state,)), SIDE, "light").tobytes()
    )
    assert len(signs) == len(FORMATIONS)


@pytest.mark.parametrize("symbols", SYMBOL_SETS)
def test_the_arms_of_an_expedition_are_told_apart(symbols):
    names = {*VICTORIAN, "infantry", "cavalry", "artillery"} - (
        {"line_infantry"} if symbols == "nato" else set()
    )

    pictures = {
        counter_image(
            CounterLook(side=0, shade=(0, 0, 0), troop=n, label="", symbols=symbols), SIDE, "light"
        ).tobytes()
        for n in names
    }

    assert names <= {*NATO}
    assert len(pictures) == len(names)


# --- the country -------------------------------------------------------------------------------------------


def test_country_is_dry_where_some_of_its_ground_is_and_none_of_it_is_of_another_kind():
    board = colonial.board()
    woods = {**board.hexes, "0101": replace(board.hexes["0101"], terrain="orchard")}
    open_ = {h: replace(seen, terrain="clear") for h, seen in board.hexes.items()}

    assert is_dry_country(board)
    assert not is_dry_country(replace(board, hexes=woods))
    assert not is_dry_country(replace(board, hexes=open_))
    assert not is_dry_country(field())


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_open_ground_is_sand_in_dry_country_on_the_map_and_in_the_legend(theme):
    def sandy(colour: tuple[int, ...]) -> bool:
        return colour[0] - colour[2] > (40 if theme == "light" else 12) and colour[0] > colour[1]

    plain = draw_uncached(colonial.board(), colonial.caption(), theme=theme, layers=frozenset({"relief"}))
    wet, parched = (swatch("terrain/clear", ("blue",), (44, 26), theme, p) for p in (False, True))

    assert sandy(plain.getpixel((plain.width // 2, plain.height // 2)))
    assert sandy(median(list(parched.get_flattened_data())))
    assert not sandy(median(list(wet.get_flattened_data())))


# --- overlays ----------------------------------------------------------------------------------------------


def middle_of(view: View, hex_: str, theme: str, *layers: str) -> list[tuple[int, ...]]:
    """The colours in the middle of a hex, on bare paper and with some layers."""
    layout = Layout.of_map(view.grid, view.grid)
    (x, y), half = layout.centre(hex_), round(layout.radius * 0.5)
    picture = draw_uncached(view, colonial.caption(), theme=theme, layers=frozenset({"relief", *layers}))
    return [
        *picture.crop(
            (round(x) - half, round(y) - half, round(x) + half, round(y) + half)
        ).get_flattened_data()
    ]


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("eyes", BLINDNESS)
def test_front_flank_and_rear_differ_in_lightness_for_every_eye(theme, eyes):
    view = replace(colonial.facing(), counters=(colonial.COUNTERS[0],))
    aspects = {kind: hex_ for hex_, kind in view.aspects.items()}

    tints = {kind: median(middle_of(view, hex_, theme, "aspects")) for kind, hex_ in aspects.items()}

    assert {*tints} == {"front", "flank", "rear"}
    assert all(apart(tints[a], tints[b], eyes) > 1.4 for a, b in combinations(tints, 2))


def test_front_flank_and_rear_differ_in_pattern_where_colours_are_gone():
    view = replace(colonial.facing(), counters=(colonial.COUNTERS[0],))
    pictures = {}
    for hex_, kind in view.aspects.items():
        light = [luminance(c) for c in middle_of(view, hex_, "light", "aspects")]
        ground = sorted(light)[len(light) // 2]
        pictures[kind] = (fmean(v > ground + 0.1 for v in light), fmean(v < ground - 0.1 for v in light))

    assert pictures["rear"][0] > 0.15, "pale lines on the dark rear"
    assert pictures["flank"][1] > 0.1, "dark lines on the flank"
    assert pictures["front"][0] < 0.05, "no lines to the front"


def test_an_arc_has_an_edge_of_red_and_white_and_fire_all_round_has_none():
    view = replace(colonial.bearing(), counters=())
    view = replace(view, sight=replace(view.sight, hidden={}))
    round_ = replace(view, sight=replace(view.sight, arc=frozenset()))
    plan = Layout.of_map(view.grid, view.grid)
    covered = (view.sight.arc & view.grid.within("0608", 4)) | {"0608"}

    pictures = [
        draw_uncached(v, colonial.caption(), layers=frozenset({"relief", "sight"})) for v in (view, round_)
    ]
    reds = [
        [
            picture.getpixel((round(x), round(y))) == LIGHT.clash
            for x, y in area_borders(plan, covered, ARC)[0]
        ]
        for picture in pictures
    ]

    assert 0.2 < fmean(reds[0]) < 0.95
    assert not any(reds[1])


def test_a_chief_beside_a_unit_is_small_and_covers_neither_its_name_nor_its_triangles():
    chief = replace(colonial.COUNTERS[8], id="c0")
    for host in colonial.COUNTERS:
        if host.kind == "chief" or host.hex is None:
            continue
        view = replace(colonial.board(), counters=(replace(chief, hex=host.hex), host), clashes=())
        look = counter_looks(view, (0.0,) * 6, LIGHT)[host.id]
        half = LEADER_SIZE / 2
        u, v = (0.5 + w for w in leader_offset(look, 0))
        name = next(t for t in text_places(look, SIDE) if t.where == "label")
        left, top, bottom = (
            w / SIDE for w in (name.x - name.half[0], name.y - name.half[1], name.y + name.half[1])
        )

        assert not (u + half > left and u - half < left and v - half < bottom and top < v + half), host.id
        assert all(abs(u - x) > half or abs(v - y) > half for x, y in facing_places(look)), host.id
        assert [*counter_centres(_canvas(view), view)] == [host.id, "c0"]
        assert counter_sizes(_canvas(view), view)["c0"] < 0.7 * counter_sizes(_canvas(view), view)[host.id]


def _canvas(view: View) -> Canvas:
    return Canvas(layout=Layout.of_map(view.grid, view.grid), theme=LIGHT, sides=("colonial", "native"))


def test_a_hex_that_enemies_keep_a_chief_from_is_crossed_out():
    view = replace(colonial.leading(), counters=())
    free = replace(
        view, command=replace(view.command, leaders=(replace(view.command.leaders[0], barred=frozenset()),))
    )

    barred, plain = (middle_of(v, "0704", "light", "command") for v in (view, free))

    assert fmean(map(luminance, barred)) < fmean(map(luminance, plain)) - 0.05
    assert any(c[0] > 150 and c[1] < 70 for c in barred)


def test_the_legend_names_what_is_on_these_pictures_and_nothing_else():
    keys = {
        name: {*legend_keys(getattr(colonial, name)())}
        for name in ("facing", "bearing", "leading", "routing")
    }

    assert {"aspect/front", "aspect/flank", "aspect/rear"} <= keys["facing"]
    assert {"range", "arc", "unseen", "screen"} <= keys["bearing"]
    assert {"command/colonial", "cut_off"} <= keys["leading"]
    assert {"trail/rout", "flight", "shot/volley"} <= keys["routing"]
    assert "proposal" not in keys["routing"]
    assert not {"arc", "cut_off", "aspect/rear", "flight"} & {*legend_keys(colonial.board())}


# --- golden pictures ---------------------------------------------------------------------------------------


def _whole(view: View) -> View:
    """The same units, none in two stands or in a square."""
    counters = (replace(c, face=replace(c.face, bases=1, states=())) for c in view.counters)
    return replace(view, counters=tuple(counters))


def _round(view: View) -> View:
    return replace(view, sight=replace(view.sight, arc=frozenset()))


def _free(view: View) -> View:
    leads = (replace(lead, barred=frozenset()) for lead in view.command.leaders)
    return replace(view, command=replace(view.command, leaders=tuple(leads)))


def _steady(view: View) -> View:
    march = (replace(t, manner="step") for t in view.trails)
    chase = (replace(t, manner="pursuit") for t in view.proposed_moves)
    return replace(view, trails=tuple(march), proposed_moves=tuple(chase))


def _alike(view: View) -> View:
    return replace(view, aspects=dict.fromkeys(view.aspects, "flank"))


def _wet(view: View) -> View:
    """One orchard, and the whole country is another."""
    orchard = replace(view.hexes["1212"], terrain="orchard")
    return replace(view, hexes={**view.hexes, "1212": orchard})


@pytest.mark.parametrize(
    ("name", "otherwise"),
    [
        ("colonial-line", _whole), ("colonial-square", _whole), ("colonial-arc", _round),
        ("colonial-radius", _free), ("colonial-rout", _steady), ("colonial-flight", _steady),
        ("aspects", _alike), ("colonial-light", _wet), ("colonial-dark", _wet), ("colonial-light", _whole),
    ],
)  # fmt: skip
def test_a_golden_picture_tells_when_what_it_is_about_is_not_drawn(name, otherwise):
    scene = SCENES[name]
    with Image.open(golden(name)) as image:
        kept = image.convert("RGB")

    assert differences(kept, replace(scene, view=lambda: otherwise(scene.view())).drawn())
