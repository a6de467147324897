"""Advice: orders with what they lead to, compared by playouts from a view."""

from __future__ import annotations

import pytest

from engine.commands import Attack
from engine.errors import Refused
from engine.ledger import SeededDice
from engine.referee import play
from opponent import View
from opponent.advice.alternatives import Alternatives
from opponent.advice.suggestions import advise
from opponent.rulebooks import rulebook
from opponent.search import PlanSearch
from tests.opponent.battles import start

BATTLES = ["ormes", "gue", "puits", "nonaka"]


@pytest.mark.parametrize("battle", BATTLES)
def test_each_suggestion_is_legal_and_the_best_comes_first(
    battle: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("opponent.advice.suggestions.PLANNING", 10.0)
    monkeypatch.setattr("opponent.advice.suggestions.COMPARING", 10.0)
    system, scenario, state = start(battle)
    side = next(s for s in scenario.side_ids if s in state.active)

    suggestions = advise(View(system, scenario, state, side), b"seed").suggestions

    values = [outcome.value for outcome in suggestions]
    assert values == sorted(values, reverse=True)
    for outcome in suggestions:
        play(system, scenario, state, side, outcome.command, SeededDice(b"x"), order=1)


@pytest.mark.parametrize("battle", BATTLES)
def test_effort_is_looked_at_before_each_command_of_a_playout(battle: str) -> None:
    system, scenario, state = start(battle)
    side = next(s for s in scenario.side_ids if s in state.active)
    view, book = View(system, scenario, state, side), rulebook(system.name)
    alternatives = Alternatives(view, b"seed", 10.0)
    search = PlanSearch(view, b"seed", 10.0, 0)

    alternatives.outcomes(alternatives.candidates(), 2)
    search.best(book.usual_plan(side), book.usual_plan(scenario.enemy(side)))

    one = 2 * book.command_price * len(state.units) / 12
    assert -one < alternatives.left < 10.0
    assert -3 * one < search.left < 10.0


def test_advice_takes_a_view_only() -> None:
    _, _, state = start("ormes")

    with pytest.raises(TypeError, match="View"):
        advise(state, b"seed")  # type: ignore[arg-type]


def test_what_is_refused_has_no_outcome() -> None:
    system, scenario, state = start("ormes")
    impossible = Attack(unit=next(iter(state.units)), target="nobody")

    with pytest.raises(Refused):
        play(system, scenario, state, "blue", impossible, SeededDice(b"x"), order=1)
    assert Alternatives(View(system, scenario, state, "blue"), b"seed", 100).outcome(impossible, 1) is None
