"""The legend below the map, and the counters that are off the map."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, replace
from functools import lru_cache

from PIL import Image, ImageDraw

from engine.view import CounterView, View
from render.caption import Caption
from render.counters.counter_image import draw_counter
from render.counters.counter_look import looks_on
from render.counters.side_shapes import side_mark
from render.geometry.layout import MARGIN
from render.page import inset_map as inset
from render.page.header import scale
from render.page.legend_keys import legend_keys
from render.page.legend_swatches import swatch
from render.paint.canvas import Canvas
from render.paint.text import fit_text, text_width
from render.terrain.dry_country import is_dry_country

ROW, WORD, GAP = 34, 18, 22  # legend: height of a row, size of letters, pixels between entries
TITLE = 240  # pixels the words of a box may take
SWATCH = (44, 26)  # pixels
PIECE = 40  # pixels of a counter off the map


@dataclass(frozen=True, slots=True, kw_only=True)
class LegendEntry:
    """One entry of the legend; x, y are the pixels from the legend's upper left corner to its own."""

    key: str
    word: str
    x: int
    y: int


@dataclass(frozen=True, slots=True, kw_only=True)
class OffMapRow:
    """The counters of a side in a box, off the map; x, y as in `LegendEntry`."""

    box: str
    side: str
    pieces: tuple[CounterView, ...]
    x: int
    y: int


def foot_height(view: View, caption: Caption, page_width: int, aside: tuple[int, int] = (0, 0)) -> int:
    """Height of everything below the map, in pixels; `aside` is the width and height taken on the right."""
    zoom = scale(page_width)
    rows = len({e.y for e in legend_entries(view, caption, page_width, aside[0])})
    boxes = off_map_rows(view, caption, page_width, aside[0])
    if boxes:
        return max(aside[1], boxes[-1].y + round((PIECE + 16) * zoom))
    return max(aside[1], round(rows * ROW * zoom) + (MARGIN if rows else 0))


def legend_entries(view: View, caption: Caption, page_width: int, aside: int = 0) -> list[LegendEntry]:
    """The legend laid out in rows, `aside` pixels left free on the right. Keys without a word, or without a
    picture, take no room."""
    zoom = scale(page_width)
    entries: list[LegendEntry] = []
    x = y = 0
    right = page_width - 2 * MARGIN - aside
    for key in legend_keys(view):
        word = caption.word(key)
        if not word or key.startswith(("side/", "box/", "order/")):
            continue
        word = fit_text(word, "plain", round(WORD * zoom), right - 60 * zoom, round(WORD * zoom))[0]
        room = round((SWATCH[0] + 8) * zoom + text_width(word, "plain", round(WORD * zoom)))
        if x and x + room > right:
            x, y = 0, y + round(ROW * zoom)
        entries.append(LegendEntry(key=key, word=word, x=x, y=y))
        x += room + round(GAP * zoom)
    return entries


def off_map_rows(view: View, caption: Caption, page_width: int, aside: int = 0) -> list[OffMapRow]:
    """The rows of counters off the map, one after another below the legend."""
    zoom = scale(page_width)
    counters: dict[tuple[str, str], list[CounterView]] = {}
    for counter in view.counters:
        if counter.hex is None:
            counters.setdefault((counter.box, counter.side), []).append(counter)
    rows = len({e.y for e in legend_entries(view, caption, page_width, aside)})
    x, y = 0.0, round((rows * ROW + 12) * zoom)
    placed = []
    for (box, side), pieces in sorted(counters.items()):
        plot = OffMapRow(box=box, side=side, pieces=tuple(pieces), x=round(x), y=y)
        title = text_width(_title(caption.word(f"box/{box}"), plot), "plain", round(WORD * zoom))
        room = title + (34 + len(pieces) * PIECE * 1.12) * zoom
        if x and x + room > page_width - 2 * MARGIN - aside:
            x, y = 0.0, y + round((PIECE + 10) * zoom)
            plot = replace(plot, x=0, y=y)
        placed.append(plot)
        x += room + 26 * zoom
    return placed


def legend(canvas: Canvas, view: View) -> None:
    """The legend of the signs on the picture, and the counters that are off the map."""
    page, zoom = canvas.layout.page, scale(canvas.layout.page[0])
    top = canvas.layout.map_box[3] + round(4 * zoom)
    aside = inset.inset_room(canvas.layout)[0]
    entries = legend_entries(view, canvas.caption, page[0], aside)
    size = (round(SWATCH[0] * zoom), round(SWATCH[1] * zoom))
    for entry in entries:
        picture = _rounded(entry.key, canvas.sides, size, canvas.theme.name, is_dry_country(view))
        x, y = MARGIN + entry.x, top + entry.y + round(ROW * zoom) // 2
        if picture is not None:
            _framed(canvas, picture, x, y - size[1] // 2, (entry.key, is_dry_country(view)))
        at = (x + size[0] + 7 * zoom, float(y))
        canvas.text(at, entry.word, size=WORD * zoom, colour=canvas.theme.page_ink, face="plain", anchor="lm")
    for plot in off_map_rows(view, canvas.caption, page[0], aside):
        _box(canvas, view, plot, canvas.caption.word(f"box/{plot.box}"))


def _framed(canvas: Canvas, picture: Image.Image, x: int, y: int, key: Hashable) -> None:
    """A swatch with round corners and a thin frame."""
    box = (x, y, x + picture.width, y + picture.height)
    canvas.paste(picture, (x, y), key=(key, canvas.sides, canvas.theme.name))
    with canvas.pen.ink(canvas.theme.page_faint) as nib:
        nib.rectangle(box, 5, hollow=1.2)


@lru_cache(maxsize=256)
def _rounded(
    key: str, sides: tuple[str, ...], size: tuple[int, int], theme: str, parched: bool
) -> Image.Image | None:
    """A swatch (RGBA) with round corners."""
    picture = swatch(key, sides, size, theme, parched)
    if picture is None:
        return None
    mask = Image.new("L", (picture.width * 4, picture.height * 4), 0)
    ImageDraw.Draw(mask).rounded_rectangle((0, 0, mask.width, mask.height), 20, fill=255)
    round_ = picture.convert("RGBA")
    round_.putalpha(mask.reduce(4))
    return round_


def _box(canvas: Canvas, view: View, plot: OffMapRow, word: str) -> None:
    """The counters of one side in one box: a plate in the side's colour, how many, and the first of them."""
    zoom, page = scale(canvas.layout.page[0]), canvas.layout.page
    piece = round(PIECE * zoom)
    x, middle = float(MARGIN + plot.x), canvas.layout.map_box[3] + plot.y + piece / 2
    place, army = canvas.theme.place(plot.side, canvas.sides), canvas.army(plot.side)
    side_mark(canvas.pen, place, (x + 8 * zoom, middle), 15 * zoom, army, canvas.theme.page_ink)
    x += 24 * zoom
    title = _title(word, plot)
    canvas.text((x, middle), title, size=WORD * zoom, colour=canvas.theme.page_ink, face="plain", anchor="lm")
    x += text_width(title, "plain", round(WORD * zoom)) + 10 * zoom
    look = looks_on(canvas, view)
    for counter in plot.pieces:
        if x + piece > page[0] - MARGIN - inset.inset_room(canvas.layout)[0]:
            canvas.text((x, middle), "…", size=WORD * zoom, colour=canvas.theme.page_ink, anchor="lm")
            return
        draw_counter(canvas, look[counter.id], (x + piece / 2, middle), piece)
        x += piece * 1.12


def _title(word: str, plot: OffMapRow) -> str:
    """The words of a box, cut when they are too long, and the number of counters in it."""
    short = fit_text(word, "plain", WORD, TITLE, WORD)[0]
    return f"{short} {len(plot.pieces)}".strip()
