"""Fatigue (AT-FAT; level Expert): what tires a unit, what rests it, which orders fatigue forbids."""

from __future__ import annotations

from collections.abc import Collection

from engine import events as ev
from engine.errors import IllegalOrder, Refused
from engine.hexes import Hex
from engine.ledger import Ledger
from engine.scenario import Scenario
from engine.state import State, Unit
from engine.systems.art_of_tactic.combat.engagement import is_engaged, opponents
from engine.systems.art_of_tactic.marks import FATIGUE_CAUSE, HIDDEN
from engine.systems.art_of_tactic.morale.fortitude_tests import surrender, take_tests_without_honor
from engine.systems.art_of_tactic.morale.honor import award_honor, wins_over
from engine.systems.art_of_tactic.unit_card import order_of, units_by_id, uses_level

TIRING_MOVEMENT_ORDERS = ("assault", "run", "move_and_fire")  # each is a cause of its own
RETREAT, RETREAT_UNLESS_MUTUAL = "retreat", "retreat_unless_mutual"
PURSUE = "pursue"


def tiredness_refusal(scn: Scenario, unit: Unit, order: str) -> Refused | None:
    """No Assault and no Run from 4 markers on, only Rest from 6 (AT-FAT-03, AT-FAT-04)."""
    if not uses_level(scn, "expert") or order == "rest":
        return None
    markers = unit["fatigue"]
    if markers >= scn.chart("fatigue", "rest_only_from"):
        return IllegalOrder("AT-FAT-04", "rest_only", unit=unit.id, order=order, fatigue=markers)
    if markers >= scn.chart("fatigue", "no_run_assault_from") and order in ("run", "assault"):
        return IllegalOrder("AT-FAT-03", "too_tired", unit=unit.id, order=order, fatigue=markers)
    return None


def mark_tiring_orders(scn: Scenario, ledger: Ledger) -> None:
    """At the beginning of step 3 or step 6, mark the units whose orders in that step tire (AT-FAT-01, -07).

    An order counts even if the unit is stopped at once.
    """
    state = ledger.state
    if not uses_level(scn, "expert"):
        return
    for unit in units_by_id(state):
        cause = _cause(scn, state, unit)
        if cause:
            _mark_cause(ledger, unit.id, cause)


def _cause(scn: Scenario, state: State, unit: Unit) -> str:
    """The cause of fatigue in a unit's order in this step, or ""."""
    order = order_of(state, unit.id)
    if order in TIRING_MOVEMENT_ORDERS and order in scn.chart("step_orders").get(state.phase, ()):
        return order
    if order != RETREAT or state.phase != RETREAT:
        return ""
    enemies = opponents(scn, state, unit.id)
    mutual = enemies and all(order_of(state, enemy.id) == RETREAT for enemy in enemies)
    return "" if mutual else RETREAT_UNLESS_MUTUAL


def mark_tiring_step(
    scn: Scenario, ledger: Ledger, unit_id: str, manner: str, origin: Hex, hex_: Hex
) -> None:
    """Mark a unit that moved uphill by a movement order, or into a river (AT-FAT-01, AT-MOR-51, C-20)."""
    if not uses_level(scn, "expert") or manner == PURSUE:
        return
    if manner in scn.chart("step_orders", "movement") and scn.slope(origin, hex_) > 0:
        _mark_cause(ledger, unit_id, "uphill")
    if scn.terrain(hex_) == scn.chart("river"):
        _mark_cause(ledger, unit_id, "river_crossing")


def _mark_cause(ledger: Ledger, unit_id: str, cause: str) -> None:
    """Mark a cause of fatigue; the same cause counts once a turn (AT-FAT-02)."""
    if not ledger.state.marked(unit_id, FATIGUE_CAUSE, cause):
        ledger.tell(ev.Marked(name=FATIGUE_CAUSE, on=unit_id, to=cause, rule="AT-FAT-01"))


def surrender_of_exhausted(scn: Scenario, ledger: Ledger, awarded: Collection[str] = ()) -> None:
    """At the end of the melee, the engaged units with 6 or more markers surrender (AT-FAT-04).

    `awarded` are the units that won an Honor Marker in this step, which helps in no test of it (C-14).
    """
    if not uses_level(scn, "expert"):
        return
    state, rest_only_from = ledger.state, int(scn.chart("fatigue", "rest_only_from"))
    exhausted = [
        unit.id
        for unit in state.units_on_map()
        if unit["fatigue"] >= rest_only_from and is_engaged(scn, state, unit.id)
    ]
    wins = wins_over(scn, state, exhausted)
    tests = surrender(scn, ledger, exhausted, "AT-FAT-04")
    taken = take_tests_without_honor(scn, ledger, tests, "end", awarded)
    award_honor(scn, ledger, wins | taken.wins)


def count_markers(scn: Scenario, ledger: Ledger) -> None:
    """At turn end, add a marker for each cause, take one away for Rest or hiding (AT-FAT-01, -02, -05)."""
    if not uses_level(scn, "expert"):
        return
    state = ledger.state
    for unit in units_by_id(state):
        causes = sorted(state.targets_of_mark(unit.id, FATIGUE_CAUSE))
        gained = sum(int(scn.chart("fatigue", "gain", cause)) for cause in causes)
        was, now = unit["fatigue"], max(0, unit["fatigue"] + gained - _markers_rested(scn, state, unit))
        if now != was:
            rule = "AT-FAT-07" if now > was else "AT-FAT-05"
            ledger.tell(ev.Changed(unit=unit.id, value="fatigue", was=was, now=now, rule=rule))
            ledger.note("fatigue", rule, unit=unit.id, was=was, now=now, causes=tuple(causes))


def _markers_rested(scn: Scenario, state: State, unit: Unit) -> int:
    """The markers a unit loses for Rest, or for lying hidden in ambush (AT-FAT-05)."""
    order = order_of(state, unit.id)
    rests = order == "rest" or (order == "ambush" and state.marked(unit.id, HIDDEN))
    return int(scn.chart("fatigue", "lose", order)) if rests else 0
