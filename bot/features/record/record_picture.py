"""The picture of a moment of a record, drawn here and now. For the console: the bot draws in a process of its
own."""

from __future__ import annotations

from dataclasses import replace

from bot.features.record.record_moments import RecordMoment
from bot.i18n.catalogue import Catalogue
from bot.i18n.names import Names
from bot.reports.map_picture import picture_of, view_of
from engine.view.overlays import OverlayRequest
from render.picture import BOX, TALLEST, draw


def draw_moment(words: Catalogue, moment: RecordMoment, viewer: str = "", theme: str = "light") -> bytes:
    """A PNG of a moment as a side, or a spectator, sees it, in the size of the pictures in Discord: what has
    happened, without the odds of what could come."""
    names = Names(words, moment.game.seen(viewer))
    recent = [event for event in moment.recent if event.only in ("", viewer)]
    view = view_of(names, viewer, recent, OverlayRequest())
    view = replace(view, clashes=tuple(clash for clash in view.clashes if not clash.odds))
    picture = picture_of(names, view)
    return draw(
        picture.view, picture.caption, theme=theme, symbols=picture.symbols, size=BOX, tallest=TALLEST
    )
