"""Check positions against a rulebook's charts: numbers out of bounds, impassable hexes, enemies in one hex,
impossible formations."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Protocol

from engine.hexes import Hex

GONE = "@eliminated"


class PlacedCounter(Protocol):
    """A counter as it stands somewhere, printed or in play."""

    @property
    def id(self) -> str:
        """Its id."""

    @property
    def side(self) -> str:
        """Whose it is."""

    @property
    def kind(self) -> str:
        """What it is."""

    @property
    def place(self) -> str:
        """The hex or box where it is."""

    @property
    def traits(self) -> frozenset[str]:
        """What is special about it."""

    @property
    def values(self) -> Mapping[str, int]:
        """Its numbers."""


def position_faults(
    counters: Iterable[PlacedCounter], charts: Mapping[str, Any], terrain: Callable[[Hex], str]
) -> Iterator[tuple[str, str]]:
    """What cannot be of some counters, each with the id of the counter and the rule."""
    counters = tuple(counters)
    for counter in counters:
        if what := number_fault(counter, charts):
            yield counter.id, what
    impossible: Mapping[str, str] = charts.get("impossible", {})
    stacks = charts.get("stacking", ())
    units = {c.place: c for c in counters if c.kind not in stacks and not c.place.startswith("@")}
    for hex_, unit in units.items() if "impassable" in impossible else ():
        ground = terrain(hex_)
        if charts["terrain"][ground].get("impassable") == "yes":
            yield unit.id, f"no unit can be on {hex_}, {ground} ({impossible['impassable']})"
    for counter in counters if "enemies" in impossible else ():
        held = units.get(counter.place)
        if held is not None and held.side != counter.side:
            yield counter.id, f"its enemy {held.id} is on {counter.place} ({impossible['enemies']})"


def number_fault(counter: PlacedCounter, charts: Mapping[str, Any]) -> str:
    """What is wrong with the first number of a counter that is out of its bounds, or ""."""
    for name, rule in charts.get("vital", {}).items():
        if counter.place != GONE and counter.values.get(name, 1) < 1:
            return f"{name} 0: should be at least 1; at 0 it is eliminated ({rule})"
    for name, bound in charts.get("bounds", {}).items():
        if name not in counter.values or (counter.place.startswith("@") and "below" in bound):
            continue
        number, rule = counter.values[name], bound["rule"]
        if "among" in bound:
            if number not in bound["among"]:
                return f"{name} {number}: should be one of {', '.join(map(str, bound['among']))} ({rule})"
            continue
        gone = int(charts[bound["below"]]) if "below" in bound else None
        most = gone - 1 if gone is not None else int(bound["most"])
        if not int(bound["least"]) <= number <= most:
            end = f" on the map; at {gone} it is eliminated" if gone is not None else ""
            return f"{name} {number}: should be from {bound['least']} to {most}{end} ({rule})"
    return ""


def formation_fault(
    charts: Mapping[str, Any], name: str, side: str, kind: str, bases: int, traits: frozenset[str]
) -> str:
    """Why a counter never stands in a formation, with the rule, or ""."""
    form = charts["formations"][name]
    never = sorted(traits & {*form["never"]})
    sided = side in form["sides"]
    if sided and kind in form["kinds"] and bases > 1 and not never:
        return ""
    who = f"{kind} on one base" if bases < 2 else " with ".join((kind, *never))
    who = who if sided or bases < 2 else f"{kind} of {side}"
    return f"{who} never stands in {name} ({form['rule']})"
