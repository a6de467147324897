"""The film of a game (goal 11): thirty phases with what `/film` shows of them, so without zones of control
and possible fights, beside Pillow's GIF of the same pages in all colours."""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from itertools import islice

from PIL import Image, ImageSequence

from bench.harness import Figure, agree, figure, milliseconds, ratio, rounds
from bench.pictures import scene
from bench.pictures.encode import psnr
from bench.pictures.phase_map import reference
from bot.features.film.page import filmed
from render.film import FILM_BOX, draw_film, draw_pages_uncached
from render.film_frame import FilmFrame

NAME = "film"
TIME, BYTES = 0.12, 0.25  # goals
PHASES = 30
LIKE = 30.0  # decibels: below it a page shows something else


def run(quick: bool) -> Iterator[Figure]:
    """Drawing and encoding the film, against encoding alone of its pages, drawn in all colours, by Pillow."""
    views = map(filmed, islice(scene.phases(reference(quick)), 3 if quick else PHASES))
    frames = [FilmFrame(view=v, caption=scene.caption(v), text=f"Phase {v.turn}") for v in views]
    film = draw_film(frames)
    pages = decoded(film)
    agree(len(pages) == len(frames), "a page for each phase")
    agree(pages[0].size == FILM_BOX, "as large as was asked for")
    true = draw_pages_uncached(frames)
    true.insert(0, true.pop())
    agree(min(map(psnr, pages, true)) >= LIKE, "the pages of the film are those drawn in all colours")
    times = rounds({"ours": lambda: draw_film(frames), "pillow": lambda: saved(true)}, 1 if quick else 9)
    theirs = saved(true)
    yield figure("time v Pillow's GIF of the same pages", ratio(times, "ours", "pillow"), TIME, better="less")
    note = f"{len(film):,} v {len(theirs):,}"
    yield Figure(
        name="bytes v Pillow's GIF of the same pages",
        value=len(film) / len(theirs),
        goal=BYTES,
        better="less",
        note=note,
    )
    yield milliseconds(f"a film of {len(frames)} phases", times["ours"])
    yield milliseconds("Pillow's GIF of them", times["pillow"])


def saved(pages: Sequence[Image.Image]) -> bytes:
    """The pages (RGB) by Pillow's defaults."""
    out = io.BytesIO()
    pages[0].save(out, "GIF", save_all=True, append_images=pages[1:], duration=1200, loop=0)
    return out.getvalue()


def decoded(film: bytes) -> list[Image.Image]:
    """The pages of a film (RGB)."""
    return [page.convert("RGB") for page in ImageSequence.Iterator(Image.open(io.BytesIO(film)))]
