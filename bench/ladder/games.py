"""One game between two players of the ladder."""

from __future__ import annotations

import random
import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

import scenarios
from bench.ladder.fingerprint import RULES, fingerprint
from engine import referee
from engine.commands import Command, Done, Expired, Release, Seal
from engine.errors import Refused
from engine.evolve import replay
from engine.ledger import SeededDice
from engine.scenario import Scenario
from engine.state import State
from engine.systems import find
from opponent import LEVELS, Level, Player, View
from opponent.playout import side_to_decide
from scenarios.handicaps import written

RANDOM = "random"
PLAYERS = (RANDOM, *LEVELS)
"""The players of the ladder, weakest first."""
MOST_ORDERS = 4000
PASS = 0.1
"""How often the random player ends a phase though there is more to do."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Game:
    """A finished game: the players by side, points by side (1, 0.5, 0), the score by side, processor seconds
    by side, turns; the `fingerprint` of how the battle was played then, the seed as text; the handicap as
    written, "" for none."""

    battle: str
    system: str
    players: Mapping[str, str]
    points: Mapping[str, float]
    scores: Mapping[str, int]
    seconds: Mapping[str, float]
    turns: int
    play: str = ""
    seed: str = ""
    handicap: str = ""


class Chooser(Protocol):
    """A player of the ladder."""

    def choose(self, view: View) -> Command:
        """The command it gives now."""


class RandomPlayer:
    """Gives any legal order, and now and then ends a phase early."""

    def __init__(self, seed: bytes) -> None:
        self._chance = random.Random(seed)

    def choose(self, view: View) -> Command:
        """One of the legal commands: of one unit drawn by lot, since a list of all can be long."""
        system, scenario, state = view.system, view.scenario, view.state
        own = [u.id for u in state.units.values() if u.side == view.side]
        self._chance.shuffle(own)
        without_unit = [o.command for o in referee.options(system, scenario, state, view.side, "")]
        ends = [c for c in without_unit if isinstance(c, (Done, Seal))]
        if ends and self._chance.random() < PASS:
            return ends[0]
        for id_ in own:
            commands = [o.command for o in referee.options(system, scenario, state, view.side, id_)]
            commands = [c for c in commands if not isinstance(c, Release)]
            if commands:
                return self._chance.choice(commands)
        return self._chance.choice(without_unit)


def make_player(name: str, seed: bytes) -> Chooser:
    """A player by its name in the ladder."""
    if name == RANDOM:
        return RandomPlayer(seed)
    return Player(Level() if name == RULES else name, seed)


def play_game(battle: str | Scenario, players: Mapping[str, str], seed: bytes) -> Game:
    """Play a battle, by its id or as it is, to its end; `players` has the name of the player of each side."""
    scenario = scenarios.load(battle) if isinstance(battle, str) else battle
    system, dice = find(scenario.system), SeededDice(seed)
    choosers = {side: make_player(name, seed + side.encode()) for side, name in players.items()}
    seconds = dict.fromkeys(players, 0.0)
    state, number = replay(State(), referee.start(system, scenario, dice)), 0
    while state.result is None and number < MOST_ORDERS:
        side, number = side_to_decide(scenario, state), number + 1
        began = time.process_time()
        try:
            command = choosers[side].choose(View(system, scenario, state, side))
            events = referee.play(system, scenario, state, side, command, dice, number)
        except Refused:
            events = referee.play(system, scenario, state, side, Expired(), dice, number)
        seconds[side] += time.process_time() - began
        state = replay(state, events)
    winner = state.result.winner if state.result is not None else ""
    points = {side: (1.0 if side == winner else 0.0) if winner else 0.5 for side in players}
    return Game(
        battle=scenario.id,
        system=scenario.system,
        players=players,
        points=points,
        scores=dict(system.display.scores(scenario, state)),
        seconds=seconds,
        turns=state.turn,
        play=fingerprint(scenario.id, players.values()),
        seed=seed.decode(),
        handicap=written(scenario.handicap) if scenario.handicap is not None else "",
    )
