"""Which way units look: turned in their own move, freely and as often as they like (DC-MOV-09 to 12, 16).

A base in line looks at a vertex, a square at hexsides: its left base at one, its right base at the opposite
one (DC-GEN-20, DC-FOR-08).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from engine import events as ev
from engine.commands import Face
from engine.errors import IllegalOrder
from engine.ledger import Ledger
from engine.scenario import Scenario
from engine.state import State, Unit
from engine.system import Option
from engine.systems.desastre_colonial import toll
from engine.systems.desastre_colonial.aspects import SIDES, in_square
from engine.systems.desastre_colonial.marks import MOVED, PIVOTED
from engine.systems.desastre_colonial.movement import own
from engine.systems.desastre_colonial.values import ONE, bases, is_chief

Ways = Mapping[str, int]
OPPOSITE = SIDES // 2
WHOLE = ONE[0]
"""The word for all bases at once, where a unit has more than one."""


def face(scn: Scenario, ledger: Ledger, side: str, order: Face) -> None:
    """Turn a unit, or some of its bases, where it stands (DC-MOV-09)."""
    unit = own(ledger.state, side, order.unit)
    check(scn, ledger.state, unit)
    square = in_square(ledger.state, unit)
    turn(
        ledger,
        unit,
        (across if square else along)(unit, order.facing),
        "DC-FOR-08" if square else "DC-MOV-09",
    )


def check(scn: Scenario, state: State, unit: Unit) -> None:
    """Raises IllegalOrder unless it is for a unit to turn now: in its move, before it engages anybody.

    That it has no hexes left, or no team, does not matter (DC-MOV-09, DC-MOV-16).
    """
    if is_chief(unit):
        raise IllegalOrder("DC-GEN-11", "chief_looks_nowhere", unit=unit.id)
    why = toll.closed(scn, state, unit)
    if why is not None:
        raise why.refusal(unit=unit.id, hex=unit.place)


def along(unit: Unit, wanted: Ways) -> dict[str, int]:
    """The vertex each base that is named looks at, "unit" meaning all (DC-GEN-22). Raises IllegalOrder for a
    base the unit does not have."""
    wanted = _named(unit, wanted)
    return {base: way for base, way in wanted.items() if unit.facing.get(base) != way}


def across(unit: Unit, wanted: Ways) -> dict[str, int]:
    """The hexsides the bases of a square look at, from what is said of one of them (DC-FOR-08). Raises
    IllegalOrder where two are said that are not opposite."""
    wanted = _named(unit, wanted) if WHOLE not in wanted else {bases(unit)[0]: wanted[WHOLE] % SIDES}
    left, right = bases(unit)
    side = wanted[left] if left in wanted else (wanted[right] + OPPOSITE) % SIDES
    ways = {left: side, right: (side + OPPOSITE) % SIDES}
    if any(ways[base] != way for base, way in wanted.items()):
        raise IllegalOrder("DC-FOR-08", "square_sides_opposite", unit=unit.id)
    return {base: way for base, way in ways.items() if unit.facing.get(base) != way}


def _named(unit: Unit, wanted: Ways) -> dict[str, int]:
    known = bases(unit)
    if not wanted or any(base not in (*known, WHOLE) for base in wanted):
        raise IllegalOrder("DC-GEN-22", "no_such_base", unit=unit.id, bases=known)
    return {
        base: wanted.get(base, wanted.get(WHOLE, 0)) % SIDES for base in known if {base, WHOLE} & {*wanted}
    }


def turn(ledger: Ledger, unit: Unit, ways: Ways, rule: str) -> None:
    """Let bases of a unit look another way; a base that turns in the hex its move began in has moved for its
    fire (DC-MOV-10, DC-MOV-11)."""
    if not ways:
        return
    ledger.tell(ev.Turned(unit=unit.id, facing=dict(ways), rule=rule))
    if ledger.state.pointed(unit.id, MOVED):
        return
    for base in ways:
        if not ledger.state.marked(unit.id, PIVOTED, base):
            one = "DC-MOV-11" if base != WHOLE and len(ways) == 1 else "DC-MOV-10"
            ledger.tell(ev.Marked(name=PIVOTED, on=unit.id, to=base, rule=one))


def offers(scn: Scenario, state: State, side: str, unit_id: str) -> Iterable[Option]:
    """Every way a unit may turn, one base or all (DC-MOV-09)."""
    unit = state.units.get(unit_id)
    if unit is None or unit.hex is None or is_chief(unit) or toll.closed(scn, state, unit) is not None:
        return
    for ways in _ways(state, unit):
        yield Option(command=Face(unit=unit_id, facing=ways), cost=0)


def _ways(state: State, unit: Unit) -> Iterable[dict[str, int]]:
    known = bases(unit)
    for way in range(SIDES):
        if in_square(state, unit):
            everywhere = {base: (way + n * OPPOSITE) % SIDES for n, base in enumerate(known)}
        else:
            everywhere = dict.fromkeys(known, way)
            if len(known) > 1:
                yield from ({base: way} for base in known if unit.facing.get(base) != way)
        if any(unit.facing.get(base) != everywhere[base] for base in known):
            yield everywhere
