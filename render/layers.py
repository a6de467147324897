"""The layers of a picture, bottom first. Adding one is one function and one word in a tuple.

`GROUND` is what is printed and is kept from picture to picture; `TABLE` is what lies on it; `PAGE` is around.
The layers of the last two draw nothing: they write strokes down (see `Canvas`).
"""

from __future__ import annotations

from render.arrows import proposals, trails
from render.aspects import aspects
from render.clashes import clashes, frames, supports
from render.command import command, unled
from render.contacts import contacts
from render.entry import entries
from render.goals import flags, objectives
from render.inset import inset
from render.names import names
from render.page import header, legend
from render.path import path, prices
from render.pieces import counters, fighters, selection
from render.plans import fields, halts, intents, plans
from render.printed import GROUND, Layer
from render.rose import menaces, passing, steps
from render.setup import setup
from render.shots import fire, shots
from render.sight import shooting, sight
from render.ways import crossings
from render.zones import costs, reach, zones

TABLE: tuple[Layer, ...] = (
    setup, entries, reach, aspects, sight, zones, fighters, objectives, crossings, names, costs, supports,
    fields, plans, command, path, trails, frames, selection, steps, contacts, fire, halts, counters, unled,
    passing, menaces, intents, proposals, shots, clashes, flags, shooting, prices,
)  # fmt: skip
PAGE: tuple[Layer, ...] = (header, legend, inset)
NAMES: tuple[str, ...] = tuple(layer.__name__ for layer in GROUND + TABLE + PAGE)
