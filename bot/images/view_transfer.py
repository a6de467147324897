"""Transfer of a view to the drawing process: the printed map, its largest part, is sent only once.

A view of 1,200 hexes takes 3.5 ms to pickle, which blocks all answers; without hexes and
hexsides it takes 0.5 ms.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass, replace

from bot.ui.page import Picture
from engine.hexes import Hex
from engine.view import HexsideView, HexView

MOST_MAPS = 16

Printed = tuple[Mapping[Hex, HexView], tuple[HexsideView, ...]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Parcel:
    """A picture without its map; the map's number; the map itself when it is sent for the first time."""

    picture: Picture
    number: int
    printed: Printed | None


class Sender:
    """Wraps pictures for one drawing process, which unwraps them in the order in which they were wrapped."""

    def __init__(self) -> None:
        self._sent: OrderedDict[int, Printed] = OrderedDict()
        self._last = 0

    def wrap(self, picture: Picture) -> Parcel:
        """The parcel of a picture; from then on its map counts as sent."""
        printed = (picture.view.hexes, picture.view.hexsides)
        bare = replace(picture, view=replace(picture.view, hexes={}, hexsides=()), describe=None)
        known = next((number for number, sent in self._sent.items() if sent == printed), None)
        if known is not None:
            return Parcel(picture=bare, number=known, printed=None)
        self._last += 1
        _keep(self._sent, self._last, printed)
        return Parcel(picture=bare, number=self._last, printed=printed)

    def forget(self) -> None:
        """Send every map again: the process has ended, or a parcel may not have arrived."""
        self._sent.clear()


_received: OrderedDict[int, Printed] = OrderedDict()


def unpack_view(parcel: Parcel) -> Picture:
    """The picture in a parcel. Runs in the drawing process."""
    if parcel.printed is not None:
        _keep(_received, parcel.number, parcel.printed)
    hexes, hexsides = _received[parcel.number]
    return replace(parcel.picture, view=replace(parcel.picture.view, hexes=hexes, hexsides=hexsides))


def _keep(maps: OrderedDict[int, Printed], number: int, printed: Printed) -> None:
    """Keep a map; the oldest goes. Both sides do it alike, so that they keep the same maps."""
    maps[number] = printed
    while len(maps) > MOST_MAPS:
        maps.popitem(last=False)
