"""A page larger than the scratch image is painted some rows at a time, and looks the same."""

from __future__ import annotations

import pytest
from PIL import Image

from render.paint import strip
from render.paint.palette import to_palette
from render.paint.strip import BLOCK, Strip
from render.paint.strokes import StrokeRecorder

SIZE = (300, 200)


@pytest.mark.parametrize("rows", [1, 2, 3])
def test_a_page_painted_some_rows_at_a_time_looks_the_same(
    rows: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = painted().image.tobytes()
    monkeypatch.setattr(strip, "SCRATCH", SIZE[0] * BLOCK * rows)
    monkeypatch.setattr(strip, "_scratch", [])

    in_rows = painted().image.tobytes()

    assert in_rows == whole
    assert strip._scratch[0].height == BLOCK * rows


def painted() -> Strip:
    """A page with lines and a translucent dot across all of its rows."""
    recorder = StrokeRecorder()
    with recorder.ink((200, 30, 30)) as nib:
        nib.line([(5, 3), (290, 190)], 6)
        nib.line([(150, 0), (150, 200)], 3)
    with recorder.ink((20, 20, 160, 120)) as nib:
        nib.dot((140, 95), 80)
    ground = to_palette(Image.new("RGB", SIZE, (240, 235, 220)), "light")
    page = Strip(SIZE, "light")
    page.update(recorder.strokes, ground.crop)
    return page
