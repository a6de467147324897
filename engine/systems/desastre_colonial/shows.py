"""What pictures and words show of a Désastre Colonial table (rules file, 3)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from engine.hexes import Hex
from engine.scenario import Scenario
from engine.state import State, Unit
from engine.system import Face
from engine.systems.desastre_colonial import marks
from engine.systems.desastre_colonial.aspects import in_square
from engine.systems.desastre_colonial.values import bases, cohesion, fragile, is_chief, training, weapon

TRAINED = {"undisciplined": "-", "trained": "+", "disciplined": "++"}
"""How a counter tells training: nothing for what is standard (3.2)."""
BUILT = ("skirmisher", "team")
"""Traits that change how a unit is drawn."""
OF_A_UNIT = (
    *(
        marks.SQUARE,
        marks.LOW_AMMO,
        marks.ROUTED,
        marks.COMMANDED,
        marks.ACTIVATED,
        marks.DONE,
        marks.MOVED,
        marks.FIRED,
    ),
    *(marks.SMOKE, marks.SMUGGLED),
)
OF_A_CHIEF = (marks.ACTIVE, marks.DEACTIVATED, marks.AT_RISK)


def face(scn: Scenario, state: State, unit: Unit) -> Face:
    """Of a unit: cohesion lower left, weapon lower right, training upper right, losses, which way each base
    looks. Of a chief: his dice and radius along the foot."""
    if is_chief(unit):
        dice = f"{unit['staff']}D{unit['die']}"
        return Face(
            corners={"s": f"{dice}/{unit['radius']}"},
            states=tuple(_borne(state, unit, OF_A_CHIEF)),
        )
    armed = weapon(scn, unit)
    short = str(armed["short"]) if armed is not None else ""
    corners = {"sw": str(cohesion(unit)), "se": short, "ne": TRAINED.get(training(unit), "")}
    return Face(
        corners={corner: text for corner, text in corners.items() if text},
        states=tuple(_states(scn, state, unit)),
        losses=unit["losses"],
        headings=headings(state, unit),
        bases=len(bases(unit)),
    )


def strength(unit: Unit) -> int:
    """What a unit is worth in a fight: its melee dice, and how much it takes to hurt it (DC-MEL-19,
    DC-MEL-28)."""
    return cohesion(unit) ** 2 * len(bases(unit))


def headings(state: State, unit: Unit) -> tuple[int, ...]:
    """The way each base looks, in twelfths of a turn: a square by hexsides, a line by vertices."""
    odd = 0 if in_square(state, unit) else 1
    return tuple(2 * unit.facing[base] + odd for base in bases(unit) if base in unit.facing)


def _states(scn: Scenario, state: State, unit: Unit) -> Iterator[str]:
    """The words for what a unit is at present, the worst first."""
    if fragile(scn, unit):
        yield "fragile"
    engaged = any(mark.name == marks.ENGAGES and unit.id in (mark.on, mark.to) for mark in state.marks)
    if engaged:
        yield "engaged"
    yield from (trait for trait in BUILT if trait in unit.traits)
    yield from _borne(state, unit, OF_A_UNIT)


def _borne(state: State, unit: Unit, names: tuple[str, ...]) -> Iterator[str]:
    lying = state.names_on(unit.id)
    return (name for name in names if name in lying)


def zones(scn: Scenario, state: State) -> Mapping[str, frozenset[Hex]]:
    """None: there are no zones of control (DC-MOV-14)."""
    return {side: frozenset() for side in scn.side_ids}
