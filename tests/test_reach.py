"""Reach: the searches that plan agree with the check of a single step, on any table and with one another."""

from __future__ import annotations

import heapq
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given

import scenarios
from bench.field import Field, field, plain
from bot.script.runner import run
from bot.script.table import Laid
from engine.events import Moved
from engine.evolve import evolve, replay
from engine.hexes import Hex
from engine.ledger import SeededDice
from engine.referee import start
from engine.rules.moving import Footing, Toll
from engine.scenario import Scenario
from engine.state import State
from engine.systems import find
from engine.systems.morne_plaine.marks import PAID
from engine.systems.morne_plaine.routes import costs, route, routes
from engine.systems.morne_plaine.toll import barred_from_moving, footing, toll
from engine.systems.morne_plaine.zoc import controllers, zone
from tests.test_properties_morne_plaine import anything, tables


def stepwise(scn: Scenario, state: State, unit_id: str) -> dict[Hex, tuple[Hex, ...]]:
    """The best path to each hex, found by asking for the toll of one step after another, nothing else."""
    unit = state.units[unit_id]
    if unit.hex is None or barred_from_moving(scn, state, unit):
        return {}
    best: dict[Hex, tuple[Hex, ...]] = {}
    seen = set()
    heap: list[tuple[int, int, int, Hex, bool, tuple[Hex, ...], bool]] = [(0, 0, 0, "", False, (), False)]
    tolls: dict[tuple[Hex, ...], Footing] = {(): footing(state, unit)}
    while heap:
        cost, marshes, length, _, _, path, stopped = heapq.heappop(heap)
        at = tolls[path]
        if (at.hex, at.marks) in seen:
            continue
        seen.add((at.hex, at.marks))
        if path and at.hex != unit.place:
            best.setdefault(at.hex, path)
        for to in () if stopped else scn.grid.neighbours(at.hex).values():
            step = toll(scn, state, unit, at, to)
            if isinstance(step, Toll):
                tolls[*path, to] = step.footing
                known = (cost + step.cost, marshes + step.tests, length + 1)
                heapq.heappush(heap, (*known, to, PAID in step.footing.marks, (*path, to), step.stops))
    return best


@anything
@given(tables(("movement",)))
def test_routes_are_those_that_single_steps_lead_to_MP_MOV_2(laid: Laid) -> None:
    for unit in laid.state.fielded("blue"):
        found = routes(laid.scenario, laid.state, unit.id)

        assert {h: r.path for h, r in found.items()} == stepwise(laid.scenario, laid.state, unit.id)


@anything
@given(tables(("movement",)))
def test_costs_alone_and_a_route_to_one_hex_are_the_same_as_among_all_routes(laid: Laid) -> None:
    scn, state = laid.scenario, laid.state
    for unit in state.fielded("blue"):
        found = routes(scn, state, unit.id)

        assert costs(scn, state, unit.id) == {hex_: r.cost for hex_, r in found.items()}
        assert {h: route(scn, state, unit.id, h) for h in scn.grid} == {h: found.get(h) for h in scn.grid}


@anything
@given(tables())
def test_a_zone_is_every_hex_that_somebody_controls_MP_ZOC_8(laid: Laid) -> None:
    scn, state = laid.scenario, laid.state

    assert zone(scn, state, "orange") == {h for h in scn.grid if controllers(scn, state, h, "orange")}


@pytest.mark.parametrize(("make", "far"), [(field, 3), (plain, 40)])
def test_on_a_crowded_map_too(make: Callable[[int, int], Field], far: int) -> None:
    at = make(16, 12)
    scn, state = at.scenario, at.state
    for id_ in at.movers:
        found = routes(scn, state, id_)

        assert {h: r.path for h, r in found.items()} == stepwise(scn, state, id_)
        assert costs(scn, state, id_) == {hex_: r.cost for hex_, r in found.items()}
        assert all(route(scn, state, id_, hex_) == found[hex_] for hex_ in sorted(found)[::far])


@pytest.mark.parametrize(("battle", "hexes", "points"), [("ormes", 392, 1288), ("tutorial", 118, 372)])
def test_how_much_of_the_map_the_units_reach_at_the_start(battle: str, hexes: int, points: int) -> None:
    """Numbers that change when what is legal, or what it costs, does."""
    scn = scenarios.load(battle)
    state = replay(State(), start(find(scn.system), scn, SeededDice(b"reach")))
    found = [costs(scn, state, unit.id) for unit in state.fielded()]

    assert (sum(map(len, found)), sum(sum(reach.values()) for reach in found)) == (hexes, points)


TABLE: dict[str, Any] = {
    "columns": "7",
    "rows": "5",
    "phase": "movement",
    "terrain": {"rough": "0303 0403"},
    "roads": "0105 0205 0305 0405 0505",
    "place": {"b1": "0103 infantry mp 3", "b2": "0105 infantry mp 1", "o1": "0503 infantry"},
}


def test_what_is_known_of_a_table_does_not_outlive_it() -> None:
    laid = run(TABLE).laid
    scn, before = laid.scenario, laid.state
    held = costs(scn, before, "b1")

    after = evolve(before, Moved(unit="o1", origin="0503", hex="0303", manner="step", rule=""))

    assert "0303" in held
    assert "0303" not in costs(scn, after, "b1")
    assert zone(scn, after, "orange") != zone(scn, before, "orange")


def test_what_is_known_of_a_table_is_no_part_of_it() -> None:
    laid = run(TABLE).laid
    untouched = replace(laid.state)

    costs(laid.scenario, laid.state, "b1")

    assert laid.state == untouched
    assert repr(laid.state) == repr(untouched)


def test_a_scenario_with_other_switches_is_measured_anew_MP_MOV_5_O_4() -> None:
    laid = run({**TABLE, "place": {**TABLE["place"], "b3": "0203 leader mp 2"}}).laid
    scn = laid.scenario
    later = replace(scn, options={**scn.options, "later_chart": "yes", "free_step_at_zero": "yes"})

    usual, other = costs(scn, laid.state, "b3"), costs(later, laid.state, "b3")

    assert (usual["0303"], other["0303"]) == (1, 2)
    assert "0405" not in costs(scn, laid.state, "b2")
    assert costs(later, laid.state, "b2")["0405"] == 1
