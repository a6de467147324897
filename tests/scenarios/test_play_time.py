"""The hours of a battle: the rule by which they are estimated, and what an author may say in place of it."""

from __future__ import annotations

from dataclasses import replace

import pytest

import scenarios
from engine.scenario import About, Ending
from scenarios import play_time

ORMES = scenarios.load("ormes")


def test_units_times_turns_times_the_seconds_of_the_rulebook() -> None:
    assert (len(ORMES.counters), ORMES.turns, play_time.SECONDS[ORMES.system]) == (20, 8, 30)
    assert play_time.estimate(ORMES) == 75  # 80, to a quarter of an hour


@pytest.mark.parametrize(("least", "turns"), [(6, 6 + 5 / 6 + 25 / 36), (4, 6.75), (2, 6 + 1 / 6 + 1 / 36)])
def test_a_length_that_a_die_decides_counts_by_its_mean(least: int, turns: float) -> None:
    battle = replace(ORMES, ending=Ending(turn=6, least=least))

    assert play_time.mean_turns(battle) == pytest.approx(turns)


def test_who_comes_late_takes_less_time() -> None:
    quatre_bras = scenarios.load("quatre-bras")
    units = {id_: replace(unit, enters="") for id_, unit in quatre_bras.counters.items()}
    at_once = replace(quatre_bras, counters=units, reinforcements=())

    assert play_time.estimate(quatre_bras) < play_time.estimate(at_once)


def test_what_the_author_says_comes_first() -> None:
    said = replace(ORMES, about=About(level="easy", minutes=50))

    assert play_time.minutes(said) == 50
    assert play_time.minutes(replace(ORMES, about=About(level="easy"))) == 75
