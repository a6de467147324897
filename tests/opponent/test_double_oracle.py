"""The double oracle: what the enemy would answer counts; where the game ends first, nothing is answered."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from engine.state import State
from opponent import View
from opponent.double_oracle import DoubleOracle
from opponent.plans import CLOSE, HOLD, PLAIN, Plan
from opponent.search import PlanSearch
from tests.opponent.battles import start

BOLD, HOLDING, CLOSING = Plan(fair_odds=1.0), Plan(aim=HOLD), Plan(aim=CLOSE)


def oracle(
    rounds: int, battle: str = "ormes", side: str = "blue", state: State | None = None
) -> DoubleOracle:
    system, scenario, first = start(battle)
    return DoubleOracle(View(system, scenario, state or first, side), b"seed", 900, 0, 4, rounds)


@pytest.fixture
def searched(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, Plan, tuple[Plan, ...]]]:
    """Each search that begins: for which side, with which plan, against which."""
    begun: list[tuple[str, Plan, tuple[Plan, ...]]] = []
    best = PlanSearch.best

    def noting(self: PlanSearch, plan: Plan, *enemies: Plan) -> Plan:
        begun.append((self.view.side, plan, enemies))
        return best(self, plan, *enemies)

    monkeypatch.setattr(PlanSearch, "best", noting)
    return begun


@pytest.mark.long
def test_each_side_is_searched_for_in_turn_against_what_the_other_would_do(
    searched: list[tuple[str, Plan, tuple[Plan, ...]]],
) -> None:
    oracle(rounds=2).plan(PLAIN, [PLAIN])

    sides = [side for side, _, _ in searched]
    assert sides[:3] == ["blue", "orange", "blue"]
    first, reply, second = searched[:3]
    assert first[1:] == (PLAIN, (PLAIN,))
    assert reply[2] == (second[1],), "against the plan that was found first"
    assert second[2][-1] == PLAIN
    assert len(second[2]) == 2, "the answer, and what the enemy usually does"


@pytest.mark.parametrize(
    ("payoffs", "chosen"),
    [
        ([[8.0, 8.0], [9.0, 1.0]], 0),
        ([[5.0, 5.0], [9.0, 4.5]], 1),
        ([[5.0, 5.0], [5.0, 5.0]], 0),
    ],
    ids=["a plan that one answer ruins", "a plan that gains more than it risks", "in doubt the first"],
)
def test_a_plan_is_chosen_by_what_it_earns_on_average_and_at_worst(
    payoffs: list[list[float]], chosen: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    def told(
        self: PlanSearch, plans: Sequence[Plan], enemies: Sequence[Plan], samples: int
    ) -> list[list[float]]:
        return payoffs

    monkeypatch.setattr(PlanSearch, "payoffs", told)
    plans = [BOLD, HOLDING]

    assert oracle(rounds=1)._chosen(plans, [PLAIN, CLOSING]) == plans[chosen]


def test_with_nothing_left_to_answer_the_first_plan_is_followed(
    searched: list[tuple[str, Plan, tuple[Plan, ...]]],
) -> None:
    _, scenario, state = start("ormes")
    last = state.altered(turn=scenario.turns, player="orange", active=frozenset({"orange"}))

    plan = oracle(rounds=2, side="orange", state=last).plan(PLAIN, [PLAIN])

    assert [side for side, _, _ in searched] == ["orange"]
    assert plan.turn == scenario.turns
