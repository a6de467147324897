"""Levels: repeatable for a seed, legal, and the search keeps to its budget."""

from __future__ import annotations

import pytest

from engine import referee
from engine.ledger import SeededDice
from opponent import Level, Player, View
from opponent.plans import PLAIN, Plan
from opponent.playout import guessed_position, play_on
from opponent.position_value import position_value
from opponent.search import PlanSearch
from tests.opponent.positions import start

QUICK = Level(commands=60, turns=0)
BATTLES = ("ormes", "gue", "nonaka")


@pytest.mark.parametrize("battle", BATTLES)
def test_a_search_gives_a_legal_command_and_the_same_for_a_seed(battle: str) -> None:
    system, scenario, state = start(battle)
    side = next(s for s in scenario.side_ids if s in state.active)
    view = View(system, scenario, state, side)

    command = Player(QUICK, b"seed").choose(view)

    assert referee.play(system, scenario, state, side, command, SeededDice(b"dice"))
    assert Player(QUICK, b"seed").choose(view) == command


def test_a_search_stops_soon_after_its_budget_is_spent() -> None:
    system, scenario, state = start("ormes")
    search = PlanSearch(View(system, scenario, state, "blue"), b"seed", 100, 0)

    search.best(PLAIN, PLAIN)

    assert -400 < search.left <= 0


def test_the_plan_that_is_found_is_at_least_as_good_as_the_usual_one() -> None:
    system, scenario, state = start("ormes")
    search = PlanSearch(View(system, scenario, state, "blue"), b"seed", 300, 0)

    plan = search.best(PLAIN, PLAIN)

    assert search.value(plan, PLAIN, 6) >= search.value(PLAIN, PLAIN, 6)


def test_a_playout_never_changes_the_position_it_starts_from() -> None:
    system, scenario, state = start("ormes")

    end = play_on(system, scenario, state, {"blue": PLAIN, "orange": PLAIN}, b"seed", until=1)

    assert end.state.turn == 2
    assert state == start("ormes")[2]


def test_hidden_units_are_guessed_onto_free_hexes_of_their_side() -> None:
    system, scenario, state = start("takase")
    view = View(system, scenario, state, "red")

    guessed = guessed_position(view, b"seed")

    places = [u.place for u in guessed.units.values() if u.side == "blue" and u.hex]
    assert len(set(places)) == len(places)
    assert set(places) <= scenario.zones["blue"]


def test_the_winner_of_a_game_has_the_whole_value() -> None:
    system, scenario, state = start("ormes")
    over = play_on(system, scenario, state, {"blue": PLAIN, "orange": PLAIN}, b"seed", until=99).state
    assert over.result is not None

    worth = {side: position_value(system, scenario, over, side) for side in scenario.side_ids}

    assert sum(worth.values()) == 1
    assert over.result.winner == "" or worth[over.result.winner] == 1


def test_an_easy_player_overlooks_some_attacks_and_makes_others() -> None:
    names = [f"1/{n}" for n in range(200)]

    overlooked = sum(Plan(missed=50).overlooks(name) for name in names)

    assert 60 < overlooked < 140
    assert not any(PLAIN.overlooks(name) for name in names)
