"""Handicaps: what one side gives the other counts from the start, and decides how a game ends."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

import scenarios
from engine import referee, scenario_builder
from engine.errors import BadScenario
from engine.events import Ended, Noted
from engine.evolve import replay
from engine.ledger import Ledger, SeededDice
from engine.scenario import Handicap, Scenario
from engine.scenario_builder.build import plain
from engine.state import ELIMINATED, State
from engine.systems import find
from engine.systems.art_of_tactic import victory as glory
from engine.systems.desastre_colonial import victory as losses
from engine.systems.morne_plaine import victory as morne_plaine
from engine.systems.pousse_pion import victory as pousse_pion
from opponent.playout_value import lead_in
from scenarios.handicaps import with_handicap
from tests.engine.battle.battles import BATTLES

by_points = pytest.mark.parametrize("system", ["morne_plaine", "pousse_pion", "art_of_tactic"])
WELLS = scenarios.load("puits")


def beginning(battle: Scenario) -> State:
    return replay(State(), referee.start(find(battle.system), battle, SeededDice(b"seed")))


def ended(battle: Scenario) -> Ended:
    """How the battle ends where it begins."""
    ledger = Ledger(beginning(battle), SeededDice(b"seed"))
    if battle.system == "morne_plaine":
        morne_plaine.end(battle, ledger, "last_turn", "MP-VIC-7")
    elif battle.system == "pousse_pion":
        pousse_pion.end(battle, ledger)
    else:
        glory.end(battle, ledger, "last_turn", "AT-VIC-02")
    return next(e for e in ledger.events if isinstance(e, Ended))


def behind(battle: Scenario) -> tuple[str, str, int]:
    """The side with fewer points at the start, the other one, and how many it lacks."""
    scores = find(battle.system).display.scores(battle, beginning(battle))
    low, high = sorted(battle.side_ids, key=lambda side: scores[side])
    return low, high, scores[high] - scores[low]


def after_losses(battle: Scenario, number: int) -> State:
    """The last turn, with so many Colonial units lost and one at the wells."""
    state = beginning(battle)
    own = [u for u in state.units_on_map("colonial") if u.kind != "chief"]
    units = dict(state.units)
    for unit in own[:number]:
        units[unit.id] = replace(unit, place=ELIMINATED)
    for unit in own[number:]:
        units[unit.id] = replace(unit, place=min(battle.objectives[0].hexes))
    return replace(state, units=units, turn=battle.turns)


def decided(battle: Scenario, number: int) -> str:
    """Who wins with so many Colonial units lost in the last turn."""
    ledger = Ledger(after_losses(battle, number), SeededDice(b"seed"))
    assert losses.decided(battle, ledger)
    return next(e for e in ledger.events if isinstance(e, Ended)).winner


@by_points
def test_points_that_were_given_are_in_the_score_from_the_start(system: str) -> None:
    battle = scenarios.load(BATTLES[system])
    first, second = battle.side_ids
    shows = find(system).display.scores
    before = shows(battle, beginning(battle))

    given = with_handicap(battle, Handicap(gives=first, points=3, draw=True))

    assert shows(given, beginning(given)) == {first: before[first], second: before[second] + 3}


@by_points
def test_a_level_game_is_drawn_or_won_by_who_was_given_the_draw(system: str) -> None:
    battle = scenarios.load(BATTLES[system])
    low, high, lack = behind(battle)
    level = Handicap(gives=high, points=lack)
    evened_out = with_handicap(battle, level) if lack else battle

    assert ended(evened_out).winner == ""
    assert ended(with_handicap(battle, replace(level, draw=True))).winner == low
    assert ended(with_handicap(battle, Handicap(gives=low, points=1))).winner == high


@by_points
def test_a_game_won_by_the_draw_is_no_draw_by_its_level(system: str) -> None:
    battle = scenarios.load(BATTLES[system])
    _, high, lack = behind(battle)

    end = ended(with_handicap(battle, Handicap(gives=high, points=lack, draw=True)))

    assert end.level == ("victory" if system == "art_of_tactic" else "minor")


def test_the_end_says_what_was_given() -> None:
    battle = with_handicap(scenarios.load("ormes"), Handicap(gives="blue", points=2, draw=True))
    ledger = Ledger(beginning(battle), SeededDice(b"seed"))
    morne_plaine.end(battle, ledger, "last_turn", "MP-VIC-7")

    (note,) = [e for e in ledger.events if isinstance(e, Noted) and e.kind == "handicap"]

    assert note.facts == {"how": "both", "side": "blue", "gets": "orange", "points": 2}


@pytest.mark.parametrize(
    ("handicap", "winners"),
    [
        (None, ("colonial", "colonial", "", "native", "native")),
        (Handicap(gives="native", points=1), ("colonial", "colonial", "colonial", "", "native")),
        (Handicap(gives="colonial", points=1), ("colonial", "", "native", "native", "native")),
        (Handicap(gives="native", draw=True), ("colonial", "colonial", "colonial", "native", "native")),
        (Handicap(gives="colonial", draw=True), ("colonial", "colonial", "native", "native", "native")),
    ],
)
def test_units_that_were_given_count_as_lost_or_not_dc_vic_04_to_07(
    handicap: Handicap | None, winners: tuple[str, ...]
) -> None:
    battle = with_handicap(WELLS, handicap)

    assert tuple(decided(battle, number) for number in range(5)) == winners


def test_losses_are_shown_as_they_count_dc_vic_03() -> None:
    battle = with_handicap(WELLS, Handicap(gives="native", points=2))

    shown = [find(battle.system).display.scores(battle, after_losses(battle, n))["native"] for n in range(4)]

    assert shown == [0, 0, 0, 1]


@pytest.mark.parametrize("gives", ["native", "colonial"])
def test_the_computer_player_reckons_with_it_where_losses_decide(gives: str) -> None:
    state = after_losses(WELLS, 1)
    battle, system = with_handicap(WELLS, Handicap(gives=gives, points=1)), find(WELLS.system)
    before, now = (lead_in(system, scn, state, gives) for scn in (WELLS, battle))

    assert now < before


def test_a_battle_without_one_and_with_one_taken_away_are_equal() -> None:
    given = with_handicap(WELLS, Handicap(gives="native", draw=True))

    assert given.handicap == Handicap(gives="native", draw=True)
    assert with_handicap(given, None) == WELLS
    assert scenario_builder.build(given.printed) == given


@pytest.mark.parametrize(
    ("entry", "why"),
    [
        ({"gives": "green", "points": "1"}, "green"),
        ({"gives": "colonial"}, "neither points nor the draw"),
        ({"gives": "colonial", "points": "-1"}, "-1"),
        ({"gives": "colonial", "points": "100"}, "100"),
        ({"gives": "colonial", "points": "1.5"}, "1.5"),
        ({"points": "1"}, "missing"),
        ({"gives": "colonial", "points": "1", "draw": "perhaps"}, "perhaps"),
        ({"gives": "colonial", "points": "1", "komi": "6"}, "komi"),
    ],
)
def test_a_mistake_in_it_is_named(entry: dict[str, Any], why: str) -> None:
    printed = json.loads(json.dumps(WELLS.printed))

    with pytest.raises(BadScenario) as refused:
        scenario_builder.build(plain({**printed, "handicap": entry}))

    assert why in str(refused.value)


@pytest.mark.parametrize("gives", ["native", "colonial"])
def test_as_many_units_as_end_a_game_at_once_are_refused_dc_vic_04(gives: str) -> None:
    assert with_handicap(WELLS, Handicap(gives=gives, points=3)).handicap is not None

    with pytest.raises(BadScenario, match="DC-VIC-04"):
        with_handicap(WELLS, Handicap(gives=gives, points=4))
