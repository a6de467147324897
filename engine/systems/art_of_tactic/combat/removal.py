"""Units taken off the map (AT-GEN-09)."""

from __future__ import annotations

from collections.abc import Iterable

from engine import events as ev
from engine.ledger import Ledger
from engine.state import ELIMINATED
from engine.systems.art_of_tactic.marks import FACES

DESTROYED, SURRENDERED, PANICKED_OFF = "destroyed", "surrendered", "panicked_off"


def remove(ledger: Ledger, units: Iterable[str], manner: str, rule: str) -> None:
    """Take units off the map together; manner is destroyed, surrendered or panicked_off (AT-GEN-09)."""
    for unit_id in sorted(units):
        unit = ledger.state.units[unit_id]
        ledger.tell(ev.Placed(unit=unit_id, origin=unit.place, place=ELIMINATED, manner=manner, rule=rule))
        ledger.note(manner, rule, unit=unit_id, side=unit.side)
        clear_order_and_marks(ledger, unit_id, rule)


def clear_order_and_marks(ledger: Ledger, unit_id: str, rule: str) -> None:
    """Remove the order and the marks of a unit that left the map (AT-MEL-34).

    Marks that point at it go as well, except FACES: units that faced it are dealt with at turn end.
    """
    if unit_id in ledger.state.orders:
        ledger.tell(ev.Ordered(unit=unit_id, order={}, rule=rule))
    marks = (m for m in ledger.state.marks if m.on == unit_id or (m.to == unit_id and m.name != FACES))
    for mark in sorted(marks, key=lambda m: (m.name, m.on, m.to)):
        ledger.tell(ev.Unmarked(name=mark.name, on=mark.on, to=mark.to, rule=rule))
