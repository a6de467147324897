"""Flee and Panic: where they lead, and where they end (AT-MOR-31 to AT-MOR-37)."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from engine.hexes import Hex
from engine.ledger import Ledger
from engine.scenario import Scenario
from engine.state import State, Unit
from engine.systems.art_of_tactic.combat.removal import PANICKED_OFF, remove
from engine.systems.art_of_tactic.morale.forced_paths import forced_path
from engine.systems.art_of_tactic.morale.fortitude_tests import general_staff_tests, take_tests
from engine.systems.art_of_tactic.morale.morale_levels import set_morale
from engine.systems.art_of_tactic.movement.paths import movement_value
from engine.systems.art_of_tactic.movement.terrain import Path
from engine.systems.art_of_tactic.unit_card import (
    HESITANT,
    SHAKEN,
    general_staffs,
    order_of,
    units_by_id,
    uses_level,
)

FLEE, PANIC = "flee", "panic"


def flight_paths(scn: Scenario, state: State) -> Mapping[str, Path]:
    """The path of each unit with Flee or Panic, by unit id; empty for one at its goal or without a way."""
    paths = {}
    for unit in units_by_id(state):
        order = order_of(state, unit.id)
        if order == FLEE:
            paths[unit.id] = forced_path(scn, state, unit, FLEE, _flee_goals(scn, state, unit))
        elif order == PANIC:
            paths[unit.id] = forced_path(scn, state, unit, PANIC, _board_edge(scn))  # AT-MOR-34
    return paths


def _flee_goals(scn: Scenario, state: State, unit: Unit) -> Collection[Hex]:
    """The hexes next to the unit's General Staff, else those of its own board edge (AT-MOR-31, -33, C-10)."""
    staffs = general_staffs(state, unit)
    if staffs:
        return frozenset(scn.grid.neighbours(staffs[0].place).values())
    home = next(army.home for army in scn.sides if army.id == unit.side)
    return frozenset(hex_ for hex_ in scn.grid if _lies_on_edge(scn, hex_, home))


def _lies_on_edge(scn: Scenario, hex_: Hex, edge: str) -> bool:
    """Whether a hex lies on an edge of the map: north, south, east or west."""
    column, row = scn.grid.column_and_row(hex_)
    edges = {"north": row == 1, "south": row == scn.grid.rows, "east": column == scn.grid.columns}
    return edges.get(edge, column == 1)


def _board_edge(scn: Scenario) -> Collection[Hex]:
    """The hexes from which a step leads off the board."""
    return frozenset(h for h in scn.grid if len(scn.grid.neighbours(h)) < len(scn.grid.directions))


def rally_next_to_general_staff(scn: Scenario, ledger: Ledger) -> frozenset[str]:
    """Make Shaken units next to their General Staff Hesitant; their ids: they stop (AT-MOR-32, R-80)."""
    if not uses_level(scn, "intermediate"):
        return frozenset()
    state = ledger.state
    rallied = [u for u in units_by_id(state) if u["morale"] == SHAKEN and _is_next_to_staff(scn, state, u)]
    for unit in rallied:
        set_morale(scn, ledger, unit, HESITANT, "AT-MOR-32")
    return frozenset(unit.id for unit in rallied)


def _is_next_to_staff(scn: Scenario, state: State, unit: Unit) -> bool:
    return any(scn.grid.adjacent(unit.place, staff.place) for staff in general_staffs(state, unit))


def panic_off_the_board(
    scn: Scenario, ledger: Ledger, substep: int, movers: Collection[str]
) -> frozenset[str]:
    """Remove those of the movers whose Panic leads off the board with their next step; their ids (AT-MOR-34).

    `substep` is the number of steps already made, 0 before the first.
    """
    leaving = frozenset(id_ for id_ in movers if _leaves_the_board(scn, ledger.state, id_, substep))
    if leaving:
        remove(ledger, leaving, PANICKED_OFF, "AT-MOR-34")
        take_tests(scn, ledger, general_staff_tests(scn, ledger, leaving), str(substep))
    return leaving


def _leaves_the_board(scn: Scenario, state: State, unit_id: str, substep: int) -> bool:
    """Whether a unit in panic stands on the board edge with a step left."""
    unit = state.units[unit_id]
    if unit.hex is None or order_of(state, unit_id) != PANIC or unit.hex not in _board_edge(scn):
        return False
    return substep < movement_value(scn, unit, PANIC)
