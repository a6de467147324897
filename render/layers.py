"""The layers of a picture, bottom first. A new layer is one function and one word in a tuple.

`MAP_LAYERS` are the printed map, drawn once and cached; `OVERLAY_LAYERS` are over it, counters included;
`PAGE_LAYERS` are around it. The last two draw nothing at once: they record strokes (see `Canvas`).
"""

from __future__ import annotations

from render.counters.counter_layers import counters, fighters, selection
from render.labels.choices import chances, danger, letters
from render.labels.hex_numbers import beside_map, numbers
from render.labels.place_names import names
from render.map.map_image import MAP_LAYERS, Layer
from render.overlays.combat import clashes, contacts, frames, supports
from render.overlays.command import command, unled
from render.overlays.control.front_line import front_line
from render.overlays.control.zones_of_control import zones
from render.overlays.fire import fire, shots
from render.overlays.front_flank_rear import aspects
from render.overlays.line_of_sight import shooting, sight
from render.overlays.movement_arrows import flights, menaces, proposals, trails
from render.overlays.objectives import flags, objectives
from render.overlays.path_preview import path, prices
from render.overlays.reach import costs, reach
from render.overlays.results import ghosts, heat, results
from render.overlays.setup_and_entry import entries, setup
from render.overlays.step_compass import passing, steps
from render.overlays.written_orders import fields, halts, intents, plans
from render.page.header import header
from render.page.inset_map import inset
from render.page.legend import legend
from render.terrain.crossings import crossings

OVERLAY_LAYERS: tuple[Layer, ...] = (
    heat, setup, entries, reach, aspects, sight, zones, front_line, fighters, objectives, crossings,
    numbers, costs, supports, fields, plans, command, path, trails, frames, selection, steps, contacts,
    fire, halts, ghosts, counters, names, unled, passing, menaces, intents, proposals, flights, shots,
    clashes, flags, results, shooting, prices, danger, letters, chances,
)  # fmt: skip
PAGE_LAYERS: tuple[Layer, ...] = (header, beside_map, legend, inset)
LAYER_NAMES: tuple[str, ...] = tuple(layer.__name__ for layer in MAP_LAYERS + OVERLAY_LAYERS + PAGE_LAYERS)
