"""The free move of native units at the end of the turn (DC-VAG-01, DC-VAG-02, DC-TER-08).

`movement` and `facing` carry it out; `permission` and `step_cost` keep it away from the enemy.
"""

from __future__ import annotations

from collections.abc import Iterable

from engine.ledger import Ledger
from engine.rules.turns import remove_marks
from engine.scenario import Scenario
from engine.state import State
from engine.system import Option
from engine.systems.desastre_colonial.general.marks import MOVED, PIVOTED
from engine.systems.desastre_colonial.movement import facing, movement
from engine.systems.desastre_colonial.movement.permission import barred


def list_options(scn: Scenario, state: State, side: str, unit_id: str) -> Iterable[Option]:
    """The steps and turns of a unit that has a free move; or Done (DC-VAG-02)."""
    yield from movement.list_options(scn, state, side, unit_id)
    if unit_id:
        yield from list_turns(scn, state, side, unit_id)


def list_turns(scn: Scenario, state: State, side: str, unit_id: str) -> Iterable[Option]:
    """The same without the steps."""
    if not unit_id:
        yield from movement.list_options(scn, state, side, unit_id)
    elif barred(scn, state, state.units[unit_id]) is None:
        yield from facing.list_options(scn, state, side, unit_id)


def end(scn: Scenario, ledger: Ledger) -> None:
    """End the free moves and remove their marks."""
    remove_marks(ledger, frozenset({MOVED, PIVOTED}), ledger.state.units)
    movement.release_selected(ledger)
