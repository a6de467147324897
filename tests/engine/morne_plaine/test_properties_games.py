"""Morne Plaine as a whole: what must hold in every position, and in every game played at random to its end.

GROGNARD's long form: SOAK=1 plays 2,000 games instead of 50 (`make soak`).
"""

from __future__ import annotations

import json
import os
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import scenarios
from engine.commands import Attack, Bombard, Command, Done, Move, Place, Rally, Release, Step, Unplace
from engine.errors import Refused
from engine.events import Event
from engine.evolve import evolve, replay
from engine.ledger import SeededDice
from engine.referee import options, play
from engine.rules.combat import odds_column
from engine.scenario import Scenario
from engine.state import State, Unit
from engine.system import System
from engine.systems.morne_plaine.movement.charge import charge_target
from engine.systems.morne_plaine.movement.movement import MOVEMENT
from notation.scripts.position import Position
from notation.scripts.runner import run
from tests.engine.random_games import at_random, play_game
from tests.long_forms import long_but

LONG = os.environ.get("SOAK") == "1"
BATTLES = [name for name in scenarios.all() if scenarios.load(name).system == "morne_plaine"]
GAMES = 2_000 if LONG else 50
MOST_ORDERS = 4_000
PERFT = Path(__file__).parents[2] / "data" / "perft_morne_plaine.json"
TERRAINS = ("clear", "clear", "clear", "rough", "coppice", "orchard", "woods", "village", "marsh")
KINDS = ("infantry", "infantry", "cavalry", "cavalry", "artillery", "leader")
SWITCHES = (
    *("free_step_at_zero", "line_of_sight", "horse_artillery", "optional_advance", "later_chart"),
    *("failed_test_costs_morale", "independent_units", "strength_points"),
)
SIZE = 5
HEXES = [f"{c:02d}{r:02d}" for r in range(1, SIZE + 1) for c in range(1, SIZE + 1)]
DICE = SeededDice(b"properties")
CRT = run({"place": {"b1": "0101", "o1": "0909"}}).position.scenario.chart("crt")
COLUMNS = list(CRT["columns"])
strengths = st.integers(1, 60)

# --- the numbers -------------------------------------------------------------------------------------------


@given(attack=strengths, defence=strengths)
def test_more_attack_never_lowers_the_odds_nor_more_defence_raises_them_MP_CBT_29(
    attack: int, defence: int
) -> None:
    now = COLUMNS.index(odds_column(attack, defence, CRT))

    assert COLUMNS.index(odds_column(attack + 1, defence, CRT)) >= now
    assert COLUMNS.index(odds_column(attack, defence + 1, CRT)) <= now


@given(attack=strengths, defence=strengths, times=st.integers(1, 9))
def test_only_the_ratio_counts_MP_CBT_29(attack: int, defence: int, times: int) -> None:
    assert odds_column(attack * times, defence * times, CRT) == odds_column(attack, defence, CRT)


def test_a_result_depends_on_row_and_column_together_and_mirrors_itself_MP_CBT_34() -> None:
    rows = {int(die): list(cells) for die, cells in CRT["rows"].items()}
    by_sum: dict[int, set[str]] = {}
    for die, cells in rows.items():
        for column, cell in enumerate(cells):
            by_sum.setdefault(die + column, set()).add(cell)

    assert sorted(rows) == list(range(8))
    assert all(len(cells) == 17 for cells in rows.values())
    assert all(len(cells) == 1 for cells in by_sum.values())
    run_ = [by_sum[k].pop() for k in range(24)]
    assert [cell.split("/")[::-1] for cell in run_[::-1]] == [cell.split("/") for cell in run_]
    assert not any(cell.count("*") == 2 for cell in run_)


# --- any table ---------------------------------------------------------------------------------------------


@st.composite
def positions(
    draw: st.DrawFn, phases: tuple[str, ...] = ("bombardment", "movement", "combat", "rally")
) -> Position:
    """A small map with a few units anywhere on it, some hurt, some marked."""
    terrain = {h: draw(st.sampled_from(TERRAINS)) for h in draw(st.sets(st.sampled_from(HEXES), max_size=8))}
    levels = {h: str(draw(st.integers(1, 3))) for h in draw(st.sets(st.sampled_from(HEXES), max_size=4))}
    script: dict[str, Any] = {
        "columns": str(SIZE),
        "rows": str(SIZE),
        "terrain": terrain,
        "levels": levels,
        "streams": "0202 E SE, 0302 SE",
        "major_rivers": "0404 W SW",
        "bridges": "0202 E, 0404 W",
        "fords": "0302 SE",
        "roads": "0203 0303 0403" if not {"0203", "0303", "0403"} & set(levels) else [],
        "tracks": "0104 0204 0304",
        "phase": draw(st.sampled_from(phases)),
        "objectives": {"mill": {"hexes": "0303", "scored": "passing", "owner": "orange"}},
    }
    places = draw(st.lists(st.sampled_from(HEXES), min_size=3, max_size=7, unique=True))
    script["place"] = {f"{'bo'[n % 2]}{n}": _unit(draw, hex_) for n, hex_ in enumerate(places)}
    marked = draw(st.sets(st.sampled_from(sorted(script["place"])), max_size=2))
    words = ("moved", "fired", "stuck", "stopped", "paid", "reacted", "attacked", "defended", "victorious")
    script["options"] = dict.fromkeys(draw(st.sets(st.sampled_from(SWITCHES), max_size=3)), "yes")
    script["marks"] = {id_: draw(st.sampled_from(words)) for id_ in marked}
    return run(script).position


def _unit(draw: st.DrawFn, hex_: str) -> str:
    kind = draw(st.sampled_from(KINDS))
    cs = draw(st.integers(1, 8))
    mv = "" if kind == "leader" else f" mv {draw(st.integers(0, 5))}/5"
    trait = draw(st.sampled_from(("", " trait horse", " corps none")))
    return f"{hex_} {kind} cs {cs}/8{mv}{trait} mp {draw(st.integers(0, 3))}"


anything = settings(
    max_examples=1_000 if LONG else 60,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)


def every_command(position: Position) -> Iterator[Command]:
    """Every command anybody could think of with the units and hexes there are."""
    units, hexes = list(position.state.units), list(position.scenario.grid)
    yield from (Done(), Rally(), Release())
    for unit in units:
        yield Unplace(unit=unit)
        for hex_ in hexes:
            yield from (Move(unit=unit, path=(hex_,)), Step(unit=unit, hex=hex_), Place(unit=unit, hex=hex_))
        for other in units:
            yield from (Attack(unit=unit, target=other), Bombard(unit=unit, target=other))


def accepted(position: Position, side: str, command: Command) -> bool:
    try:
        play(position.system, position.scenario, position.state, side, command, DICE)
    except Refused:
        return False
    return True


def agree(position: Position, side: str) -> None:
    offered = [o.command for o in options(position.system, position.scenario, position.state, side)]
    wrong = [c for c in every_command(position) if accepted(position, side, c) != (c in offered)]

    assert wrong == []


@pytest.mark.long
@anything
@given(positions())
def test_a_command_is_accepted_exactly_when_it_is_offered(position: Position) -> None:
    agree(position, "blue")
    assert options(position.system, position.scenario, position.state, "orange") == ()


@pytest.mark.parametrize("kind", ["free", "optional", "fixed", "mixed"])
def test_so_it_is_in_set_up(kind: str) -> None:
    position = run(
        {
            "columns": "5",
            "rows": "5",
            "phase": "setup",
            "options": {"setup": kind},
            "zones": {"blue": "0101-0202", "orange": "0505"},
            "place": {"b1": "0101", "b2": "off_map", "o1": "0505"},
        }
    ).position

    agree(position, "blue")


def costs_of(position: Position, unit: Unit, path: tuple[str, ...]) -> tuple[int, ...]:
    """The cost of each step of a path. Raises IllegalOrder for a bad step."""
    return tuple(step.cost for step in MOVEMENT.check_path(position.scenario, position.state, unit, path))


@pytest.mark.long
@anything
@given(positions(("movement",)))
def test_every_route_is_accepted_and_costs_what_it_says(position: Position) -> None:
    scn, state = position.scenario, position.state
    for unit in list(state.units_on_map("blue")):
        for hex_, route in position.system.display.routes(scn, state, unit.id).items():
            assert route.path[-1] == hex_
            assert costs_of(position, unit, route.path) == route.steps
            assert sum(route.steps) == route.cost <= unit["mp"]
            assert accepted(position, "blue", Move(unit=unit.id, path=route.path))


@pytest.mark.long
@anything
@given(positions(("movement",)), st.randoms(use_true_random=False))
def test_no_walk_is_cheaper_than_the_route(position: Position, chance: random.Random) -> None:
    scn, state = position.scenario, position.state
    for unit in list(state.units_on_map("blue")):
        routes = position.system.display.routes(scn, state, unit.id)
        path: tuple[str, ...] = ()
        for _ in range(8):
            path = (
                *path,
                chance.choice(list(scn.grid.neighbours(path[-1] if path else unit.place).values())),
            )
            try:
                costs = costs_of(position, unit, path)
            except Refused:
                break
            assert path[-1] == unit.place or routes[path[-1]].cost <= sum(costs)


@pytest.mark.long
@anything
@given(positions(("movement",)))
def test_the_price_of_an_offer_is_what_is_paid(position: Position) -> None:
    for unit in list(position.state.units_on_map("blue")):
        for hex_, step in MOVEMENT.next_step_costs(position.scenario, position.state, unit.id).items():
            events = play(
                position.system,
                position.scenario,
                position.state,
                "blue",
                Move(unit=unit.id, path=(hex_,)),
                DICE,
            )

            assert replay(position.state, events).units[unit.id]["mp"] == unit["mp"] - step.cost


@pytest.mark.long
@anything
@given(positions(("movement",)))
def test_a_charge_that_is_announced_is_one_that_is_made_MP_CHG_10(position: Position) -> None:
    scn, state = position.scenario, position.state
    for unit in list(state.units_on_map("blue")):
        for route in position.system.display.routes(scn, state, unit.id).values():
            if len(route.path) == 2:
                target = charge_target(scn, state, unit, (unit.place, *route.path))
                assert route.charges == ((target.id,) if target else ())


@pytest.mark.long
@anything
@given(positions(), st.randoms(use_true_random=False))
def test_every_state_of_a_game_is_valid(position: Position, chance: random.Random) -> None:
    state = position.state
    for order in range(12):
        if state.result is not None:
            break
        side = state.questions[0].side if state.questions else min(state.active)
        command = chance.choice(options(position.system, position.scenario, state, side)).command
        events = play(position.system, position.scenario, state, side, command, DICE, order)
        assert events == play(position.system, position.scenario, state, side, command, DICE, order)
        state = after_each(position.system, position.scenario, state, events)


def after_each(system: System, scn: Scenario, state: State, events: tuple[Event, ...]) -> State:
    """The position after the events, viewed after each of them."""
    for event in events:
        state = evolve(state, event)
        places = [u.place for u in state.units_on_map()]
        assert len(places) == len(set(places)), event
        assert set(places) <= set(scn.grid.cubes)
        assert {m.name for m in state.marks} <= system.marks
        for unit in state.units.values():
            assert 0 <= unit["cs"] <= unit.printed["cs"], event
            assert 0 <= unit["mv"] <= unit.printed.get("mv", 0), event
            assert 0 <= unit["mp"] <= unit["ma"], event
    return state


# --- whole games -------------------------------------------------------------------------------------------


@pytest.mark.long
@pytest.mark.parametrize("name", long_but({"ormes"}, BATTLES))
def test_games_at_random_come_to_an_end_and_can_be_told_again(name: str) -> None:
    for game in range(-(-GAMES // len(BATTLES))):
        play_game(name, game, at_random(random.Random(game)), after_each, MOST_ORDERS)


def test_every_side_can_still_do_everything_on_the_last_turn() -> None:
    """Two lines face each other; each turn each side fires, marches to and fro, and attacks."""
    orders: list[dict[str, str]] = []
    for turn in range(3):
        for side, other in (("b", "o"), ("o", "b")):
            there, back = ("E", "W") if turn % 2 == 0 else ("W", "E")
            orders += [
                {_SIDE[side]: f"{side}4 fires {other}1"},
                {_SIDE[side]: "done"},
                {_SIDE[side]: f"{side}3 {there} {there}"},
                {_SIDE[side]: f"{side}3 {back}"},
                {_SIDE[side]: f"{side}3 {there}"},
                {_SIDE[side]: "done"},
                {_SIDE[side]: f"{side}1 attacks {other}1"},
                {_SIDE[side]: "done"},
            ]
            orders += [{_SIDE[side]: "rally"}]
    script = run(
        {
            "columns": "12",
            "rows": "9",
            "turns": "3",
            "phase": "bombardment",
            "dice": {"fire": ["9"] * 6, "combat": ["3"] * 6},
            "place": {
                "b1": "0504 cs 40 mv 5",
                "b2": "0503 leader radius 9",
                "b3": "0101 cavalry mv 3/4",
                "b4": "0304 artillery",
                "o1": "0604 cs 40 mv 5",
                "o2": "0703 leader radius 9",
                "o3": "0709 cavalry mv 3/4",
                "o4": "0804 artillery",
                **{f"{side}5": f"{hex_} mv 1/9" for side, hex_ in (("b", "0402"), ("o", "0802"))},
            },
            "orders": orders,
        }
    )

    refused = [(o.number, o.text, o.refused) for o in script.outcomes() if o.refused is not None]

    assert refused == []
    assert script.state.result is not None


_SIDE = {"b": "blue", "o": "orange"}


TOY: dict[str, Any] = {
    "columns": "5",
    "rows": "5",
    "terrain": {"woods": "0303", "village": "0204", "marsh": "0402"},
    "levels": {"1": "0302 0402"},
    "streams": "0104 NE, 0203 SE",
    "roads": "0105 0104 0204 0304",
    "place": {
        "b1": "0105",
        "b2": "0205 cavalry",
        "b3": "0304 leader",
        "b4": "0404 artillery",
        "b5": "0202",
        "o1": "0302",
        "o2": "0501 cavalry",
        "o3": "0401 leader",
        "o4": "0203 artillery",
    },
}


@pytest.mark.parametrize("phase", ["bombardment", "movement", "combat"])
def test_perft_MP_GEN_4(phase: str) -> None:
    """The number of sequences of offered orders. A change here is a change of what is legal."""
    position = run({**TOY, "phase": phase}).position

    counts = [perft(position, position.state, depth) for depth in (1, 2, 3)]

    assert counts == json.loads(PERFT.read_text(encoding="utf-8"))[phase]


def perft(position: Position, state: State, depth: int) -> int:
    """How many sequences of `depth` orders there are, by either side."""
    if state.result is not None:
        return 0
    side = min(state.active)
    offers = options(position.system, position.scenario, state, side)
    if depth == 1:
        return len(offers)
    return sum(
        perft(
            position,
            replay(state, play(position.system, position.scenario, state, side, o.command, DICE, depth)),
            depth - 1,
        )
        for o in offers
    )
