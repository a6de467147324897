"""The free move of native units at the end of the turn (DC-VAG-01, DC-VAG-02, DC-TER-08).

Steps and turns are those of `movement` and `facing`; that it keeps away from the enemy stands in `toll`.
"""

from __future__ import annotations

from collections.abc import Iterable

from engine import events as ev
from engine.ledger import Ledger
from engine.rules.turns import wipe
from engine.scenario import Scenario
from engine.state import State
from engine.system import Option
from engine.systems.desastre_colonial import facing, movement, toll
from engine.systems.desastre_colonial.marks import MOVED, PIVOTED


def offers(scn: Scenario, state: State, side: str, unit_id: str) -> Iterable[Option]:
    """The steps of a unit that has a free move, and the ways it may turn; or Done (DC-VAG-02)."""
    yield from movement.offers(scn, state, side, unit_id)
    if unit_id and toll.barred(scn, state, state.units[unit_id]) is None:
        yield from facing.offers(scn, state, side, unit_id)


def end(scn: Scenario, ledger: Ledger) -> None:
    """Free moves are over, and forgotten."""
    wipe(ledger, frozenset({MOVED, PIVOTED}), ledger.state.units)
    if ledger.state.selection is not None:
        ledger.tell(ev.Released(unit=ledger.state.selection.unit))
