"""What hard expects of a position of Art of Tactic: strength left, melees that go on, the staff in reach."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.state import Mark, Result, State
from opponent.judging.expected_margin import ExpectedMargin
from opponent.playout_value import lead_in
from opponent.rulebooks import rulebook
from tests.opponent.battles import placed, start

APART = {"nagi-1": "0507", "akagi": "0208", "nagi-2": "0502", "aoyama": "1001"}
TOUCHING = {"kiba-1": "0506", "akagi": "0208", "yari-2": "0505", "aoyama": "1001"}


def margin() -> ExpectedMargin:
    thorough = rulebook("art_of_tactic").thorough
    assert thorough is not None
    assert thorough.margin is not None
    return thorough.margin


def expected(state: State, side: str = "red") -> float:
    system, scenario, _ = start("nonaka")
    return lead_in(system, scenario, state, side, margin())


def position(places: dict[str, str], turn: int = 3) -> State:
    return replace(placed(start("nonaka")[2], places), turn=turn)


def weakened(state: State, unit: str, figures: int) -> State:
    values = {**state.units[unit].values, "figures": figures}
    return replace(state, units={**state.units, unit: replace(state.units[unit], values=values)})


def test_what_one_side_expects_the_other_fears() -> None:
    state = weakened(position(APART), "nagi-2", 3)

    assert expected(state, "red") == pytest.approx(-expected(state, "blue"))
    assert expected(state, "red") > 0


def test_figures_lost_count_less_as_the_game_ends() -> None:
    early, late = (weakened(position(APART, turn), "nagi-2", 3) for turn in (2, 6))

    assert expected(early) > expected(late) > 0


def test_a_staff_in_reach_of_the_enemy_counts_against_its_side() -> None:
    near = position({**APART, "nagi-2": "0306"})

    assert expected(near) < expected(position({**APART, "nagi-2": "0702"}))


def test_a_melee_that_goes_on_counts_for_the_side_that_will_win_it() -> None:
    apart = weakened(position(TOUCHING), "yari-2", 1)
    sides = (("kiba-1", "yari-2"), ("yari-2", "kiba-1"))
    marks = {Mark(name=name, on=one, to=two) for one, two in sides for name in ("engaged", "faces")}
    fighting = replace(apart, marks=apart.marks | marks)

    assert expected(fighting) > expected(apart)


def test_of_a_game_that_is_over_only_the_points_count() -> None:
    over = replace(position(APART), result=Result(winner="", level="draw", reason="last_turn"))

    assert expected(weakened(over, "nagi-2", 1)) == expected(over) == 0
