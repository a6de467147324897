"""The levels of the AI player, and the player itself."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, replace

from engine.commands import Command
from opponent.mixed_strategies import drawn, mixed_strategy
from opponent.plans import CLOSE, HOLD, PLAIN, Plan
from opponent.rulebooks import rulebook
from opponent.rules_of_thumb.policy import next_command
from opponent.search import PlanSearch
from opponent.view import View, require_view

EASY, NORMAL, HARD = "easy", "normal", "hard"
SAMPLES = 2
"""Playouts of each plan against each plan of the enemy."""
CARELESS = 0.2
"""How much a beginner minds bad odds."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Level:
    """How well a level plays.

    `commands`: of playouts for a player-turn; 0 for a level that does not search. `mixes`: how many plans it
    chooses among by chance where orders are secret. `turns`: how many game
    turns they look ahead, apart from the present one. `missed`: the percentage of attacks and moves that it
    overlooks.
    """

    commands: int = 0
    mixes: int = 1
    turns: int = 0
    missed: int = 0


LEVELS: Mapping[str, Level] = {
    EASY: Level(missed=50),
    NORMAL: Level(commands=700, turns=1),
    HARD: Level(commands=2500, mixes=3, turns=1),
}


class Player:
    """An AI player of one side: keeps its plan through a player-turn. Deterministic for a seed."""

    def __init__(self, level: str | Level, seed: bytes = b"") -> None:
        self.level = LEVELS[level] if isinstance(level, str) else level
        self._seed = seed
        self._plan = PLAIN
        self._planned: tuple[int, str, str] | None = None

    def choose(self, view: View) -> Command:
        """The command it gives now. Raises ValueError when the side has nothing to decide, TypeError for
        anything but a view."""
        require_view(view)
        state = view.state
        when = (state.turn, view.side, view.system.role_of(state.phase))
        if self._planned is None or (when != self._planned and not state.questions):
            self._plan = self._make_plan(view)
            self._planned = when
        return next_command(view, self._plan)

    def _make_plan(self, view: View) -> Plan:
        book, level = rulebook(view.system.name), self.level
        start = book.usual_plan(view.side)
        if level.missed:
            return Plan(missed=level.missed, caution=CARELESS)
        if not level.commands or view.system.role_of(view.state.phase):
            return start
        seed = hashlib.sha256(self._seed + repr((view.state.turn, view.side)).encode()).digest()
        enemy = view.scenario.enemy(view.side)
        search = PlanSearch(view, seed, level.commands, level.turns)
        answers = self._enemy_plans(view, book.usual_plan(enemy))
        if not view.writes_orders or level.mixes < 2:
            return search.best(start, answers[0])
        plans = search.best_plans(start, answers[0], level.mixes)
        payoffs = [[search.value(plan, answer, SAMPLES) for answer in answers] for plan in plans]
        return plans[drawn(mixed_strategy(payoffs), seed)]

    def _enemy_plans(self, view: View, usual: Plan) -> list[Plan]:
        """What the enemy may do: the usual, with all units towards the enemy, or staying where they are."""
        return [usual, replace(usual, aim=CLOSE, fair_odds=1.0), replace(usual, aim=HOLD)]
