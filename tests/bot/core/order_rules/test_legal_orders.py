"""The units that can act are those that have a command, however that is found out."""

from __future__ import annotations

from dataclasses import replace

import pytest

import scenarios
from bot.core.order_rules import legal_orders
from bot.workers.computer_player import choose
from engine.errors import Refused
from engine.evolve import replay
from engine.ledger import SeededDice
from engine.referee import each_option, options, play
from tests.bot.sample_games import new_game
from tests.long_forms import FIRST_BATTLES, long_but


@pytest.mark.parametrize("battle", long_but(FIRST_BATTLES, scenarios.all()))
def test_a_unit_is_able_when_it_has_a_command(battle: str) -> None:
    game = new_game(battle)
    for order in range(2, 14):
        side = next(iter(game.owing), "")
        if not side:
            return
        seen = game.seen(side)
        with_commands = tuple(id_ for id_ in seen.state.units if legal_orders.commands(seen, side, id_))
        assert legal_orders.able(seen, side) == with_commands
        every = options(game.system, game.scenario, seen.state, side)
        assert tuple(each_option(game.system, game.scenario, seen.state, side)) == every
        assert len({repr(option.command) for option in every}) == len(every)
        try:
            events = play(
                game.system,
                game.scenario,
                game.state,
                side,
                choose(game, side),
                SeededDice(b"x"),
                order=order,
            )
        except Refused:
            return
        game = replace(game, state=replay(game.state, events))
