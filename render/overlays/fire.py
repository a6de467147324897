"""Recent fire and combat results: trajectories, flashes beside the counters, and the results."""

from __future__ import annotations

import math
from collections.abc import Iterator

from engine.view import Shot, View
from render.counters.counter_layers import counter_obstacles
from render.counters.stacking import counter_centres
from render.geometry.curves import bend, shortened
from render.geometry.label_placement import ARROW_HEAD, SIGN, Obstacle, best_place, box_around, places_near
from render.geometry.label_placement import LETTERS as LETTERED
from render.geometry.layout import Point
from render.labels.label_obstacles import map_obstacles
from render.labels.place_names import name_obstacles
from render.overlays.combat import odds_obstacles
from render.overlays.movement_arrows import head_boxes
from render.overlays.objectives import flag_obstacles
from render.overlays.results import draw_flash, results_obstacles
from render.paint.canvas import Canvas, draw_tag, tag_half_size
from render.paint.pen import Nib
from render.paint.theme import Colour
from render.paint.view_cache import once_per_picture

INK: Colour = (34, 26, 22)
FLYING = ("bombard", "reaction", "fire", "kill_zone", "move_and_fire", "volley")
THIN, OVER = 0.05, 120  # of a shot's line over counters: its width in radii, how strong it is (of 255)
FAR = 0.75  # how far from where it struck a shot's result may stand, across and down, in radii
LETTERS, BURST = 0.45, 0.34  # height of a result's plate, radius of its flash, in radii


def fire(canvas: Canvas, view: View) -> None:
    """The trajectory of every shot, under the counters: it hides none of their numbers."""
    for shot in shots_at(canvas, view):
        if _flies(shot):
            draw_trajectory(canvas, _line(canvas, shot), shot.kind, canvas.r)


def shots(canvas: Canvas, view: View) -> None:
    """The trajectories again, faintly; a flash with the result where a shot struck or units fought."""
    at = shots_at(canvas, view)
    for shot in at:
        if _flies(shot):
            with canvas.pen.ink((*INK, OVER)) as nib:
                nib.line(_line(canvas, shot), canvas.r * THIN)
    told = {outcome.hex for outcome in view.outcomes}
    for shot, place in at.items():
        if {shot.target, shot.source} & told and not _flies(shot):
            continue  # a burst with words stands on the loser's hex
        draw_flash(canvas, place, _burst(canvas, shot))
        if (text := _word(canvas, shot)) and shot.target not in told:
            draw_tag(canvas, place, text, _plate(canvas, view, shot), (255, 255, 255), canvas.r * LETTERS)


@once_per_picture
def shots_at(canvas: Canvas, view: View) -> dict[Shot, Point]:
    """The middle of each result: beside the target of fire, at the hexside of a combat, clear of letters."""
    if not view.shots:
        return {}
    spared = [
        *map_obstacles(canvas, view), *name_obstacles(canvas, view), *flag_obstacles(canvas, view),
        *counter_obstacles(canvas, view), *odds_obstacles(canvas, view), *results_obstacles(canvas, view),
        *(Obstacle(box=box, weight=ARROW_HEAD) for box in head_boxes(canvas, view)),
        *_symbols(canvas, view),
    ]  # fmt: skip
    places: dict[Shot, Point] = {}
    for shot in view.shots:
        if shot.source not in canvas.layout.grid or shot.target not in canvas.layout.grid:
            continue
        wide, tall = tag_half_size(_word(canvas, shot), canvas.r * LETTERS)
        half = (max(wide, canvas.r * BURST), max(tall, _burst(canvas, shot) * 0.8))
        middle = _line(canvas, shot)[-1] if _flies(shot) else canvas.layout.between(shot.source, shot.target)
        places[shot] = best_place(places_near(middle, canvas.r, FAR, FAR), half, spared, canvas.r)
        spared.append(Obstacle(box=box_around(places[shot], half), weight=SIGN))
    return places


def _burst(canvas: Canvas, shot: Shot) -> float:
    """The radius of the flash, in pixels: visible around a long result too."""
    word = _word(canvas, shot)
    return max(canvas.r * BURST, tag_half_size(word, canvas.r * LETTERS)[0] * 1.2 if word else 0.0)


def _symbols(canvas: Canvas, view: View) -> Iterator[Obstacle]:
    """The troop symbols as obstacles, so that no flash hides them."""
    side = canvas.layout.side
    for x, y in counter_centres(canvas, view).values():
        yield Obstacle(box=box_around((x, y - side * 0.05), (side * 0.26, side * 0.18)), weight=LETTERED)


def _word(canvas: Canvas, shot: Shot) -> str:
    return canvas.caption.word(f"result/{shot.result}") or shot.result


def _plate(canvas: Canvas, view: View, shot: Shot) -> Colour:
    """The ground of a result's plate: in a melee, where both sides strike, the colour of the loser."""
    struck = next((c.side for c in view.counters if c.hex == shot.target), "")
    striker = next((c.side for c in view.counters if c.hex == shot.source), "")
    others = [side for side, _ in view.sides if side != striker]
    side = struck or (others[0] if striker and len(others) == 1 else "")
    return canvas.army(side).edge if shot.kind == "melee" and side else INK


def _flies(shot: Shot) -> bool:
    return shot.kind in FLYING


def _line(canvas: Canvas, shot: Shot) -> list[Point]:
    """The arc from the firing unit to the edge of its target's counter."""
    a, b = canvas.layout.centre(shot.source), canvas.layout.centre(shot.target)
    size = math.dist(a, b) or 1.0
    lift = size * 0.14
    control = (
        (a[0] + b[0]) / 2 + (b[1] - a[1]) / size * lift,
        (a[1] + b[1]) / 2 - (b[0] - a[0]) / size * lift,
    )
    return shortened(bend(a, control, b, 24), canvas.r * 0.7, canvas.r * 0.85)


def draw_trajectory(canvas: Canvas, line: list[Point], kind: str, unit: float) -> None:
    """The line of a shot: dots for a bombardment, dashes for fire in reaction."""
    on, off, wide = (0.02, 0.19, 0.13) if kind == "bombard" else (0.2, 0.13, 0.09)
    for colour, more in (((255, 250, 230), 0.07), (INK, 0.0)):
        with canvas.pen.ink(colour) as nib:
            if kind == "bombard":
                _dots(nib, line, unit * (on + off), unit * (wide + more) / 2)
            else:
                nib.dashes(line, unit * (wide + more), unit * on, unit * off)


def _dots(nib: Nib, line: list[Point], step: float, radius: float) -> None:
    """Dots every `step` pixels of a line."""
    rest = list(line)
    while len(rest) > 1:
        nib.dot(rest[0], radius)
        rest = shortened(rest, step, 0)
