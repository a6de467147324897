"""Pictures as a whole: every kind of view is drawn, the same way each time, in bounds."""

from __future__ import annotations

import io
import pickle
import random
from dataclasses import replace

import pytest
from PIL import Image

import render
from engine.display import Clash, CounterFace
from engine.hexes import Grid
from engine.view import CounterView, HexsideView, HexView, Shot, Trail, View
from render import picture
from render.geometry.layout import Layout
from render.page.header import head_height
from render.paint.theme import LIGHT
from tests.long_forms import long_but
from tests.render.sample_plans import carried_out, planning
from tests.render.sample_views import (
    LETTERS,
    SIDES,
    caption,
    choosing,
    counter,
    divide,
    field,
    fight,
    hexsides,
    many_fights,
    marching,
    rich,
    stepping,
)

STATES = (
    "demoralised", "victorious", "fired", "moved", "attacked", "defended", "stuck", "disordered",
    "uncommanded", "of another rulebook",
)  # fmt: skip


def opened(png: bytes) -> Image.Image:
    return Image.open(io.BytesIO(png)).convert("RGB")


def everything(columns: int, rows: int, stands_on: str, shoved: str, units: int) -> View:
    """A map where every terrain, hexside, kind of unit and state lies about."""
    grid = Grid(columns=columns, rows=rows, stands_on=stands_on, shoved=shoved)
    chance = random.Random(f"{columns} {rows}")
    terrains = [*LETTERS.values(), "of another rulebook"]
    land = {
        h: HexView(hex=h, terrain=chance.choice(terrains), level=chance.choice((-1, 0, 0, 0, 1, 2)), name="")
        for h in grid
    }
    labels = list(grid)
    banks = sorted(divide(grid, labels[: len(labels) // 2]))
    waters = {side: ("stream", "river", "major_river")[n % 3] for n, side in enumerate(banks)}
    crossings = {side: ("bridge", "ford")[n % 2] for n, side in enumerate(banks) if n % 3 == 0}
    places = chance.sample(labels, min(units, len(labels)))
    counters = tuple(
        counter(
            f"u{n}", SIDES[n % 2][0], ("infantry", "cavalry", "artillery", "leader", "balloon")[n % 5], place,
            f"{n % 4}", states=STATES[n % 10 : n % 10 + 3], losses=n % 8,
            facing={"front": n % 6} if n % 3 else {},
        )
        for n, place in enumerate(places)
    )  # fmt: skip
    return replace(
        field(), grid=grid, hexes=land, counters=counters, objectives=(),
        hexsides=hexsides(grid, land, waters=waters, crossings=crossings),
        zones={side: frozenset(labels[n::3]) for n, (side, _) in enumerate(SIDES)},
    )  # fmt: skip


@pytest.mark.long
@pytest.mark.parametrize("view", long_but([fight], [field, rich, fight, many_fights, marching]))
def test_the_same_view_makes_the_same_bytes(view):
    first = render.draw(view(), caption())
    picture.clear_caches()

    again = render.draw(view(), caption())

    assert first == again


@pytest.mark.long
@pytest.mark.parametrize("view", long_but([rich], [rich, marching]))
def test_the_views_of_a_sixteen_by_twelve_map_fit_a_message(view):
    png = render.draw(view(), caption())

    assert 1200 <= opened(png).width <= 1400
    assert len(png) < 2 * 2**20


@pytest.mark.parametrize(
    ("columns", "rows", "stands_on", "shoved", "units"),
    [(1, 1, "point", "even", 1), (7, 6, "point", "odd", 12), (7, 6, "side", "even", 12),
     (6, 7, "side", "odd", 0), (1, 9, "side", "even", 2), (9, 1, "point", "even", 2)],
)  # fmt: skip
def test_every_terrain_hexside_and_state_is_drawn_on_maps_of_any_shape(
    columns, rows, stands_on, shoved, units
):
    view = everything(columns, rows, stands_on, shoved, units)

    picture = opened(render.draw(view, caption()))

    assert picture.width >= 600


@pytest.mark.long
def test_a_large_battle_stays_far_below_the_limit_of_an_upload():
    png = render.draw(everything(40, 30, "point", "even", 80), caption())

    assert len(png) < 8 * 2**20
    assert opened(png).width < 2600


@pytest.mark.parametrize("layer", long_but(render.LAYERS[::4], render.LAYERS))
def test_every_layer_can_be_drawn_alone(layer):
    zoned = replace(
        field(), setup={"blue": frozenset({"0101", "0102"})}, letters={"0404": "A"},
        chances={"0404": "42%"}, danger=frozenset({"0405"}),
    )  # fmt: skip
    nothing = opened(render.draw(marching(), caption(), layers=frozenset()))
    alone = opened(render.draw(marching(), caption(), layers=frozenset({layer})))
    more = (
        opened(render.draw(view, caption(), layers=frozenset({layer}), crop=crop, size=size))
        for view in (fight(), rich(), stepping(), choosing(), zoned, planning(), carried_out())
        for crop, size in ((None, None), (view.grid.within("0505", 2), render.BOX))
    )
    bare = opened(render.draw(field(), caption(), layers=frozenset(), size=render.BOX))

    assert any(p.tobytes() != (bare if p.size == bare.size else nothing).tobytes() for p in (alone, *more))


def test_a_layer_or_theme_that_does_not_exist_is_refused():
    with pytest.raises(ValueError, match="rainbows"):
        render.draw(field(), caption(), layers=frozenset({"rainbows"}))
    with pytest.raises(ValueError, match="plaid"):
        render.draw(field(), caption(), theme="plaid")


@pytest.mark.long
def test_a_map_without_a_single_hexside_counter_or_word_is_drawn():
    view = replace(field(), hexsides=(), objectives=(), turns=0, turn=0, sides=(), scores={})

    picture = opened(render.draw(view, render.Caption()))

    assert picture.size > (600, 400)


@pytest.mark.long
def test_a_crop_is_smaller_and_drawn_larger():
    view = rich()
    crop = view.grid.within("0907", 2)

    whole, part = opened(render.draw(view, caption())), opened(render.draw(view, caption(), crop=crop))

    assert "0806" in crop
    assert "0403" not in crop
    assert part.width < whole.width


@pytest.mark.long
def test_a_crop_keeps_what_is_drawn_inside_the_map():
    view, crop = rich(), rich().grid.within("0907", 2)
    everything_else = frozenset(render.LAYERS) - {"trails", "shots", "counters", "zones"}

    with_ = opened(render.draw(view, caption(), crop=crop))
    without = opened(render.draw(view, caption(), crop=crop, layers=everything_else))

    head = (0, 0, with_.width, head_height(with_.width))
    assert with_.crop(head).tobytes() == without.crop(head).tobytes()


def test_nothing_on_a_map_narrower_than_its_page_lies_on_the_paper_beside_it():
    view, crop = rich(), rich().grid.within("0907", 2)
    left = Layout.of_map(view.grid, crop, 24).framed(0, 0).left

    page = opened(render.draw(view, caption(), crop=crop, radius=24, layers=frozenset({"zones", "trails"})))

    assert left > 100
    for beside in ((0, 0, left, page.height), (page.width - left, 0, page.width, page.height)):
        assert page.crop(beside).getcolors() == [(left * page.height, LIGHT.page)]


@pytest.mark.long
def test_the_radius_can_be_given():
    small, large = (opened(render.draw(field(), caption(), radius=r)) for r in (30, 60))

    assert large.width > 1.8 * small.width


@pytest.mark.long
def test_the_arguments_and_the_picture_can_be_sent_to_another_process():
    arguments = pickle.loads(pickle.dumps((rich(), caption())))

    assert render.draw(*arguments) == render.draw(rich(), caption())


@pytest.mark.long
def test_the_printed_map_is_drawn_again_when_terrain_changes():
    view = field()
    before = opened(render.draw(view, caption()))
    burnt = replace(view, hexes=view.hexes | {"0301": replace(view.hexes["0301"], terrain="clear")})

    changed = opened(render.draw(burnt, caption()))

    assert changed.tobytes() != before.tobytes()
    assert opened(render.draw(view, caption())).tobytes() == before.tobytes()


def test_legend_keys_name_what_is_on_the_picture_and_nothing_else():
    bare = replace(field(), hexsides=(), objectives=(), counters=())

    assert "zone/blue" not in render.legend_keys(bare)
    assert "stream" not in render.legend_keys(bare)
    assert {"zone/blue", "stream", "bridge", "trail/charge", "state/demoralised", "box/eliminated"} <= {
        *render.legend_keys(rich())
    }
    assert "clash" in render.legend_keys(fight())
    assert "odds" in render.legend_keys(many_fights())


def test_a_melee_without_odds_is_no_possible_attack():
    view = replace(fight(), clashes=tuple(replace(c, odds="") for c in fight().clashes))

    assert "melee" in render.legend_keys(view)
    assert {"clash", "odds"}.isdisjoint(render.legend_keys(view))


@pytest.mark.long
def test_missing_words_are_left_out():
    with_words = opened(render.draw(rich(), caption()))

    without = opened(render.draw(rich(), render.Caption(header="A", sub="B")))

    assert without.height < with_words.height


@pytest.mark.long
def test_very_long_words_do_not_leave_the_page():
    words = dict.fromkeys(render.legend_keys(rich()), "w" * 300)
    wordy = render.Caption(header="A very long title " * 20, sub="and more of it " * 30, legend=words)

    picture = opened(render.draw(rich(), wordy))

    paper = picture.getpixel((0, 0))
    edge = picture.crop((picture.width - 4, 0, picture.width, picture.height))
    assert edge.getcolors() == [(4 * picture.height, paper)]


@pytest.mark.long
def test_what_the_map_does_not_hold_is_passed_over():
    view = replace(
        rich(),
        trails=(Trail(unit="I/2", side="blue", path=("0404",), manner="step"),
                Trail(unit="ghost", side="red", path=("9901", "9902"), manner="step")),
        shots=(Shot(kind="bombard", source="9901", target="0404"),
               Shot(kind="attack", source="0404", target="0404")),
        clashes=(Clash(attacker="ghost", defender="I/2", odds="1:1"),),
        selected="ghost",
    )  # fmt: skip

    assert render.draw(view, caption())


def test_several_counters_in_a_hex_are_all_drawn():
    pile = tuple(
        CounterView(id=f"p{n}", name="", side="blue", kind="infantry", symbol="", corps="", hex="0404",
                    box="", face=CounterFace(), facing={})
        for n in range(3)
    )  # fmt: skip

    one, three = (
        opened(render.draw(replace(field(), counters=pile[:n]), caption(), layers=frozenset({"counters"})))
        for n in (1, 3)
    )

    assert len(three.getcolors(10**6)) > 1
    assert one.tobytes() != three.tobytes()


def test_roads_meeting_from_all_sides_and_a_lonely_piece_of_track_are_drawn():
    grid = Grid(columns=3, rows=3)
    land = {h: HexView(hex=h, terrain="village", level=0, name="Étoile") for h in grid}
    star = tuple(HexsideView(low="0202", high=h, road=True) for h in grid.neighbours("0202").values())
    lonely = (HexsideView(low="0101", high="0201", track=True),)
    view = replace(field(), grid=grid, hexes=land, hexsides=star + lonely, objectives=())

    assert render.draw(view, caption())
