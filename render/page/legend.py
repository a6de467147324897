"""The key of the signs on a picture, and the counters that are off the map.

Where the page has one row for it, it holds only what is new: what has just happened and what was asked for.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from PIL import Image, ImageDraw

from engine.view import CounterView, View
from render.caption import Caption
from render.counters.counter_image import draw_counter
from render.counters.counter_look import looks_on
from render.counters.side_shapes import side_mark
from render.geometry.layout import MARGIN, PageBox
from render.page.header import scale
from render.page.legend_keys import legend_keys, new_keys
from render.page.legend_swatches import has_swatch, swatch
from render.paint.caches import from_disk
from render.paint.canvas import Canvas
from render.paint.text import fit_text, text_width
from render.terrain.dry_country import is_dry_country

ROW, WORD, GAP = 42, 26, 20  # of the key, in pixels: height of a row, size of letters, space between entries
LOOSE = 62  # height of a row where there is room to spare
LEAST, CLOSE = 25, 12  # in a full row: size of letters, space between entries
SMALLEST = 20  # size of the letters of a long word in a narrow column
LINE = 29  # pixels between the lines of one entry
TITLE = 280  # pixels the words of a box may take
SWATCH = (50, 31)  # pixels
PIECE = 52  # pixels of a counter off the map


@dataclass(frozen=True, slots=True, kw_only=True)
class LegendEntry:
    """One entry of the key; x, y are the pixels from the key's upper left corner to its own, `size` are those
    of its letters on a page 1100 pixels wide."""

    key: str
    lines: tuple[str, ...]
    x: int
    y: int
    size: int = WORD


@dataclass(frozen=True, slots=True, kw_only=True)
class OffMapRow:
    """The counters of a side in a box, off the map; x, y as in `LegendEntry`."""

    box: str
    side: str
    pieces: tuple[CounterView, ...]
    x: int
    y: int


def foot_height(view: View, caption: Caption, page_width: int) -> int:
    """Height of everything below the map of a page that shows all, in pixels."""
    width, zoom = page_width - 2 * MARGIN, scale(page_width)
    entries = flowing(legend_keys(view), caption, width, zoom)
    below = _below(entries, zoom)
    boxes = off_map_rows(view, caption, width, below, zoom)
    return boxes[-1].y + round((PIECE + 12) * zoom) if boxes else below


def in_a_row(keys: Sequence[str], caption: Caption, width: float, zoom: float) -> list[LegendEntry]:
    """The entries in one row, closer and in somewhat smaller letters where all of them fit then; else as many
    as fit."""
    roomy, tight = flowing(keys, caption, width, zoom), flowing(keys, caption, width, zoom, tight=True)
    entries = roomy if all(entry.y == 0 for entry in roomy) else tight
    return [entry for entry in entries if entry.y == 0]


def flowing(
    keys: Sequence[str], caption: Caption, width: float, zoom: float, *, tight: bool = False
) -> list[LegendEntry]:
    """The entries in rows. Keys without a word, or without a picture, take no room."""
    entries: list[LegendEntry] = []
    x = y = 0
    letters, gap = (LEAST, CLOSE) if tight else (WORD, GAP)
    size, row = round(letters * zoom), round(ROW * zoom)
    for key, words in _worded(keys, caption):
        word = fit_text(words, "plain", size, width - 60 * zoom, size)[0]
        room = round((SWATCH[0] + 8) * zoom + text_width(word, "plain", size))
        if x and x + room > width:
            x, y = 0, y + row
        entries.append(LegendEntry(key=key, lines=(word,), x=x, y=y, size=letters))
        x += room + round(gap * zoom)
    return entries


def in_columns(keys: Sequence[str], caption: Caption, box: PageBox) -> list[LegendEntry]:
    """The entries below each other in a part of the page that is higher than wide, in as many columns as it
    has room for; those that do not fit are left out."""
    width, height = box[2] - box[0], box[3] - box[1]
    words = list(_worded(keys, caption))
    widest = max((SWATCH[0] + 10 + text_width(word, "plain", WORD) for _, word in words), default=width)
    columns = max(1, min(int((width + GAP) // (widest + GAP)), len(words)))
    room = (width - GAP * (columns - 1)) // columns
    wrapped = [(key, tuple(_wrapped(word, room - SWATCH[0] - 10))) for key, word in words]
    rows = sum(len(lines) - 1 for _, lines in wrapped) * LINE
    row = min(LOOSE, max(ROW, (height * columns - rows) // max(1, len(wrapped))))
    entries: list[LegendEntry] = []
    column, y = 0, 0
    for key, lines in wrapped:
        high = row + LINE * (len(lines) - 1)
        if y + high > height:
            column, y = column + 1, 0
        if column == columns:
            return entries
        x, letters = column * (room + GAP), room - SWATCH[0] - 10
        size = min(fit_text(line, "plain", WORD, letters, SMALLEST)[1] for line in lines)
        entries.append(LegendEntry(key=key, lines=lines, x=x, y=y + (row - ROW) // 2, size=size))
        y += high
    return entries


def column_keys(view: View) -> tuple[str, ...]:
    """The keys of a column, the most important first."""
    return tuple(dict.fromkeys((*new_keys(view), *reversed(legend_keys(view)))))


def column_width(view: View, caption: Caption, box: PageBox) -> int:
    """The pixels that the entries of a single column take of a part of the page; all of it where there are
    several."""
    entries = in_columns(column_keys(view), caption, box)
    if any(entry.x for entry in entries):
        return box[2] - box[0]
    longest = max((text_width(line, "plain", WORD) for e in entries for line in e.lines), default=0.0)
    return math.ceil(SWATCH[0] + 10 + longest)


def _worded(keys: Sequence[str], caption: Caption) -> Iterator[tuple[str, str]]:
    """The keys that have words and a picture, with their words; of keys with the same words the first."""
    told = {""}
    for key in keys:
        word = caption.word(key)
        if word not in told and not key.startswith(("side/", "box/", "order/", "result/")):
            told.add(word)
            yield key, word


def _wrapped(text: str, room: float) -> list[str]:
    """The text in lines of at most so many pixels."""
    lines = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".strip()
        if lines[-1] and text_width(longer, "plain", WORD) > room:
            lines.append(word)
        else:
            lines[-1] = longer
    return [fit_text(line, "plain", WORD, room, SMALLEST)[0] for line in lines]


def _below(entries: Sequence[LegendEntry], zoom: float) -> int:
    """Where the entries end."""
    ends = (e.y + round((ROW + LINE * (len(e.lines) - 1)) * zoom) for e in entries)
    return max(ends, default=0) + (round(8 * zoom) if entries else 0)


def off_map_rows(view: View, caption: Caption, width: float, top: int, zoom: float) -> list[OffMapRow]:
    """The rows of counters off the map, one after another from `top` on."""
    counters: dict[tuple[str, str], list[CounterView]] = {}
    for counter in view.counters:
        if counter.hex is None:
            counters.setdefault((counter.box, counter.side), []).append(counter)
    x, y = 0.0, top + round(4 * zoom)
    placed = []
    for (box, side), pieces in sorted(counters.items()):
        plot = OffMapRow(box=box, side=side, pieces=tuple(pieces), x=round(x), y=y)
        title = text_width(_title(caption.word(f"box/{box}"), plot), "plain", round(WORD * zoom))
        room = title + (34 + len(pieces) * PIECE * 1.12) * zoom
        if x and x + room > width:
            x, y = 0.0, y + round((PIECE + 10) * zoom)
            plot = replace(plot, x=0, y=y)
        placed.append(plot)
        x += room + 26 * zoom
    return placed


def is_slim(box: PageBox, zoom: float) -> bool:
    """Whether a part of the page has room for one row of the key only."""
    return box[3] - box[1] < 2 * ROW * zoom


def legend(canvas: Canvas, view: View) -> None:
    """The key of the signs on the picture, and the counters that are off the map."""
    box, zoom = canvas.layout.key, scale(canvas.layout.page[0])
    if box is None:
        return
    width, caption = box[2] - box[0], canvas.caption
    if is_slim(box, zoom):
        _strip(canvas, view, box)
        return
    if box[0] >= canvas.layout.map_box[2]:
        entries = in_columns(column_keys(view), caption, box)
    else:
        entries = flowing(legend_keys(view), caption, width, zoom)
    _draw_entries(canvas, view, entries, box, zoom)
    for plot in off_map_rows(view, caption, width, _below(entries, zoom), zoom):
        if box[1] + plot.y + PIECE * zoom <= box[3]:
            _box(canvas, view, plot, caption.word(f"box/{plot.box}"), box)


def units_outside(view: View, caption: Caption, seen: frozenset[str]) -> list[str]:
    """Those of the units that matter that stand outside the picture; none where nothing is said of it."""
    if not caption.word("outside"):
        return []
    return [c.id for c in view.counters if c.hex and c.id in caption.units and c.hex not in seen]


def outside_text(word: str, units: Sequence[str], room: float, size: int) -> str:
    """Who stands outside: as many as there is room for, and how many more."""
    for shown in range(len(units), 0, -1):
        rest = f" +{len(units) - shown}" if shown < len(units) else ""
        text = f"{word} {', '.join(units[:shown])}{rest}"
        if text_width(text, "plain", size) <= room:
            return text
    return f"{word} +{len(units)}" if units else ""


def seen_part(view: View, seen: frozenset[str]) -> View:
    """The view without what lies outside the picture, for the key."""
    return replace(
        view,
        counters=tuple(c for c in view.counters if c.hex is None or c.hex in seen),
        zones={side: zone & seen for side, zone in view.zones.items()},
        trails=tuple(t for t in view.trails if seen.intersection(t.path)),
        shots=tuple(s for s in view.shots if s.source in seen or s.target in seen),
        entries=tuple(e for e in view.entries if e.hexes & seen),
        contacts=tuple(c for c in view.contacts if seen.intersection(c)),
    )


def _strip(canvas: Canvas, view: View, box: PageBox) -> None:
    """One row: what is new, then who stands outside the picture."""
    seen = frozenset(canvas.layout.inside())
    zoom, width = scale(canvas.layout.page[0]), box[2] - box[0]
    size = round(WORD * zoom)
    away = units_outside(view, canvas.caption, seen)
    keys = new_keys(seen_part(view, seen))
    entries = in_a_row(keys, canvas.caption, width, zoom)
    taken = max(
        (
            e.x + text_width(e.lines[0], "plain", round(e.size * zoom)) + (SWATCH[0] + GAP) * zoom
            for e in entries
        ),
        default=0,
    )
    text = outside_text(canvas.caption.word("outside"), away, max(width - taken, width * 0.45), size)
    room = width - (text_width(text, "plain", size) + GAP * zoom if text else 0)
    entries = in_a_row(keys, canvas.caption, room, zoom)
    _draw_entries(canvas, view, entries, box, zoom)
    at = (float(box[2]), box[1] + ROW * zoom / 2)
    canvas.text(at, text, size=size, colour=canvas.theme.page_ink, face="plain", anchor="rm")


def _draw_entries(
    canvas: Canvas, view: View, entries: Sequence[LegendEntry], box: PageBox, zoom: float
) -> None:
    """The swatches of the entries with their words."""
    size, parched = (round(SWATCH[0] * zoom), round(SWATCH[1] * zoom)), is_dry_country(view)
    for entry in entries:
        x, y = box[0] + entry.x, box[1] + entry.y + round(ROW * zoom) // 2
        if has_swatch(entry.key):
            _framed(canvas, entry.key, (x, y - size[1] // 2), size, parched)
        for n, line in enumerate(entry.lines):
            at = (x + size[0] + 8 * zoom, y + n * LINE * zoom)
            canvas.text(
                at, line, size=entry.size * zoom, colour=canvas.theme.page_ink, face="plain", anchor="lm"
            )


def _framed(canvas: Canvas, key: str, at: tuple[int, int], size: tuple[int, int], parched: bool) -> None:
    """A swatch with round corners and a thin frame."""
    looks = ("swatch", key, canvas.sides, size, canvas.theme.name, parched)
    canvas.paste(
        lambda: from_disk(canvas.disk_cache, looks, lambda: _rounded(*looks[1:])), at, size, key=looks
    )
    with canvas.pen.ink(canvas.theme.page_faint) as nib:
        nib.rectangle((*at, at[0] + size[0], at[1] + size[1]), 5, hollow=1.2)


def _rounded(
    key: str, sides: tuple[str, ...], size: tuple[int, int], theme: str, parched: bool
) -> Image.Image:
    """A swatch (RGBA) with round corners."""
    mask = Image.new("L", (size[0] * 4, size[1] * 4), 0)
    ImageDraw.Draw(mask).rounded_rectangle((0, 0, mask.width, mask.height), 20, fill=255)
    round_ = swatch(key, sides, size, theme, parched).convert("RGBA")
    round_.putalpha(mask.reduce(4))
    return round_


def _box(canvas: Canvas, view: View, plot: OffMapRow, word: str, box: PageBox) -> None:
    """The counters of one side in one box: a plate in the side's colour, how many, and the first of them."""
    zoom = scale(canvas.layout.page[0])
    piece = round(PIECE * zoom)
    x, middle = float(box[0] + plot.x), box[1] + plot.y + piece / 2
    place, army = canvas.theme.place(plot.side, canvas.sides), canvas.army(plot.side)
    side_mark(canvas.pen, place, (x + 8 * zoom, middle), 18 * zoom, army, canvas.theme.page_ink)
    x += 26 * zoom
    title = _title(word, plot)
    canvas.text((x, middle), title, size=WORD * zoom, colour=canvas.theme.page_ink, face="plain", anchor="lm")
    x += text_width(title, "plain", round(WORD * zoom)) + 10 * zoom
    look = looks_on(canvas, view)
    for counter in plot.pieces:
        if x + piece * 1.6 > box[2]:
            canvas.text((x, middle), "…", size=WORD * zoom, colour=canvas.theme.page_ink, anchor="lm")
            return
        draw_counter(canvas, look[counter.id], (x + piece / 2, middle), piece)
        x += piece * 1.12


def _title(word: str, plot: OffMapRow) -> str:
    """The words of a box, cut when they are too long, and the number of counters in it."""
    short = fit_text(word, "plain", WORD, TITLE, WORD)[0]
    return f"{short} {len(plot.pieces)}".strip()
