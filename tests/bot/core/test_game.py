"""The log of a game: which order can be taken back, and what each side can count."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.core.game import Game
from engine.commands import Command, Instruct, Step
from engine.ledger import SeededDice
from engine.referee import play, start
from storage import Entry
from tests.bot.sample_games import new_game


def at_ormes() -> Game:
    """Ormes in blue's first movement, as the referee knows it."""
    at = new_game("ormes")
    begun = start(at.system, at.scenario, SeededDice(b"a"))
    entry = Entry(kind="start", at=at.record.created, seq=1, events=begun)
    return replace(at, entries=(entry,))


def entered(at: Game, side: str, order: Command) -> Game:
    """The game with one more order of a side in its log."""
    events = play(at.system, at.scenario, at.state, side, order, SeededDice(b"a"), at.last + 1)
    entry = Entry(
        kind="order", side=side, who=1, at=at.record.created, seq=at.last + 1, command=order, events=events
    )
    return at.added(entry)


def first_move(at: Game, side: str) -> Command:
    """A step that some unit of a side can make."""
    steps = (
        Step(unit=unit.id, hex=hex_)
        for unit in at.state.units_on_map(side)
        for hex_, offer in at.system.display.next_steps(at.scenario, at.state, unit.id).items()
        if offer.refusal is None and not offer.charges
    )
    return next(steps)


@pytest.mark.parametrize("who", ["own", "other"])
def test_an_order_can_be_taken_back_past_a_standing_order(who: str) -> None:
    at = at_ormes()
    side = at.state.player
    step = first_move(at, side)
    moved = entered(at, side, step)
    speaker = side if who == "own" else at.scenario.enemy(side)
    after = entered(moved, speaker, Instruct(kind="advance", answer="yes"))

    newest, why = after.undoable_entry(side)

    assert why == ""
    assert newest == moved.entries[-1]


def test_no_one_counts_the_standing_orders_of_others() -> None:
    at = at_ormes()
    own, other = at.state.player, at.scenario.enemy(at.state.player)
    after = entered(at, other, Instruct(kind="advance", answer="yes"))

    assert after.seen(own).stamp == at.seen(own).stamp
    assert after.seen("").stamp == at.seen("").stamp
    assert after.seen(other).stamp == at.seen(other).stamp + 1
