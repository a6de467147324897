"""Levels: repeatable for a seed, legal, and the search keeps to its budget."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import pytest

from engine import referee
from engine.commands import Move
from engine.commands import Step as StepOrder
from engine.ledger import SeededDice
from engine.referee import each_option, options
from opponent import Level, Player, View
from opponent.plans import HOLD, PLAIN, Plan
from opponent.playout import Horizon, Playout, guessed_position, play_on
from opponent.playout_ledger import PlayoutDice, Step
from opponent.playout_value import playout_value
from opponent.rulebooks import rulebook
from opponent.search import PlanSearch
from tests.opponent.battles import start

QUICK = Level(effort=60)
ROUNDS = Level(effort=400, rounds=1)
BATTLES = ("ormes", "gue", "puits", "nonaka")
PLANS = {"blue": PLAIN, "orange": PLAIN}
HOLDING = Plan(aim=HOLD)


@pytest.mark.parametrize("level", [QUICK, ROUNDS], ids=["one search", "double oracle"])
@pytest.mark.parametrize("battle", BATTLES)
def test_a_search_gives_a_legal_command_and_the_same_for_a_seed(battle: str, level: Level) -> None:
    system, scenario, state = start(battle)
    side = next(s for s in scenario.side_ids if s in state.active)
    view = View(system, scenario, state, side)

    command = Player(level, b"seed").choose(view)

    assert referee.play(system, scenario, state, side, command, SeededDice(b"dice"))
    assert Player(level, b"seed").choose(view) == command


def test_a_search_stops_soon_after_its_budget_is_spent() -> None:
    system, scenario, state = start("ormes")
    search = PlanSearch(View(system, scenario, state, "blue"), b"seed", 100, 0)

    search.best(PLAIN, PLAIN)

    assert -400 < search.left <= 0, "no more than one trial beyond it"


@pytest.mark.long
def test_the_plan_that_is_found_is_at_least_as_good_as_the_usual_one() -> None:
    system, scenario, state = start("ormes")
    view = View(system, scenario, state, "blue")

    plan = PlanSearch(view, b"seed", 300, 0).best(PLAIN, PLAIN)
    (found,), (usual,) = PlanSearch(view, b"seed", 3000, 0).payoffs([plan, PLAIN], [PLAIN], 4)

    assert found >= usual


@pytest.mark.long
def test_plans_are_compared_with_the_same_dice_as_long_as_the_effort_lasts() -> None:
    system, scenario, state = start("ormes")
    view = View(system, scenario, state, "blue")

    payoffs = PlanSearch(view, b"seed", 3000, 0).payoffs([PLAIN, PLAIN], [PLAIN, HOLDING], 2)
    cut_short = PlanSearch(view, b"seed", 1, 0).payoffs([PLAIN, PLAIN], [PLAIN, HOLDING], 2)

    assert payoffs[0] == payoffs[1]
    assert payoffs[0][0] != payoffs[0][1], "the enemy's plan makes a difference"
    assert cut_short == [[0.0, 0.0], [0.0, 0.0]]


def test_a_playout_never_changes_the_position_it_starts_from() -> None:
    system, scenario, state = start("ormes")

    horizon = Horizon.of(system, state, turns=2)
    end = play_on(system, scenario, state, PLANS, PlayoutDice(b"seed", 0), horizon)

    assert end.state.turn == 2, "both have had their player-turn"
    assert state == start("ormes")[2]


@pytest.mark.parametrize("battle", BATTLES)
def test_playouts_that_begin_alike_end_as_if_each_were_played_whole(battle: str) -> None:
    system, scenario, state = start(battle)
    horizon = Horizon.of(system, state, turns=2)
    usual = {side: rulebook(system.name).usual_plan(side) for side in scenario.side_ids}
    side = scenario.side_ids[0]
    last = max(state.units_on_map(side), key=lambda u: u.id)
    other = {**usual, side: replace(usual[side], turn=state.turn, moves={last.id: last.place})}

    def play(plans: Mapping[str, Plan], like: Sequence[Step] = ()) -> Playout:
        return play_on(system, scenario, state, plans, PlayoutDice(b"seed", 0), horizon, (), 60, like)

    first = play(usual)

    assert play(other, first.steps).state == play(other).state
    again = play(usual, first.steps)
    assert again.steps == first.steps
    assert again.state is first.state


@pytest.mark.parametrize("battle", BATTLES)
def test_without_moves_all_other_options_are_listed(battle: str) -> None:
    system, scenario, state = start(battle)
    usual = {side: rulebook(system.name).usual_plan(side) for side in scenario.side_ids}
    horizon = Horizon.of(system, state, turns=2)
    steps = play_on(system, scenario, state, usual, PlayoutDice(b"seed", 0), horizon, (), 80).steps

    for step in steps:
        for side in scenario.side_ids:
            everything = options(system, scenario, step.state, side)
            others = list(each_option(system, scenario, step.state, side, moves=False))
            assert others == [o for o in everything if not isinstance(o.command, Move | StepOrder)]


def test_the_same_roll_falls_alike_whatever_else_is_rolled() -> None:
    dice, other = PlayoutDice(b"seed", 0), PlayoutDice(b"seed", 0)

    other.faces(1, "line-2", "combat", 1, 6)

    assert dice.faces(1, "line-1", "combat", 2, 6) == other.faces(1, "line-1", "combat", 2, 6)


def test_samples_spread_a_roll_over_its_faces() -> None:
    faces = [PlayoutDice(b"seed", n).faces(1, "line-1", "combat", 1, 4)[0] for n in range(4)]

    assert sorted(faces) == [1, 2, 3, 4]


def test_hidden_units_are_guessed_onto_free_hexes_of_their_side() -> None:
    system, scenario, state = start("takase")
    view = View(system, scenario, state, "red")

    guessed = guessed_position(view, b"seed")

    places = [u.place for u in guessed.units.values() if u.side == "blue" and u.hex]
    assert len(set(places)) == len(places)
    assert set(places) <= scenario.zones["blue"]


def test_the_winner_of_a_game_has_the_whole_value() -> None:
    system, scenario, state = start("ormes")
    horizon = Horizon.of(system, state, turns=99)
    over = play_on(system, scenario, state, PLANS, PlayoutDice(b"seed", 0), horizon).state
    assert over.result is not None

    worth = {side: playout_value(system, scenario, over, side) for side in scenario.side_ids}

    assert sum(worth.values()) == pytest.approx(1)
    assert over.result.winner == "" or worth[over.result.winner] > 0.95


def test_an_easy_player_overlooks_some_attacks_and_makes_others() -> None:
    names = [f"1/{n}" for n in range(200)]

    overlooked = sum(Plan(missed=50).overlooks(name) for name in names)

    assert 60 < overlooked < 140
    assert not any(PLAIN.overlooks(name) for name in names)
