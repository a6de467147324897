"""Chains of routs in crowded positions, every question answered at random: what must hold whatever happens
(DC-ROU, C-03 to C-05)."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine import events as ev
from engine.commands import Answer, JudgeAction
from engine.evolve import evolve, replay
from engine.ledger import SeededDice
from engine.referee import judge, play
from engine.state import Question, State, Task
from engine.systems.desastre_colonial import SYSTEM
from engine.systems.desastre_colonial.general.values import chiefs, troops, unit_on
from engine.systems.desastre_colonial.rout.flight import EDGE, Flight
from engine.systems.desastre_colonial.rout.paths import MOST_PATHS, from_edge, steps
from engine.systems.desastre_colonial.terrain.terrain import impassable
from notation.scripts.position import Position
from notation.scripts.runner import run

SIZE = 7
HEXES = [f"{c:02d}{r:02d}" for c in range(1, SIZE + 1) for r in range(1, SIZE + 1)]
ARMS = ("infantry", "infantry", "infantry", "cavalry", "artillery trait team", "artillery")
GROUND = ("scrub", "village", "lake", "brambles")
SWITCHES = {
    "morale.by": ("owner", "kind"),
    "rout.colonial_length": ("uncancelled_circumstances", "to_destination"),
    "rout.one_test_per_chain": ("no", "yes"),
    "rout.artillery_without_team": ("eliminated", "routs"),
}
anything = settings(max_examples=80, suppress_health_check=[HealthCheck.too_slow])


@st.composite
def positions(draw: st.DrawFn) -> Position:
    """A small map half full of troops near their end, with chiefs and all kinds of ground among them."""
    chance = draw(st.randoms(use_true_random=False))
    ground = {hex_: chance.choice(GROUND) for hex_ in chance.sample(HEXES, chance.randint(0, 8))}
    ground |= {"0404": "clear", "0405": "clear"}
    dry = [hex_ for hex_ in HEXES if ground.get(hex_) != "lake" and hex_ not in ("0404", "0405")]
    place = {"c0": f"0404 losses {chance.randint(0, 3)}", "n0": f"0405 losses {chance.randint(0, 3)}"}
    for n, hex_ in enumerate(chance.sample(dry, chance.randint(8, 34))):
        traits = chance.choice(("", "", " trait skirmisher", " trait native_kind", " trait colonial_kind"))
        words = (
            f"{chance.choice(ARMS)} cohesion {chance.randint(1, 4)} losses {chance.choice((2, 3, 3, 3, 4))}"
        )
        place[f"{chance.choice('cn')}{n + 1}"] = f"{hex_} {words}{traits}"
    for n in range(chance.randint(0, 3)):
        friend = chance.choice([id_ for id_ in place if " chief" not in place[id_]])
        place[f"{friend[0]}{n + 90}"] = f"{place[friend][:4]} chief"
    switches = {name: chance.choice(values) for name, values in SWITCHES.items()}
    script: dict[str, Any] = {
        "system": "desastre_colonial",
        "columns": str(SIZE),
        "rows": str(SIZE),
        "options": switches,
        "terrain": ground,
        "place": place,
    }
    return run(script).position


def chain(position: Position, unit: str, length: int, seed: int) -> tuple[State, Sequence[ev.Event]]:
    """The position after a rout and all that came of it, and what happened."""
    chance, dice = random.Random(seed), SeededDice(b"%d" % seed)
    state, rout, order = position.state, [], 1
    side = state.units[unit].side
    events = judge(
        SYSTEM, position.scenario, state, side, JudgeAction(kind="rout", unit=unit, length=length), dice, 1
    )
    while True:
        for event in events:
            state = evolve(state, event)
            rout.append(event)
        if not state.questions:
            return state, rout
        order += 1
        question = state.questions[0]
        answer = Answer(option=chance.choice(question.options))
        events = play(SYSTEM, position.scenario, state, question.side, answer, dice, order)


@pytest.mark.long
@anything
@given(
    position=positions(),
    unit=st.sampled_from(["c0", "n0"]),
    length=st.integers(1, 5),
    seed=st.integers(0, 99),
)
def test_every_chain_of_routs_ends_in_a_lawful_position_DC_ROU_29(
    position: Position, unit: str, length: int, seed: int
) -> None:
    state, _ = chain(position, unit, length, seed)

    standing = list(troops(state))
    assert state.agenda == ()
    assert state.questions == ()
    assert len({u.place for u in standing}) == len(standing)
    assert all(u["losses"] < 5 for u in standing)
    assert not any(impassable(position.scenario, state, u.place) for u in standing)
    assert {mark.name for mark in state.marks} <= {"done", "routed", "activated", "square"}
    for chief in chiefs(state):
        there = unit_on(state, chief.place)
        assert there is None or there.side == chief.side


@pytest.mark.long
@anything
@given(
    position=positions(),
    unit=st.sampled_from(["c0", "n0"]),
    length=st.integers(1, 5),
    seed=st.integers(0, 99),
)
def test_every_unit_that_moves_in_a_chain_has_routed_and_is_done_DC_ROU_30(
    position: Position, unit: str, length: int, seed: int
) -> None:
    state, events = chain(position, unit, length, seed)

    moved = {e.unit for e in events if isinstance(e, ev.Moved)}
    ran = {str(e.facts["unit"]) for e in events if isinstance(e, ev.Noted) and e.kind == "rout"}
    assert {id_ for id_ in moved if state.units[id_].kind != "chief"} <= ran
    assert all(state.marked(id_, "done") for id_ in moved if id_ in {u.id for u in troops(state)})


@pytest.mark.long
@anything
@given(
    position=positions(),
    unit=st.sampled_from(["c0", "n0"]),
    length=st.integers(1, 5),
    seed=st.integers(0, 99),
)
def test_only_routing_units_take_losses_DC_ROU_21_DC_ROU_46(
    position: Position, unit: str, length: int, seed: int
) -> None:
    state, events = chain(position, unit, length, seed)

    ends = [e for e in events if isinstance(e, ev.Changed) and e.rule == "DC-ROU-21"]
    met = [e for e in events if isinstance(e, ev.Changed) and e.rule == "DC-ROU-46"]
    enemies = [e for e in events if isinstance(e, ev.Noted) and e.kind == "crossed" and e.rule == "DC-ROU-46"]
    taken = sum(state.units[id_]["losses"] - was["losses"] for id_, was in position.state.units.items())
    assert taken == len(ends) + len(met)
    assert len(met) == len(enemies)


@pytest.mark.long
@anything
@given(
    position=positions(),
    unit=st.sampled_from(["c0", "n0"]),
    length=st.integers(1, 5),
    seed=st.integers(0, 99),
)
def test_every_step_brings_a_unit_nearer_to_where_it_runs_DC_ROU_05_DC_ROU_40(
    position: Position, unit: str, length: int, seed: int
) -> None:
    _, events = chain(position, unit, length, seed)

    aims: dict[str, str] = {}
    astray = []
    for event in events:
        if isinstance(event, ev.Noted) and event.kind == "rout":
            aims[str(event.facts["unit"])] = str(event.facts["goal_hex"]) or EDGE
        elif isinstance(event, ev.Moved) and event.manner == "rout" and event.unit in aims:
            before, after = (_left(position, hex_, aims[event.unit]) for hex_ in (event.origin, event.hex))
            astray += [] if after == before - 1 else [event]
    assert astray == []


@pytest.mark.long
@anything
@given(
    position=positions(),
    unit=st.sampled_from(["c0", "n0"]),
    length=st.integers(1, 5),
    seed=st.integers(0, 99),
)
def test_the_path_of_a_rout_is_one_decision_C_14(
    position: Position, unit: str, length: int, seed: int
) -> None:
    _, events = chain(position, unit, length, seed)

    asked: list[str] = []
    for event in events:
        if isinstance(event, ev.Noted) and event.kind == "rout":
            asked = [id_ for id_ in asked if id_ != event.facts["unit"]]
        elif isinstance(event, ev.Asked) and event.question.kind == "rout_step":
            options = event.question.options
            assert event.question.about not in asked
            assert len({*options}) == len(options) > 1
            assert event.question.default in options
            asked.append(event.question.about)


def test_a_path_across_a_great_map_is_asked_in_parts_C_14() -> None:
    played = run(
        {
            "system": "desastre_colonial",
            "columns": "40",
            "rows": "40",
            "options": {"rout.colonial_length": "to_destination"},
            "terrain": {"scrub": "3131"},
            "place": {"c1": "0101"},
            "orders": ["colonial rout c1 1", *["colonial expired"] * 6],
        }
    )
    sizes = [
        len(outcome.state.questions[0].options) for outcome in played.outcomes() if outcome.state.questions
    ]

    assert len(sizes) > 1
    assert max(sizes) <= MOST_PATHS
    assert played.state.units["c1"].place == "3131"


def test_a_rout_stored_when_each_step_was_asked_goes_on_C_14() -> None:
    position = run(
        {"system": "desastre_colonial", "terrain": {"scrub": "0808"}, "place": {"c1": "0606"}}
    ).position
    words = ("c1", "2", "0808", "", "", "")
    options = ("0707", "0607")
    question = Question(kind="rout_step", side="colonial", about="c1", options=options, default="0607")
    task = Task(kind="rout", about=words)
    state = replace(position.state, active=frozenset(), questions=(question,), agenda=(task,))

    for option in ("0707", "0708"):
        dice, answer = SeededDice(b"-"), Answer(option=option)
        state = replay(state, play(SYSTEM, position.scenario, state, "colonial", answer, dice, 1))

    assert Flight.decode(words).path == ()
    assert state.units["c1"].place == "0708"


def _left(position: Position, hex_: str, goal: str) -> int:
    """Hexes from one to where a unit runs."""
    grid = position.scenario.grid
    if goal != EDGE:
        return grid.distance(hex_, goal)
    column, row = grid.column_and_row(hex_)
    return min(column - 1, SIZE - column, row - 1, SIZE - row)


@pytest.mark.parametrize("goal", ["0104", "0909", "1207", EDGE])
def test_from_everywhere_some_step_leads_nearer_DC_ROU_02(goal: str) -> None:
    scenario = run({"system": "desastre_colonial", "place": {"c1": "0606"}}).position.scenario

    stuck = [hex_ for hex_ in scenario.grid if not steps(scenario, hex_, goal)]

    at_end = [hex_ for hex_, away in from_edge(scenario).items() if not away] if goal == EDGE else [goal]
    assert sorted(stuck) == sorted(at_end)
