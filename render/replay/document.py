"""The HTML file of a replay: the page of `page/` with its script, its style, the pictures and the moments.

Nothing in it is fetched: its own policy forbids it, and only the script and the style that are hashed in that
policy run. Everything that people wrote is text, never HTML.
"""

from __future__ import annotations

import base64
import hashlib
import html
import io
import json
import re
import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from PIL import Image

from engine.hexes import Hex
from engine.view import View
from render.geometry.layout import Point
from render.layers import LAYER_NAMES
from render.page.map_window import map_window
from render.paint.caches import DiskCache
from render.paint.strokes import SUBPIXELS
from render.paint.theme import Theme
from render.replay.drawings import packed
from render.replay.moment import LABELS, OVERLAYS, ReplayText
from render.replay.scenes import LAYER_GROUPS, Scene, Scenes, map_layout

PAGE = Path(__file__).parent / "page"
SCRIPTS = ("game.js", "map.js", "camera.js", "moments.js", "controls.js")
"""The script of the page, in this order."""
QUALITIES = ((80, 90), (75, 75), (60, 55))
"""Of the printed map and of the small pictures, of 100: the first at which the file is small enough."""
MOST_BYTES = 3_000_000
"""Bytes of a file, if any quality makes it so small."""


def html_document(
    table: View, scenes: Scenes, text: ReplayText, theme: Theme, disk_cache: DiskCache | None = None
) -> bytes:
    """The file (UTF-8); `table` is the view of any moment. Raises KeyError for a label that is missing."""
    sheets = packed(drawing for drawing in scenes.drawings if drawing.picture)
    game = _packed_json(_game(table, scenes, sheets.places, text, theme))
    images = [_printed_map(table, theme, disk_cache), *sheets.sheets]
    style = (PAGE / "replay.css").read_text("utf-8")
    script = "\n".join((PAGE / name).read_text("utf-8") for name in SCRIPTS)
    policy = (
        f"default-src 'none'; img-src data:; style-src '{_hash(style)}'; script-src '{_hash(script)}'; "
        "base-uri 'none'; form-action 'none'"
    )
    words = {f"label.{name}": text.labels[name] for name in LABELS}
    words |= {"title": text.title, "subtitle": text.subtitle, "language": text.language, "policy": policy}
    inside = {name: html.escape(value) for name, value in words.items()}
    inside |= {"style": style, "script": script, "game": game}
    page = (PAGE / "replay.html").read_text("utf-8")
    data = b""
    for qualities in QUALITIES:
        inside["images"] = "\n".join(_image_elements(images, qualities))
        data = re.sub(r"\{\{([\w.]+)\}\}", lambda place: inside[place[1]], page).encode()
        if len(data) <= MOST_BYTES:
            break
    return data


def _image_elements(images: Sequence[Image.Image], qualities: tuple[int, int]) -> Iterator[str]:
    """The printed map and the sheets of small pictures as elements that hold them."""
    for n, image in enumerate(images):
        file = io.BytesIO()
        image.save(file, "WEBP", quality=qualities[min(n, 1)], method=4)
        yield f'<img alt="" src="data:image/webp;base64,{base64.b64encode(file.getvalue()).decode("ascii")}">'


def _game(
    table: View,
    scenes: Scenes,
    places: Iterable[tuple[int, ...]],
    text: ReplayText,
    theme: Theme,
) -> dict[str, object]:
    """Everything the script shows, but the pictures, whose `places` on the sheets are in their order."""
    grid, layout = table.grid, map_layout(table.grid)
    hexes = {hex_: n for n, hex_ in enumerate(grid)}
    sides = tuple(side for side, _ in table.sides)
    next_place = iter(places)
    marks, lists = _Numbers(), _Numbers([""])
    return {
        "size": layout.map_size,
        "subpixels": SUBPIXELS,
        "radius": layout.radius,
        "corners": [_rounded(corner) for corner in layout.corners((0.0, 0.0))],
        "hexes": [[hex_, *_rounded(layout.centre(hex_))] for hex_ in hexes],
        "near": [_neighbours(grid.neighbours(h), grid.directions, hexes) for h in hexes],
        "sides": [[text.sides[side], _zone_colour(theme, side, sides)] for side in sides],
        "units": [*text.units.values()],
        "shown": OVERLAYS,
        "overlays": [overlay for overlay, _ in LAYER_GROUPS],
        "drawings": [
            next(next_place) if drawing.picture else [drawing.colour, drawing.shapes]
            for drawing in scenes.drawings
        ],
        "moments": [
            {
                "entry": scene.entry,
                "part": scene.part,
                "turn": scene.turn,
                "phase": scene.phase,
                "player": scene.player,
                "heading": scene.heading,
                "lines": [[line.text, int(line.aside)] for line in scene.lines],
                "scene": [lists.of(_ranges(map(marks.of, group))) for group in scene.groups],
                "zones": [
                    lists.of(_ranges(sorted(hexes[hex_] for hex_ in scene.zones.get(side, ()))))
                    for side in sides
                ],
                "focus": sorted(hexes[hex_] for hex_ in scene.focus if hex_ in hexes),
                "places": moved,
            }
            for scene, moved in zip(
                scenes.scenes, _moves(scenes.scenes, [*text.units], sides, hexes), strict=True
            )
        ],
        "marks": marks.values,
        "lists": lists.values,
        "labels": dict(text.labels),
    }


def _moves(
    scenes: Sequence[Scene], units: Sequence[str], sides: Sequence[str], hexes: Mapping[Hex, int]
) -> Iterator[list[tuple[int, int, int]]]:
    """For each scene the units that stand elsewhere than in the one before: unit, side, hex (-1: none)."""
    before: Mapping[str, tuple[str, Hex]] = {}
    numbers = {unit: n for n, unit in enumerate(units)}
    for scene in scenes:
        gone = [(numbers[id_], 0, -1) for id_ in before if id_ not in scene.standing]
        changed = [
            (numbers[id_], sides.index(side), hexes[hex_])
            for id_, (side, hex_) in scene.standing.items()
            if before.get(id_) != (side, hex_)
        ]
        yield [*gone, *changed]
        before = scene.standing


class _Numbers:
    """Numbers of values in the order in which they come up, so that each is written once."""

    def __init__(self, values: Iterable[object] = ()) -> None:
        self.values = [*values]
        self._index = {value: n for n, value in enumerate(self.values)}

    def of(self, value: object) -> int:
        """The number of a value."""
        if value not in self._index:
            self._index[value] = len(self.values)
            self.values.append(value)
        return self._index[value]


def _ranges(numbers: Iterable[int]) -> str:
    """Numbers in order, runs joined.

    >>> _ranges([4, 5, 6, 2, 9])
    '4-6,2,9'
    """
    runs: list[list[int]] = []
    for number in numbers:
        if runs and runs[-1][1] == number - 1:
            runs[-1][1] = number
        else:
            runs.append([number, number])
    return ",".join(str(a) if a == b else f"{a}-{b}" for a, b in runs)


def _neighbours(near: Mapping[str, Hex], directions: Sequence[str], hexes: Mapping[Hex, int]) -> list[int]:
    """The numbers of the six neighbours of a hex, in the order of its corners; -1 beyond the map."""
    return [hexes[near[name]] if name in near else -1 for name in directions]


def _rounded(point: Point) -> tuple[float, float]:
    """A point to a hundredth of a pixel."""
    return round(point[0], 2), round(point[1], 2)


def _zone_colour(theme: Theme, side: str, sides: tuple[str, ...]) -> str:
    """The colour of a side's zone, as CSS writes it."""
    return "#" + "".join(f"{part:02x}" for part in theme.armies[theme.place(side, sides)].zone[:3])


def _printed_map(table: View, theme: Theme, disk_cache: DiskCache | None) -> Image.Image:
    """The printed map (RGB)."""
    image = map_window(table, map_layout(table.grid), theme, frozenset(LAYER_NAMES), disk_cache)
    return image.convert("RGB")


def _packed_json(value: object) -> str:
    """JSON, deflated, in letters that mean nothing in HTML."""
    written = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return base64.b64encode(zlib.compress(written.encode(), 9)).decode("ascii")


def _hash(source: str) -> str:
    """The source of a script or style as the policy names it."""
    return "sha256-" + base64.b64encode(hashlib.sha256(source.encode()).digest()).decode("ascii")
