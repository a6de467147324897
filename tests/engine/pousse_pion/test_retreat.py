"""Retreats of Pousse-pion in any position: what must hold of every cascade (PP-RET)."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import scenarios
from engine import events as ev
from engine.ledger import Ledger, SeededDice
from engine.scenario_builder.charts import chart_values
from engine.state import State, Unit
from engine.systems.pousse_pion.combat import retreat_destinations
from engine.systems.pousse_pion.combat.retreat import retreat
from engine.systems.pousse_pion.combat.retreat_destinations import can_retreat, candidates
from engine.systems.pousse_pion.units import MAIN
from notation.scripts.position import Position
from notation.scripts.runner import run

CHARTS = chart_values(scenarios.charts("pousse_pion"))
SIZE = 4
HEXES = [f"{c:02d}{r:02d}" for r in range(1, SIZE + 1) for c in range(1, SIZE + 1)]
KINDS = ("infantry", "infantry", "cavalry", "artillery", "general")
NOBODY: frozenset[str] = frozenset()
anything = settings(max_examples=60, suppress_health_check=[HealthCheck.too_slow])


def test_the_classes_are_those_of_the_charts() -> None:
    assert {kind: numbers[0] for kind, numbers in CHARTS["kinds"].items()} == MAIN


@st.composite
def positions(draw: st.DrawFn) -> Position:
    """A small map cut up by rivers, with a crowd of orange on it and a few of blue among them."""
    inner = [h for h in HEXES if h[:2] != "04" and h[2:] not in ("01", "04")]
    wet = st.dictionaries(st.sampled_from(inner), st.sampled_from(("NE", "E", "SE")), max_size=4)
    places = draw(st.lists(st.sampled_from(HEXES), min_size=6, max_size=15, unique=True))
    blue = draw(st.integers(1, 3))
    script: dict[str, Any] = {
        "system": "pousse_pion",
        "columns": str(SIZE),
        "rows": str(SIZE),
        "phase": "fire",
        "terrain": dict.fromkeys(draw(st.sets(st.sampled_from(HEXES), max_size=3)), "woods"),
        "levels": {h: draw(st.sampled_from("23")) for h in draw(st.sets(st.sampled_from(HEXES), max_size=3))},
        "rivers": [f"{hex_} {way}" for hex_, way in draw(wet).items()],
    }
    script["place"] = {f"b{n}": hex_ for n, hex_ in enumerate(places[:blue])}
    script["place"] |= {f"o{n}": _unit(draw, hex_) for n, hex_ in enumerate(places[blue:])}
    orange = sorted(id_ for id_ in script["place"] if id_[0] == "o")
    script["marks"] = dict.fromkeys(draw(st.sets(st.sampled_from(orange))) | {"o0"}, "disordered")
    return run(script).position


def _unit(draw: st.DrawFn, hex_: str) -> str:
    return (
        f"{hex_} {draw(st.sampled_from(KINDS))} mo {draw(st.integers(0, 4))}/4 mp {draw(st.integers(0, 3))}"
    )


def driven(position: Position, seed: int) -> tuple[Ledger, frozenset[str]]:
    """The position after o0 has retreated, and the units of its cascade."""
    ledger = Ledger(position.state, SeededDice(str(seed).encode()))
    moved = retreat(position.scenario, ledger, "o0", "PP-MOR-04")
    return ledger, moved


@pytest.mark.long
@anything
@given(position=positions(), seed=st.integers(0, 3))
def test_no_one_shares_a_hex_after_a_cascade_PP_GEN_13(position: Position, seed: int) -> None:
    ledger, _ = driven(position, seed)

    standing = [unit.place for unit in ledger.state.units_on_map()]

    assert len(standing) == len(set(standing))


@pytest.mark.long
@anything
@given(position=positions(), seed=st.integers(0, 3))
def test_a_cascade_moves_no_one_twice_and_no_enemy_PP_RET_13(position: Position, seed: int) -> None:
    ledger, moved = driven(position, seed)

    steps = Counter(e.unit for e in ledger.events if isinstance(e, ev.Moved))
    crossed = {e.facts["unit"] for e in ledger.events if isinstance(e, ev.Noted) and e.kind == "crossed"}

    assert dict(steps) == {unit: 2 if unit in crossed else 1 for unit in steps}
    assert set(steps) <= moved
    assert {position.state.units[unit].side for unit in moved} == {"orange"}


@pytest.mark.long
@anything
@given(position=positions(), seed=st.integers(0, 3))
def test_only_who_has_no_way_out_is_lost_and_no_one_pushed_is_PP_RET_08_PP_RET_14(
    position: Position, seed: int
) -> None:
    open_ = candidates(position.scenario, position.state, position.state.units["o0"], NOBODY)

    ledger, _ = driven(position, seed)

    lost = [e.unit for e in ledger.events if isinstance(e, ev.Placed) and e.rule == "PP-RET-08"]
    assert lost == ([] if open_ else ["o0"])


@pytest.mark.long
@anything
@given(position=positions())
def test_a_unit_can_be_pushed_when_some_chain_of_pushes_or_a_crossing_ends_it_PP_RET_14(
    position: Position,
) -> None:
    units = list(position.state.units_on_map("orange"))

    retreats = {unit.id: can_retreat(position.scenario, position.state, unit, NOBODY) for unit in units}

    assert retreats == {unit.id: _by_chains(position, position.state, unit, NOBODY) for unit in units}


def _by_chains(position: Position, state: State, unit: Unit, moved: frozenset[str]) -> bool:
    """The same as the rules file tells it (4.14): chain after chain."""
    for near in retreat_destinations._neighbours(position.scenario, state, unit, unit.place):
        if not near.friend:
            return True
        if near.friend in moved:
            continue
        beyond = retreat_destinations.landings(position.scenario, state, unit, near.hex)
        if any(retreat_destinations.payable(unit, near, landing) for landing in beyond):
            return True
        if _by_chains(position, state, state.units[near.friend], moved | {unit.id}):
            return True
    return False


@pytest.mark.parametrize("radius", [1, 2])
def test_a_crowd_with_no_way_out_is_looked_through_at_once_PP_RET_08(radius: int) -> None:
    """Of chains of pushes through 19 units there are far too many to try."""
    grid = run({"system": "pousse_pion", "place": {"b1": "0101", "o1": "0909"}}).position.scenario.grid
    crowd = sorted(grid.within("0505", radius))
    moat = [f"{a} {way}" for a in crowd for way, b in grid.neighbours(a).items() if b not in crowd]
    place = {f"o{n}": hex_ for n, hex_ in enumerate(crowd)} | {"b1": "0101"}
    position = run({"system": "pousse_pion", "great_rivers": moat, "place": place}).position

    lost = [
        candidates(position.scenario, position.state, unit, NOBODY)
        for unit in position.state.units_on_map("orange")
    ]

    assert lost == [()] * len(crowd)
