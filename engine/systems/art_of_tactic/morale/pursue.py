"""Pursue: the duty to follow a unit that fled, and its path (AT-MOR-50 to AT-MOR-52, C-15)."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from engine import events as ev
from engine.hexes import Hex
from engine.ledger import Ledger
from engine.scenario import Scenario
from engine.state import State, Unit
from engine.systems.art_of_tactic.combat.engagement import adjacent_enemies
from engine.systems.art_of_tactic.marks import PURSUES, PUT_TO_FLIGHT
from engine.systems.art_of_tactic.morale.forced_paths import forced_path
from engine.systems.art_of_tactic.movement.terrain import Path
from engine.systems.art_of_tactic.unit_card import SHAKEN, order_of, units_by_id

PURSUE = "pursue"


def pursuit_paths(scn: Scenario, state: State) -> Mapping[str, Path]:
    """The path of each unit with Pursue, to a hex next to the unit that fled, by unit id (AT-MOR-51)."""
    paths = {}
    for unit in units_by_id(state):
        if order_of(state, unit.id) == PURSUE:
            paths[unit.id] = forced_path(scn, state, unit, PURSUE, _hexes_next_to_quarry(scn, state, unit))
    return paths


def _hexes_next_to_quarry(scn: Scenario, state: State, unit: Unit) -> frozenset[Hex]:
    """The neighbours of the unit to be pursued, none when it is off the map."""
    quarries = (state.units[id_].hex for id_ in state.targets_of_mark(unit.id, PURSUES))
    return frozenset(hex_ for place in quarries if place for hex_ in scn.grid.neighbours(place).values())


def order_pursuit(
    scn: Scenario, ledger: Ledger, unit: Unit, *, former_opponents: Collection[str], faced: Collection[str]
) -> None:
    """Give a unit the duty to pursue next turn, if its last opponent was put to flight (AT-MOR-50, C-15).

    `former_opponents` are the ids of the enemies that were in contact with it and no longer are, `faced`
    those that it faced. Of several put to flight it pursues the one it faced, then the lowest id.
    """
    state = ledger.state
    if adjacent_enemies(scn, state, unit):
        return  # it turns to the strongest of them instead (AT-MEL-32)
    fled = [id_ for id_ in former_opponents if _has_fled(state, state.units[id_])]
    if not fled:
        return
    quarry = min(fled, key=lambda id_: (id_ not in faced, id_))
    ledger.tell(ev.Marked(name=PURSUES, on=unit.id, to=quarry, rule="AT-MOR-50"))
    ledger.note("will_pursue", "AT-MOR-50", unit=unit.id, target=quarry)


def _has_fled(state: State, unit: Unit) -> bool:
    """Whether a unit was put to flight this turn and is still on the map, Shaken or Panicked (C-15)."""
    return unit.hex is not None and unit["morale"] >= SHAKEN and state.marked(unit.id, PUT_TO_FLIGHT)


def end_duties_at_turn_end(ledger: Ledger) -> None:
    """End every duty to pursue with its turn (AT-MOR-50)."""
    for on, to in _duties(ledger.state):
        ledger.tell(ev.Unmarked(name=PURSUES, on=on, to=to, rule="AT-MOR-50"))


def end_duties_before_planning(ledger: Ledger) -> None:
    """End the duties to pursue a unit that is off the map or has recovered, and those of units that flee
    themselves (AT-MOR-52)."""
    state = ledger.state
    for on, to in _duties(state):
        quarry, pursuer = state.units[to], state.units[on]
        if quarry.hex is None or quarry["morale"] < SHAKEN or pursuer["morale"] >= SHAKEN:
            ledger.tell(ev.Unmarked(name=PURSUES, on=on, to=to, rule="AT-MOR-52"))


def _duties(state: State) -> list[tuple[str, str]]:
    """The ids of pursuers and of the units they must pursue."""
    return sorted((mark.on, mark.to) for mark in state.marks if mark.name == PURSUES)
