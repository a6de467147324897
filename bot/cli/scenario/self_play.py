"""The computer against itself: who wins, how long it takes, where units are lost."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from statistics import median

import opponent
from engine import referee
from engine.evolve import replay
from engine.hexes import Hex
from engine.ledger import SeededDice
from engine.scenario import Scenario
from engine.state import State
from engine.systems import find

MOST_ORDERS = 5000
"""Orders after which a game is called unfinished."""
SECONDS_AN_ORDER = 40
"""What an order takes two people at the table; for an estimate."""


@dataclass(frozen=True, slots=True)
class Played:
    """One game: the winner ("" for a draw, None when it was not finished), the level of victory, the turn it
    ended in, the orders given, and how often units were lost or weakened, by hex."""

    winner: str | None
    level: str
    turn: int
    orders: int
    losses: Counter[Hex]


def play(battle: Scenario, seed: bytes) -> Played:
    """Play one game to its end, both sides by the computer."""
    system, dice, losses = find(battle.system), SeededDice(seed), Counter[Hex]()
    state = replay(State(), referee.start(system, battle, dice))
    number = 0
    while state.result is None and number < MOST_ORDERS:
        number += 1
        side = state.questions[0].side if state.questions else min(state.active)
        order = opponent.choose(system, battle, state, side, seed)
        after = replay(state, referee.play(system, battle, state, side, order, dice, number))
        for unit in state.units.values():
            now = after.units.get(unit.id)
            strength = system.display.strength
            if unit.hex and (now is None or now.place == "@eliminated" or strength(now) < strength(unit)):
                losses[unit.hex] += 1
        state = after
    result = state.result
    winner = None if result is None else result.winner or ""
    return Played(winner, result.level if result else "", state.turn, number, losses)


@dataclass(slots=True)
class Tally:
    """What came of several games."""

    battle: Scenario
    games: list[Played] = field(default_factory=list)
    losses: Counter[Hex] = field(default_factory=Counter)

    def add(self, game: Played) -> None:
        """Count a game."""
        self.games.append(game)
        self.losses.update(game.losses)

    def strongest(self) -> tuple[str, float]:
        """The side that wins most, and its share of all games."""
        wins = Counter(game.winner for game in self.games if game.winner)
        side, most = max(wins.items(), key=lambda won: won[1], default=("", 0))
        return side, most / max(1, len(self.games))

    def lines(self) -> Iterator[str]:
        """The report, line by line."""
        ends = Counter((game.winner, game.level) for game in self.games)
        for side in self.battle.side_ids:
            levels = {level: n for (winner, level), n in sorted(ends.items(), key=str) if winner == side}
            told = f" ({', '.join(f'{level} {n}' for level, n in levels.items())})" if levels else ""
            yield f"{side} wins {sum(levels.values())} of {len(self.games)}{told}"
        drawn = sum(n for (winner, _), n in ends.items() if winner == "")
        unfinished = sum(n for (winner, _), n in ends.items() if winner is None)
        yield f"draws: {drawn}" + (
            f"; unfinished after {MOST_ORDERS} orders: {unfinished}" if unfinished else ""
        )
        orders = median(game.orders for game in self.games)
        turns = median(game.turn for game in self.games)
        yield f"length: {turns:g} of {self.battle.turns} turns, {orders:g} orders"
        hottest = ", ".join(f"{hex_} ({n})" for hex_, n in self.losses.most_common(8))
        yield f"losses, by hex: {hottest or 'none'}"
