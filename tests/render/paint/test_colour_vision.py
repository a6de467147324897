"""Sides told apart by every eye, in every theme and in grey print; the simulation judged by another one."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from itertools import combinations

import pytest
from PIL import Image

import scenarios
from render.counters.side_shapes import SHAPES, side_mark, side_plate
from render.paint.pen import Pen
from render.paint.theme import LIGHT, THEMES, Colour, contrast
from tests.render.colour_vision import BLINDNESS, seen

See = Callable[[Colour, str], Colour]


def meeting() -> list[tuple[int, int]]:
    """The places, among the armies, of the sides that face each other in the scenarios."""
    pairs = set()
    for name in scenarios.all():
        sides = [side.id for side in scenarios.load(name).sides]
        pairs |= {*combinations(sorted(LIGHT.place(side, sides) for side in sides), 2)}
    return sorted(pairs)


def token(theme: str, place: int, colours: int) -> Image.Image:
    """A counter's cardboard in one side's shape and another's colours, in grey, as large as on a phone."""
    image = Image.new("RGB", (80, 80), THEMES[theme].lowland[:3])
    side_plate(Pen(image), place, (12, 12, 67, 67), THEMES[theme].armies[colours], THEMES[theme].white)
    return image.convert("L").resize((29, 29), Image.Resampling.LANCZOS)


def dot(theme: str, place: int, colours: int) -> Image.Image:
    """The same with a mark of nine pixels."""
    image = Image.new("RGB", (15, 15), THEMES[theme].page[:3])
    side_mark(Pen(image), place, (7.5, 7.5), 9, THEMES[theme].armies[colours], THEMES[theme].page_ink)
    return image.convert("L")


def differing(a: Image.Image, b: Image.Image) -> int:
    """How many pixels of two grey pictures are clearly not alike."""
    return sum(abs(x - y) > 20 for x, y in zip(a.get_flattened_data(), b.get_flattened_data(), strict=True))


def test_the_scenarios_set_blue_against_orange_and_red():
    assert meeting() == [(0, 1), (0, 2)]


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("pair", [*combinations(range(len(SHAPES)), 2)], ids=str)
@pytest.mark.parametrize("drawn", [token, dot])
def test_two_sides_differ_in_shape_even_if_their_colours_were_the_same_grey(theme, pair, drawn):
    for colours in range(len(LIGHT.armies)):
        a, b = (drawn(theme, place, colours) for place in pair)

        assert differing(a, b) >= (20 if pair in meeting() else 10)


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("eye", BLINDNESS)
def test_sides_that_meet_differ_in_lightness_for_every_eye(theme, eye):
    assert too_close(theme, eye, seen) == []


def too_close(theme: str, eye: str, see: See) -> list[tuple[int, int, str]]:
    """The pairs whose counters or zones are nearly as light as each other."""
    least = {"body": 2.0, "zone": 1.4}
    return [
        (a, b, part)
        for a, b in meeting()
        for part, limit in least.items()
        if contrast(*(see(getattr(THEMES[theme].armies[n], part), eye) for n in (a, b))) < limit
    ]


@lru_cache(maxsize=1)
def daltonlens() -> dict[str, See]:
    """Two simulations of the daltonlens package: by the paper ours follows, and by an older model."""
    simulate = pytest.importorskip("daltonlens.simulate")
    numpy = pytest.importorskip("numpy")
    lacking = {
        "protanopia": simulate.Deficiency.PROTAN,
        "deuteranopia": simulate.Deficiency.DEUTAN,
        "tritanopia": simulate.Deficiency.TRITAN,
    }

    def simulated_by(simulator) -> See:
        def see(colour: Colour, eye: str) -> Colour:
            pixel = numpy.array([[colour[:3]]], dtype=numpy.uint8)
            return tuple(int(v) for v in simulator.simulate_cvd(pixel, lacking[eye], severity=1.0)[0, 0])

        return see

    return {
        "machado": simulated_by(simulate.Simulator_Machado2009()),
        "brettel": simulated_by(simulate.Simulator_Brettel1997()),
    }


@pytest.mark.parametrize("eye", [eye for eye in BLINDNESS if eye != "none"])
@pytest.mark.parametrize("theme", THEMES)
def test_our_simulation_agrees_with_another_of_the_same_model(theme, eye):
    inks = THEMES[theme]
    colours = {inks.clash, inks.support, inks.lowland, inks.water, *inks.ground.values()}
    colours |= {c for army in inks.armies for c in (army.body, army.zone, army.edge, *army.corps)}

    for colour in colours:
        theirs = daltonlens()["machado"](colour, eye)

        assert max(abs(a - b) for a, b in zip(theirs, seen(colour, eye), strict=True)) <= 2


@pytest.mark.parametrize("eye", [eye for eye in BLINDNESS if eye != "none"])
@pytest.mark.parametrize("theme", THEMES)
def test_sides_that_meet_differ_in_lightness_by_another_model_of_the_eye(theme, eye):
    assert too_close(theme, eye, daltonlens()["brettel"]) == []
