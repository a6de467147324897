"""Reach: the searches that plan agree with the check of a single step, and with one another."""

from __future__ import annotations

import heapq
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given

import scenarios
from bench.rules.field import Field, field, plain
from engine.events import Moved
from engine.evolve import evolve, replay
from engine.hexes import Hex
from engine.ledger import SeededDice
from engine.referee import start
from engine.rules.movement import MoveState, StepCost
from engine.scenario import Scenario
from engine.state import State
from engine.systems import find
from engine.systems.morne_plaine.marks import PAID
from engine.systems.morne_plaine.movement.routes import costs, route, routes
from engine.systems.morne_plaine.movement.step_cost import barred_from_moving, move_state, step_cost
from engine.systems.morne_plaine.zoc import controllers, zone
from notation.scripts.position import Position
from notation.scripts.runner import run
from tests.engine.morne_plaine.test_properties_games import anything, positions


def stepwise(scn: Scenario, state: State, unit_id: str) -> dict[Hex, tuple[Hex, ...]]:
    """The best path to each hex, found by asking for the cost of one step after another, nothing else."""
    unit = state.units[unit_id]
    if unit.hex is None or barred_from_moving(scn, state, unit):
        return {}
    best: dict[Hex, tuple[Hex, ...]] = {}
    seen = set()
    heap: list[tuple[int, int, int, Hex, bool, tuple[Hex, ...], bool]] = [(0, 0, 0, "", False, (), False)]
    reached: dict[tuple[Hex, ...], MoveState] = {(): move_state(state, unit)}
    while heap:
        cost, marshes, length, _, _, path, stopped = heapq.heappop(heap)
        at = reached[path]
        if (at.hex, at.marks) in seen:
            continue
        seen.add((at.hex, at.marks))
        if path and at.hex != unit.place:
            best.setdefault(at.hex, path)
        for to in () if stopped else scn.grid.neighbours(at.hex).values():
            step = step_cost(scn, state, unit, at, to)
            if isinstance(step, StepCost):
                reached[*path, to] = step.then
                known = (cost + step.cost, marshes + step.tests, length + 1)
                heapq.heappush(heap, (*known, to, PAID in step.then.marks, (*path, to), step.stops))
    return best


@pytest.mark.long
@anything
@given(positions(("movement",)))
def test_routes_are_those_that_single_steps_lead_to_MP_MOV_2(position: Position) -> None:
    for unit in position.state.units_on_map("blue"):
        all_routes = routes(position.scenario, position.state, unit.id)

        assert {h: r.path for h, r in all_routes.items()} == stepwise(
            position.scenario, position.state, unit.id
        )


@pytest.mark.long
@anything
@given(positions(("movement",)))
def test_costs_alone_and_a_route_to_one_hex_are_the_same_as_among_all_routes(position: Position) -> None:
    scn, state = position.scenario, position.state
    for unit in state.units_on_map("blue"):
        all_routes = routes(scn, state, unit.id)

        assert costs(scn, state, unit.id) == {hex_: r.cost for hex_, r in all_routes.items()}
        assert {h: route(scn, state, unit.id, h) for h in scn.grid} == {
            h: all_routes.get(h) for h in scn.grid
        }


@pytest.mark.long
@anything
@given(positions())
def test_a_zone_is_every_hex_that_someone_controls_MP_ZOC_8(position: Position) -> None:
    scn, state = position.scenario, position.state

    assert zone(scn, state, "orange") == {h for h in scn.grid if controllers(scn, state, h, "orange")}


@pytest.mark.parametrize(("make", "far"), [(field, 3), (plain, 40)])
def test_on_a_crowded_map_too(make: Callable[[int, int], Field], far: int) -> None:
    at = make(16, 12)
    scn, state = at.scenario, at.state
    for id_ in at.movers:
        all_routes = routes(scn, state, id_)

        assert {h: r.path for h, r in all_routes.items()} == stepwise(scn, state, id_)
        assert costs(scn, state, id_) == {hex_: r.cost for hex_, r in all_routes.items()}
        assert all(route(scn, state, id_, hex_) == all_routes[hex_] for hex_ in sorted(all_routes)[::far])


@pytest.mark.parametrize(("battle", "hexes", "points"), [("ormes", 392, 1288), ("tutorial", 118, 372)])
def test_how_much_of_the_map_the_units_reach_at_the_start(battle: str, hexes: int, points: int) -> None:
    """Numbers that change when what is legal, or what it costs, does."""
    scn = scenarios.load(battle)
    state = replay(State(), start(find(scn.system), scn, SeededDice(b"reach")))
    all_routes = [costs(scn, state, unit.id) for unit in state.units_on_map()]

    assert (sum(map(len, all_routes)), sum(sum(reach.values()) for reach in all_routes)) == (hexes, points)


TABLE: dict[str, Any] = {
    "columns": "7",
    "rows": "5",
    "phase": "movement",
    "terrain": {"rough": "0303 0403"},
    "roads": "0105 0205 0305 0405 0505",
    "place": {"b1": "0103 infantry mp 3", "b2": "0105 infantry mp 1", "o1": "0503 infantry"},
}


def test_cached_results_do_not_outlive_their_game() -> None:
    position = run(TABLE).position
    scn, before = position.scenario, position.state
    held = costs(scn, before, "b1")

    after = evolve(before, Moved(unit="o1", origin="0503", hex="0303", manner="step", rule=""))

    assert "0303" in held
    assert "0303" not in costs(scn, after, "b1")
    assert zone(scn, after, "orange") != zone(scn, before, "orange")


def test_cached_results_are_no_part_of_a_game() -> None:
    position = run(TABLE).position
    untouched = replace(position.state)

    costs(position.scenario, position.state, "b1")

    assert position.state == untouched
    assert repr(position.state) == repr(untouched)


def test_a_scenario_with_other_switches_is_measured_again_MP_MOV_5_O_4() -> None:
    position = run({**TABLE, "place": {**TABLE["place"], "b3": "0203 leader mp 2"}}).position
    scn = position.scenario
    later = replace(scn, options={**scn.options, "later_chart": "yes", "free_step_at_zero": "yes"})

    usual, other = costs(scn, position.state, "b3"), costs(later, position.state, "b3")

    assert (usual["0303"], other["0303"]) == (1, 2)
    assert "0405" not in costs(scn, position.state, "b2")
    assert costs(later, position.state, "b2")["0405"] == 1
