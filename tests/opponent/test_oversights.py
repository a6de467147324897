"""Oversights: what levels overlook is data of the rulebook, follows a lot, and is never what matters most."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.commands import Attack, Move, Seal, Write
from engine.evolve import replay
from engine.ledger import SeededDice
from engine.referee import play
from opponent import LEVELS, Level, Player, View
from opponent.follower import Follower
from opponent.plans import PLAIN, Plan
from opponent.rulebooks import RULEBOOKS, Mistakes, rulebook
from opponent.rules_of_thumb.oversights import overlooks_attack, overlooks_move
from opponent.rules_of_thumb.secret_orders import planned_orders
from tests.opponent.battles import start

BLIND, ALERT = Plan(missed=100), Plan(missed=100, alert=True)


def test_who_makes_no_mistakes_overlooks_nothing() -> None:
    _, scenario, state = start("puits")

    assert not any(overlooks_move(scenario, state, PLAIN, unit) for unit in state.units.values())
    assert not overlooks_attack(scenario, state, PLAIN, "line-1", "levy")
    assert all(overlooks_move(scenario, state, BLIND, unit) for unit in state.units.values())
    assert overlooks_attack(scenario, state, BLIND, "line-1", "levy")


def test_an_alert_player_looks_after_leaders_and_guns_and_overlooks_nothing_in_the_last_turn() -> None:
    _, scenario, state = start("puits")
    seen = {unit.id for unit in state.units.values() if not overlooks_move(scenario, state, ALERT, unit)}
    last = replace(state, turn=scenario.turns)

    assert {"merlin", "gun"} <= seen
    assert not {"line-1", "spahis"} & seen
    assert not any(overlooks_move(scenario, last, ALERT, unit) for unit in state.units.values())
    assert not overlooks_attack(scenario, last, ALERT, "line-1", "levy")
    assert overlooks_attack(scenario, last, BLIND, "line-1", "levy")


def test_an_alert_player_looks_after_its_staff() -> None:
    _, scenario, state = start("nonaka")

    assert not overlooks_move(scenario, state, ALERT, state.units["akagi"])
    assert overlooks_move(scenario, state, ALERT, state.units["nagi-1"])


def test_an_alert_player_looks_after_a_spent_unit() -> None:
    _, scenario, state = start("maiwand")
    fresh = state.units["jacob-1"]
    spent = replace(fresh, values={**fresh.values, "losses": 3})

    assert overlooks_move(scenario, state, ALERT, fresh)
    assert not overlooks_move(scenario, state, ALERT, spent)
    assert overlooks_move(scenario, state, BLIND, spent)


def test_mistakes_change_only_the_parts_of_a_plan_that_they_name() -> None:
    plan = Plan(fair_odds=2.2, caution=3.0)

    assert Mistakes(missed=40, alert=True).made_in(plan) == replace(plan, missed=40, alert=True)
    assert Mistakes(missed=40, caution=0.0).made_in(plan) == replace(plan, missed=40, caution=0.0)


@pytest.mark.parametrize("name", sorted(RULEBOOKS))
def test_a_level_overlooks_less_than_the_one_below_and_hard_and_rules_of_thumb_nothing(name: str) -> None:
    book = rulebook(name)
    missed = {level: book.followed_by(LEVELS[level].mistakes, PLAIN).missed for level in LEVELS}

    assert missed["easy"] > missed["normal"] >= missed["hard"] == 0
    assert book.followed_by(Level().mistakes, PLAIN) == PLAIN


@pytest.mark.parametrize("name", ["desastre_colonial", "art_of_tactic"])
def test_the_search_makes_no_mistakes_and_who_follows_its_plan_does(name: str) -> None:
    system, scenario, state = start({"desastre_colonial": "puits", "art_of_tactic": "nonaka"}[name])
    side = next(s for s in scenario.side_ids if s in state.active)
    player = Player(replace(LEVELS["normal"], effort=30), b"seed")

    player.choose(View(system, scenario, state, side))

    assert player._follower is not None
    assert player._plan.missed == 0
    assert player._follower.plan == rulebook(name).followed_by("normal", player._plan) != player._plan


def test_a_follower_does_not_move_units_that_it_overlooks() -> None:
    system, scenario, state = start("ormes")
    state = replace(state, phase="movement")
    if "blue" not in state.active:
        state = replace(state, player="blue", active=frozenset({"blue"}))

    assert isinstance(Follower(system, scenario, "blue", PLAIN).next_command(state), Move)
    assert not isinstance(Follower(system, scenario, "blue", BLIND).next_command(state), Move)


def test_a_follower_sees_no_attack_that_it_overlooks() -> None:
    system, scenario, state = start("ormes")
    attack = Attack(unit="line-1", target="line-2")

    assert Follower(system, scenario, "blue", PLAIN).sees(attack, state)
    assert not Follower(system, scenario, "blue", BLIND).sees(attack, state)


def test_a_plan_with_oversights_leaves_orders_out_but_never_all() -> None:
    system, scenario, state = start("nonaka")
    named = {"nagi-1": {"order": "rest"}}
    plan = replace(PLAIN, turn=state.turn, orders=named)

    def orders(plan: Plan) -> dict[str, dict[str, str]]:
        found = planned_orders(system, scenario, state, "red", plan)
        return {id_: dict(words) for id_, words in found.items() if words}

    assert orders(plan)["nagi-1"] == named["nagi-1"]
    assert orders(replace(plan, missed=60)).keys() < orders(plan).keys()
    assert orders(replace(plan, missed=100)) == orders(plan), "else it would give none"
    first, words = next(iter(orders(plan).items()))
    events = play(system, scenario, state, "red", Write(unit=first, order=words), SeededDice(b""), 1)
    state = replay(state, events)
    assert orders(replace(plan, missed=100)) == {first: words}
    assert isinstance(Player("normal")._written(View(system, scenario, state, "red"), BLIND), Seal)
