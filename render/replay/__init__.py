"""Replay of a game as one HTML file: moments in, bytes out. Draws nothing that the pictures do not draw.

`scenes` records the strokes of each moment, `drawings` turns them into shapes and small pictures, `document`
joins these with the page (`page/`), which shows them in a browser. They are loaded at their first use.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from engine.view import View
from render.paint.theme import THEMES
from render.replay.moment import LABELS, ReplayLine, ReplayMoment, ReplayText

if TYPE_CHECKING:
    from render.replay.scenes import Scenes

__all__ = ["LABELS", "ReplayLine", "ReplayMoment", "ReplayText", "Scenes", "draw_page", "draw_scenes"]


def draw_scenes(moments: Sequence[ReplayMoment], *, theme: str = "light", symbols: str = "nato") -> Scenes:
    """What lies on the map in some moments: any part of a replay, so that it can be drawn piece by piece."""
    from render.replay.scenes import scenes_of

    return scenes_of(moments, THEMES[theme], symbols)


def draw_page(
    table: View,
    parts: Sequence[Scenes],
    text: ReplayText,
    *,
    theme: str = "light",
    cache_folder: Path | None = None,
) -> bytes:
    """The HTML file of a replay: `parts` are the scenes of all its moments, in order and at least one,
    `table` is the view of any of them."""
    from render.picture import disk_cache
    from render.replay.document import html_document
    from render.replay.scenes import joined

    return html_document(table, joined(parts), text, THEMES[theme], disk_cache(cache_folder))
