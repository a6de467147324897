"""Special orders, all in step 4: Ambush, Reconnaissance, Join Up, Receive Supplies (rulings R-53 to R-56).

Rest needs nothing done but at turn end, when it takes fatigue away (AT-ORD-54).
"""

from __future__ import annotations

from collections.abc import Mapping

from engine import events as ev
from engine.hexes import Hex
from engine.ledger import Ledger
from engine.scenario import Scenario
from engine.state import State, Unit
from engine.systems.art_of_tactic.card import STAFF, order
from engine.systems.art_of_tactic.front import engaged
from engine.systems.art_of_tactic.losses import forget
from engine.systems.art_of_tactic.marks import HIDDEN
from engine.systems.art_of_tactic.sight import in_sight
from engine.systems.art_of_tactic.values import defense, fortitude

AMBUSH, JOIN_UP, REST = "ambush", "join_up", "rest"
JOINED = "@joined"  # where a unit goes that gave all its figures away: no loss
SUPPLY = "supply"  # the zone of supply hexes; supply_<side> that of one side alone


def special(scn: Scenario, ledger: Ledger) -> None:
    """The Special Orders step: everything on one snapshot, units in order of their ids (6.2)."""
    state = ledger.state
    doing = {
        AMBUSH: _hide,
        "reconnaissance": _scout,
        "receive_supplies": _supply,
    }
    for name, do in doing.items():
        for unit in sorted(state.fielded(), key=lambda u: u.id):
            if order(state, unit.id) == name:
                do(scn, ledger, unit)
    _join_up(scn, ledger, state)


def _hide(scn: Scenario, ledger: Ledger, unit: Unit) -> None:
    """An ambush closes over a unit unless an enemy stands by (AT-ORD-50, R-53)."""
    state = ledger.state
    if state.marked(unit.id, HIDDEN) or engaged(scn, state, unit.id) or _watched(scn, state, unit):
        return
    ledger.note("hides", "AT-ORD-50", unit=unit.id)
    ledger.tell(ev.Marked(name=HIDDEN, on=unit.id, rule="AT-ORD-50"))


def _watched(scn: Scenario, state: State, unit: Unit) -> bool:
    near = int(scn.chart("ambush", "seen_within"))
    return any(scn.grid.distance(unit.place, u.place) <= near for u in state.fielded(scn.enemy(unit.side)))


def unmask(scn: Scenario, ledger: Ledger) -> None:
    """Reveal hidden units that an enemy stands beside, or that have another order than Ambush (R-53).

    Before the reveal, when no orders lie open, only the former counts.
    """
    state = ledger.state
    for unit in sorted(state.fielded(), key=lambda u: u.id):
        if state.marked(unit.id, HIDDEN) and (
            order(state, unit.id) not in ("", AMBUSH) or _watched(scn, state, unit)
        ):
            reveal(ledger, unit.id, "AT-ORD-50")


def reveal(ledger: Ledger, id_: str, rule: str) -> None:
    """Put a hidden unit back before everybody's eyes; nothing for one that is not hidden."""
    if ledger.state.marked(id_, HIDDEN):
        ledger.tell(ev.Unmarked(name=HIDDEN, on=id_, rule=rule))
        ledger.note("revealed", rule, unit=id_)


def _scout(scn: Scenario, ledger: Ledger, ninja: Unit) -> None:
    """Reveal hidden enemies near by; show the ninja's side, and it alone, one enemy's card (R-54)."""
    reveals = int(scn.chart("reconnaissance", "reveals_within"))
    state = ledger.state
    for unit in sorted(state.fielded(scn.enemy(ninja.side)), key=lambda u: u.id):
        if scn.grid.distance(ninja.place, unit.place) <= reveals:
            reveal(ledger, unit.id, "AT-ORD-51")
    state = ledger.state
    target = state.units.get(state.orders[ninja.id].get("target", ""))
    peeks = int(scn.chart("reconnaissance", "peeks_within"))
    if target is None or not in_sight(scn, state, ninja, target):
        return
    if scn.grid.distance(ninja.place, target.place) <= peeks:
        _peek(scn, ledger, ninja, target)


def _peek(scn: Scenario, ledger: Ledger, ninja: Unit, target: Unit) -> None:
    shows = ("attack_inf", "attack_cav", "firepower", "range", "ammo")
    facts = {name: target[name] for name in shows}
    facts["defense"] = defense(scn, ledger.state, target).total
    facts["fortitude"] = fortitude(scn, ledger.state, target).total
    ledger.tell(
        ev.Noted(
            kind="reconnaissance",
            facts={"unit": ninja.id, "target": target.id, **facts},
            rule="AT-ORD-51",
            only=ninja.side,
        )
    )


def _supply(scn: Scenario, ledger: Ledger, unit: Unit) -> None:
    """Ammunition up to the card's, out of melee, away from the enemy, at a source (R-56)."""
    if engaged(scn, ledger.state, unit.id) or not supplied(scn, ledger.state, unit):
        ledger.note("no_supplies", "AT-ORD-53", unit=unit.id)
        return
    full = unit.printed["ammo"]
    ledger.tell(
        ev.Changed(unit=unit.id, value="ammo", was=unit["ammo"], now=full, rule="AT-ORD-53", only=unit.side)
    )
    ledger.note("supplied", "AT-ORD-53", unit=unit.id)


def supplied(scn: Scenario, state: State, unit: Unit) -> bool:
    """Whether a unit stands where supplies reach it: beside its General Staff or a supply hex, and no enemy
    in view near by. Hidden enemies keep nothing away: nobody is to learn of them so (R-53, R-56)."""
    grid, near = scn.grid, int(scn.chart("supplies", "enemy_within"))
    seen = (u for u in state.fielded(scn.enemy(unit.side)) if not state.marked(u.id, HIDDEN))
    if any(grid.distance(unit.place, u.place) <= near for u in seen):
        return False
    within = int(scn.chart("supplies", "source_within"))
    return any(grid.distance(unit.place, hex_) <= within for hex_ in _sources(scn, state, unit))


def _sources(scn: Scenario, state: State, unit: Unit) -> frozenset[Hex]:
    staff = frozenset(u.place for u in state.fielded(unit.side) if STAFF in u.traits and u.id != unit.id)
    nothing: frozenset[Hex] = frozenset()
    return staff.union(*(scn.zones.get(name, nothing) for name in (SUPPLY, f"{SUPPLY}_{unit.side}")))


def _join_up(scn: Scenario, ledger: Ledger, state: State) -> None:
    """Figures pass from each unit with Join Up to the one it names; a unit takes part once (R-55).

    Of two that name each other the one with fewer figures gives, then the one whose id comes later.
    """
    busy: set[str] = set()
    for unit in sorted(state.fielded(), key=lambda u: u.id):
        if order(state, unit.id) != JOIN_UP:
            continue
        other = state.units[state.orders[unit.id]["with"]]
        mutual = state.orders.get(other.id, {}).get("with") == unit.id
        if not busy & {unit.id, other.id} and joins(scn, state, unit, other):
            gives = not mutual or (unit["figures"], other.id) < (other["figures"], unit.id)
            giver, taker = (unit, other) if gives else (other, unit)
            busy |= {unit.id, other.id}
            _pass_on(ledger, giver, taker)
        elif not mutual:
            ledger.note("not_joined", "AT-ORD-52", unit=unit.id, target=other.id)


def joins(scn: Scenario, state: State, giver: Unit, taker: Unit) -> bool:
    """Whether two units may join: neighbours of one side and type, both at Join Up or Rest, out of melee."""
    if taker.hex is None or taker.side != giver.side or taker.symbol != giver.symbol:
        return False
    if order(state, taker.id) not in (JOIN_UP, REST) or not scn.grid.adjacent(giver.place, taker.hex):
        return False
    return not (engaged(scn, state, giver.id) or engaged(scn, state, taker.id))


def _pass_on(ledger: Ledger, giver: Unit, taker: Unit) -> None:
    """Warriors up to full strength, and the Commander to a unit that has none; morale and fatigue the worse,
    ammunition the lower, Honor only if both had it (R-55)."""
    room = _warriors(taker.printed) - _warriors(taker.values)
    leader = min(giver["commander"], 1 - taker["commander"])
    passed = min(_warriors(giver.values), max(0, room)) + leader
    if not passed:
        ledger.note("not_joined", "AT-ORD-52", unit=giver.id, target=taker.id)
        return
    now = {
        "figures": taker["figures"] + passed,
        "commander": taker["commander"] + leader,
        "morale": max(giver["morale"], taker["morale"]),
        "fatigue": max(giver["fatigue"], taker["fatigue"]),
        "ammo": min(giver["ammo"], taker["ammo"]),
        "honor": min(giver["honor"], taker["honor"]),
    }
    _change(ledger, taker, now)
    left = {"figures": giver["figures"] - passed, "commander": giver["commander"] - leader}
    _change(ledger, giver, left)
    ledger.note("joined", "AT-ORD-52", unit=giver.id, target=taker.id, figures=passed)
    if not left["figures"]:
        ledger.tell(
            ev.Placed(unit=giver.id, origin=giver.place, place=JOINED, manner="joined", rule="AT-ORD-52")
        )
        forget(ledger, giver.id, "AT-ORD-52")


def _warriors(values: Mapping[str, int]) -> int:
    """Figures without the Commander."""
    return values["figures"] - values.get("commander", 0)


def _change(ledger: Ledger, unit: Unit, now: Mapping[str, int]) -> None:
    """New values of a unit; its ammunition is told to its own side alone (R-08)."""
    for value, number in now.items():
        if number != unit[value]:
            only = unit.side if value == "ammo" else ""
            ledger.tell(
                ev.Changed(
                    unit=unit.id, value=value, was=unit[value], now=number, rule="AT-ORD-52", only=only
                )
            )
