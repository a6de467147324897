"""Steps 0 and 1 of the Execution Phase (6.2): envelopes opened at once, defaults filled in, units turned."""

from __future__ import annotations

from engine import events as ev
from engine.ledger import Ledger
from engine.scenario import Scenario
from engine.state import State, Unit
from engine.systems.art_of_tactic import orders, special
from engine.systems.art_of_tactic.board import FRONT

AMBUSH = "ambush"


def reveal(scn: Scenario, ledger: Ledger) -> None:
    """Lay every unit's order open, written or by default (AT-ORD-03, -04, -05). A hidden unit with any order
    but Ambush is hidden no longer (R-53); one that stays hidden keeps its order to its own side."""
    before = ledger.state
    for side in scn.side_ids:
        ledger.tell(ev.Opened(side=side, rule="AT-ORD-03"))
    for unit in list(before.fielded()):
        words, rule = _order(scn, before, unit)
        if words["order"] != AMBUSH:
            special.reveal(ledger, unit.id, "AT-ORD-50")
        ledger.tell(ev.Ordered(unit=unit.id, order=words, rule=rule))


def _order(scn: Scenario, state: State, unit: Unit) -> tuple[dict[str, str], str]:
    """The order a unit carries out this turn, and the rule by which it is that one."""
    written = state.envelopes.get(unit.side, {}).get(unit.id)
    if written and not orders.automatic(state, unit):
        return dict(written), "AT-ORD-01"
    name = orders.default(scn, state, unit.id)
    return {"order": name}, orders.DEFAULTS[name]


def turn(scn: Scenario, ledger: Ledger) -> None:
    """Turn the units that have a Defense Zone to the hexside they wrote (AT-DZ-02, AT-DZ-06)."""
    for unit in list(ledger.state.fielded()):
        words = ledger.state.orders.get(unit.id, {})
        if words.get("order") not in scn.chart("zones", "defense_zone_orders"):
            continue
        way = scn.grid.directions.index(words["facing"])
        if unit.facing.get(FRONT) != way:
            ledger.tell(ev.Turned(unit=unit.id, facing={FRONT: way}, rule="AT-DZ-02"))
