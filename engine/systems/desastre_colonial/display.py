"""What a counter shows in pictures and texts (section 3)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from engine.display import CounterFace
from engine.hexes import Hex
from engine.scenario import Scenario
from engine.state import State, Unit
from engine.systems.desastre_colonial.general import marks, values
from engine.systems.desastre_colonial.general.aspects import in_square

TRAINED = {"undisciplined": "-", "trained": "+", "disciplined": "++"}
"""How a counter shows training: nothing for standard (3.2)."""
BUILT = ("skirmisher", "team")
"""Traits that change how a unit is drawn."""
OF_A_UNIT = (
    *(marks.SQUARE, marks.LOW_AMMO, marks.ROUTED, marks.COMMANDED, marks.ACTIVATED, marks.DONE),
    *(marks.MOVED, marks.FIRED, marks.SMOKE, marks.SMUGGLED),
)
OF_A_CHIEF = (marks.ACTIVE, marks.DEACTIVATED, marks.AT_RISK)
"""The marks that counters show, worst first."""


def face(scn: Scenario, state: State, unit: Unit) -> CounterFace:
    """The numbers and states on a counter: a unit's cohesion, weapon and training in the corners, its losses,
    where its bases face; a Chief's dice and radius at the bottom."""
    if values.is_chief(unit):
        command = f"{unit['staff']}D{unit['die']}/{unit['radius']}"
        return CounterFace(corners={"s": command}, states=tuple(_marks(state, unit, OF_A_CHIEF)))
    row = values.weapon(scn, unit)
    short = str(row["short"]) if row is not None else ""
    corners = {"sw": str(values.cohesion(unit)), "se": short, "ne": TRAINED.get(values.training(unit), "")}
    return CounterFace(
        corners={corner: text for corner, text in corners.items() if text},
        states=tuple(_states(scn, state, unit)),
        losses=unit["losses"],
        headings=headings(state, unit),
        bases=len(values.bases(unit)),
    )


def strength(unit: Unit) -> int:
    """What a unit is worth in a fight: its melee dice times the hits of a loss (DC-MEL-19, DC-MEL-28)."""
    return values.cohesion(unit) ** 2 * len(values.bases(unit))


def headings(state: State, unit: Unit) -> tuple[int, ...]:
    """Where each base faces, in twelfths of a turn: a square by hexsides, a line by vertices."""
    odd = 0 if in_square(state, unit) else 1
    return tuple(2 * unit.facing[base] + odd for base in values.bases(unit) if base in unit.facing)


def _states(scn: Scenario, state: State, unit: Unit) -> Iterator[str]:
    """The states of a unit, worst first."""
    if values.fragile(scn, unit):
        yield "fragile"
    if any(mark.name == marks.ENGAGES and unit.id in (mark.on, mark.to) for mark in state.marks):
        yield "engaged"
    yield from (trait for trait in BUILT if trait in unit.traits)
    yield from _marks(state, unit, OF_A_UNIT)


def _marks(state: State, unit: Unit, names: tuple[str, ...]) -> Iterator[str]:
    on_unit = state.marks_on(unit.id)
    return (name for name in names if name in on_unit)


def zones(scn: Scenario, state: State) -> Mapping[str, frozenset[Hex]]:
    """No hexes: there are no zones of control (DC-MOV-14)."""
    return {side: frozenset() for side in scn.side_ids}
