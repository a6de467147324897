"""What fights did to units: told by rulebook and events, to those who may know of it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine import events as ev
from engine.evolve import replay
from engine.view import Outcome, look
from tests.bot.sample_games import new_game


def told(*happened: ev.Event, viewer: str = "") -> tuple[Outcome, ...]:
    game = new_game("ormes")
    state = replay(game.state, happened)
    return look(game.system, game.scenario, state, viewer, happened).outcomes


def at(unit: str) -> str:
    return str(new_game("ormes").state.units[unit].hex)


def lost(unit: str, points: int) -> ev.Changed:
    was = new_game("ormes").state.units[unit]["cs"]
    return ev.Changed(unit=unit, value="cs", was=was, now=was - points)


def test_a_unit_that_holds_is_told_with_what_it_lost():
    assert told(lost("mainz", 2)) == (Outcome(unit="mainz", side="orange", hex=at("mainz"), lost=2),)


def test_points_of_movement_and_morale_are_no_losses():
    spent = ev.Changed(unit="mainz", value="mp", was=3, now=0)

    assert told(spent) == ()


@pytest.mark.parametrize(
    ("manner", "fate"), [("retreat", "retreat"), ("rout", "rout"), ("panic", "rout"), ("flee", "rout")]
)
def test_a_unit_that_gave_way_is_told_where_it_stood(manner, fate):
    game = new_game("ormes")
    start = at("mainz")
    away = next(h for h in game.scenario.grid.neighbours(start).values())
    fled = ev.Moved(unit="mainz", origin=start, hex=away, manner=manner)

    assert told(lost("mainz", 1), fled) == (
        Outcome(unit="mainz", side="orange", hex=start, lost=1, fate=fate),
    )


def test_a_unit_that_died_is_told_where_it_died():
    gone = ev.Placed(unit="mainz", origin=at("mainz"), place="@eliminated", manner="eliminated")

    assert [(o.hex, o.fate) for o in told(gone)] == [(at("mainz"), "gone")]


def test_what_only_the_other_side_may_know_of_is_not_told():
    secret = replace(lost("mainz", 1), only="orange")

    assert told(secret, viewer="blue") == ()
    assert len(told(secret, viewer="orange")) == 1


def test_a_march_is_no_outcome():
    start = at("mainz")
    near = next(iter(new_game("ormes").scenario.grid.neighbours(start).values()))

    assert told(ev.Moved(unit="mainz", origin=start, hex=near, manner="step")) == ()
