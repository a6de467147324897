"""Pictures of leagues: legible on a phone, nothing overlaps, nothing is drawn twice in different ways."""

from __future__ import annotations

from dataclasses import replace
from io import BytesIO
from itertools import pairwise
from typing import Any

import pytest
from PIL import Image, ImageChops

from render.league import sheet
from render.league.bracket import BOX, in_order
from render.league.drawing import draw_league
from render.league.line_chart import round_values
from render.league.records import ROWS, Drawing, Line, LineChart, Point
from render.league.sheet import EDGE, HEAD, LEAST, WIDE
from render.league.table import LABELS, ROW
from render.paint.theme import THEMES
from tests.long_forms import long_but
from tests.render.league import samples
from tests.render.league.samples import LONG, NAMES

DRAWINGS: dict[str, Drawing] = {
    "table": samples.table(),
    "bracket": samples.bracket(),
    "line chart": samples.line_chart(),
    "cross-table": samples.cross_table(),
    "cross-table of two": samples.cross_table(("Anna", LONG)),
    "podium": samples.podium(),
    "podium of one": samples.podium((LONG * 3,)),
    "nothing in a table": samples.table(()),
    "one point": LineChart(title="", sub="", lines=(Line(label="", points=(Point(x=1, y=1),)),)),
    "no line": LineChart(title="", sub="", lines=()),
}


CLEARLY = 40
"""How much a pixel differs that is not only another of 128 colours."""


def changed(one: Image.Image, other: Image.Image) -> tuple[int, int, int, int] | None:
    """The box of the pixels that clearly differ."""
    apart = ImageChops.difference(one, other).convert("L")
    return apart.point([255 * (v > CLEARLY) for v in range(256)]).getbbox()


def picture(drawing: Drawing, theme: str = "light") -> Image.Image:
    return Image.open(BytesIO(draw_league(drawing, theme=theme))).convert("RGB")


@pytest.mark.parametrize("theme", long_but(["light"], THEMES))
@pytest.mark.parametrize("drawing", DRAWINGS.values(), ids=[*DRAWINGS])
def test_it_is_as_wide_as_two_phones_and_the_same_each_time(drawing: Drawing, theme: str) -> None:
    once, again = draw_league(drawing, theme=theme), draw_league(drawing, theme=theme)

    assert once == again
    assert picture(drawing, theme).width == WIDE
    assert len(once) < 150_000


@pytest.mark.parametrize("drawing", DRAWINGS.values(), ids=[*DRAWINGS])
def test_no_letters_are_smaller_than_nine_pixels_on_a_phone(
    drawing: Drawing, monkeypatch: pytest.MonkeyPatch
) -> None:
    sizes: list[int] = []
    draw_text = sheet.draw_text

    def measured(*args: Any, **options: Any) -> None:
        sizes.append(options["size"])
        draw_text(*args, **options)

    monkeypatch.setattr(sheet, "draw_text", measured)
    draw_league(drawing)

    assert sizes
    assert min(sizes) >= LEAST
    assert LEAST * 390 / WIDE >= 9


@pytest.mark.parametrize("name", NAMES)
def test_a_name_of_a_table_never_reaches_the_next_column(name: str) -> None:
    row = (0, HEAD + LABELS + 2, WIDE, HEAD + LABELS + ROW - 2)
    short, other = samples.table(("",)), samples.table((name,))
    cells = short.rows[0].cells
    unmarked = replace(short, rows=(replace(short.rows[0], cells=(*cells[:2], ".", *cells[3:])),))
    plain = picture(short).crop(row)

    named = changed(plain, picture(other).crop(row))
    marks = changed(plain, picture(unmarked).crop(row))

    assert marks is not None
    assert named is None or named[2] < marks[0]


@pytest.mark.parametrize("name", NAMES)
def test_a_name_of_a_bracket_stays_in_its_frame_and_off_the_score(name: str) -> None:
    with_name = picture(samples.bracket((name, "Ben")))
    without = picture(samples.bracket(("", "Ben")))

    box = changed(with_name, without)

    assert box is None or (box[0] >= EDGE and box[2] < EDGE + BOX - 40)


@pytest.mark.parametrize("name", NAMES)
def test_a_name_of_a_cross_table_stays_before_its_cells(name: str) -> None:
    names = [""] * 16
    with_name = picture(samples.cross_table([name, *names[1:]]))

    box = changed(with_name, picture(samples.cross_table(names)))

    assert box is None or (box[0] >= EDGE and box[2] <= EDGE + 40 + 200)


def test_a_name_of_a_podium_stays_on_its_step() -> None:
    without = picture(samples.podium(("Anna", "", "Cleo")))

    box = changed(picture(samples.podium(("Anna", LONG * 3, "Cleo"))), without)

    assert box is not None
    assert EDGE <= box[0] < box[2] <= EDGE + (WIDE - 2 * EDGE) / 3


@pytest.mark.long
def test_a_table_never_has_more_rows_than_a_page() -> None:
    assert picture(samples.table(NAMES * 3)).height == picture(samples.table(NAMES)).height
    assert len(NAMES) == ROWS


def test_a_match_stands_between_those_that_lead_to_it() -> None:
    (group, *_), matches = in_order(samples.bracket().matches), samples.bracket().matches

    assert [match.id for match in group] == ["a0", "b0", "a1"]
    assert len(matches) == 12


def test_every_match_of_a_bracket_is_drawn_once() -> None:
    ids = [match.id for group in in_order(samples.bracket().matches) for match in group]

    assert sorted(ids) == sorted(match.id for match in samples.bracket().matches)


def test_provisional_parts_are_dashed_and_others_are_not() -> None:
    points = tuple(Point(x=n, y=0.0, sure=False) for n in (0, 10))
    chart = LineChart(title="", sub="", lines=(Line(label="", points=points),))
    sure = replace(chart, lines=(Line(label="", points=tuple(replace(p, sure=True) for p in points)),))

    inked = [sum(image.crop((200, 0, 600, image.height)).convert("L").histogram()[:60])
             for image in (picture(chart), picture(sure))]  # fmt: skip

    assert inked[0] < inked[1]


@pytest.mark.parametrize(("low", "high"), [(0, 0), (1460, 1690), (-7, 30), (1500, 1500.4), (0, 100_000)])
def test_the_numbers_of_an_axis_are_round_few_and_hold_all_values(low: float, high: float) -> None:
    values = round_values(low, high)

    assert values[0] <= low
    assert values[-1] >= high
    assert 2 <= len(values) <= 8
    assert len({b - a for a, b in pairwise(values)}) == 1


@pytest.mark.long
def test_a_long_label_is_cut() -> None:
    assert picture(samples.line_chart(LONG * 5)).width == WIDE
