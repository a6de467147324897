"""What fights did, read on the map: words in a burst on the loser's hex, the ghost of a unit that died."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from engine.view import Outcome, View
from render.counters.counter_image import draw_counter
from render.counters.counter_layers import counter_obstacles
from render.counters.counter_look import looks_on
from render.geometry.curves import star
from render.geometry.label_placement import ARROW_HEAD, SIGN, Choice, Obstacle, best_choice, box_around
from render.geometry.layout import Point
from render.labels.place_names import name_obstacles
from render.overlays.combat import odds_obstacles
from render.overlays.movement_arrows import head_boxes
from render.overlays.objectives import flag_obstacles
from render.overlays.step_compass import draw_cross
from render.paint.canvas import Canvas, draw_tag, tag_half_size
from render.paint.theme import Colour, text_colour_on
from render.paint.view_cache import once_per_picture

LETTERS = 0.46  # height of a line of a result, in radii
LINE = 0.92  # from one line of a result to the next, in its heights
BURST = 1.2  # how far a burst reaches beyond its words
FLASH: tuple[Colour, Colour] = ((208, 44, 16), (255, 214, 64))
RIM: Colour = (255, 250, 230)
PLACES = (
    *((0.62, -0.68), (-0.62, -0.68), (0.62, 0.68), (-0.62, 0.68), (0.0, -0.75), (0.0, 0.75)),
    *((0.95, 0.0), (-0.95, 0.0), (0.95, -0.75), (-0.95, -0.75), (0.95, 0.75), (-0.95, 0.75)),
    *((0.0, -1.1), (0.0, 1.1), (1.35, -0.4), (-1.35, -0.4), (1.35, 0.4), (-1.35, 0.4)),
    *((0.87, -1.25), (-0.87, -1.25), (0.87, 1.25), (-0.87, 1.25), (1.6, 0.0), (-1.6, 0.0)),
)
"""Where a result stands beside a counter, in radii from its middle, the first by preference."""
OUT = 20.0  # the cost of each radius beyond the picture
COUNTER = 30.0  # the cost of covering a counter, for each square radius
HEAT = (196, 30, 20)
FAINT, STRONG = 30, 190  # how strong the tint of a hex is, of 255, where least and where most happened
STEPS = 8  # of heat

Placed = tuple[Outcome, Point, tuple[str, ...]]


def ghosts(canvas: Canvas, view: View) -> None:
    """A pale counter with a cross where a unit died, unless another has taken its place."""
    look = looks_on(canvas, view)
    for outcome in _dead(canvas, view):
        if outcome.unit in look:
            at = canvas.layout.centre(outcome.hex)
            draw_counter(canvas, look[outcome.unit], at, canvas.layout.side, pale=True)
            half, wide = canvas.layout.side * 0.42, canvas.r * 0.09
            draw_cross(canvas, at, half, canvas.theme.clash, wide, canvas.r * 0.06)


def _dead(canvas: Canvas, view: View) -> list[Outcome]:
    """The units whose ghosts are seen: the last that died in a hex, if it is empty now."""
    taken = {c.hex for c in view.counters}
    last = {o.hex: o for o in view.outcomes if o.fate == "gone" and o.hex not in taken}
    return [o for o in last.values() if o.hex in canvas.layout.grid]


def results(canvas: Canvas, view: View) -> None:
    """Words for every unit that lost strength, gave way or died, in a burst unless they stand on a ghost."""
    dead, size = _dead(canvas, view), canvas.r * LETTERS
    placed = results_at(canvas, view)
    for outcome, at, lines in placed:
        if outcome not in dead:
            draw_burst(canvas, at, _half(canvas, lines))
    for outcome, at, lines in placed:
        ground = canvas.army(outcome.side).edge
        for n, line in enumerate(lines):
            y = at[1] + (n - (len(lines) - 1) / 2) * size * LINE
            draw_tag(canvas, (at[0], y), line, ground, text_colour_on(ground), size)


def draw_burst(canvas: Canvas, at: Point, half: Point) -> None:
    """A burst behind words of half that width and height."""
    for colour, share in ((RIM, BURST * 1.1), (FLASH[0], BURST), (FLASH[1], BURST * 0.86)):
        with canvas.pen.ink(colour) as nib:
            nib.polygon(_burst(at, half, share))


def _burst(at: Point, half: Point, share: float) -> list[Point]:
    """A star around words, as broad as they are."""
    wide, tall = half[0] * share * 1.12, (half[1] * 1.25 + half[0] * 0.1) * share
    return [(at[0] + (x - at[0]) * wide, at[1] + (y - at[1]) * tall) for x, y in star(at, 1.0, 13, 0.76)]


@once_per_picture
def results_at(canvas: Canvas, view: View) -> list[Placed]:
    """Every result with its middle and its lines: in the hex that a unit left, else beside its counter."""
    if not view.outcomes:
        return []
    spared = [
        *name_obstacles(canvas, view), *flag_obstacles(canvas, view), *odds_obstacles(canvas, view),
        *(replace(o, weight=max(o.weight, COUNTER)) for o in counter_obstacles(canvas, view)),
        *(Obstacle(box=box, weight=ARROW_HEAD) for box in head_boxes(canvas, view)),
    ]  # fmt: skip
    taken, dead = {c.hex for c in view.counters}, _dead(canvas, view)
    placed: list[Placed] = []
    for outcome in view.outcomes:
        lines = _lines(canvas, view, outcome)
        if outcome.hex not in canvas.layout.grid or not lines:
            continue
        half = _half(canvas, lines)
        (x, y), r = canvas.layout.centre(outcome.hex), canvas.r
        own = [] if outcome.hex in taken else [(0.0, 0.42 if outcome in dead else 0.0)]
        places = [*own, *PLACES]
        room = (half[0] * 1.05, half[1] * 1.1)
        choices = [
            Choice(
                at=(x + u * r, y + v * r),
                half=room,
                cost=0.05 * n + OUT * _out(canvas, x + u * r, y + v * r, half),
            )
            for n, (u, v) in enumerate(places)
        ]
        at = best_choice(choices, spared, r).at
        placed.append((outcome, at, lines))
        spared.append(Obstacle(box=box_around(at, room), weight=SIGN))
    return placed


def _out(canvas: Canvas, x: float, y: float, half: Point) -> float:
    """How far a result would reach beyond the picture, in radii."""
    x0, y0, x1, y1 = canvas.layout.map_box
    wide, tall = half[0] * BURST, half[1] * BURST
    return max(0.0, x0 - x + wide, x + wide - x1, y0 - y + tall, y + tall - y1) / canvas.r


def _lines(canvas: Canvas, view: View, outcome: Outcome) -> tuple[str, ...]:
    """The words of a result: what it lost, and by name what became of a unit that is no longer there."""
    lost = f"−{outcome.lost}" if outcome.lost else ""
    if not outcome.fate:
        return (lost,)
    look = looks_on(canvas, view).get(outcome.unit)
    name = look.label if look is not None else outcome.unit
    first = name if outcome.fate == "gone" else f"{name} {lost}".rstrip()
    word = canvas.caption.word(f"outcome/{outcome.fate}")
    ghost = outcome.fate == "gone" and outcome in _dead(canvas, view)
    return tuple(line for line in ("" if ghost else first, word) if line)


def _half(canvas: Canvas, lines: tuple[str, ...]) -> Point:
    """Half the width and height of a result's words."""
    sizes = [tag_half_size(line, canvas.r * LETTERS) for line in lines]
    return max(w for w, _ in sizes), sizes[0][1] * (1 + (len(lines) - 1) * LINE)


def results_obstacles(canvas: Canvas, view: View) -> Iterator[Obstacle]:
    """The results as obstacles for other labels."""
    for _, at, lines in results_at(canvas, view):
        half = _half(canvas, lines)
        yield Obstacle(box=box_around(at, (half[0] * BURST, half[1] * BURST)), weight=SIGN)


def draw_flash(canvas: Canvas, at: Point, size: float) -> None:
    """A burst of fire."""
    for colour, share in ((RIM, 1.18), (FLASH[0], 1.0), (FLASH[1], 0.66)):
        with canvas.pen.ink(colour) as nib:
            nib.polygon(star(at, size * share, 9, 0.55))


def heat(canvas: Canvas, view: View) -> None:
    """Each hex tinted by its share of what happened in the hottest hex, in eight steps."""
    for hex_ in canvas.layout.visible():
        share = view.heat.get(hex_, 0.0)
        if share > 0:
            step = max(1, round(share * STEPS)) / STEPS
            canvas.tint((*HEAT, round(FAINT + (STRONG - FAINT) * step)), [hex_])
