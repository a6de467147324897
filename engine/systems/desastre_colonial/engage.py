"""Engaging hand to hand, at the end of a move (DC-MEL-01 to 10, DC-TER-06)."""

from __future__ import annotations

from collections.abc import Iterable

from engine import events as ev
from engine.commands import Attack
from engine.ledger import Ledger
from engine.rules import orders
from engine.rules.moving import Barred
from engine.scenario import Scenario
from engine.state import State, Unit
from engine.system import Option
from engine.systems.desastre_colonial import engagement, facing, formation, ground, toll
from engine.systems.desastre_colonial.aspects import SIDES, aspect, in_front, side_of
from engine.systems.desastre_colonial.marks import APPROACH, ENGAGES, FRONTED, MOVED, ORDERED
from engine.systems.desastre_colonial.movement import own
from engine.systems.desastre_colonial.values import bases, gunlike, infantry, is_chief, mounted, troops


def attack(scn: Scenario, ledger: Ledger, side: str, order: Attack) -> None:
    """Declare a melee against an enemy next to a unit, which stays in its own hex (DC-MEL-01, DC-MEL-02); it
    turns to him as far as it must (DC-MEL-03)."""
    unit = own(ledger.state, side, order.unit)
    target = _enemy(ledger.state, side, order.target)
    check(scn, ledger.state, unit, target)
    facing.turn(ledger, unit, _towards(scn, ledger.state, unit, target), "DC-MEL-03")
    ledger.tell(ev.Marked(name=ENGAGES, on=unit.id, to=target.id, rule="DC-MEL-01"))
    if scn.option("melee.position_read") == "at_declaration":
        met = aspect(ledger.state, target, _side(scn, target, unit))
        ledger.tell(ev.Marked(name=APPROACH, on=unit.id, to=met, rule="DC-MEL-16"))
    if ledger.state.selection is not None and ledger.state.selection.unit == unit.id:
        ledger.tell(ev.Released(unit=unit.id, rule="DC-MEL-01"))
    formation.react(scn, ledger, target.id)


def _enemy(state: State, side: str, unit_id: str) -> Unit:
    target, _ = orders.foe(state, side, unit_id, "DC-MEL-01", "DC-FIR-26", "DC-VAG-11")
    return target


def _side(scn: Scenario, unit: Unit, other: Unit) -> int:
    """The hexside of a unit at which its neighbour stands."""
    side = side_of(scn, unit, other.place)
    assert side is not None, f"{other.id} is not next to {unit.id}"
    return side


def _towards(scn: Scenario, state: State, unit: Unit, target: Unit) -> dict[str, int]:
    """How a unit turns to have an enemy in front: the base that has the shortest way to turn, if any must."""
    if in_front(scn, state, unit, target.place):
        return {}
    side = _side(scn, unit, target)
    turns = [
        (min((unit.facing[base] - way) % SIDES, (way - unit.facing[base]) % SIDES), n, base, way)
        for n, base in enumerate(bases(unit))
        for way in ((side - 1) % SIDES, side)
    ]
    _, _, base, way = min(turns)
    return {base: way}


def check(scn: Scenario, state: State, unit: Unit, target: Unit) -> None:
    """Raises IllegalOrder unless a unit may engage an enemy from where it stands now."""
    why = barred(scn, state, unit, target)
    if why is not None:
        raise why.refusal(unit=unit.id, target=target.id, hex=target.place)


def barred(scn: Scenario, state: State, unit: Unit, target: Unit) -> Barred | None:
    """Why a unit may not engage an enemy from where it stands now, or None."""
    return _unable(scn, state, unit) or _unfit(scn, state, unit, target) or _held(scn, state, unit, target)


def _unable(scn: Scenario, state: State, unit: Unit) -> Barred | None:
    """Why a unit engages nobody (DC-MEL-01, DC-MEL-04)."""
    if is_chief(unit):
        return Barred("DC-MEL-01", "chief_engages_nobody")
    if gunlike(unit):
        return Barred("DC-MEL-04", "guns_engage_nobody")
    if ORDERED not in state.names_on(unit.id) or engagement.engages(state, unit):
        return toll.closed(scn, state, unit)
    return None


def _unfit(scn: Scenario, state: State, unit: Unit, target: Unit) -> Barred | None:
    """Why an enemy cannot be engaged from there: a lone Chief (DC-MEL-10), too far (DC-MEL-01), or in slowing
    terrain at the end of more than one hex (DC-TER-06, DC-TER-07)."""
    if is_chief(target):
        return Barred("DC-MEL-10", "chief_not_engaged")
    if not scn.grid.adjacent(unit.place, target.place):
        return Barred("DC-MEL-01", "not_in_contact")
    cap = int(scn.chart("movement", "slow_cap"))
    made = toll.footing(state, unit).made
    if made > cap and ground.slow(scn, state, target.place) and not toll.nimble(unit):
        terrain = ground.terrain(scn, state, target.place)
        return Barred("DC-TER-06", "slow_to_engage", {"terrain": terrain, "made": made, "most": cap})
    return None


def _held(scn: Scenario, state: State, unit: Unit, target: Unit) -> Barred | None:
    """Why enemies in whose front it stands keep a unit from engaging an enemy (DC-MEL-06 to 09, C-06)."""
    began = state.pointed(unit.id, FRONTED) if unit.place not in state.pointed(unit.id, MOVED) else ()
    if began and target.id not in began:
        return Barred("DC-MEL-06", "left_the_front_of", {"by": min(began)})
    facing_it = fronting(scn, state, unit)
    free = [enemy for enemy in facing_it if not engagement.engaged(scn, state, enemy)]
    if target in facing_it and target not in free and free:
        return Barred("DC-MEL-07", "others_not_engaged", {"by": free[0].id})
    if infantry(unit) and mounted(target) and target in facing_it:
        return Barred("DC-MEL-08", "mounted_front")
    riders = [enemy for enemy in facing_it if mounted(enemy)]
    if riders and target not in riders:
        return Barred("DC-MEL-09", "held_by_mounted", {"by": riders[0].id})
    return None


def fronting(scn: Scenario, state: State, unit: Unit) -> tuple[Unit, ...]:
    """The enemies in whose front hexes a unit stands, by id."""
    enemies = sorted(troops(state, scn.enemy(unit.side)), key=lambda enemy: enemy.id)
    return tuple(enemy for enemy in enemies if in_front(scn, state, enemy, unit.place))


def targets(scn: Scenario, state: State, unit_id: str) -> tuple[Unit, ...]:
    """The enemies a unit may engage from where it stands now, clockwise."""
    unit = state.units[unit_id]
    if unit.hex is None:
        return ()
    near = (other for hex_ in scn.grid.neighbours(unit.hex).values() for other in state.on(hex_))
    foes = (other for other in near if other.side != unit.side)
    return tuple(foe for foe in foes if barred(scn, state, unit, foe) is None)


def offers(scn: Scenario, state: State, side: str, unit_id: str) -> Iterable[Option]:
    """One attack for each enemy a unit may engage (DC-MEL-01)."""
    if unit_id:
        for target in targets(scn, state, unit_id):
            yield Option(command=Attack(unit=unit_id, target=target.id))
