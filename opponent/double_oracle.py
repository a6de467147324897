"""The double oracle: plans of both sides are found in turn, each the best against those of the other side.

A plan that is best against the usual enemy is often best against no other. So a search for the enemy, with
what the enemy may know, finds the best answer to it; another search finds a plan that is best against that,
too; and so on. Which plan is followed is decided by dice that no search has seen.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

from opponent.plans import Plan
from opponent.playout import Horizon, guessed_position, play_on
from opponent.playout_ledger import PlayoutDice
from opponent.rulebooks import rulebook
from opponent.search import PlanSearch
from opponent.view import View

JUDGING = 0.3
"""The part of the effort that goes into comparing the plans that were found."""
ANSWERING = 0.7
"""How much is spent on the enemy's answer to a plan, beside what the plan itself took."""
SAMPLES = 16
"""Playouts of each plan against each plan of the enemy, at most."""


class DoubleOracle:
    """A search in one position, in so many rounds after the first plan; `effort` and `confirmed` as of a
    `PlanSearch`. Deterministic for a seed."""

    def __init__(
        self, view: View, seed: bytes, effort: float, turns: int, confirmed: int, rounds: int
    ) -> None:
        self._view = view
        self._seed = seed
        self._turns = turns
        self._confirmed = confirmed
        self._rounds = rounds
        self._judging = JUDGING * effort
        self._planning = (effort - self._judging) / (1 + rounds * (1 + ANSWERING))
        self._book = rulebook(view.system.name)
        self._enemy = view.scenario.enemy(view.side)

    def plan(self, start: Plan, answers: Sequence[Plan]) -> Plan:
        """The plan to follow. The first search begins with `start`, and expects one of these answers."""
        plans: list[Plan] = []
        replies: list[Plan] = []
        plan = start
        for number in range(self._rounds + 1):
            search = self._search(self._view, f"plan{number}", self._planning)
            plan = search.best(plan, *reversed(replies), *answers)
            if plan in plans:
                break
            plans.append(plan)
            reply = self._reply(plan, number) if number < self._rounds else None
            if reply is None or reply in (*replies, *answers):
                break
            replies.append(reply)
        return self._chosen(plans, [*replies, *answers]) if len(plans) > 1 else plan

    def _search(self, view: View, name: str, effort: float) -> PlanSearch:
        seed = hashlib.sha256(self._seed + name.encode()).digest()
        return PlanSearch(view, seed, effort, self._turns, self._confirmed)

    def _reply(self, plan: Plan, number: int) -> Plan | None:
        """What the enemy would do best against a plan: at the same time, or in the turn after it. None where
        the game is over by then."""
        view, usual = self._view, self._book.usual_plan(self._enemy)
        state = guessed_position(view, self._seed)
        if self._book.alternates:
            plans, horizon = {view.side: plan, self._enemy: usual}, Horizon.of(view.system, state, 1)
            dice = PlayoutDice(self._seed, number)
            state = play_on(view.system, view.scenario, state, plans, dice, horizon).state
            if state.result is not None:
                return None
        seen = View(view.system, view.scenario, state, self._enemy)
        search = self._search(seen, f"reply{number}", ANSWERING * self._planning)
        return search.best(usual, plan)

    def _chosen(self, plans: Sequence[Plan], answers: Sequence[Plan]) -> Plan:
        """The plan that earns most, half on average and half at worst."""
        judge = self._search(self._view, "judge", self._judging)
        payoffs = judge.payoffs(plans, answers, SAMPLES)
        worth = [sum(row) / len(row) + min(row) for row in payoffs]
        return plans[max(range(len(plans)), key=lambda n: (worth[n], -n))]
