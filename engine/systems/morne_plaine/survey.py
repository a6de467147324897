"""A map measured once: what every step asks. Counters play no part.

Both the check of a step (`toll`) and the search for routes read what is measured here. A place of a search is
a hex and, on a road, whether the next road step out of it is a paid one (MP-MOV-21).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from engine.board import board
from engine.hexes import Hex
from engine.rules.reach import Net, Place, net, weight
from engine.scenario import Scenario
from engine.systems.morne_plaine.going import Column, Going, going, on_road


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Survey:
    """Of every hex its places: one, or on a road two, the second with a paid step to come. `hexes` are those
    of the places."""

    places: Mapping[Hex, tuple[Place, ...]]
    hexes: tuple[Hex, ...]

    def place(self, hex_: Hex, *, paid: bool) -> Place:
        """The place of a unit on a hex. Off the roads it does not matter which step is paid."""
        return self.places[hex_][-1 if paid else 0]

    def all_places(self, hexes: Iterable[Hex]) -> frozenset[Place]:
        """The places of some hexes."""
        places = self.places
        return frozenset(place for hex_ in hexes for place in places[hex_])


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Terms:
    """What every step asks of the units of one column: by hex and neighbour, and as a net for searches."""

    goings: Mapping[Hex, Mapping[Hex, Going]]
    net: Net


def survey(scn: Scenario) -> Survey:
    """The survey of a scenario's map."""
    return scn.kept("survey", lambda: _survey(scn))


def _survey(scn: Scenario) -> Survey:
    labels = board(scn.grid).labels
    hexes = tuple(a for a in labels for _ in range(1 + on_road(scn, a)))
    first = {a: n for n, a in reversed(tuple(enumerate(hexes)))}
    return Survey(
        places={a: tuple(range(first[a], first[a] + 1 + on_road(scn, a))) for a in labels},
        hexes=hexes,
    )


def terms(scn: Scenario, column: Column) -> Terms:
    """The terms of a column of the movement chart, on the whole map."""
    return scn.kept(("terms", column), lambda: _terms(scn, column))


def _terms(scn: Scenario, column: Column) -> Terms:
    goings = {a: {b: going(scn, column, a, b) for b in scn.grid.neighbours(a).values()} for a in scn.grid}
    map_ = survey(scn)
    links = [
        tuple(
            (map_.place(b, paid=g.paid_next[paid]), weight(g.costs[paid], hazard=g.marsh))
            for b, g in goings[a].items()
            if not (g.bar or g.shuns)
        )
        for a, places in map_.places.items()
        for paid in range(len(places))
    ]
    return Terms(goings=goings, net=net(map_.hexes, links))
