"""Cavalry charges (PP-CHG), inside the Movement phase."""

from __future__ import annotations

from collections.abc import Iterable

from engine import events as ev
from engine.commands import Charge
from engine.errors import IllegalOrder
from engine.hexes import Hex
from engine.ledger import Ledger
from engine.rules.movement import Barred
from engine.rules.order_checks import refusal
from engine.scenario import Scenario
from engine.state import State, Unit
from engine.system import Option
from engine.systems.pousse_pion.combat import retreat
from engine.systems.pousse_pion.fire import reaction_fire
from engine.systems.pousse_pion.fog import fog, visible_enemy
from engine.systems.pousse_pion.losses import lose_mo, morale_test
from engine.systems.pousse_pion.marks import BEGUN, CHARGED, DISORDERED, MOVED
from engine.systems.pousse_pion.movement import step_cost
from engine.systems.pousse_pion.movement.step_effects import (
    FOLLOW_UP,
    Effect,
    apply_effects,
    before_step,
    charge_zone_penalty,
    objectives,
    zone_disorder,
    zone_stop,
)
from engine.systems.pousse_pion.terrain import clear, contour, off_way_cost, steep, way
from engine.systems.pousse_pion.units import heavy_cavalry, in_order, main_value, own_unit

CHARGE: tuple[Effect, ...] = (zone_stop, charge_zone_penalty, reaction_fire, zone_disorder, objectives)
"""The effects of the approach of a charge, before its test (PP-CHG-13, PP-ZOC-14, PP-ZOC-18)."""


def charge(scn: Scenario, ledger: Ledger, side: str, order: Charge) -> None:
    """Ride up to an enemy and test whether it stands (PP-CHG-13)."""
    unit, here = own_unit(ledger.state, side, order.unit)
    check_charger(scn, ledger.state, unit, here)
    target, there = visible_enemy(scn, ledger.state, side, order.target, "PP-CHG-02")
    between = check_target(scn, ledger.state, unit, target)
    _approach(scn, ledger, unit, here, between)
    rider = ledger.state.units[unit.id]
    if rider.hex == between and in_order(ledger.state, rider):
        _shock(scn, ledger, unit.id, target.id)
        _follow_up(scn, ledger, unit.id, there)
    else:
        ledger.note("charge_lost", _lost_by(ledger, unit.id), unit=unit.id, target=target.id)
    ledger.tell(ev.Released(unit=unit.id, rule="PP-CHG-23"))


def _lost_by(ledger: Ledger, unit_id: str) -> str:
    """The rule by which a charge came to nothing: fire, or by a switch a step from zone to zone."""
    why = [
        e.rule for e in ledger.events if isinstance(e, ev.Marked) and (e.name, e.on) == (DISORDERED, unit_id)
    ]
    return "PP-ZOC-14" if "PP-ZOC-13" in why else "PP-FIR-21"


def check_charger(scn: Scenario, state: State, unit: Unit, here: Hex) -> None:
    """Raises IllegalOrder unless the unit may charge at all (PP-CHG-01, 12)."""
    if unit.kind != "cavalry":
        raise IllegalOrder("PP-CHG-01", "only_cavalry_charges", unit=unit.id, hex=here)
    if not in_order(state, unit):
        raise IllegalOrder("PP-CHG-01", "charge_in_disorder", unit=unit.id, hex=here)
    if state.targets_of_mark(unit.id, CHARGED):
        raise IllegalOrder("PP-CHG-12", "charged_already", unit=unit.id, hex=here)
    barred = step_cost.barred(scn, state, unit)
    if barred is not None:
        raise barred.refusal()


def check_target(scn: Scenario, state: State, unit: Unit, target: Unit) -> Hex:
    """The hex between, into which the charger rides. Raises IllegalOrder when the target cannot be charged
    (PP-CHG-02 to 11)."""
    here, there = unit.place, target.place
    between = next(
        (h for h in scn.grid.neighbours_of[here].values() if scn.grid.beyond(here, h) == there), None
    )
    facts = {"unit": unit.id, "target": target.id, "hex": there}
    if between is None:
        away = scn.grid.distance(here, there)
        raise IllegalOrder("PP-CHG-02", "not_two_ahead", **facts, away=away)
    if not clear(scn, there):
        raise IllegalOrder("PP-CHG-03", "target_in_rough", **facts, terrain=scn.terrain(there))
    if scn.terrain(here) in scn.chart("charge", "not_from"):
        start = {**facts, "hex": here, "terrain": scn.terrain(here)}
        raise IllegalOrder("PP-CHG-04", "charge_from", **start)
    _check_between(scn, state, unit, target, between)
    return between


def _check_between(scn: Scenario, state: State, unit: Unit, target: Unit, between: Hex) -> None:
    """The hex between is open, the target unprotected, the approach payable (PP-CHG-05 to 11)."""
    facts = {"unit": unit.id, "target": target.id, "hex": between}
    there = state.on(between)
    if there:
        raise IllegalOrder("PP-CHG-05", "between_not_open", **facts, by=there[0].id)
    if not clear(scn, between):
        raise IllegalOrder("PP-CHG-05", "between_not_open", **facts, terrain=scn.terrain(between))
    shield = protection(scn, between, target.place)
    if shield:
        bridged = shield == scn.hexside(between, target.place).water and way(scn, between, target.place)
        rule, reason = ("PP-CHG-09", "bridge_no_help") if bridged else ("PP-CHG-06", "target_protected")
        raise IllegalOrder(rule, reason, **{**facts, "hex": target.place}, obstacle=shield)
    needs = off_way_cost(scn, unit.kind, unit.place, between)
    if isinstance(needs, Barred):
        obstacle = str(needs.facts["obstacle"])
        if obstacle == scn.hexside(unit.place, between).water:
            raise IllegalOrder("PP-CHG-09", "bridge_no_help", **facts, obstacle=obstacle)
        raise IllegalOrder("PP-CHG-05", "between_not_open", **facts, obstacle=obstacle)
    if needs > unit["mp"]:
        raise IllegalOrder("PP-CHG-11", "too_far", **facts, needs=needs, has=unit["mp"])


def protection(scn: Scenario, between: Hex, there: Hex) -> str:
    """The obstacle that keeps off a charge at the shock, or "" (PP-CHG-06, 08); bridges do not count."""
    lies = (scn.hexside(between, there).water, contour(scn, between, there))
    obstacles = [obstacle for obstacle in lies if obstacle in scn.chart("charge", "protecting")]
    uphill = scn.slope(between, there) > 0 and steep(scn, between, there)
    if uphill and "steep_slope" in scn.chart("charge", "protecting_uphill"):
        obstacles.append("steep_slope")
    return obstacles[0] if obstacles else ""


def _approach(scn: Scenario, ledger: Ledger, unit: Unit, here: Hex, between: Hex) -> None:
    """Pay, ride into the hex between, and meet what waits there (PP-CHG-11, PP-CHG-13)."""
    state = ledger.state
    ledger.tell(ev.Selected(unit=unit.id, rule="PP-MOV-32"))
    before = before_step(scn, state, unit)
    _ride(scn, ledger, unit, between, "PP-CHG-13")
    for name, rule in ((MOVED, "PP-RAL-05"), (BEGUN, "PP-MOV-27")):
        if not state.marked(unit.id, name):
            ledger.tell(ev.Marked(name=name, on=unit.id, rule=rule))
    ledger.tell(ev.Marked(name=CHARGED, on=unit.id, to=here, rule="PP-CHG-12"))
    apply_effects(scn, ledger, before, CHARGE)


def _ride(scn: Scenario, ledger: Ledger, unit: Unit, to: Hex, rule: str) -> None:
    """Move and pay without ways and surcharge (PP-CHG-11, PP-CHG-25)."""
    cost = off_way_cost(scn, unit.kind, unit.place, to)
    assert isinstance(cost, int), f"{unit.id} to {to}: {cost}"
    ledger.tell(ev.Moved(unit=unit.id, origin=unit.place, hex=to, manner="charge", rule=rule))
    if cost:
        left = unit["mp"] - cost
        ledger.tell(ev.Changed(unit=unit.id, value="mp", was=unit["mp"], now=left, rule="PP-CHG-11"))


def malus(scn: Scenario, charger: Unit, target: Unit) -> int:
    """What is added to the target's roll: 1 for each full two points that the charger is stronger, by main
    characteristic and MO together (PP-CHG-14 to 16)."""
    ahead = _weight(charger) - _weight(target)
    steps = abs(ahead) // int(scn.chart("charge", "points_per_malus"))
    if ahead < 0:
        return -steps if scn.option("charge.bonus") == "symmetric" else 0
    return steps


def _weight(unit: Unit) -> int:
    return unit[main_value(unit)] + unit["mo"]


def _shock(scn: Scenario, ledger: Ledger, charger_id: str, target_id: str) -> None:
    """The target's test, and what it brings to one of the two (PP-CHG-17 to 20)."""
    charger, target = ledger.state.units[charger_id], ledger.state.units[target_id]
    added = malus(scn, charger, target)
    held = morale_test(scn, ledger, target_id, added, "PP-CHG-17")
    ledger.note(
        "charge",
        "PP-CHG-14",
        how="charge",
        unit=charger_id,
        target=target_id,
        source=charger.place,
        place=target.place,
        main=charger[main_value(charger)],
        mo=charger["mo"],
        target_main=target[main_value(target)],
        target_mo=target["mo"],
        malus=added,
        result="held" if held else "broken",
    )
    if held:
        lose_mo(ledger, charger_id, int(scn.chart("charge", "repulsed_mo")), "PP-CHG-20")
    else:
        rule = "PP-CHG-18" if in_order(ledger.state, target) else "PP-CHG-19"
        retreat.apply_test_result(scn, ledger, target_id, held, rule)


def _follow_up(scn: Scenario, ledger: Ledger, charger_id: str, there: Hex) -> None:
    """Heavy cavalry takes the hex that the target has left, if its MV pays (PP-CHG-21, 22, 25)."""
    state = ledger.state
    charger = state.units[charger_id]
    if state.on(there) or not heavy_cavalry(scn, charger):
        return
    cost = off_way_cost(scn, charger.kind, charger.place, there)
    if isinstance(cost, Barred) or cost > charger["mp"]:
        return
    before = before_step(scn, state, charger)
    _ride(scn, ledger, charger, there, "PP-CHG-21")
    apply_effects(scn, ledger, before, FOLLOW_UP)


def list_options(scn: Scenario, state: State, side: str, unit_id: str) -> Iterable[Option]:
    """The charges a unit may make; units that are hidden cannot be charged."""
    known = fog(scn, state, side)
    return tuple(Option(command=Charge(unit=unit_id, target=t.id)) for t in targets(scn, known, unit_id))


def targets(scn: Scenario, state: State, unit_id: str) -> tuple[Unit, ...]:
    """The enemies a unit may charge now, clockwise from NE; none when it may not charge."""
    unit = state.units.get(unit_id)
    if unit is None or unit.hex is None:
        return ()
    if refusal(check_charger, scn, state, unit, unit.hex) is not None:
        return ()
    ahead = (scn.grid.beyond(unit.hex, near) for near in scn.grid.neighbours_of[unit.hex].values())
    enemies = (u for h in ahead if h is not None for u in state.on(h) if u.side != unit.side)
    return tuple(enemy for enemy in enemies if refusal(check_target, scn, state, unit, enemy) is None)
