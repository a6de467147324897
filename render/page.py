"""The page around the map: title, turns, score above; legend and counters off the map below."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, replace
from functools import lru_cache

from PIL import Image, ImageDraw

from engine.view import CounterView, View
from render import inset
from render.canvas import Canvas
from render.caption import Caption, legend_keys
from render.drylands import dry
from render.layout import MARGIN
from render.lettering import fitting, width
from render.pieces import appearance
from render.sidemarks import plate, side_mark
from render.sprites import stand
from render.swatches import swatch

HEAD = 96  # pixels of header on a page 1300 pixels wide
ROW, WORD, GAP = 34, 18, 22  # legend: height of a row, size of letters, pixels between entries
TITLE = 240  # pixels the words of a box may take
SWATCH = (44, 26)  # pixels
PIECE = 40  # pixels of a counter off the map


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One entry of the legend; x, y are its upper left corner's pixels, counted from the legend's own."""

    key: str
    word: str
    x: int
    y: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Plot:
    """Where the counters of a side in a box begin, counted from the legend's corner."""

    box: str
    side: str
    pieces: tuple[CounterView, ...]
    x: int
    y: int


def scale(page_width: int) -> float:
    """How much larger than on a page 1300 pixels wide things in the margins are."""
    return min(1.5, max(0.62, page_width / 1300))


def head_height(page_width: int) -> int:
    """Pixels of the header."""
    return round(HEAD * scale(page_width))


def foot_height(view: View, caption: Caption, page_width: int, aside: tuple[int, int] = (0, 0)) -> int:
    """Pixels of everything below the map; `aside`, on the right, as many as it takes across and down."""
    zoom = scale(page_width)
    rows = len({e.y for e in entries(view, caption, page_width, aside[0])})
    boxes = plots(view, caption, page_width, aside[0])
    if boxes:
        return max(aside[1], boxes[-1].y + round((PIECE + 16) * zoom))
    return max(aside[1], round(rows * ROW * zoom) + (MARGIN if rows else 0))


def entries(view: View, caption: Caption, page_width: int, aside: int = 0) -> list[Entry]:
    """The legend laid out in rows, `aside` pixels left free on the right. Keys without a word, or without a
    picture, take no room."""
    zoom = scale(page_width)
    found: list[Entry] = []
    x = y = 0
    right = page_width - 2 * MARGIN - aside
    for key in legend_keys(view):
        word = caption.word(key)
        if not word or key.startswith(("side/", "box/", "order/")):
            continue
        word = fitting(word, "plain", round(WORD * zoom), right - 60 * zoom, round(WORD * zoom))[0]
        room = round((SWATCH[0] + 8) * zoom + width(word, "plain", round(WORD * zoom)))
        if x and x + room > right:
            x, y = 0, y + round(ROW * zoom)
        found.append(Entry(key=key, word=word, x=x, y=y))
        x += room + round(GAP * zoom)
    return found


def plots(view: View, caption: Caption, page_width: int, aside: int = 0) -> list[Plot]:
    """The rows of counters off the map, one after another below the legend."""
    zoom = scale(page_width)
    found: dict[tuple[str, str], list[CounterView]] = {}
    for counter in view.counters:
        if counter.hex is None:
            found.setdefault((counter.box, counter.side), []).append(counter)
    rows = len({e.y for e in entries(view, caption, page_width, aside)})
    x, y = 0.0, round((rows * ROW + 12) * zoom)
    placed = []
    for (box, side), pieces in sorted(found.items()):
        plot = Plot(box=box, side=side, pieces=tuple(pieces), x=round(x), y=y)
        title = width(_title(caption.word(f"box/{box}"), plot), "plain", round(WORD * zoom))
        room = title + (34 + len(pieces) * PIECE * 1.12) * zoom
        if x and x + room > page_width - 2 * MARGIN - aside:
            x, y = 0.0, y + round((PIECE + 10) * zoom)
            plot = replace(plot, x=0, y=y)
        placed.append(plot)
        x += room + 26 * zoom
    return placed


def header(canvas: Canvas, view: View) -> None:
    """Title and what is happening on the left; score and the track of turns on the right."""
    zoom, theme = scale(canvas.layout.page[0]), canvas.theme
    left, right = MARGIN + 4, canvas.layout.page[0] - MARGIN - 4
    start = _scores(canvas, view, right, round(30 * zoom), zoom)
    start = min(start, _turns(canvas, view, right, round(68 * zoom), zoom))
    room = max(60.0, start - left - 24 * zoom)
    title, size = fitting(canvas.caption.header, "title", round(42 * zoom), room, 14)
    canvas.text((left, 32 * zoom), title, size=size, colour=theme.page_ink, face="title", anchor="lm")
    sub, size = fitting(canvas.caption.sub, "plain", round(23 * zoom), room, 10)
    canvas.text((left, 70 * zoom), sub, size=size, colour=theme.page_ink, face="plain", anchor="lm")
    with canvas.pen.ink(theme.page_rule) as nib:
        y = head_height(canvas.layout.page[0]) - 4 * zoom
        nib.line([(left, y), (right, y)], max(1.0, 1.5 * zoom), ends=False)


def _scores(canvas: Canvas, view: View, right: float, y: float, zoom: float) -> float:
    """A plate for each side with its name and points, the side to play marked; the left end of the first."""
    x = right
    size = round(22 * zoom)
    for side in reversed(canvas.sides):
        army = canvas.army(side)
        points = str(view.scores.get(side, 0))
        name = fitting(canvas.caption.word(f"side/{side}"), "plain", size, 190 * zoom, size)[0]
        wide = max(34 * zoom, width(points, "bold", size) + 18 * zoom)
        box, place = (x - wide, y - 17 * zoom, x, y + 17 * zoom), canvas.theme.place(side, canvas.sides)
        plate(canvas.pen, place, box, army, canvas.theme.white)
        canvas.text((x - wide / 2, y), points, size=size, colour=army.letters)
        x -= wide + 8 * zoom
        plays = side == view.player and view.result is None
        face = "bold" if plays else "plain"
        canvas.text((x, y), name, size=size, colour=canvas.theme.page_ink, face=face, anchor="rm")
        x -= width(name, face, size)
        if plays:
            x -= 8 * zoom
            with canvas.pen.ink(canvas.theme.clash) as nib:
                nib.polygon([(x, y), (x - 11 * zoom, y - 8 * zoom), (x - 11 * zoom, y + 8 * zoom)])
            x -= 11 * zoom
        x -= 24 * zoom
    return x + 24 * zoom


def _turns(canvas: Canvas, view: View, right: float, y: float, zoom: float) -> float:
    """The track of turns: those gone filled, the present one with its number; its left end."""
    turns = max(view.turns, view.turn)
    if not 0 < turns <= 40:
        return right
    step = min(22.0, 420 / turns) * zoom
    theme = canvas.theme
    for n in range(turns):
        x = right - (turns - n - 0.5) * step
        now, gone = n + 1 == view.turn, n + 1 < view.turn
        radius = min(step * 0.42, 9 * zoom) * (1.25 if now else 0.72)
        with canvas.pen.ink(theme.page_ink if now or gone else theme.page_faint) as nib:
            nib.dot((x, y), radius)
        if not now and not gone:
            with canvas.pen.ink(theme.page) as nib:
                nib.dot((x, y), radius - 1.5 * zoom)
        if now:
            canvas.text((x, y), str(view.turn), size=radius * 1.35, colour=theme.page)
    return right - turns * step


def legend(canvas: Canvas, view: View) -> None:
    """What the signs on the picture mean, and the counters that are off the map."""
    page, zoom = canvas.layout.page, scale(canvas.layout.page[0])
    top = canvas.layout.map_box[3] + round(4 * zoom)
    aside = inset.room(canvas.layout)[0]
    found = entries(view, canvas.caption, page[0], aside)
    size = (round(SWATCH[0] * zoom), round(SWATCH[1] * zoom))
    for entry in found:
        picture = _rounded(entry.key, canvas.sides, size, canvas.theme.name, dry(view))
        x, y = MARGIN + entry.x, top + entry.y + round(ROW * zoom) // 2
        if picture is not None:
            _framed(canvas, picture, x, y - size[1] // 2, (entry.key, dry(view)))
        at = (x + size[0] + 7 * zoom, float(y))
        canvas.text(at, entry.word, size=WORD * zoom, colour=canvas.theme.page_ink, face="plain", anchor="lm")
    for plot in plots(view, canvas.caption, page[0], aside):
        _box(canvas, view, plot, canvas.caption.word(f"box/{plot.box}"))


def _framed(canvas: Canvas, picture: Image.Image, x: int, y: int, key: Hashable) -> None:
    """A swatch with round corners and a thin frame."""
    box = (x, y, x + picture.width, y + picture.height)
    canvas.stamp(picture, (x, y), key=(key, canvas.sides, canvas.theme.name))
    with canvas.pen.ink(canvas.theme.page_faint) as nib:
        nib.box_at(box, 5, hollow=1.2)


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


def _box(canvas: Canvas, view: View, plot: Plot, word: str) -> None:
    """The counters of one side in one box: a plate in the side's colour, how many, and the first of them."""
    zoom, page = scale(canvas.layout.page[0]), canvas.layout.page
    piece = round(PIECE * zoom)
    x, middle = float(MARGIN + plot.x), canvas.layout.map_box[3] + plot.y + piece / 2
    place, army = canvas.theme.place(plot.side, canvas.sides), canvas.army(plot.side)
    side_mark(canvas.pen, place, (x + 8 * zoom, middle), 15 * zoom, army, canvas.theme.page_ink)
    x += 24 * zoom
    title = _title(word, plot)
    canvas.text((x, middle), title, size=WORD * zoom, colour=canvas.theme.page_ink, face="plain", anchor="lm")
    x += width(title, "plain", round(WORD * zoom)) + 10 * zoom
    look = appearance(canvas, view)
    for counter in plot.pieces:
        if x + piece > page[0] - MARGIN - inset.room(canvas.layout)[0]:
            canvas.text((x, middle), "…", size=WORD * zoom, colour=canvas.theme.page_ink, anchor="lm")
            return
        stand(canvas, look[counter.id], (x + piece / 2, middle), piece)
        x += piece * 1.12


def _title(word: str, plot: Plot) -> str:
    """The words of a box, cut where they are too long, and how many counters lie in it."""
    short = fitting(word, "plain", WORD, TITLE, WORD)[0]
    return f"{short} {len(plot.pieces)}".strip()
