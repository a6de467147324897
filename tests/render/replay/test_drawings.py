"""What a stroke becomes in a replay: shapes, or a small picture that looks the same; sheets of pictures."""

from __future__ import annotations

import io

from PIL import Image, ImageChops

from render.geometry.layout import Layout
from render.paint.canvas import Canvas
from render.paint.strokes import Stroke, paint
from render.paint.theme import THEMES
from render.replay.drawings import SHEET, Drawing, drawing_of, packed
from tests.render import sample_views

GROUND = (90, 140, 60)
SOLID, PALE = (200, 30, 40), (200, 30, 40, 120)


def canvas() -> Canvas:
    grid = sample_views.field().grid
    return Canvas(layout=Layout.of_map(grid, grid, 40.0), theme=THEMES["light"], sides=("blue", "red"))


def painted(stroke: Stroke) -> Image.Image:
    """A stroke on plain ground, as pictures paint it."""
    left, top, right, bottom = stroke.box
    image = Image.new("RGB", (right, bottom), GROUND)
    paint(image, stroke)
    return image.crop((left, top, right, bottom))


def test_solid_shapes_stay_shapes() -> None:
    drawn = canvas()
    with drawn.pen.ink(SOLID) as nib:
        nib.line([(10, 10), (30.5, 20)], 3)
        nib.dot((40, 10), 4)
        nib.rectangle((50, 5, 70, 25), 2, hollow=1.5)

    (stroke,) = drawn.recorder.strokes
    drawing = drawing_of(stroke)

    assert drawing.colour == "#c81e28"
    assert [shape[0] for shape in drawing.shapes] == ["line", "dot", "box"]
    x, y = stroke.box[:2]
    assert drawing.shapes[0] == ("line", 3, 1, (10 - x) * 4, (10 - y) * 4, (30.5 - x) * 4, (20 - y) * 4)
    assert drawing.shapes[1] == ("dot", 4, (40 - x) * 4, (10 - y) * 4)
    assert drawing.shapes[2][:3] == ("box", 2, 1.5)


def test_translucent_shapes_that_overlap_become_a_picture_that_looks_the_same() -> None:
    drawn = canvas()
    with drawn.pen.ink(PALE) as nib:
        nib.dot((20, 20), 9)
        nib.dot((26, 20), 9)

    (stroke,) = drawn.recorder.strokes
    drawing = drawing_of(stroke)
    picture = Image.open(io.BytesIO(drawing.picture))
    seen = Image.new("RGBA", picture.size, (*GROUND, 255))
    seen.alpha_composite(picture)

    assert drawing.shapes == ()
    apart = ImageChops.difference(seen.convert("RGB"), painted(stroke)).getextrema()
    assert max(most for _, most in apart) <= 2


def test_letters_become_a_picture_with_their_halo() -> None:
    drawn = canvas()
    drawn.text((60, 40), "Ormes", size=20, colour=SOLID, halo=(255, 255, 255))

    (stroke,) = drawn.recorder.strokes
    picture = Image.open(io.BytesIO(drawing_of(stroke).picture)).convert("RGBA")

    assert picture.size == (stroke.box[2] - stroke.box[0], stroke.box[3] - stroke.box[1])
    colours = {colour[:3] for _, colour in picture.getcolors(10_000) or () if colour[3] == 255}
    assert {SOLID, (255, 255, 255)} <= colours


def test_pictures_lie_side_by_side_on_sheets_and_do_not_touch() -> None:
    sizes = [(900, 50), (900, 70), (900, 60), (30, 30), (10, 70)]
    pictures = []
    for n, size in enumerate(sizes):
        file = io.BytesIO()
        Image.new("RGBA", size, (n * 40, 0, 0, 255)).save(file, "PNG")
        pictures.append(Drawing(picture=file.getvalue(), size=size))

    sheets = packed(pictures)

    taken = set[tuple[int, int, int]]()
    for n, (sheet, left, top, width, height) in enumerate(sheets.places):
        assert (width, height) == sizes[n]
        assert left + width <= SHEET
        assert sheets.sheets[sheet].getpixel((left, top)) == (n * 40, 0, 0, 255)
        around = {(sheet, x, y) for x in range(left, left + width + 1) for y in range(top, top + height + 1)}
        assert not taken & around
        taken |= around


def test_no_pictures_need_no_sheet() -> None:
    assert packed([]).sheets == ()
