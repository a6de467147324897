"""The step panel's picture and the attack close-up by their pixels: costs, crosses, arrows."""

from __future__ import annotations

import io
from dataclasses import replace

import pytest
from PIL import Image, ImageChops

import render
from engine.view import View, fights
from render.geometry.layout import Layout
from render.paint.theme import LIGHT, Colour
from tests.render.sample_views import caption, choosing, fight, rich, stepping

NEAR = frozenset({"0507", "0508", "0407", "0307", "0308"})


def drawn(view: View, layers: set[str]) -> Image.Image:
    png = render.draw(view, caption(), layers=frozenset(layers))
    return Image.open(io.BytesIO(png)).convert("RGB")


def around(picture: Image.Image, view: View, hex_: str, half: float) -> Image.Image:
    """A square piece of a picture, `half` radii to each side of a hex's middle."""
    layout = Layout.of_map(view.grid, view.grid)
    x, y = layout.centre(hex_)
    r = layout.radius * half
    return picture.crop((round(x - r), round(y - r), round(x + r), round(y + r)))


def share(piece: Image.Image, colour: Colour) -> float:
    """How much of a piece is of one colour, from 0 to 1."""
    plain = piece.quantize(256).convert("RGB") if len(piece.getcolors(1 << 20) or ()) > 1 << 19 else piece
    same = sum(n for n, c in plain.getcolors(1 << 20) or () if c == tuple(colour[:3]))
    return same / (piece.width * piece.height)


def changed(a: Image.Image, b: Image.Image) -> bool:
    return ImageChops.difference(a, b).getbbox() is not None


@pytest.mark.long
def test_each_neighbour_has_its_price_and_no_other_hex_has_one() -> None:
    view = stepping()
    without, with_ = drawn(view, {"ground"}), drawn(view, {"ground", "steps"})

    for hex_ in view.grid.within("0408", 3) - {"0408"}:
        priced = changed(around(without, view, hex_, 0.3), around(with_, view, hex_, 0.3))
        assert priced == (hex_ in NEAR or hex_ == "0409"), hex_


@pytest.mark.long
def test_a_closed_neighbour_where_someone_stands_needs_no_cross() -> None:
    view = stepping()
    taken = replace(view.counters[0], hex="0409")
    there = replace(view, counters=(taken, *view.counters[1:]))

    assert not changed(drawn(there, {"ground", "steps"}), drawn(replace(there, closed=frozenset()),
                                                                {"ground", "steps"}))  # fmt: skip


@pytest.mark.long
def test_the_price_of_a_charge_is_red_and_the_others_are_not() -> None:
    view = stepping()
    picture = drawn(view, {"ground", "steps"})

    assert share(around(picture, view, "0508", 0.45), LIGHT.charge) > 0.1
    assert share(around(picture, view, "0507", 0.45), LIGHT.charge) == 0


def test_a_red_arrow_leads_from_the_hex_of_the_step_to_the_enemy() -> None:
    view = stepping()
    layout = Layout.of_map(view.grid, view.grid)
    picture = drawn(view, {"ground", "counters", "menaces"})

    red = [layout.between("0508", "0608", n / 20) for n in range(21)]
    arrow = [n for n, (x, y) in enumerate(red) if picture.getpixel((round(x), round(y))) == LIGHT.charge]

    assert arrow
    assert min(arrow) > 2, "clear of the price"
    assert max(arrow) >= 10, "across the hexside"
    assert arrow == list(range(min(arrow), max(arrow) + 1)), "in one piece"


@pytest.mark.long
def test_a_charge_over_the_edge_of_the_map_is_passed_over() -> None:
    view = replace(stepping(), charges_by_step=(("9901", "9902"),))

    assert render.draw(view, caption())


@pytest.mark.long
def test_units_that_can_fight_stand_on_white_and_the_others_are_pale() -> None:
    view = choosing()
    picture, plain = drawn(view, {"ground", "fighters", "counters"}), drawn(fight(), {"ground", "counters"})

    assert view.fighters == {"I/3", "A/1", "II/2", "A/c"}
    for counter in view.counters:
        if counter.hex is None:
            continue
        now, before = (around(p, view, counter.hex, 0.5) for p in (picture, plain))
        known = counter.id in view.fighters | {"I/5", "A/2"}
        assert changed(now, before) == (not known), counter.id
    edge = around(picture, view, "0806", 0.8)
    assert edge.getpixel((3, edge.height // 2))[2] > 200, "white beside the counter"


@pytest.mark.long
def test_red_squares_around_attacker_and_defender_green_corners_around_supporters() -> None:
    view = choosing()
    picture = drawn(view, {"ground", "counters", "frames"})

    def frames(unit: str) -> tuple[bool, bool]:
        counter = view.counter(unit)
        assert counter is not None
        assert counter.hex is not None
        piece = around(picture, view, counter.hex, 0.7)
        row = [piece.getpixel((x, piece.height // 5)) for x in range(piece.width // 5)]
        return LIGHT.clash in row, LIGHT.support in row

    assert frames("I/3") == frames("A/1") == (True, False)
    assert frames("I/5") == frames("A/2") == (False, True)
    assert frames("II/2") == frames("A/c") == (False, False), "another attacker's fight"


def test_all_fights_of_one_attacker_are_drawn_in_full_however_many() -> None:
    clash = fight().clashes[0]
    foes = ("A/1", "A/2", "A/3", "A/c", "B/1")
    view = replace(fight(), clashes=tuple(replace(clash, defender=foe) for foe in foes))

    assert "odds" in render.legend_keys(view)
    assert "clash" in render.legend_keys(fights(view, "I/3"))


@pytest.mark.long
def test_the_legend_tells_what_the_new_signs_mean() -> None:
    keys = {*render.legend_keys(stepping())}

    assert {"step", "closed", "menace", "selected"} <= keys
    assert "fighter" in render.legend_keys(fights(fight()))
    assert not {"step", "closed", "menace", "fighter"} & {*render.legend_keys(rich())}
    words = caption(step="Next step", closed="No", menace="Charge", fighter="Can fight")
    assert render.draw(fights(stepping()), words)
