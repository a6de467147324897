"""The player-turn for which a clock counts: named by the event with which it began, set-up apart."""

from __future__ import annotations

from dataclasses import replace

from bot.clock.side_clocks import OVER
from bot.core.game_clock import situation
from engine.events import Began, Ended, Noted
from tests.bot.core.test_game import at_ormes, told


def test_a_period_is_named_by_the_event_with_which_the_player_turn_began() -> None:
    at = at_ormes()
    first, second = at.scenario.side_ids
    began = Began(phase="movement", turn=1, player=second, owing=(second,))
    turned = told(at, first, began)
    later = told(
        at, first, Noted(kind="x"), began, Began(phase="combat", turn=1, player=second, owing=(second,))
    )

    assert situation(turned).period == "2.0"
    assert situation(later).period == "2.1", "a further phase of it is no new player-turn"
    assert situation(told(turned, second, Noted(kind="x"))).period == "2.0"
    next_turn = told(turned, second, Began(phase="movement", turn=2, player=second, owing=(second,)))
    assert situation(next_turn).period == "3.0"


def test_only_people_have_clocks_and_only_while_the_game_is_on() -> None:
    at = at_ormes()
    first, second = at.scenario.side_ids
    seats = tuple(
        replace(s, bot=s.side == second, user=None if s.side == second else s.user) for s in at.record.seats
    )
    against_computer = replace(at, record=replace(at.record, seats=seats))
    over = told(at, first, Ended(winner=first, level="win", reason="x"))

    assert (situation(at).sides, situation(at).owing) == ((first, second), {first})
    assert (situation(against_computer).sides, situation(against_computer).owing) == ((first,), {first})
    assert (situation(over).period, situation(over).owing) == (OVER, frozenset())
    lobby = replace(at, record=replace(at.record, status="lobby"))
    assert situation(lobby).period == OVER
