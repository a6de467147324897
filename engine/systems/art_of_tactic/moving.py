"""Movement in step (rules file, 4.3 and 6.1): every unit under way enters a hex, then the next, all together.

The whole of a movement step is here, for step 3 (March, Run, Assault, Move and Fire, Pursue, pull-backs) and
for step 6 (Flee, Panic, Retreat). `encounters` decides who may enter, `contacts` who comes to blows.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

from engine import events as ev
from engine.hexes import Hex
from engine.ledger import Ledger
from engine.scenario import Scenario
from engine.state import State
from engine.systems.art_of_tactic import contacts, fire, flight, special
from engine.systems.art_of_tactic.board import FRONT
from engine.systems.art_of_tactic.card import order, plays
from engine.systems.art_of_tactic.encounters import Attempt, stopped
from engine.systems.art_of_tactic.front import engaged
from engine.systems.art_of_tactic.marks import PULLED, SHOT, TIRES

RETREAT = "retreat"
FIRE_AND_RETREAT, PULL_BACK = "fire_and_retreat", "pull_back"
PURSUE = "pursue"

Ways = Mapping[str, tuple[Hex, ...]]
"""The hexes still to enter, by unit under way; none left for one at the end of its way."""


def move_step(scn: Scenario, ledger: Ledger, step: str, paths: Ways) -> None:
    """Move all units that have a path, hex by hex together, to the end of their ways (AT-MOV-08 to -11).

    `step` is "movement" or "retreat", `paths` the hexes each unit enters. In each sub-step all who can enter
    their next hex, Kill Zones fire, contacts are made, and those stopped drop the rest of their paths.
    """
    left: Ways = {u: tuple(paths[u]) for u in sorted(paths) if ledger.state.units[u].hex}
    movers = tuple(u for u in left if left[u])
    left, shooters = _under_fire(scn, ledger, 0, left, _places(ledger.state, movers))
    left = _going_on(scn, ledger, step, 0, left)
    moving = frozenset(left) if step == RETREAT else frozenset()
    substep = 0
    while True:
        left, moving = _pull_back(scn, ledger, substep, left, moving, shooters)
        if not left:
            return
        substep += 1
        left, shooters = _substep(scn, ledger, substep, left, moving)
        left = _going_on(scn, ledger, step, substep, left)


def _substep(
    scn: Scenario, ledger: Ledger, substep: int, left: Ways, moving: frozenset[str]
) -> tuple[Ways, frozenset[str]]:
    """One hex for everybody (6.1, phases A to F): whom nothing has stopped, and who has just fired."""
    stops = stopped(_attempt(ledger.state, left))
    moved = _places(ledger.state, [u for u in left if u not in stops])
    for unit in moved:
        _enter(scn, ledger, unit, left[unit][0])
    special.unmask(scn, ledger)
    for unit, stop in stops.items():
        _note_stop(ledger, unit, left[unit], stop.reason, stop.rule, stop.met)
    left = {unit: left[unit][1:] for unit in moved}
    left, shooters = _under_fire(scn, ledger, substep, left, moved)
    standing = [u for u in moved if ledger.state.units[u].hex]
    made = contacts.found(scn, ledger.state, stops, standing, moving)
    contacts.make(scn, ledger, made)
    return _in_contact(ledger, left, made), shooters


def _going_on(scn: Scenario, ledger: Ledger, step: str, substep: int, left: Ways) -> Ways:
    """Those with hexes left to enter, once units in flight have rallied or left the board (6.1, phase F)."""
    if step == RETREAT:
        left = _without(left, flight.after_move(scn, ledger, substep, tuple(left)))
    return {unit: way for unit, way in left.items() if way}


def _places(state: State, units: Collection[str]) -> dict[str, Hex]:
    """Where units stand now."""
    return {unit: state.units[unit].place for unit in units}


def _attempt(state: State, left: Ways) -> Attempt:
    """Everybody's place before the sub-step and what the units under way try."""
    standing = {unit.id: unit for unit in state.fielded()}
    return Attempt(
        places={id_: unit.place for id_, unit in standing.items()},
        sides={id_: unit.side for id_, unit in standing.items()},
        wants={unit: way[0] for unit, way in left.items()},
    )


def _enter(scn: Scenario, ledger: Ledger, unit_id: str, to: Hex) -> None:
    """A unit enters a hex and looks the way it went (AT-MOV-14)."""
    unit = ledger.state.units[unit_id]
    way = scn.grid.direction(unit.place, to)
    assert way is not None, f"{unit_id}: {to} is not next to {unit.place}"
    ahead = scn.grid.directions.index(way)
    name = order(ledger.state, unit_id)
    manner = PULL_BACK if name == FIRE_AND_RETREAT else name
    ledger.tell(ev.Moved(unit=unit_id, origin=unit.place, hex=to, manner=manner, rule="AT-MOV-09"))
    if unit.facing.get(FRONT) != ahead:
        ledger.tell(ev.Turned(unit=unit_id, facing={FRONT: ahead}, rule="AT-MOV-14"))
    if plays(scn, "expert"):
        _tire(scn, ledger, unit_id, manner, unit.place, to)


def _tire(scn: Scenario, ledger: Ledger, unit: str, manner: str, origin: Hex, to: Hex) -> None:
    """What tires a unit on its way: a slope upwards by a movement order, a river (AT-FAT-01, AT-MOR-51)."""
    ordered = manner in scn.chart("step_orders", "movement") and manner != PURSUE
    causes = {
        "uphill": ordered and scn.slope(origin, to) > 0,
        "river_crossing": manner != PURSUE and scn.terrain(to) == scn.chart("river"),
    }
    for cause, holds in causes.items():
        if holds and not ledger.state.marked(unit, TIRES, cause):
            ledger.tell(ev.Marked(name=TIRES, on=unit, to=cause, rule="AT-FAT-01"))


def _under_fire(
    scn: Scenario, ledger: Ledger, substep: int, left: Ways, entered: Mapping[str, Hex]
) -> tuple[Ways, frozenset[str]]:
    """Kill Zones fire at those who entered or set out (AT-DZ-12 to -17): who goes on, and who has fired.

    `entered` says where each came from, or where it stands when it sets out.
    """
    before = _shooters(ledger.state)
    hit = fire.kill_zone_shots(scn, ledger, substep, entered)
    for unit in sorted(hit & left.keys()):
        if ledger.state.units[unit].hex and left[unit]:
            _note_stop(ledger, unit, left[unit], "shot", "AT-MOV-16")
    gone = (unit for unit in left if ledger.state.units[unit].hex is None)
    return _without(left, hit.union(gone)), _shooters(ledger.state) - before


def _shooters(state: State) -> frozenset[str]:
    return frozenset(mark.on for mark in state.marks if mark.name == SHOT)


def _in_contact(ledger: Ledger, left: Ways, made: Collection[contacts.Contact]) -> Ways:
    """Those under way without the ones in contact, who go no farther (AT-ZOC-09)."""
    met: dict[str, set[str]] = {}
    for contact in made:
        met.setdefault(contact.unit, set()).add(contact.target)
        met.setdefault(contact.target, set()).add(contact.unit)
    for unit in sorted(met.keys() & left.keys()):
        if left[unit]:
            _note_stop(ledger, unit, left[unit], "contact", "AT-ZOC-09", tuple(sorted(met[unit])))
    return _without(left, met)


def _pull_back(
    scn: Scenario,
    ledger: Ledger,
    substep: int,
    left: Ways,
    moving: frozenset[str],
    shooters: frozenset[str],
) -> tuple[Ways, frozenset[str]]:
    """Units that have just fired under Fire and Retreat set out along their paths, unless in contact (C-03).

    They move from the next sub-step on and may meet a Kill Zone where they stand (R-17, AT-DZ-12).
    """
    state = ledger.state
    ready = {u for u in shooters if order(state, u) == FIRE_AND_RETREAT and not engaged(scn, state, u)}
    paths = {unit: tuple(state.orders[unit].get("path", "").split()) for unit in sorted(ready)}
    out: Ways = {unit: path for unit, path in paths.items() if path}
    if not out:
        return left, moving
    for unit in out:
        ledger.tell(ev.Marked(name=PULLED, on=unit, rule="AT-ORD-24"))
    out, _ = _under_fire(scn, ledger, substep, out, _places(state, tuple(out)))
    left = {**left, **out}
    return {unit: left[unit] for unit in sorted(left)}, moving.union(out)


def _note_stop(
    ledger: Ledger, unit: str, way: tuple[Hex, ...], reason: str, rule: str, met: tuple[str, ...] = ()
) -> None:
    """The remark that a unit goes no farther: where it stands, where it was going, why, whom it met."""
    at = ledger.state.units[unit].place
    ledger.note("stopped", rule, unit=unit, at=at, towards=way[0], reason=reason, **{"with": met})


def _without(left: Ways, gone: Collection[str]) -> Ways:
    return {unit: way for unit, way in left.items() if unit not in gone}
