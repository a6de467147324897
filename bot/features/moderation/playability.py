"""Check that a game can continue from a position: two computer players try it, with separate dice."""

from __future__ import annotations

import logging

import opponent
from bot.core.game import Game
from engine import referee
from engine.commands import Command, Expired
from engine.errors import Refused
from engine.events import Event
from engine.evolve import replay
from engine.ledger import SeededDice
from engine.state import State
from engine.view import look

log = logging.getLogger(__name__)

ORDERS = 12
"""Orders that are tried."""
DICE = SeededDice(b"a trial")


def playable(game: Game, orders: int = ORDERS) -> bool:
    """Whether the rulebook still finds its way on the referee's own `game`: it can be shown to everybody,
    answers what may be done, and so many orders can be given. Never raises."""
    try:
        for viewer in ("", *game.scenario.side_ids):
            visible = game.system.as_seen_by(game.scenario, game.state, viewer)
            look(game.system, game.scenario, visible, viewer, ())
            referee.options(game.system, game.scenario, visible, viewer)
        played(game, orders)
    except Exception as error:  # whatever is raised in there: such a table is refused
        log.info("game %s: a correction was refused: %s: %s", game.record.id, type(error).__name__, error)
        return False
    return True


def played(game: Game, orders: int) -> State:
    """The table after so many orders of two computer players, or at its end."""
    state = game.state
    for number in range(1, orders + 1):
        if state.result is not None:
            break
        side = state.questions[0].side if state.questions else min(state.active)
        visible = game.system.as_seen_by(game.scenario, state, side)
        command = opponent.choose(game.system, game.scenario, visible, side)
        state = replay(state, _events(game, state, side, command, number))
    return state


def _events(game: Game, state: State, side: str, command: Command, number: int) -> tuple[Event, ...]:
    """What an order leads to; the legal default where it is refused."""
    system, scenario = game.system, game.scenario
    try:
        return referee.play(system, scenario, state, side, command, DICE, order=number)
    except Refused:
        return referee.play(system, scenario, state, side, Expired(), DICE, order=number)
