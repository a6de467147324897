"""Small battles of each rulebook with reinforcements written into them."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import opponent
import scenarios
from engine import scenario_builder
from engine.commands import Command
from engine.events import Event
from engine.evolve import replay
from engine.ledger import Dice, SeededDice
from engine.referee import play, start
from engine.scenario import Scenario
from engine.scenario_builder.build import plain
from engine.state import State
from engine.system import System
from engine.systems import find

BATTLES = {
    "morne_plaine": "ormes",
    "pousse_pion": "gue",
    "desastre_colonial": "puits",
    "art_of_tactic": "nonaka",
}
"""A small battle of each rulebook."""
LEADERS = ("leader", "general", "chief")


def late_units(system: str) -> tuple[str, str]:
    """Two units of the second side of the rulebook's battle."""
    battle = scenarios.load(BATTLES[system])
    second = battle.side_ids[1]
    ids = [c.id for c in battle.counters.values() if c.side == second and c.kind not in LEADERS]
    return ids[-2], ids[-1]


def with_reinforcements(system: str, **facts: Any) -> Scenario:
    """The battle of a rulebook in which two units of the second side come later, together."""
    units = late_units(system)
    printed = json.loads(json.dumps(scenarios.load(BATTLES[system]).printed))
    for unit in printed["units"]:
        if unit["id"] in units:
            unit["place"] = "reserve"
            unit.pop("facing", None)
    printed["lessons"] = []
    printed["reinforcements"] = [{"id": "late", "units": list(units), "enters": "north", **facts}]
    return scenario_builder.build(plain(printed))


@dataclass
class Table:
    """A game under way: its events and its state."""

    system: System
    scenario: Scenario
    dice: Dice
    events: list[Event]
    orders: int = 0

    @property
    def state(self) -> State:
        """The state after all events."""
        return replay(State(), self.events)

    def order(self, side: str, command: Command) -> tuple[Event, ...]:
        """Play an order."""
        self.orders += 1
        done = play(self.system, self.scenario, self.state, side, command, self.dice, self.orders)
        self.events += done
        return done

    def play_on(self, until: Callable[[], bool], most: int = 400) -> State:
        """Let the computer player go on until something is so, or the game is over."""
        for _ in range(most):
            state = self.state
            if state.result is not None or until():
                return state
            side = state.questions[0].side if state.questions else min(state.active)
            self.order(side, opponent.choose(self.system, self.scenario, state, side))
        raise AssertionError(f"not so after {most} orders")

    def play_until(self, phase: str, player: str) -> State:
        """Let the computer player go on until a side has to act in a phase, or the end."""

        def there() -> bool:
            state = self.state
            return state.phase == phase and state.player == player and bool(state.active)

        return self.play_on(there)


def table(scenario: Scenario, seed: str = "seed") -> Table:
    """The start of a game."""
    system, dice = find(scenario.system), SeededDice(seed.encode())
    return Table(system, scenario, dice, list(start(system, scenario, dice)))
