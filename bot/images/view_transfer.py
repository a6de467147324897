"""Transfer of a view to the drawing process: the printed map, its largest part, is sent only once.

A view of 1,200 hexes takes 3.5 ms to pickle, which blocks all answers; without hexes and
hexsides it takes 0.5 ms.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass, replace

from bot.ui.page import FilmImage, Picture
from engine.hexes import Hex
from engine.view import HexsideView, HexView, View

MOST_MAPS = 16

Printed = tuple[Mapping[Hex, HexView], tuple[HexsideView, ...]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Parcel:
    """A picture without its map; the map's number; the map itself when it is sent for the first time."""

    picture: Picture
    number: int
    printed: Printed | None


@dataclass(frozen=True, slots=True, kw_only=True)
class FilmParcel:
    """The same of a film."""

    film: FilmImage
    number: int
    printed: Printed | None


class Sender:
    """Wraps pictures for one drawing process, which unwraps them in the order in which they were wrapped."""

    def __init__(self) -> None:
        self._sent: OrderedDict[int, Printed] = OrderedDict()
        self._last = 0

    def wrap(self, picture: Picture) -> Parcel:
        """The parcel of a picture; from then on its map counts as sent."""
        number, printed = self._map_of(picture.view)
        return Parcel(
            picture=replace(picture, view=_bare(picture.view), describe=None), number=number, printed=printed
        )

    def wrap_film(self, film: FilmImage) -> FilmParcel:
        """The parcel of a film, whose frames share one map."""
        number, printed = self._map_of(film.frames[0].view)
        frames = tuple(replace(frame, view=_bare(frame.view)) for frame in film.frames)
        return FilmParcel(film=replace(film, frames=frames, describe=None), number=number, printed=printed)

    def _map_of(self, view: View) -> tuple[int, Printed | None]:
        """The number of the map, and the map itself where it was not sent yet."""
        printed = (view.hexes, view.hexsides)
        known = next((number for number, sent in self._sent.items() if sent == printed), None)
        if known is not None:
            return known, None
        self._last += 1
        _keep(self._sent, self._last, printed)
        return self._last, printed

    def forget(self) -> None:
        """Send every map again: the process has ended, or a parcel may not have arrived."""
        self._sent.clear()


_received: OrderedDict[int, Printed] = OrderedDict()


def unpack_view(parcel: Parcel) -> Picture:
    """The picture in a parcel. Runs in the drawing process."""
    hexes, hexsides = _map_in(parcel)
    return replace(parcel.picture, view=replace(parcel.picture.view, hexes=hexes, hexsides=hexsides))


def unpack_film(parcel: FilmParcel) -> FilmImage:
    """The film in a parcel. Runs in the drawing process."""
    hexes, hexsides = _map_in(parcel)
    frames = (
        replace(frame, view=replace(frame.view, hexes=hexes, hexsides=hexsides))
        for frame in parcel.film.frames
    )
    return replace(parcel.film, frames=tuple(frames))


def _map_in(parcel: Parcel | FilmParcel) -> Printed:
    """The map of a parcel, which may have come with an earlier one."""
    if parcel.printed is not None:
        _keep(_received, parcel.number, parcel.printed)
    return _received[parcel.number]


def _bare(view: View) -> View:
    """The view without its map."""
    return replace(view, hexes={}, hexsides=())


def _keep(maps: OrderedDict[int, Printed], number: int, printed: Printed) -> None:
    """Keep a map; the oldest goes. Both sides do it alike, so that they keep the same maps."""
    maps[number] = printed
    while len(maps) > MOST_MAPS:
        maps.popitem(last=False)
