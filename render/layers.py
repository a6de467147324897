"""The layers of a picture, bottom first. Adding one is one function and one word in a tuple.

`GROUND` is what is printed and is kept from picture to picture; `TABLE` is what lies on it; `PAGE` is around.
"""

from __future__ import annotations

from collections.abc import Callable

from engine.view import View
from render.arrows import trails
from render.canvas import Canvas
from render.clashes import clashes, frames, supports
from render.goals import flags, objectives
from render.labels import grid, numbers, rim
from render.names import names
from render.page import header, legend
from render.pieces import counters, fighters, selection
from render.plans import fields, halts, intents, plans
from render.relief import relief, slopes
from render.rose import menaces, steps
from render.setup import setup
from render.shots import shots
from render.terrain import ground, texture, villages
from render.waterside import courses, paddies
from render.ways import crossings, roads, water
from render.zones import costs, reach, zones

Layer = Callable[[Canvas, View], None]

GROUND: tuple[Layer, ...] = (
    relief, ground, paddies, slopes, courses, water, roads, texture, villages, grid, rim, numbers,
)  # fmt: skip
TABLE: tuple[Layer, ...] = (
    setup, reach, zones, fighters, objectives, crossings, names, costs, supports, fields, plans, trails,
    frames, selection, steps, counters, halts, menaces, intents, shots, clashes, flags,
)  # fmt: skip
PAGE: tuple[Layer, ...] = (header, legend)
NAMES: tuple[str, ...] = tuple(layer.__name__ for layer in GROUND + TABLE + PAGE)
