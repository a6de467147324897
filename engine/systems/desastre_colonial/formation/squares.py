"""Forming and unforming squares in a unit's own move (DC-FOR-01 to 12)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from engine import events as ev
from engine.commands import Form
from engine.errors import IllegalOrder
from engine.ledger import Ledger
from engine.rules.movement import Barred
from engine.scenario import Scenario
from engine.state import State, Unit
from engine.system import Option
from engine.systems.desastre_colonial.general import values
from engine.systems.desastre_colonial.general.aspects import SIDES, in_square
from engine.systems.desastre_colonial.general.marks import FORMED
from engine.systems.desastre_colonial.general.marks import SQUARE as IN_SQUARE
from engine.systems.desastre_colonial.movement import facing
from engine.systems.desastre_colonial.movement.movement import own
from engine.systems.desastre_colonial.movement.permission import not_now

SQUARE, LINE = "square", "line"
FORMATIONS = (SQUARE, LINE)


def no_square(unit: Unit) -> Barred | None:
    """Why a unit can never form square, or None (DC-FOR-02, 05, 06, 08, 12, DC-CAP-09)."""
    on_foot = unit.kind == "infantry" and not values.mounted(unit)
    if unit.side != values.COLONIAL or not on_foot or values.skirmisher(unit):
        return Barred("DC-FOR-12", "never_in_square", {"unit": unit.id})
    if "no_square" in unit.traits:
        return Barred("DC-FOR-06", "not_trained_to_square", {"unit": unit.id})
    if len(values.bases(unit)) < 2:
        return Barred("DC-FOR-08", "one_base_no_square", {"unit": unit.id})
    return None


def form(scn: Scenario, ledger: Ledger, side: str, order: Form) -> None:
    """Form square or line during a unit's own move, at no cost (DC-FOR-02, 03, 10, 11)."""
    unit = own(ledger.state, side, order.unit)
    check(scn, ledger.state, unit, order.formation)
    if order.formation == SQUARE:
        rule = "DC-FOR-11"
        put_in_square(ledger, unit, _square_facings(unit, order.facing), "DC-FOR-02")
    else:
        rule = "DC-FOR-10"
        facings = _line_facings(unit, order.facing)
        ledger.tell(ev.Unmarked(name=IN_SQUARE, on=unit.id, rule=rule))
        _turn(ledger, unit, facings, rule)
    if not ledger.state.marked(unit.id, FORMED):
        ledger.tell(ev.Marked(name=FORMED, on=unit.id, rule=rule))


def check(scn: Scenario, state: State, unit: Unit, formation: str) -> None:
    """Raises IllegalOrder unless a unit may take that formation now."""
    if formation not in FORMATIONS:
        raise IllegalOrder("DC-FOR-01", "no_such_formation", unit=unit.id, known=FORMATIONS)
    if values.is_chief(unit):
        raise IllegalOrder("DC-FOR-12", "never_in_square", unit=unit.id)
    reason = not_now(scn, state, unit) or (no_square(unit) if formation == SQUARE else None)
    if reason is not None:
        raise reason.refusal(unit=unit.id, hex=unit.place)
    if in_square(state, unit) == (formation == SQUARE):
        raise IllegalOrder("DC-FOR-01", "formed_already", unit=unit.id, formation=formation)


def _square_facings(unit: Unit, wanted: facing.Facings) -> dict[str, int]:
    """The hexsides a new square faces: as ordered, else by the vertex its first base faced (DC-FOR-08)."""
    first = values.bases(unit)[0]
    return facing.square_facings(unit, wanted or {first: unit.facing[first]})


def _line_facings(unit: Unit, wanted: facing.Facings) -> dict[str, int]:
    """The vertices a new line faces: as ordered, else the one clockwise of the hexside its first base
    faced."""
    default = wanted.get(values.WHOLE, unit.facing[values.bases(unit)[0]])
    by_base = {base: vertex for base, vertex in wanted.items() if base != values.WHOLE}
    return facing.line_facings(unit, {**dict.fromkeys(values.bases(unit), default), **by_base})


def put_in_square(ledger: Ledger, unit: Unit, facings: Mapping[str, int], rule: str) -> None:
    """Mark a unit as in square by a rule, and turn its bases to these hexsides (DC-FOR-08)."""
    ledger.tell(ev.Marked(name=IN_SQUARE, on=unit.id, rule=rule))
    _turn(ledger, unit, facings, "DC-FOR-08")


def _turn(ledger: Ledger, unit: Unit, facings: Mapping[str, int], rule: str) -> None:
    if facings:
        ledger.tell(ev.Turned(unit=unit.id, facing=dict(facings), rule=rule))


def list_options(scn: Scenario, state: State, side: str, unit_id: str) -> Iterable[Option]:
    """The formation a unit may take, with every facing (DC-FOR-02)."""
    unit = state.units.get(unit_id)
    if unit is None or unit.hex is None or values.is_chief(unit) or not_now(scn, state, unit) is not None:
        return
    if in_square(state, unit):
        for vertex in range(SIDES):
            yield _option(unit, LINE, dict.fromkeys(values.bases(unit), vertex))
    elif no_square(unit) is None:
        for hexside in range(SIDES):
            yield _option(unit, SQUARE, facing.square_at(unit, hexside))


def _option(unit: Unit, formation: str, facings: Mapping[str, int]) -> Option:
    return Option(command=Form(unit=unit.id, formation=formation, facing=facings), cost=0)
