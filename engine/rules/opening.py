"""Counters taken out of the box."""

from __future__ import annotations

from collections.abc import Mapping

from engine.scenario import Counter
from engine.state import Unit


def unit(counter: Counter, present: Mapping[str, int], facing: Mapping[str, int] | None = None) -> Unit:
    """A counter as it comes on the table: what is printed on it, then the values that only play gives it.

    `facing` is where it looks unless that is printed otherwise.
    """
    more = {name: value for name, value in present.items() if name not in counter.values}
    return Unit(
        id=counter.id,
        side=counter.side,
        kind=counter.kind,
        place=counter.place,
        name=counter.name,
        corps=counter.corps,
        symbol=counter.symbol,
        traits=counter.traits,
        printed=counter.values,
        values={**counter.values, **more},
        facing={**(facing or {}), **counter.facing},
    )
