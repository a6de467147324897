"""Ambush: units that hide, and what reveals them (AT-ORD-50, R-53)."""

from __future__ import annotations

from engine import events as ev
from engine.hexes import Hex
from engine.ledger import Ledger
from engine.scenario import Scenario
from engine.state import State, Unit
from engine.systems.art_of_tactic.combat.engagement import is_engaged
from engine.systems.art_of_tactic.marks import HIDDEN
from engine.systems.art_of_tactic.unit_card import is_cavalry, order_of, units_by_id

AMBUSH = "ambush"


def hiders(scn: Scenario, hex_: Hex) -> str:
    """Who may lie in ambush on a hex: none, infantry or all (AT-TER-07, 5.4)."""
    return str(scn.chart("terrain_move", scn.terrain(hex_), "ambush"))


def terrain_allows_ambush(scn: Scenario, unit: Unit) -> bool:
    """Whether a unit may lie in ambush where it stands (AT-TER-07)."""
    who = hiders(scn, unit.place)
    return who == "all" or (who == "infantry" and not is_cavalry(unit))


def hide(scn: Scenario, ledger: Ledger, unit: Unit) -> None:
    """Hide a unit in ambush unless an enemy is near (AT-ORD-50, R-53)."""
    state = ledger.state
    if state.marked(unit.id, HIDDEN) or is_engaged(scn, state, unit.id) or _enemy_near(scn, state, unit):
        return
    ledger.note("hides", "AT-ORD-50", unit=unit.id)
    ledger.tell(ev.Marked(name=HIDDEN, on=unit.id, rule="AT-ORD-50"))


def _enemy_near(scn: Scenario, state: State, unit: Unit) -> bool:
    distance = int(scn.chart("ambush", "seen_within"))
    enemies = state.units_on_map(scn.enemy(unit.side))
    return any(scn.grid.distance(unit.place, enemy.place) <= distance for enemy in enemies)


def reveal_found_units(scn: Scenario, ledger: Ledger) -> None:
    """Reveal hidden units that have an enemy near, or an order other than Ambush (R-53).

    Before the orders are revealed only a near enemy counts.
    """
    state = ledger.state
    for unit in units_by_id(state):
        if state.marked(unit.id, HIDDEN) and (
            order_of(state, unit.id) not in ("", AMBUSH) or _enemy_near(scn, state, unit)
        ):
            reveal_unit(ledger, unit.id, "AT-ORD-50")


def reveal_unit(ledger: Ledger, unit_id: str, rule: str) -> None:
    """Reveal a unit to the enemy; nothing happens when it is not hidden."""
    if ledger.state.marked(unit_id, HIDDEN):
        ledger.tell(ev.Unmarked(name=HIDDEN, on=unit_id, rule=rule))
        ledger.note("revealed", rule, unit=unit_id)
