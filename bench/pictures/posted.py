"""Pictures as the bot posts them (goals 1, 4 and 6): processor time, bytes, and the first one of a window.

Panels and reports of 20 games in all battles are drawn one after the other by the function that the drawing
process runs, with views that arrive as there, by pickle; nothing is kept from before but what the bot prints
ahead when it starts: the maps of the battles, whole and small.
"""

from __future__ import annotations

import gc
import pickle
from collections.abc import Hashable, Iterator
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time

from bench.harness import Figure, agree, figure, ratio, rounds, spread
from bench.pictures import corpus, drawing
from bench.pictures.encode import psnr, saved, webp
from bot.images import painting
from bot.images.view_transfer import Sender
from bot.images.warm_up import corner
from bot.ui.page import Picture
from render import BOX, TALLEST, picture
from render.geometry.layout import Layout
from render.page import kept_pages
from render.paint import caches
from render.paint.strip import Strip

MEAN, MEDIAN_BYTES, MOST_BYTES = 25.0, 200_000, 260_000  # goals: milliseconds, bytes
FIRST, PILLOW, WEBP, WEBP_TIME, NEAR = 2.0, 0.45, 1.2, 1 / 20, 38.0  # goals: times; decibels
TURNS = 4
BUDGETS = 20_000_000, 200_000_000
"""Bytes for later pictures on a machine of 512 MB, and on one of 2 GB and more."""
SAMPLES = 12
"""Pictures that other encoders are given too."""


@dataclass(slots=True)
class Drawn:
    """Milliseconds of processor by picture, and their files; those of windows of which no page is kept."""

    later: list[float] = field(default_factory=list)
    first: list[float] = field(default_factory=list)
    encoding: list[float] = field(default_factory=list)
    sizes: list[int] = field(default_factory=list)


def run(quick: bool) -> Iterator[Figure]:
    """Times and bytes over all; beside other encoders a sample."""
    pictures = [each for _, each in (corpus.posted(1, 3) if quick else corpus.posted())]
    with TemporaryDirectory(prefix="grognard-") as folder:
        drawn = _drawn(pictures, Path(folder))
        in_turn = {size: _in_turn(pictures, Path(folder), size) for size in BUDGETS}
    every = [*drawn.first, *drawn.later]
    mean = sum(every) / len(every)
    note = f"{len(every):,} pictures, {len(drawn.first)} of them the first of a window"
    yield Figure(name="mean", value=mean, goal=MEAN, unit="ms", better="less", note=note)
    yield figure("picture", spread(every), unit="ms", better="less")
    yield figure("encoding of a picture", spread(drawn.encoding), unit="ms", better="less")
    if drawn.first and drawn.later:
        first, later = spread(drawn.first), spread(drawn.later)
        yield figure("first picture of a window", first, unit="ms", better="less")
        yield figure("later picture of a window", later, unit="ms", better="less")
        times = first.median / later.median
        yield Figure(name="first of a window v a later one", value=times, goal=FIRST, better="less")
    sizes = spread(drawn.sizes)
    yield figure("bytes, median", sizes, MEDIAN_BYTES, unit="B", better="less")
    yield Figure(name="bytes, 90th percentile", value=sizes.p90, goal=MOST_BYTES, unit="B", better="less")
    for size, taken in in_turn.items():
        name = f"whole maps of {len(taken) // TURNS} battles in turn, {size / 1e6:.0f} MB for later pictures"
        yield figure(name, spread(taken), unit="ms", better="less")
    yield from _beside_others(pictures[:: max(1, len(pictures) // (1 if quick else SAMPLES))])


def _drawn(pictures: list[Picture], folder: Path) -> Drawn:
    """All of them drawn in their order, in this process."""
    drawn, sender, encoding, known = Drawn(), Sender(), drawing.EncodingTimer(process_time), list[bool]()
    shelf, painting._shelf = painting._shelf, folder

    def looked_for(key: Hashable, layout: Layout, theme: str) -> Strip:
        """The strip of a page, and a note whether its window is known."""
        known.append(kept_pages.is_kept(key, layout))
        return kept_pages.page_strip(key, layout, theme)

    try:
        for whole in {each.view.title["en"]: replace(each, crop=None) for each in pictures}.values():
            for crop in (None, corner(whole)):
                painting.paint(sender.wrap(replace(whole, crop=crop)))
        caches.clear_memory()
        gc.collect()
        gc.freeze()  # the games, which the drawing process does not hold; it sets aside what it loads, too
        with drawing.swapped(picture, page_strip=looked_for), encoding.watched():
            for each in pictures:
                arrived = pickle.dumps(sender.wrap(each))
                spent = encoding.encoding
                start = process_time()
                data = painting.paint(pickle.loads(arrived))
                elapsed = 1000 * (process_time() - start)
                (drawn.later if known[-1] else drawn.first).append(elapsed)
                drawn.encoding.append(1000 * (encoding.encoding - spent))
                drawn.sizes.append(len(data))
    finally:
        gc.unfreeze()
        painting._shelf = shelf
    return drawn


def _in_turn(pictures: list[Picture], folder: Path, budget: int) -> list[float]:
    """Milliseconds of processor for the whole map of one game after another, each of another battle and each
    time at another moment, where so many bytes may be kept: what a host meets where many games are played."""
    sender, taken, battles = Sender(), list[float](), dict[str, list[Picture]]()
    for each in pictures:
        battles.setdefault(each.view.title["en"], []).append(replace(each, crop=None))
    shelf, painting._shelf = painting._shelf, folder
    try:
        caches.clear_memory()
        caches.set_budget(budget)
        for turn in range(1 + TURNS):
            for moments in battles.values():
                arrived = pickle.dumps(sender.wrap(moments[turn * len(moments) // (1 + TURNS)]))
                start = process_time()
                painting.paint(pickle.loads(arrived))
                if turn:
                    taken.append(1000 * (process_time() - start))
    finally:
        painting._shelf = shelf
        caches.set_budget(caches.BUDGET)
    return taken


def _beside_others(pictures: list[Picture]) -> Iterator[Figure]:
    """Bytes and time of a sample beside Pillow's and WebP's, and how near its colours are."""
    pillow, same, near, times = list[float](), list[float](), list[float](), list[float]()
    for each in pictures:
        true = picture.draw_uncached(
            each.view, each.caption, theme=each.theme, symbols=each.symbols, crop=each.crop, size=BOX,
            tallest=TALLEST, margin=each.margin,
        )  # fmt: skip
        data = painting.paint(Sender().wrap(each))
        encode, frame = drawing.ready(data)
        agree(frame.size == true.size, "the picture is as large as the one in all its colours")
        flat = frame.convert("RGB")
        pillow.append(len(data) / len(saved(true)))
        same.append(len(data) / len(webp(flat)))
        near.append(psnr(flat, true))
        taken = rounds({"ours": encode, "webp": partial(webp, flat)}, 1)
        times.append(ratio(taken, "ours", "webp").median)
    note = f"{len(pictures)} pictures"
    yield figure("bytes v Pillow's PNG of all its colours", spread(pillow), PILLOW, better="less", note=note)
    yield figure("bytes v lossless WebP of the same pixels", spread(same), WEBP, better="less")
    yield figure("time of encoding v that WebP", spread(times), WEBP_TIME, better="less")
    yield figure("likeness to all its colours (PSNR)", spread(near), NEAR, unit="dB")
