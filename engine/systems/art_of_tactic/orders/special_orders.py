"""The Special Orders step: Ambush, Reconnaissance, Receive Supplies, Join Up (AT-ORD-50 to AT-ORD-54).

Rest does nothing in this step; at turn end it removes fatigue (AT-ORD-54).
"""

from __future__ import annotations

from engine import events as ev
from engine.errors import Fact
from engine.hexes import Hex
from engine.ledger import Ledger
from engine.scenario import Scenario
from engine.state import State, Unit
from engine.systems.art_of_tactic.combat.engagement import is_engaged
from engine.systems.art_of_tactic.combat.line_of_sight import in_sight
from engine.systems.art_of_tactic.combat.modified_values import defense, fortitude
from engine.systems.art_of_tactic.orders.ambush import AMBUSH, hide, reveal_unit
from engine.systems.art_of_tactic.orders.join_up import join_units
from engine.systems.art_of_tactic.unit_card import general_staffs, order_of, units_by_id

SUPPLY = "supply"  # the zone of supply hexes; supply_<side> is that of one side alone


def carry_out_special_orders(scn: Scenario, ledger: Ledger) -> None:
    """Step 4: one kind of order after another, on the position at its beginning, units by id (6.2)."""
    state = ledger.state
    procedures = {AMBUSH: hide, "reconnaissance": _reconnoitre, "receive_supplies": _receive_supplies}
    for order, carry_out in procedures.items():
        for unit in units_by_id(state):
            if order_of(state, unit.id) == order:
                carry_out(scn, ledger, unit)
    join_units(scn, ledger, state)


def _reconnoitre(scn: Scenario, ledger: Ledger, ninja: Unit) -> None:
    """Reveal hidden enemies near a ninja unit; show its side the card of one enemy (AT-ORD-51, R-54)."""
    reveals_within = int(scn.chart("reconnaissance", "reveals_within"))
    for unit in units_by_id(ledger.state, scn.enemy(ninja.side)):
        if scn.grid.distance(ninja.place, unit.place) <= reveals_within:
            reveal_unit(ledger, unit.id, "AT-ORD-51")
    state = ledger.state
    target = state.units.get(state.orders[ninja.id].get("target", ""))
    if target is None or not in_sight(scn, state, ninja, target):
        return
    if scn.grid.distance(ninja.place, target.place) <= int(scn.chart("reconnaissance", "peeks_within")):
        _show_card(scn, ledger, ninja, target)


def _show_card(scn: Scenario, ledger: Ledger, ninja: Unit, target: Unit) -> None:
    """Tell the ninja's side alone the ammunition and the current values of an enemy (R-54)."""
    values = {name: target[name] for name in ("attack_inf", "attack_cav", "firepower", "range", "ammo")}
    values["defense"] = defense(scn, ledger.state, target).total
    values["fortitude"] = fortitude(scn, ledger.state, target).total
    facts: dict[str, Fact] = {"unit": ninja.id, "target": target.id, **values}
    ledger.tell(ev.Noted(kind="reconnaissance", facts=facts, rule="AT-ORD-51", only=ninja.side))


def _receive_supplies(scn: Scenario, ledger: Ledger, unit: Unit) -> None:
    """Set the ammunition of an unengaged unit to its card's, where supplies reach it (AT-ORD-53, R-56).

    That none came through is reported, but not why: it may be a hidden enemy (C-16).
    """
    if is_engaged(scn, ledger.state, unit.id) or not supplies_reach(scn, ledger.state, unit):
        ledger.note("no_supplies", "AT-ORD-53", unit=unit.id)
        return
    full = unit.printed["ammo"]
    ledger.tell(
        ev.Changed(unit=unit.id, value="ammo", was=unit["ammo"], now=full, rule="AT-ORD-53", only=unit.side)
    )
    ledger.note("supplied", "AT-ORD-53", unit=unit.id)


def supplies_reach(scn: Scenario, state: State, unit: Unit) -> bool:
    """Whether a unit stands beside its General Staff or a supply hex, with no enemy near, hidden or not
    (R-56, C-16)."""
    enemy_within = int(scn.chart("supplies", "enemy_within"))
    enemies = state.units_on_map(scn.enemy(unit.side))
    if any(scn.grid.distance(unit.place, enemy.place) <= enemy_within for enemy in enemies):
        return False
    source_within = int(scn.chart("supplies", "source_within"))
    sources = _supply_sources(scn, state, unit)
    return any(scn.grid.distance(unit.place, hex_) <= source_within for hex_ in sources)


def _supply_sources(scn: Scenario, state: State, unit: Unit) -> frozenset[Hex]:
    """The hex of the unit's General Staff and the supply hexes of its side."""
    staff_hexes = frozenset(staff.place for staff in general_staffs(state, unit))
    no_hexes: frozenset[Hex] = frozenset()
    return staff_hexes.union(*(scn.zones.get(name, no_hexes) for name in (SUPPLY, f"{SUPPLY}_{unit.side}")))
