"""Games played to their end at random or by the computer player, looked at after every order."""

from __future__ import annotations

import random
from collections.abc import Callable

import opponent
import scenarios
from engine.commands import Command, Done, Release
from engine.events import Event
from engine.evolve import replay
from engine.ledger import SeededDice
from engine.referee import options, play, start
from engine.scenario import Scenario
from engine.state import State
from engine.system import System
from engine.systems import find

# (rulebook, battle, table, whose decision it is): the order given.
Chooser = Callable[[System, Scenario, State, str], Command]
# (rulebook, battle, table, what happens): the table then, if it is one.
Look = Callable[[System, Scenario, State, tuple[Event, ...]], State]


def at_random(chance: random.Random) -> Chooser:
    """Any order but not always the last: one in ten times the phase is over."""

    def chosen(system: System, scn: Scenario, state: State, side: str) -> Command:
        commands = [o.command for o in options(system, scn, state, side)]
        rest = [c for c in commands if not isinstance(c, (Done, Release))]
        return (
            Done()
            if Done() in commands and (not rest or chance.random() < 0.1)
            else chance.choice(rest or commands)
        )

    return chosen


by_the_partner: Chooser = opponent.choose


def play_game(name: str, game: int, choose: Chooser, look: Look, most: int) -> State:
    """A battle played to its end in at most so many orders: the final state, replayed from its events."""
    scn = scenarios.load(name)
    system = find(scn.system)
    dice = SeededDice(f"{name}/{game}".encode())
    log = list(start(system, scn, dice))
    state = replay(State(), log)
    for order in range(1, most):
        if state.result is not None:
            break
        side = state.questions[0].side if state.questions else min(state.active)
        events = play(system, scn, state, side, choose(system, scn, state, side), dice, order)
        state = look(system, scn, state, events)
        log += events
    assert state.result is not None, f"{name}, game {game}: still going after {most} orders"
    assert replay(State(), log) == state
    return state
