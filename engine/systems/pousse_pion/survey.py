"""A map measured once: what ground and hexside ask of every step. Counters play no part."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from engine.hexes import Hex
from engine.rules.moving import Barred
from engine.scenario import Scenario
from engine.systems.pousse_pion.ground import price, way


@dataclass(frozen=True, slots=True, kw_only=True)
class Going:
    """A step between neighbours: the way that joins them, its price in MV off the way, or what bars it."""

    way: str
    price: int | Barred


def goings(scn: Scenario, kind: str) -> Mapping[Hex, Mapping[Hex, Going]]:
    """What every step asks of the units of a class, by the hex left and the hex entered (PP-MOV-05, 06)."""
    return scn.kept(("goings", kind), lambda: _goings(scn, kind))


def _goings(scn: Scenario, kind: str) -> Mapping[Hex, Mapping[Hex, Going]]:
    return {
        a: {b: Going(way=way(scn, a, b), price=price(scn, kind, a, b)) for b in near.values()}
        for a, near in scn.grid.around.items()
    }
