"""Cavalry charges (PP-CHG), inside the Movement phase."""

from __future__ import annotations

from collections.abc import Iterable

from engine import events as ev
from engine.commands import Charge
from engine.errors import IllegalOrder
from engine.hexes import Hex
from engine.ledger import Ledger
from engine.rules.moving import Barred
from engine.rules.orders import refusal
from engine.scenario import Scenario
from engine.state import State, Unit
from engine.system import Option
from engine.systems.pousse_pion import arrival, orders, retreat, toll
from engine.systems.pousse_pion.fire import react
from engine.systems.pousse_pion.ground import clear, contour, price, steep, way
from engine.systems.pousse_pion.losses import lose_mo, test
from engine.systems.pousse_pion.marks import BEGUN, CHARGED, DISORDERED, MOVED
from engine.systems.pousse_pion.values import heavy, in_order, main


def charge(scn: Scenario, ledger: Ledger, side: str, order: Charge) -> None:
    """Ride up to an enemy and test whether he stands (PP-CHG-13)."""
    unit, here = orders.own(ledger.state, side, order.unit)
    check_charger(scn, ledger.state, unit, here)
    target, there = orders.foe(scn, ledger.state, side, order.target, "PP-CHG-02")
    between = check(scn, ledger.state, unit, target)
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
    if state.pointed(unit.id, CHARGED):
        raise IllegalOrder("PP-CHG-12", "charged_already", unit=unit.id, hex=here)
    barred = toll.barred(scn, state, unit)
    if barred is not None:
        raise barred.refusal()


def check(scn: Scenario, state: State, unit: Unit, target: Unit) -> Hex:
    """The hex between, into which the charger rides. Raises IllegalOrder when the target cannot be charged
    (PP-CHG-02 to 11)."""
    here, there = unit.place, target.place
    between = next((h for h in scn.grid.around[here].values() if scn.grid.beyond(here, h) == there), None)
    shot = {"unit": unit.id, "target": target.id, "hex": there}
    if between is None:
        away = scn.grid.distance(here, there)
        raise IllegalOrder("PP-CHG-02", "not_two_ahead", **shot, away=away)
    if not clear(scn, there):
        raise IllegalOrder("PP-CHG-03", "target_in_rough", **shot, terrain=scn.terrain(there))
    if scn.terrain(here) in scn.chart("charge", "not_from"):
        facts = {**shot, "hex": here, "terrain": scn.terrain(here)}
        raise IllegalOrder("PP-CHG-04", "charge_from", **facts)
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
    needs = price(scn, unit.kind, unit.place, between)
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
    found = [obstacle for obstacle in lies if obstacle in scn.chart("charge", "protecting")]
    uphill = scn.slope(between, there) > 0 and steep(scn, between, there)
    if uphill and "steep_slope" in scn.chart("charge", "protecting_uphill"):
        found.append("steep_slope")
    return found[0] if found else ""


def _approach(scn: Scenario, ledger: Ledger, unit: Unit, here: Hex, between: Hex) -> None:
    """Pay, ride into the hex between, and meet what waits there (PP-CHG-11, PP-CHG-13)."""
    state = ledger.state
    ledger.tell(ev.Selected(unit=unit.id, rule="PP-MOV-32"))
    before = arrival.setting_out(scn, state, unit)
    _ride(scn, ledger, unit, between, "PP-CHG-13")
    for name, rule in ((MOVED, "PP-RAL-05"), (BEGUN, "PP-MOV-27")):
        if not state.marked(unit.id, name):
            ledger.tell(ev.Marked(name=name, on=unit.id, rule=rule))
    ledger.tell(ev.Marked(name=CHARGED, on=unit.id, to=here, rule="PP-CHG-12"))
    arrival.arrive(scn, ledger, before, arrival.charge(react))


def _ride(scn: Scenario, ledger: Ledger, unit: Unit, to: Hex, rule: str) -> None:
    """Move and pay without ways and surcharge (PP-CHG-11, PP-CHG-25)."""
    cost = price(scn, unit.kind, unit.place, to)
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
    return unit[main(unit)] + unit["mo"]


def _shock(scn: Scenario, ledger: Ledger, charger_id: str, target_id: str) -> None:
    """The target's test, and what it brings to one of the two (PP-CHG-17 to 20)."""
    charger, target = ledger.state.units[charger_id], ledger.state.units[target_id]
    added = malus(scn, charger, target)
    held = test(scn, ledger, target_id, added, "PP-CHG-17")
    ledger.note(
        "charge",
        "PP-CHG-14",
        how="charge",
        unit=charger_id,
        target=target_id,
        source=charger.place,
        place=target.place,
        main=charger[main(charger)],
        mo=charger["mo"],
        target_main=target[main(target)],
        target_mo=target["mo"],
        malus=added,
        result="held" if held else "broken",
    )
    if held:
        lose_mo(ledger, charger_id, int(scn.chart("charge", "repulsed_mo")), "PP-CHG-20")
    else:
        rule = "PP-CHG-18" if in_order(ledger.state, target) else "PP-CHG-19"
        retreat.obey(scn, ledger, target_id, held, rule)


def _follow_up(scn: Scenario, ledger: Ledger, charger_id: str, there: Hex) -> None:
    """Heavy cavalry takes the hex that the target has left, if its MV pays (PP-CHG-21, 22, 25)."""
    state = ledger.state
    charger = state.units[charger_id]
    if state.on(there) or not heavy(scn, charger):
        return
    cost = price(scn, charger.kind, charger.place, there)
    if isinstance(cost, Barred) or cost > charger["mp"]:
        return
    before = arrival.setting_out(scn, state, charger)
    _ride(scn, ledger, charger, there, "PP-CHG-21")
    arrival.arrive(scn, ledger, before, arrival.FOLLOW)


def offers(scn: Scenario, state: State, side: str, unit_id: str) -> Iterable[Option]:
    """The charges a unit may make."""
    return tuple(Option(command=Charge(unit=unit_id, target=t.id)) for t in targets(scn, state, unit_id))


def targets(scn: Scenario, state: State, unit_id: str) -> tuple[Unit, ...]:
    """The enemies a unit may charge now, clockwise from NE; none when it may not charge."""
    unit = state.units.get(unit_id)
    if unit is None or unit.hex is None:
        return ()
    if refusal(check_charger, scn, state, unit, unit.hex) is not None:
        return ()
    ahead = (scn.grid.beyond(unit.hex, near) for near in scn.grid.around[unit.hex].values())
    enemies = (u for h in ahead if h is not None for u in state.on(h) if u.side != unit.side)
    return tuple(enemy for enemy in enemies if refusal(check, scn, state, unit, enemy) is None)
