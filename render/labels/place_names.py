"""Place names: the most important first, each where it covers least: below, above, beside or in its hex."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from engine.hexes import Hex
from engine.view import View
from render.counters.counter_layers import counter_obstacles
from render.geometry.label_placement import NAME as WEIGHT
from render.geometry.label_placement import Choice, Obstacle, box_around, in_the_way, least_covering
from render.geometry.layout import Point
from render.labels.label_obstacles import entry_arrows, map_obstacles, plates
from render.paint.canvas import Canvas
from render.paint.strokes import fingerprint
from render.paint.text import text_width
from render.paint.view_cache import once_per_map_and_layout, once_per_picture
from render.terrain.farmland import BUILT

SIZE = 0.46  # size of a place's name in radii
LEAST = 25  # pixels of the smallest name
TAILS = 0.26  # how far tails of letters and the halo reach below and above a name, in its sizes
LINE = 0.82  # from one line of a name to the next, in its sizes
DOWN = 0.79  # how far below or above the middle a name is by preference: where there is no counter
ASIDE = (0.0, -0.25, 0.25, -0.5, 0.5, -0.75, 0.75, -1.0, 1.0)  # of the hex's middle, in radii
UNDER_A_COUNTER, ANOTHER_NAME = 90.0, 400.0  # the costs of covering these, for each square radius
COST = 0.34  # half the room of the cost of a movement in the middle of a hex, in radii
BROKEN, INSIDE, BESIDE = 0.35, 0.12, 0.5  # the costs of two lines, of the hex's middle, of a place beside it
FARTHER = (0.8, 1.6)  # how far from its hex a name beside it may be pushed, in radii

MOST_KNOWN = 500
"""Places of names that are remembered for a map and a layout."""
CROSSINGS = ("bridge", "ford")  # hexes whose drawing a name should leave in sight
Lines = tuple[str, ...]


def names(canvas: Canvas, view: View) -> None:
    """The names, in one line or two, with a halo."""
    size = name_size(canvas)
    for at, lines in names_at(canvas, view).values():
        for n, line in enumerate(lines):
            y = at[1] + (n - (len(lines) - 1) / 2) * size * LINE
            canvas.text(
                (at[0], y), line, size=size, colour=canvas.theme.name_ink, face="italic",
                halo=canvas.theme.halo,
            )  # fmt: skip


def name_size(canvas: Canvas) -> int:
    """Pixels of a name's letters."""
    return max(LEAST, round(canvas.r * SIZE))


@once_per_picture
def names_at(canvas: Canvas, view: View) -> dict[Hex, tuple[Point, Lines]]:
    """The middle and the lines of each name, by hex: the same as long as no counter stands there."""
    spared = [*map_obstacles(canvas, view), *plates(canvas, view), *entry_arrows(canvas, view)]
    for thing in counter_obstacles(canvas, view):
        spared.append(Obstacle(box=thing.box, weight=max(thing.weight, UNDER_A_COUNTER)))
    for hex_ in (*view.reach, *view.steps):
        if hex_ in canvas.layout.grid:
            middle = box_around(canvas.layout.centre(hex_), (canvas.r * COST, canvas.r * COST))
            spared.append(Obstacle(box=middle, weight=UNDER_A_COUNTER))
    goals = {h for objective in view.objectives for h in objective.hexes}
    named = [h for h in canvas.layout.visible(0.5) if view.hexes[h].name]
    named.sort(key=lambda h: (h not in goals, view.hexes[h].terrain not in BUILT))
    taken, known = {c.hex for c in view.counters}, _known_best(canvas, view)
    if len(known) > MOST_KNOWN:
        known.clear()
    found: dict[Hex, tuple[Point, Lines]] = {}
    for hex_ in named:
        free = hex_ not in taken and hex_ not in goals
        choices = _choices_of(canvas, view, hex_, free=free)
        near = in_the_way([*choices], spared, canvas.r)
        case = (hex_, free, fingerprint(near))
        best = known.get(case) or least_covering([*choices], near)
        known[case] = best
        found[hex_] = (best.at, choices[best])
        spared.append(Obstacle(box=box_around(best.at, best.half), weight=ANOTHER_NAME))
    return {hex_: found[hex_] for hex_ in sorted(found)}


@once_per_map_and_layout
def _known_best(canvas: Canvas, view: View) -> dict[tuple[Hex, bool, bytes], Choice]:
    """The places chosen so far, by hex, whether a name may stand in it, and all that was in the way."""
    return {}


@once_per_map_and_layout
def _known_choices(canvas: Canvas, view: View) -> dict[tuple[Hex, bool], dict[Choice, Lines]]:
    """The choices that have been worked out for a printed map and a layout; they depend on nothing else."""
    return {}


def _choices_of(canvas: Canvas, view: View, hex_: Hex, *, free: bool) -> dict[Choice, Lines]:
    """The places that the name of a hex may have, each with its lines; `free`: it may stand in the
    hex, where there is no counter and no objective."""
    known = _known_choices(canvas, view)
    if (hex_, free) not in known:
        known[hex_, free] = {
            choice: lines
            for lines in _broken(view.hexes[hex_].name)
            for choice in _choices(canvas, view, hex_, lines, free=free)
        }
    return known[hex_, free]


def _broken(name: str) -> Iterator[Lines]:
    """The name in one line, and in two of about the same length."""
    yield (name,)
    words = name.split()
    if len(words) > 1:
        cut = min(range(1, len(words)), key=lambda n: max(len(" ".join(words[:n])), len(" ".join(words[n:]))))
        yield (" ".join(words[:cut]), " ".join(words[cut:]))


def _choices(canvas: Canvas, view: View, hex_: Hex, lines: Lines, *, free: bool) -> Iterator[Choice]:
    """The places a name may have: around its hex and across it, on the picture if there is one."""
    half = half_size(canvas, lines)
    (x, y), r = canvas.layout.centre(hex_), canvas.r
    inside = free and view.hexes[hex_].terrain not in (*BUILT, *CROSSINGS) and not view.hexes[hex_].site
    x0, y0, x1, y1 = canvas.layout.map_box
    wide, tall = half[0] + 2, half[1] + name_size(canvas) * TAILS
    for across, down, cost in _places(half, r, len(lines), inside):
        at = (x + across, y + down)
        out = max(x0 - at[0] + wide, at[0] + wide - x1, y0 - at[1] + tall, at[1] + tall - y1, 0.0)
        yield Choice(at, half, cost + 60 * out / r)


@lru_cache(maxsize=256)
def _places(half: Point, r: float, lines: int, inside: bool) -> tuple[tuple[float, float, float], ...]:
    """The places of a name around the middle of its hex, in pixels, and what each costs by itself."""
    more = BROKEN if lines > 1 else 0.0
    taller = (half[1] / r - SIZE * 0.36) if lines > 1 else 0.0
    places = [
        (aside, down * (DOWN + taller), abs(aside) + (0.3 if down < 0 else 0.0))
        for down in (1, -1)
        for aside in ASIDE
    ]
    if inside:
        places += [(0.0, 0.05, INSIDE), (0.0, -0.25, INSIDE), (0.0, 0.3, INSIDE)]
    beside = 0.72 + half[0] / r
    for way in (1, -1):
        places += [(way * beside, up, BESIDE + abs(up)) for up in (0.0, -0.3, 0.3, -0.62, 0.62, -1.0, 1.0)]
        places += [(aside, way * (DOWN + 0.42), 1.2 + abs(aside)) for aside in (0.0, -0.6, 0.6)]
        places += [
            (way * (beside + far), up, BESIDE + far * 2) for far in FARTHER for up in (0.0, -0.62, 0.62)
        ]
    return tuple((across * r, down * r, cost + more) for across, down, cost in places)


def half_size(canvas: Canvas, lines: Lines) -> Point:
    """Half the width and height of a name."""
    size = name_size(canvas)
    wide = max(text_width(line, "italic", size) for line in lines)
    return wide / 2, size * (0.36 + (len(lines) - 1) * LINE / 2)


def name_obstacles(canvas: Canvas, view: View) -> list[Obstacle]:
    """The names as obstacles for other labels."""
    return [
        Obstacle(box=box_around(at, half_size(canvas, lines)), weight=WEIGHT)
        for at, lines in names_at(canvas, view).values()
    ]
