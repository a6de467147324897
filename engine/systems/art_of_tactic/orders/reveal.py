"""Step 0, Reveal: all orders published at once, missing ones filled in (6.2; AT-ORD-03 to AT-ORD-05)."""

from __future__ import annotations

from engine import events as ev
from engine.ledger import Ledger
from engine.scenario import Scenario
from engine.state import State, Unit
from engine.systems.art_of_tactic.orders.allowed_orders import (
    DEFAULT_ORDER_RULES,
    automatic_order,
    default_order,
)
from engine.systems.art_of_tactic.orders.ambush import AMBUSH, reveal_unit


def reveal_orders(scn: Scenario, ledger: Ledger) -> None:
    """Publish every unit's order, written or by default (AT-ORD-03, -04, -05).

    A hidden unit with any order but Ambush is revealed (R-53); the order of one that stays hidden is told to
    its own side only.
    """
    before = ledger.state
    for side in scn.side_ids:
        ledger.tell(ev.Opened(side=side, rule="AT-ORD-03"))
    for unit in list(before.units_on_map()):
        order, rule = _order_of_the_turn(scn, before, unit)
        if order["order"] != AMBUSH:
            reveal_unit(ledger, unit.id, "AT-ORD-50")
        ledger.tell(ev.Ordered(unit=unit.id, order=order, rule=rule))


def _order_of_the_turn(scn: Scenario, state: State, unit: Unit) -> tuple[dict[str, str], str]:
    """The order a unit carries out this turn, and the rule that makes it that one."""
    written = state.envelopes.get(unit.side, {}).get(unit.id)
    if written and not automatic_order(scn, state, unit):
        return dict(written), "AT-ORD-01"
    order = default_order(scn, state, unit.id)
    return {"order": order}, DEFAULT_ORDER_RULES[order]
