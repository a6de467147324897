"""Rebuild the palettes of the themes when colours have changed: `python tools/palettes.py [theme ...]`.

A palette has the colours that must be exact (armies, inks, signs, paper) and, for the rest, those that serve
pictures of the shipped battles best: printed maps at two sizes, and tables in the middle of a game.
"""

from __future__ import annotations

import dataclasses
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from PIL import Image, ImageStat

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import opponent
import scenarios
from engine.evolve import replay
from engine.ledger import SeededDice
from engine.referee import play, start
from engine.state import State
from engine.systems import find
from engine.view import View, look
from render.caption import Caption
from render.map.map_image import MAP_LAYERS
from render.page.legend_keys import legend_keys
from render.paint.palette import COLOURS, FOLDER, comparison_palette
from render.paint.theme import THEMES, Theme, blend
from render.picture import draw_uncached
from tests.render import sample_colonial, sample_plans, sample_views

ORDERS = (0, 12, 60)  # how many orders into a game its table is looked at
SIDE = 512  # pixels of the square that every picture is brought to, so that all count alike
MAP = frozenset({*(layer.__name__ for layer in MAP_LAYERS), "zones", "objectives", "names", "crossings"})
ROUNDS = 5  # in which the colours settle


def tables(id_: str) -> Iterator[View]:
    """What is seen of a battle as the computer player plays it, at several moments."""
    scenario = scenarios.load(id_)
    system, dice, state = find(scenario.system), SeededDice(b"palettes"), State()
    history = list(start(system, scenario, dice))
    state = replay(state, history)
    for order in range(max(ORDERS) + 1):
        if order in ORDERS:
            yield look(system, scenario, state, scenario.side_ids[0], history[-60:])
        if state.result is not None:
            return
        side = state.questions[0].side if state.questions else min(state.active)
        command = opponent.choose(system, scenario, state, side)
        events = play(system, scenario, state, side, command, dice, order)
        state, history = replay(state, events), [*history, *events]


def pictures(theme: str) -> Iterator[Image.Image]:
    """Pictures of all shipped battles in a theme, in all their colours."""
    for view, words in samples():
        yield draw_uncached(view, words, theme=theme)
    for id_ in scenarios.all():
        for view in tables(id_):
            keys = {key: key.rpartition("/")[2] for key in legend_keys(view)}
            yield draw_uncached(view, Caption(header=id_, sub="Turn", legend=keys), theme=theme)
        for zones in _everywhere(view):
            yield draw_uncached(zones, Caption(), theme=theme, layers=MAP)
        printed = frozenset(layer.__name__ for layer in MAP_LAYERS)
        for radius in (32, 64):
            yield draw_uncached(view, Caption(), theme=theme, layers=printed, radius=radius)


def samples() -> Iterator[tuple[View, Caption]]:
    """Made-up tables, with every sign there is."""
    for make in (
        sample_views.rich,
        sample_views.marching,
        sample_views.commanding,
        sample_views.sighting,
        sample_views.walking,
        sample_views.entering,
        sample_views.choosing,
        sample_views.stepping,
    ):
        yield make(), sample_views.caption()
    for make in (sample_plans.planning, sample_plans.carried_out):
        yield make(), sample_plans.caption()
    for make in (
        sample_colonial.board,
        sample_colonial.facing,
        sample_colonial.bearing,
        sample_colonial.leading,
        sample_colonial.routing,
    ):
        yield make(), sample_colonial.caption()


def _everywhere(view: View) -> Iterator[View]:
    """The same map under zones of control: every terrain under each side's, and under both."""
    hexes, sides = sorted(view.hexes), [side for side, _ in view.sides]
    for n in range(3):
        zones = {side: frozenset(hexes[(n + place) % 3 :: 3]) for place, side in enumerate(sides)}
        yield replace(view, zones=zones, counters=(), clashes=())


def fixed(theme: Theme) -> list[tuple[int, ...]]:
    """The colours that must be exact, and the tints by which small letters are smooth."""
    colours: list[tuple[int, ...]] = [(255, 255, 255), (0, 0, 0)]
    for entry in dataclasses.fields(theme):
        value = getattr(theme, entry.name)
        if isinstance(value, tuple) and len(value) in (3, 4) and all(isinstance(v, int) for v in value):
            colours.append(value[:3])
    for army in theme.armies:
        inks = (army.body, army.letters, army.zone, army.edge, *army.corps)
        colours += [ink[:3] for ink in inks]
        colours += [blend(army.body, army.letters, share) for share in (0.33, 0.66)]
    colours += [blend(theme.page, theme.page_ink, share) for share in (0.25, 0.5, 0.75)]
    return list(dict.fromkeys(colours))


def palette(theme: str) -> list[tuple[int, ...]]:
    """The 256 colours of a theme, those that must be exact first."""
    images = list(pictures(theme))
    sheet = Image.new("RGB", (SIDE * len(images), SIDE))
    for n, picture in enumerate(images):
        sheet.paste(picture.resize((SIDE, SIDE), Image.Resampling.NEAREST), (n * SIDE, 0))
    colours = fixed(THEMES[theme])
    exact_ones = len(colours)
    served = sheet.quantize(COLOURS, method=Image.Quantize.MEDIANCUT, kmeans=1).getpalette() or []
    for apart in (6, 5, 4):
        for colour in zip(*(iter(served),) * 3, strict=True):
            if len(colours) < COLOURS and all(_apart(colour, other) >= apart for other in colours):
                colours.append(colour)
    for _ in range(ROUNDS):
        _settle(colours, exact_ones, sheet)
    return _stable(colours)


def _stable(colours: list[tuple[int, ...]]) -> list[tuple[int, ...]]:
    """Those of the colours that are matched by themselves, however coarsely Pillow compares: of two that are
    taken for one, the later goes. A picture reduced twice is then the same as reduced once."""
    while True:
        strip = Image.frombytes("RGB", (len(colours), 1), bytes(v for colour in colours for v in colour))
        matches = strip.quantize(
            palette=comparison_palette(strip.tobytes()), dither=Image.Dither.NONE
        ).tobytes()
        wrong = {max(n, nearest) for n, nearest in enumerate(matches) if n != nearest}
        if not wrong:
            return colours
        colours = [colour for n, colour in enumerate(colours) if n not in wrong]


def _settle(colours: list[tuple[int, ...]], fixed_ones: int, sheet: Image.Image) -> None:
    """Move every colour that may be moved to the middle of the pixels it serves (Lloyd's algorithm)."""
    flat = bytes(v for colour in colours for v in colour)
    indexed = sheet.quantize(palette=comparison_palette(flat), dither=Image.Dither.NONE)
    index = Image.frombytes("L", indexed.size, indexed.tobytes())
    for n, pixels in enumerate(index.histogram()[: len(colours)]):
        if pixels and n >= fixed_ones:
            mask = index.point([255 if v == n else 0 for v in range(256)])
            colours[n] = tuple(round(v) for v in ImageStat.Stat(sheet, mask).mean)


def _apart(a: tuple[int, ...], b: tuple[int, ...]) -> int:
    return max(abs(x - y) for x, y in zip(a, b, strict=True))


def main() -> None:
    """Write the palettes of the themes named, or of all."""
    FOLDER.mkdir(exist_ok=True)
    for name in sys.argv[1:] or THEMES:
        colours = palette(name)
        lines = ["GIMP Palette", f"Name: {name}", "Columns: 16", "#"]
        lines += [f"{r:3d} {g:3d} {b:3d}" for r, g, b in colours]
        (FOLDER / f"{name}.gpl").write_text("\n".join(lines) + "\n", "utf-8")
        print(f"{name}: {len(colours)} colours")


if __name__ == "__main__":
    main()
