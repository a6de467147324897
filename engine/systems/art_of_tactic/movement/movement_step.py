"""Movement in lock-step (AT-MOV; 6.1): all movers enter their next hex together, then the one after it.

Steps 3 (March, Run, Assault, Move and Fire, Pursue, pull-backs) and 6 (Flee, Panic, Retreat) are carried out
here. `encounters` decides which units may enter their hexes, `contacts` which come into melee.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

from engine import events as ev
from engine.hexes import Hex
from engine.ledger import Ledger
from engine.scenario import Scenario
from engine.state import State
from engine.systems.art_of_tactic.combat.engagement import is_engaged
from engine.systems.art_of_tactic.directions import direction_to, turn
from engine.systems.art_of_tactic.fatigue import mark_tiring_step
from engine.systems.art_of_tactic.marks import FIRED_INTO_KILL_ZONE, PULLING_BACK
from engine.systems.art_of_tactic.morale.flee_and_panic import (
    panic_off_the_board,
    rally_next_to_general_staff,
)
from engine.systems.art_of_tactic.movement.contacts import Contact, contacts_of_substep, make_contacts
from engine.systems.art_of_tactic.movement.encounters import Attempt, stops_of
from engine.systems.art_of_tactic.movement.terrain import Path
from engine.systems.art_of_tactic.orders.ambush import reveal_found_units
from engine.systems.art_of_tactic.orders.parameters import written_path
from engine.systems.art_of_tactic.unit_card import order_of
from engine.systems.art_of_tactic.zones.kill_zone import fire_into_kill_zones

RETREAT = "retreat"
FIRE_AND_RETREAT, PULL_BACK = "fire_and_retreat", "pull_back"

Movers = Mapping[str, Path]
"""The hexes still to enter, by id of each unit that nothing has stopped, in order of ids."""


def move_step(scn: Scenario, ledger: Ledger, step: str, paths: Mapping[str, Path]) -> None:
    """Move all units that have a path, hex by hex together, as far as they get (AT-MOV-08 to -11).

    `step` is "movement" or "retreat", `paths` the hexes that each unit is to enter.
    """
    movers: Movers = {u: paths[u] for u in sorted(paths) if ledger.state.units[u].hex}
    setting_out = _places(ledger.state, [unit for unit in movers if movers[unit]])
    movers, fired = _kill_zone_fire(scn, ledger, 0, movers, setting_out)
    movers = _finish_substep(scn, ledger, step, 0, movers)
    retreating = frozenset(movers) if step == RETREAT else frozenset()
    substep = 0
    while True:
        pulling_back = _begin_pull_backs(scn, ledger, substep, fired)
        movers = dict(sorted({**movers, **pulling_back}.items()))
        retreating = retreating.union(pulling_back)
        if not movers:
            return
        substep += 1
        movers, fired = _substep(scn, ledger, substep, movers, retreating)
        movers = _finish_substep(scn, ledger, step, substep, movers)


def _substep(
    scn: Scenario, ledger: Ledger, substep: int, movers: Movers, retreating: frozenset[str]
) -> tuple[Movers, frozenset[str]]:
    """One hex for every mover: those that nothing has stopped, and the units that fired into Kill Zones."""
    stops = stops_of(_attempt(ledger.state, movers))  # phases A and B
    origins = _places(ledger.state, [unit for unit in movers if unit not in stops])
    for unit in origins:  # phase C
        _enter(scn, ledger, unit, movers[unit][0])
    reveal_found_units(scn, ledger)
    for unit, stop in stops.items():
        _note_stop(ledger, unit, movers[unit], stop.reason, stop.rule, stop.met)
    movers = {unit: movers[unit][1:] for unit in origins}
    movers, fired = _kill_zone_fire(scn, ledger, substep, movers, origins)  # phase D
    moved = [unit for unit in origins if ledger.state.units[unit].hex]
    contacts = contacts_of_substep(scn, ledger.state, stops=stops, moved=moved, retreating=retreating)
    make_contacts(scn, ledger, contacts)  # phase E
    return _stop_in_contact(ledger, movers, contacts), fired


def _finish_substep(scn: Scenario, ledger: Ledger, step: str, substep: int, movers: Movers) -> Movers:
    """The movers with hexes left, after units in flight have rallied or left the board (phase F).

    A unit that leaves it can take others out of play: those that fail the test for their general staff.
    """
    if step == RETREAT:
        rallied = rally_next_to_general_staff(scn, ledger)
        removed = panic_off_the_board(scn, ledger, substep, tuple(movers))
        movers = _without(movers, rallied | removed)
    return {unit: path for unit, path in movers.items() if path and ledger.state.units[unit].hex}


def _places(state: State, units: Collection[str]) -> dict[str, Hex]:
    """The hexes on which units stand."""
    return {unit: state.units[unit].place for unit in units}


def _attempt(state: State, movers: Movers) -> Attempt:
    """The position before the sub-step and the hex that each mover tries to enter."""
    units = {unit.id: unit for unit in state.units_on_map()}
    return Attempt(
        places={id_: unit.place for id_, unit in units.items()},
        sides={id_: unit.side for id_, unit in units.items()},
        wants={unit: path[0] for unit, path in movers.items()},
    )


def _enter(scn: Scenario, ledger: Ledger, unit_id: str, hex_: Hex) -> None:
    """Move a unit to the next hex; it faces the way it went (AT-MOV-09, AT-MOV-14)."""
    unit = ledger.state.units[unit_id]
    order = order_of(ledger.state, unit_id)
    manner = PULL_BACK if order == FIRE_AND_RETREAT else order
    direction = direction_to(scn, unit, hex_)
    ledger.tell(ev.Moved(unit=unit_id, origin=unit.place, hex=hex_, manner=manner, rule="AT-MOV-09"))
    turn(scn, ledger, unit, direction, "AT-MOV-14")
    mark_tiring_step(scn, ledger, unit_id, manner, unit.place, hex_)


def _kill_zone_fire(
    scn: Scenario, ledger: Ledger, substep: int, movers: Movers, origins: Mapping[str, Hex]
) -> tuple[Movers, frozenset[str]]:
    """Fire into Kill Zones: the movers that it does not stop, and the units that fired (AT-DZ-12 to -17).

    `origins` has the hex that each unit left in this sub-step, or on which it stands when it sets out.
    """
    fired_before = _units_that_fired(ledger.state)
    stopped = fire_into_kill_zones(scn, ledger, substep, origins)
    for unit in sorted(stopped & movers.keys()):
        if ledger.state.units[unit].hex and movers[unit]:
            _note_stop(ledger, unit, movers[unit], "shot", "AT-MOV-16")
    removed = (unit for unit in movers if ledger.state.units[unit].hex is None)
    return _without(movers, stopped.union(removed)), _units_that_fired(ledger.state) - fired_before


def _units_that_fired(state: State) -> frozenset[str]:
    """The units that have fired into their Kill Zones this turn."""
    return frozenset(mark.on for mark in state.marks if mark.name == FIRED_INTO_KILL_ZONE)


def _stop_in_contact(ledger: Ledger, movers: Movers, contacts: Collection[Contact]) -> Movers:
    """The movers without those in contact, which go no farther (AT-ZOC-09)."""
    met: dict[str, set[str]] = {}
    for contact in contacts:
        met.setdefault(contact.unit, set()).add(contact.target)
        met.setdefault(contact.target, set()).add(contact.unit)
    for unit in sorted(met.keys() & movers.keys()):
        if movers[unit]:
            _note_stop(ledger, unit, movers[unit], "contact", "AT-ZOC-09", tuple(sorted(met[unit])))
    return _without(movers, met)


def _begin_pull_backs(scn: Scenario, ledger: Ledger, substep: int, fired: frozenset[str]) -> Movers:
    """The units that have just fired under Fire and Retreat and now pull back, unless in contact (C-03).

    They move from the next sub-step on and may be fired at where they stand (R-17, AT-DZ-12).
    """
    state = ledger.state
    movers: Movers = {
        unit: path
        for unit in sorted(fired)
        if order_of(state, unit) == FIRE_AND_RETREAT
        and not is_engaged(scn, state, unit)
        and (path := written_path(state.orders[unit]))
    }
    for unit in movers:
        ledger.tell(ev.Marked(name=PULLING_BACK, on=unit, rule="AT-ORD-24"))
    if not movers:
        return {}
    movers, _ = _kill_zone_fire(scn, ledger, substep, movers, _places(ledger.state, tuple(movers)))
    return movers


def _note_stop(
    ledger: Ledger, unit: str, path: Path, reason: str, rule: str, met: tuple[str, ...] = ()
) -> None:
    """Report that a unit stops: where it stands, where it was going, why, which units it met."""
    at = ledger.state.units[unit].place
    ledger.note("stopped", rule, unit=unit, at=at, towards=path[0], reason=reason, **{"with": met})


def _without(movers: Movers, stopped: Collection[str]) -> Movers:
    """The movers that are not among the stopped."""
    return {unit: path for unit, path in movers.items() if unit not in stopped}
