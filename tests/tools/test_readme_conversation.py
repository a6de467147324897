"""The conversation of the README: three messages in two columns, in the order of the game."""

from __future__ import annotations

import runpy
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

TOOL = runpy.run_path(str(Path(__file__).resolve().parents[2] / "tools" / "readme_conversation.py"))
GAP: int = TOOL["GAP"]


def shot(height: int, colour: str) -> Any:
    return Image.new("RGB", (100, height), colour)


@pytest.mark.parametrize(
    ("heights", "second"), [((300, 100, 100), (2 * GAP + 100, GAP)), ((100, 100, 300), (GAP, 2 * GAP + 100))]
)
def test_the_second_message_goes_where_the_columns_become_least_unequal(
    heights: tuple[int, ...], second: tuple[int, int]
) -> None:
    colours = ("red", "lime", "blue")
    shots = [shot(height, colour) for height, colour in zip(heights, colours, strict=True)]

    sheet = TOOL["beside"](shots)

    assert sheet.size == (200 + 3 * GAP, 300 + 2 * GAP)
    assert sheet.getpixel((GAP, GAP)) == (255, 0, 0)
    assert sheet.getpixel(second) == (0, 255, 0)
    below = GAP if heights[2] == 300 else 2 * GAP + heights[1]
    assert sheet.getpixel((2 * GAP + 100, below)) == (0, 0, 255)
