"""Engaging an enemy in melee at the end of a move (DC-MEL-01 to 10, DC-TER-06)."""

from __future__ import annotations

from collections.abc import Iterable

from engine import events as ev
from engine.commands import Attack
from engine.ledger import Ledger
from engine.rules import order_checks
from engine.rules.movement import Barred
from engine.scenario import Scenario
from engine.state import State, Unit
from engine.system import Option
from engine.systems.desastre_colonial.formation import reaction_square
from engine.systems.desastre_colonial.general import values
from engine.systems.desastre_colonial.general.aspects import SIDES, aspect, hexside_towards, in_front
from engine.systems.desastre_colonial.general.engagements import engaged, target_of
from engine.systems.desastre_colonial.general.marks import APPROACH, ENGAGES, FRONTED, MOVED, ORDERED
from engine.systems.desastre_colonial.movement.allowance import ignores_slow_terrain, move_so_far
from engine.systems.desastre_colonial.movement.facing import turn
from engine.systems.desastre_colonial.movement.movement import own
from engine.systems.desastre_colonial.movement.permission import not_now
from engine.systems.desastre_colonial.terrain import terrain


def engage(scn: Scenario, ledger: Ledger, side: str, order: Attack) -> None:
    """Engage an adjacent enemy: the unit stays in its hex (DC-MEL-01, DC-MEL-02) and turns as little as it
    can to have the enemy in front (DC-MEL-03)."""
    unit = own(ledger.state, side, order.unit)
    target, _ = order_checks.enemy_unit(
        ledger.state, side, order.target, "DC-MEL-01", "DC-FIR-26", "DC-VAG-11"
    )
    check(scn, ledger.state, unit, target)
    turn(ledger, unit, _shortest_turn(scn, ledger.state, unit, target), "DC-MEL-03")
    ledger.tell(ev.Marked(name=ENGAGES, on=unit.id, to=target.id, rule="DC-MEL-01"))
    if scn.option("melee.position_read") == "at_declaration":
        position = aspect(ledger.state, target, _hexside(scn, target, unit))
        ledger.tell(ev.Marked(name=APPROACH, on=unit.id, to=position, rule="DC-MEL-16"))
    if ledger.state.selection is not None and ledger.state.selection.unit == unit.id:
        ledger.tell(ev.Released(unit=unit.id, rule="DC-MEL-01"))
    reaction_square.ask_defender(scn, ledger, target.id)


def _hexside(scn: Scenario, unit: Unit, neighbour: Unit) -> int:
    """The hexside of a unit that a neighbour stands at."""
    hexside = hexside_towards(scn, unit, neighbour.place)
    assert hexside is not None, f"{neighbour.id} is not adjacent to {unit.id}"
    return hexside


def _shortest_turn(scn: Scenario, state: State, unit: Unit, target: Unit) -> dict[str, int]:
    """The base that turns, by the shortest way, to have an enemy in front, and its vertex; none that must."""
    if in_front(scn, state, unit, target.place):
        return {}
    hexside = _hexside(scn, unit, target)
    turns = [
        (min((unit.facing[base] - vertex) % SIDES, (vertex - unit.facing[base]) % SIDES), n, base, vertex)
        for n, base in enumerate(values.bases(unit))
        for vertex in ((hexside - 1) % SIDES, hexside)
    ]
    _, _, base, vertex = min(turns)
    return {base: vertex}


# --- checks -------------------------------------------------------------------------------------------------


def check(scn: Scenario, state: State, unit: Unit, target: Unit) -> None:
    """Raises IllegalOrder unless a unit may engage an enemy from its hex now."""
    reason = barred(scn, state, unit, target)
    if reason is not None:
        raise reason.refusal(unit=unit.id, target=target.id, hex=target.place)


def barred(scn: Scenario, state: State, unit: Unit, target: Unit) -> Barred | None:
    """Why a unit may not engage an enemy from its hex now, or None."""
    return (
        _unit_may_not_engage(scn, state, unit)
        or _not_a_target(scn, state, unit, target)
        or _held_by_others(scn, state, unit, target)
    )


def _unit_may_not_engage(scn: Scenario, state: State, unit: Unit) -> Barred | None:
    """Why a unit may not engage any enemy, or None (DC-MEL-01, DC-MEL-04)."""
    if values.is_chief(unit):
        return Barred("DC-MEL-01", "chief_engages_nobody")
    if values.gunlike(unit):
        return Barred("DC-MEL-04", "guns_engage_nobody")
    if ORDERED not in state.marks_on(unit.id) or target_of(state, unit):
        return not_now(scn, state, unit)
    return None


def _not_a_target(scn: Scenario, state: State, unit: Unit, target: Unit) -> Barred | None:
    """Why an enemy is not a target from there, or None: a lone Chief (DC-MEL-10), not adjacent (DC-MEL-01),
    in slowing terrain after a move of more than one hex (DC-TER-06, DC-TER-07)."""
    if values.is_chief(target):
        return Barred("DC-MEL-10", "chief_not_engaged")
    if not scn.grid.adjacent(unit.place, target.place):
        return Barred("DC-MEL-01", "not_in_contact")
    most, made = int(scn.chart("movement", "slow_cap")), move_so_far(state, unit).made
    if made > most and terrain.slow(scn, state, target.place) and not ignores_slow_terrain(unit):
        name = terrain.at(scn, state, target.place)
        return Barred("DC-TER-06", "slow_to_engage", {"terrain": name, "made": made, "most": most})
    return None


def _held_by_others(scn: Scenario, state: State, unit: Unit, target: Unit) -> Barred | None:
    """Why enemies in whose front a unit stands, or started, keep it from engaging a target; or None
    (DC-MEL-06 to 09, C-06)."""
    left_its_hex = unit.place not in state.targets_of_mark(unit.id, MOVED)
    started_in_front_of = state.targets_of_mark(unit.id, FRONTED) if left_its_hex else ()
    if started_in_front_of and target.id not in started_in_front_of:
        return Barred("DC-MEL-06", "left_the_front_of", {"by": min(started_in_front_of)})
    facing_it = enemies_facing(scn, state, unit)
    not_engaged = [enemy for enemy in facing_it if not engaged(scn, state, enemy)]
    if target in facing_it and target not in not_engaged and not_engaged:
        return Barred("DC-MEL-07", "others_not_engaged", {"by": not_engaged[0].id})
    if values.infantry(unit) and values.mounted(target) and target in facing_it:
        return Barred("DC-MEL-08", "mounted_front")
    mounted_enemies = [enemy for enemy in facing_it if values.mounted(enemy)]
    if mounted_enemies and target not in mounted_enemies:
        return Barred("DC-MEL-09", "held_by_mounted", {"by": mounted_enemies[0].id})
    return None


def enemies_facing(scn: Scenario, state: State, unit: Unit) -> tuple[Unit, ...]:
    """The enemies in whose front hexes a unit stands, by id."""
    enemies = values.by_id(values.troops(state, scn.enemy(unit.side)))
    return tuple(enemy for enemy in enemies if in_front(scn, state, enemy, unit.place))


# --- lists --------------------------------------------------------------------------------------------------


def targets(scn: Scenario, state: State, unit_id: str) -> tuple[Unit, ...]:
    """The enemies a unit may engage from its hex now, clockwise."""
    unit = state.units[unit_id]
    if unit.hex is None:
        return ()
    neighbours = (other for hex_ in scn.grid.neighbours(unit.hex).values() for other in state.on(hex_))
    enemies = (other for other in neighbours if other.side != unit.side)
    return tuple(enemy for enemy in enemies if barred(scn, state, unit, enemy) is None)


def list_options(scn: Scenario, state: State, side: str, unit_id: str) -> Iterable[Option]:
    """An attack on each enemy a unit may engage (DC-MEL-01)."""
    if unit_id:
        for target in targets(scn, state, unit_id):
            yield Option(command=Attack(unit=unit_id, target=target.id))
