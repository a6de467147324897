"""What lies on the map in each moment of a replay: drawings and where they are, layer by layer.

The layers are those of any picture, so a replay shows what pictures show, in the same places.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from engine.hexes import Grid, Hex
from engine.view import View
from render.caption import Caption
from render.geometry.layout import Layout
from render.layers import OVERLAY_LAYERS
from render.map.map_image import Layer
from render.page.map_window import large_layout
from render.paint.canvas import Canvas
from render.paint.strokes import Stroke
from render.paint.theme import Theme
from render.replay.drawings import Drawing, drawing_of
from render.replay.moment import MomentText, ReplayMoment

ALWAYS = ""
"""The overlay of what cannot be hidden: counters, objectives."""
ZONES, POSSIBLE = "zones", "possible"
OVERLAY_OF: Mapping[str, str] = {
    **dict.fromkeys(("trails", "flights", "ghosts"), "moves"),
    **dict.fromkeys(("fire", "shots", "results", "halts"), "fights"),
    "zones": ZONES,
    **dict.fromkeys(("supports", "frames", "clashes"), POSSIBLE),
    **dict.fromkeys(("fields", "plans", "intents", "command", "unled", "proposals", "menaces"), "orders"),
    **dict.fromkeys(("numbers", "names"), "labels"),
}
"""The overlay that a layer belongs to, by its name; the others cannot be hidden."""

Placed = tuple[int, int, int]
"""The index of a drawing, and the pixels of the map at its upper left corner."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Scene(MomentText):
    """A moment without its view: what lies on the map, a tuple for each of LAYER_GROUPS; where the units
    stand, by id with their side; the hexes in which something has just happened."""

    groups: tuple[tuple[Placed, ...], ...]
    standing: Mapping[str, tuple[str, Hex]]
    focus: frozenset[Hex]


@dataclass(frozen=True, slots=True, kw_only=True)
class Scenes:
    """Scenes in order, and the drawings they consist of, each once."""

    drawings: tuple[Drawing, ...]
    scenes: tuple[Scene, ...]


def _layer_groups() -> tuple[tuple[str, tuple[Layer, ...]], ...]:
    """The layers of a picture, bottom first, neighbours of one overlay joined."""
    groups: list[tuple[str, tuple[Layer, ...]]] = []
    for layer in OVERLAY_LAYERS:
        overlay = OVERLAY_OF.get(layer.__name__, ALWAYS)
        if groups and groups[-1][0] == overlay:
            groups[-1] = (overlay, (*groups[-1][1], layer))
        else:
            groups.append((overlay, (layer,)))
    return tuple(groups)


LAYER_GROUPS = _layer_groups()


@lru_cache(maxsize=8)
def map_layout(grid: Grid) -> Layout:
    """The layout of the whole map of a replay."""
    return large_layout(grid)


def scenes_of(moments: Iterable[ReplayMoment], theme: Theme, symbols: str) -> Scenes:
    """The scenes of some moments on one map."""
    drawings: dict[Drawing, int] = {}
    known: dict[object, int] = {}

    def placed(stroke: Stroke) -> Placed:
        index = known.get(stroke.key)
        if index is None:
            index = known[stroke.key] = drawings.setdefault(drawing_of(stroke), len(drawings))
        return index, *stroke.box[:2]

    scenes = []
    for moment in moments:
        canvas = _canvas(moment.view, moment.caption, theme, symbols)
        spare = _canvas(moment.possible or moment.view, moment.caption, theme, symbols)
        groups, grid = [], moment.view.grid
        for overlay, layers in LAYER_GROUPS:
            if overlay == POSSIBLE:
                strokes = _strokes(layers, spare, moment.possible)
            else:
                strokes = _strokes(layers, canvas, None if overlay == ZONES else moment.view)
            groups.append(tuple(placed(stroke) for stroke in strokes))
        scenes.append(
            Scene(
                groups=tuple(groups),
                standing={c.id: (c.side, c.hex) for c in moment.view.counters if c.hex and c.hex in grid},
                focus=_focus(moment.view),
                zones=moment.zones,
                entry=moment.entry,
                part=moment.part,
                turn=moment.turn,
                phase=moment.phase,
                player=moment.player,
                heading=moment.heading,
                lines=moment.lines,
            )
        )
    return Scenes(drawings=tuple(drawings), scenes=tuple(scenes))


def _focus(view: View) -> frozenset[Hex]:
    """The hexes in which something has just happened."""
    moved = {hex_ for trail in view.trails for hex_ in trail.path}
    struck = {hex_ for shot in view.shots for hex_ in (shot.source, shot.target)}
    return frozenset(moved | struck | {halt.hex for halt in view.halts})


def joined(parts: Sequence[Scenes]) -> Scenes:
    """The scenes of several parts of a replay as one."""
    drawings: dict[Drawing, int] = {}
    scenes = []
    for part in parts:
        index = [drawings.setdefault(drawing, len(drawings)) for drawing in part.drawings]
        for scene in part.scenes:
            groups = (tuple((index[n], x, y) for n, x, y in group) for group in scene.groups)
            scenes.append(replace(scene, groups=tuple(groups)))
    return Scenes(drawings=tuple(drawings), scenes=tuple(scenes))


def _canvas(view: View, caption: Caption, theme: Theme, symbols: str) -> Canvas:
    sides = tuple(side for side, _ in view.sides)
    return Canvas(layout=map_layout(view.grid), theme=theme, sides=sides, caption=caption, symbols=symbols)


def _strokes(layers: Iterable[Layer], canvas: Canvas, view: View | None) -> list[Stroke]:
    """The strokes of some layers; none without a view."""
    if view is None:
        return []
    first = len(canvas.recorder.strokes)
    for layer in layers:
        layer(canvas, view)
    return canvas.recorder.strokes[first:]
