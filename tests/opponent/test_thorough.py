"""How hard searches thoroughly: leads are part of its plans, and chance alone takes no plan over."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace

import pytest

from engine.commands import Activate, Lead
from engine.referee import options
from opponent import Level, Player, View
from opponent.candidates import Candidates
from opponent.follower import Follower
from opponent.plans import HOLD, PLAIN, Plan
from opponent.rulebooks import Thorough, rulebook
from opponent.search import PlanSearch, Trial
from tests.opponent.battles import start

STAGES = Thorough(effort=1, stages=(4, 8, 16))
OTHER = Plan(aim=HOLD)


def at_a_leader() -> View:
    system, scenario, state = start("puits")
    view = View(system, scenario, state, "colonial")
    assert Activate in system.phases[state.phase].takes
    return view


def leads(view: View) -> Sequence[Lead]:
    offered = (o.command for o in options(view.system, view.scenario, view.state, view.side))
    return [command for command in offered if isinstance(command, Lead) and command.units]


def follower(view: View, plan: Plan) -> Follower:
    return Follower(view.system, view.scenario, view.side, plan)


def better(values: Sequence[float], than: Sequence[float]) -> bool:
    """Whether a plan with these values is taken over in place of one with those."""
    system, scenario, state = start("nonaka")
    search = PlanSearch(View(system, scenario, state, "red"), b"seed", 1000, 0, thorough=STAGES)
    trial = Trial(OTHER, list(values))
    return search._better_by_stages(Trial(PLAIN, list(than)), trial) is trial


@pytest.mark.parametrize(
    ("values", "taken"),
    [
        ([0.55] * 16, True),
        ([0.5] * 16, False),
        ([0.9, 0.2] * 8, False),
        ([0.9, 0.9, 0.9, 0.9] + [0.1] * 12, False),
        ([0.7, 0.5] * 8, True),
    ],
    ids=["always better", "alike", "better by chance", "better at first", "now and then better, never worse"],
)
def test_a_plan_is_taken_over_when_it_is_better_not_by_chance(values: list[float], taken: bool) -> None:
    assert better(values, [0.5] * 16) is taken


def test_a_plan_says_which_units_are_commanded_once() -> None:
    view = at_a_leader()
    usual = follower(view, PLAIN).next_command(view.state)
    other = next(lead for lead in leads(view) if lead != usual)
    plan = follower(view, replace(PLAIN, lead=other))

    assert plan.next_command(view.state) == other
    assert plan.next_command(view.state) == usual


def test_units_that_cannot_be_commanded_are_left_to_rules_of_thumb() -> None:
    view = at_a_leader()
    nobody = Lead(chief="merlin", units=("lions",), dice=1)

    command = follower(view, replace(PLAIN, lead=nobody)).next_command(view.state)

    assert command == follower(view, PLAIN).next_command(view.state)


def test_a_thorough_search_tries_other_units_to_command() -> None:
    view = at_a_leader()
    thorough = Thorough(effort=1, stages=(2,), each_lead=True)
    search = PlanSearch(view, b"seed", 1000, 0, thorough=thorough)
    usual = PlanSearch(view, b"seed", 1000, 0)

    tried = {search._change(PLAIN, candidates(search), ()).lead for _ in range(60)}

    assert len(tried & {*leads(view)}) > 3
    assert {usual._change(PLAIN, candidates(usual), ()).lead for _ in range(60)} == {None}


def candidates(search: PlanSearch) -> Candidates:
    return Candidates(search.view, search._guess(0), random.Random(1))


@pytest.mark.parametrize("battle", ["puits", "nonaka"])
def test_hard_searches_as_its_rulebook_says_and_normal_does_not(battle: str) -> None:
    system, scenario, state = start(battle)
    view = View(system, scenario, state, scenario.side_ids[0])
    thorough = rulebook(system.name).thorough
    assert thorough is not None

    plans = {rounds: Player(Level(effort=100, rounds=rounds), b"s")._make_plan(view) for rounds in (0, 1)}

    assert plans[0].lead is None
    assert (plans[1].lead is not None) is thorough.each_lead


def test_where_orders_are_secret_plans_of_the_enemy_are_foreseen_by_other_lots() -> None:
    system, scenario, state = start("nonaka")
    thorough = rulebook(system.name).thorough
    assert thorough is not None
    player = Player(Level(effort=100, rounds=1), b"s")

    plans = player._foreseen(View(system, scenario, state, "red"), thorough)

    assert len({plan.lot for plan in plans}) == thorough.foreseen + thorough.idle > 1


def test_hard_reckons_with_an_enemy_who_does_little_where_orders_are_secret() -> None:
    system, scenario, state = start("nonaka")
    view = View(system, scenario, state, "red")
    book = rulebook(system.name)
    assert book.thorough is not None
    quick = replace(book.thorough, foreseeing=0.001)

    foreseen = Player("hard", b"seed")._foreseen(view, quick)

    missed = [plan.missed for plan in foreseen]
    assert missed == [0, book.mistakes["easy"].missed] * quick.idle + [0] * (quick.foreseen - quick.idle)
    assert len({plan.lot for plan in foreseen}) == len(foreseen)
