"""The page of a film: the film, and the same in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial

from bot.features.film.film_moments import WHOLE
from bot.features.sharing.public_moments import Moment
from bot.i18n.catalogue import Catalogue
from bot.i18n.names import Names
from bot.reports import event_lines
from bot.reports.map_picture import LONGEST_ALT, picture_of, view_of
from bot.ui.page import Embed, FilmImage, Page
from bot.ui.plain_text import aside, plainly, shortened
from engine.view import View
from engine.view.front_line import with_front_line
from engine.view.overlays import OverlayRequest
from render import crops
from render.film_frame import FilmFrame

SHORTEST, LONGEST = 1000, 4000
"""Milliseconds that a moment is shown."""
A_CHARACTER = 32
"""Milliseconds more for each character to be read."""
LINES_SHOWN = 3
"""Lines of a report below the map of a moment."""
LONGEST_WORDS = 3000
JOINED, PART = " · ", "; "
SMALL = "-# "
"""Begins a line that only says what there was not."""


def page(words: Catalogue, moments: Sequence[Moment], span: str, theme: str = "") -> Page:
    """The film of some moments, at least one."""
    names = Names(words, moments[-1].game.seen(""))
    film = _film(words, moments, theme, front=span == WHOLE)
    first, last = moments[0].before, moments[-1].game.state
    facts = {"title": names.title, "first": first.turn or 1, "last": last.turn or 1, "n": len(moments)}
    told = "round" if span == WHOLE and facts["first"] == facts["last"] else span
    return Page(text=words(f"film.of_{told}", **facts), picture=film)


def nothing(words: Catalogue) -> Page:
    """Nothing has happened that a film could show."""
    return Page(embeds=(Embed(text=words("film.nothing")),))


def _film(words: Catalogue, moments: Sequence[Moment], theme: str, *, front: bool) -> FilmImage:
    """The film; with `front` the line between the armies is drawn."""
    frames, crop, told = list[FilmFrame](), set[str](), list[str]()
    symbols = "nato"
    for moment in moments:
        names = Names(words, moment.game.seen(""))
        view = filmed(view_of(names, "", moment.recent, OverlayRequest()))
        picture = picture_of(names, with_front_line(view) if front else view)
        symbols = picture.symbols
        crop |= crops.action(picture.view)
        text = _text(names, moment)
        told.append(JOINED.join(text))
        shown, *shorter = _shorter(text, _text(names, moment, brief=True))
        frames.append(
            FilmFrame(
                view=picture.view,
                caption=picture.caption,
                text=shown,
                shorter=tuple(shorter),
                milliseconds=min(LONGEST, SHORTEST + A_CHARACTER * len(shown)),
            )
        )
    title = words("film.alt", title=Names(words, moments[-1].game).title, n=len(frames))
    whole = " ".join([title, *(f"{text}." for text in told if text)])
    return FilmImage(
        frames=tuple(frames),
        alt=shortened(whole, LONGEST_ALT),
        crop=frozenset(crop),
        theme=theme or "light",
        symbols=symbols,
        fixed=frozenset({"theme"} if theme else ()),
        describe=partial(_described, told),
    )


def filmed(view: View) -> View:
    """A view with what a film shows of it: what happens, not what could."""
    return replace(view, zones={}, clashes=tuple(c for c in view.clashes if not c.odds))


def _text(names: Names, moment: Moment, *, brief: bool = False) -> list[str]:
    """What happens in a moment, in a few lines; `brief`: with the names that stand on the counters alone."""
    public = [e for e in moment.recent if not e.only]
    lines = event_lines.lines(names, public, brief=brief, numbers=False)
    plain = [plainly(names.words, line) for line in lines if not aside(line) and not line.startswith(SMALL)]
    return [text for text in plain if text][:LINES_SHOWN]


def _shorter(lines: Sequence[str], brief: Sequence[str]) -> Iterator[str]:
    """What happens as it is said where there is more or less room, longest first: both names of each unit,
    the short ones, the first lines, the first parts of the first line."""
    yield JOINED.join(lines)
    for n in range(len(brief), 0, -1):
        yield JOINED.join(brief[:n])
    parts = brief[0].split(PART) if brief else []
    for n in range(len(parts) - 1, 0, -1):
        yield PART.join(parts[:n])


def _described(told: Sequence[str]) -> str:
    """The film in words: a line for each moment."""
    lines = [f"{number}. {text}" for number, text in enumerate(told, start=1) if text]
    while lines and sum(len(line) + 1 for line in lines) > LONGEST_WORDS:
        lines.pop(0)
    return "\n".join(lines)
