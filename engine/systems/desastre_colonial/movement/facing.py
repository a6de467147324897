"""Turning units in their own move, freely and as often as their player likes (DC-MOV-09 to 12, DC-MOV-16).

A base in line faces a vertex. A square faces a hexside with its left base and the opposite hexside with its
right base (DC-GEN-20, DC-FOR-08).
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
from engine.systems.desastre_colonial.general.aspects import SIDES, in_square
from engine.systems.desastre_colonial.general.marks import MOVED, PIVOTED
from engine.systems.desastre_colonial.general.values import WHOLE, bases, is_chief
from engine.systems.desastre_colonial.movement.movement import own
from engine.systems.desastre_colonial.movement.permission import not_now

Facings = Mapping[str, int]
"""By base, the vertex or hexside it faces; in an order also by WHOLE, for all bases."""
OPPOSITE = SIDES // 2


def face(scn: Scenario, ledger: Ledger, side: str, order: Face) -> None:
    """Turn a unit, or some of its bases, in its hex (DC-MOV-09)."""
    unit = own(ledger.state, side, order.unit)
    check(scn, ledger.state, unit)
    if in_square(ledger.state, unit):
        turn(ledger, unit, square_facings(unit, order.facing), "DC-FOR-08")
    else:
        turn(ledger, unit, line_facings(unit, order.facing), "DC-MOV-09")


def check(scn: Scenario, state: State, unit: Unit) -> None:
    """Raises IllegalOrder unless a unit may turn now: in its move, before it engages an enemy.

    A unit with no hex left or without a team may turn (DC-MOV-09, DC-MOV-16).
    """
    check_has_facing(unit)
    reason = not_now(scn, state, unit)
    if reason is not None:
        raise reason.refusal(unit=unit.id, hex=unit.place)


def check_has_facing(unit: Unit) -> None:
    """Raises IllegalOrder for a Chief, who faces nowhere (DC-GEN-11)."""
    if is_chief(unit):
        raise IllegalOrder("DC-GEN-11", "chief_looks_nowhere", unit=unit.id)


def line_facings(unit: Unit, wanted: Facings) -> dict[str, int]:
    """The vertices that the bases of a line turn to; bases that face there already are left out (DC-GEN-22).
    Raises IllegalOrder for a base the unit does not have."""
    return _changes(unit, _by_base(unit, wanted))


def square_facings(unit: Unit, wanted: Facings) -> dict[str, int]:
    """The hexsides that the bases of a square turn to, from that wanted for one of them (DC-FOR-08). Raises
    IllegalOrder where two are wanted that are not opposite."""
    by_base = {bases(unit)[0]: wanted[WHOLE] % SIDES} if WHOLE in wanted else _by_base(unit, wanted)
    left, right = bases(unit)
    facings = square_at(unit, by_base[left] if left in by_base else by_base[right] + OPPOSITE)
    if any(facings[base] != hexside for base, hexside in by_base.items()):
        raise IllegalOrder("DC-FOR-08", "square_sides_opposite", unit=unit.id)
    return _changes(unit, facings)


def square_at(unit: Unit, hexside: int) -> dict[str, int]:
    """The hexsides of a square whose first base faces one of them (DC-FOR-08)."""
    return {base: (hexside + n * OPPOSITE) % SIDES for n, base in enumerate(bases(unit))}


def _by_base(unit: Unit, wanted: Facings) -> dict[str, int]:
    known = bases(unit)
    unknown = next((base for base in wanted if base not in (*known, WHOLE)), "" if wanted else WHOLE)
    if unknown and known == (WHOLE,):
        raise IllegalOrder("DC-GEN-25", "no_such_base", kind="only", unit=unit.id, base=unknown)
    if unknown:
        raise IllegalOrder("DC-GEN-22", "no_such_base", unit=unit.id, base=unknown, known=known)
    default = wanted.get(WHOLE)
    by_base = {base: wanted.get(base, default) for base in known}
    return {base: facing % SIDES for base, facing in by_base.items() if facing is not None}


def _changes(unit: Unit, facings: Facings) -> dict[str, int]:
    return {base: facing for base, facing in facings.items() if unit.facing.get(base) != facing}


def turn(ledger: Ledger, unit: Unit, facings: Facings, rule: str) -> None:
    """Turn bases of a unit; a base that turns in the starting hex of its move has moved for its fire
    (DC-MOV-10, DC-MOV-11)."""
    if not facings:
        return
    ledger.tell(ev.Turned(unit=unit.id, facing=dict(facings), rule=rule))
    if ledger.state.targets_of_mark(unit.id, MOVED):
        return
    for base in facings:
        if not ledger.state.marked(unit.id, PIVOTED, base):
            pivot_rule = "DC-MOV-11" if base != WHOLE and len(facings) == 1 else "DC-MOV-10"
            ledger.tell(ev.Marked(name=PIVOTED, on=unit.id, to=base, rule=pivot_rule))


def list_options(scn: Scenario, state: State, side: str, unit_id: str) -> Iterable[Option]:
    """Every way a unit may turn, one base or all (DC-MOV-09)."""
    unit = state.units.get(unit_id)
    if unit is None or unit.hex is None or is_chief(unit) or not_now(scn, state, unit) is not None:
        return
    for facings in _ways_to_turn(state, unit):
        yield Option(command=Face(unit=unit_id, facing=facings), cost=0)


def _ways_to_turn(state: State, unit: Unit) -> Iterable[dict[str, int]]:
    known = bases(unit)
    for facing in range(SIDES):
        if in_square(state, unit):
            all_bases = square_at(unit, facing)
        else:
            all_bases = dict.fromkeys(known, facing)
            if len(known) > 1:
                yield from ({base: facing} for base in known if unit.facing.get(base) != facing)
        if _changes(unit, all_bases):
            yield all_bases
