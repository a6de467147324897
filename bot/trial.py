"""Whether a table can be played on: two sparring partners try it, with dice that are none of the game's."""

from __future__ import annotations

import logging

import opponent
from bot.table import Table
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


def playable(table: Table, orders: int = ORDERS) -> bool:
    """Whether the rulebook still finds its way on the referee's own `table`: it can be shown to everybody,
    answers what may be done, and so many orders can be given. Never raises."""
    try:
        for viewer in ("", *table.scenario.side_ids):
            seen = table.system.seen(table.scenario, table.state, viewer)
            look(table.system, table.scenario, seen, viewer, ())
            referee.options(table.system, table.scenario, seen, viewer)
        played(table, orders)
    except Exception as error:  # whatever is raised in there: such a table is refused
        log.info("game %s: a table is refused: %s: %s", table.game.id, type(error).__name__, error)
        return False
    return True


def played(table: Table, orders: int) -> State:
    """The table after so many orders of two sparring partners, or at its end."""
    state = table.state
    for number in range(1, orders + 1):
        if state.result is not None:
            break
        side = state.questions[0].side if state.questions else min(state.active)
        seen = table.system.seen(table.scenario, state, side)
        command = opponent.choose(table.system, table.scenario, seen, side)
        state = replay(state, _events(table, state, side, command, number))
    return state


def _events(table: Table, state: State, side: str, command: Command, number: int) -> tuple[Event, ...]:
    """What an order leads to; the legal default where it is refused."""
    system, scenario = table.system, table.scenario
    try:
        return referee.play(system, scenario, state, side, command, DICE, order=number)
    except Refused:
        return referee.play(system, scenario, state, side, Expired(), DICE, order=number)
