"""What each side can count of a log, and which presses come too late: neither tells of secrets."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from bot.core.game import Game
from bot.core.requests.actor import Actor
from bot.core.requests.sent_in_time import Stale, check_sent, check_stamp
from engine import events as ev
from engine.commands import Done, Move, Seal
from engine.errors import IllegalOrder
from storage import Entry
from tests.bot.core.order_rules.test_undo_rules import PUBLIC, after, own_and_other
from tests.bot.core.test_game import at_ormes


def asks(game: Game, side: str, *, public: bool = False, seconds: float | None = None) -> Actor:
    """A player of that side, so many seconds after the game began."""
    user = game.seat(side).user
    assert user is not None
    at = None if seconds is None else game.record.created + timedelta(seconds=seconds)
    return Actor(user=user, name=side, interaction=1, guild=1, channel=1, public=public, at=at)


def test_each_counts_what_they_were_told_and_nobody_what_was_hidden() -> None:
    game, own, other = own_and_other()
    hidden = after(game, other, ev.Noted(kind="planned", only=other), command=Done())

    assert [hidden.seen(who).stamp - game.seen(who).stamp for who in (own, other, "")] == [0, 1, 0]
    assert hidden.stamp == game.stamp + 1, "the referee's own"


def test_the_undoing_of_a_hidden_order_is_counted_by_its_own_side_alone() -> None:
    game, own, other = own_and_other()
    hidden = after(game, other, ev.Noted(kind="planned", only=other), command=Done())
    undo = Entry(seq=hidden.last + 1, kind="undo", side=other, at=game.record.created)
    undone = hidden.struck([hidden.last], undo)

    assert [undone.seen(who).stamp - game.seen(who).stamp for who in (own, other, "")] == [0, 2, 0]


def test_what_is_said_of_the_undoing_of_a_hidden_order_is_counted_by_those_who_are_told() -> None:
    game, own, other = own_and_other()
    hidden = after(game, other, ev.Noted(kind="planned", only=other), command=Done())
    undo = Entry(seq=hidden.last + 1, kind="undo", side=other, events=(PUBLIC,), at=game.record.created)
    undone = hidden.struck([hidden.last], undo)

    assert [undone.seen(who).stamp - game.seen(who).stamp for who in (own, other, "")] == [1, 2, 1]


def test_the_undoing_of_what_all_were_told_is_counted_by_all() -> None:
    game, own, other = own_and_other()
    undo = Entry(seq=game.last + 1, kind="undo", side=own, at=game.record.created)
    undone = game.struck([game.last], undo)

    assert [undone.seen(who).stamp - game.seen(who).stamp for who in (own, other, "")] == [1, 1, 1]


def test_an_undo_that_strikes_open_and_hidden_orders_is_known_to_all() -> None:
    game, own, other = own_and_other()
    both = after(game, own, ev.Noted(kind="planned", only=own))
    undo = Entry(seq=both.last + 1, kind="undo", side=own, at=game.record.created)
    undone = both.struck([both.last, game.last], undo)

    assert undone.known_to(other)[-1].seq == undo.seq
    assert [e.seq for e in undone.known_to(other)] == [1, game.last, undo.seq]


def test_a_press_counts_only_for_the_table_that_was_seen() -> None:
    game, own, _ = own_and_other()
    who, known = asks(game, own), len(game.known_to(own))

    check_stamp(game, who, None, False)
    check_stamp(game, who, known, False)
    for stale in (known - 1, known + 1, 0):
        with pytest.raises(Stale):
            check_stamp(game, who, stale, False)


def test_a_public_button_counts_what_everybody_knows() -> None:
    game, own, _ = own_and_other()
    hidden = after(game, own, ev.Noted(kind="planned", only=own), command=Done())
    known = len(hidden.known_to(""))

    check_stamp(hidden, asks(hidden, own, public=True), known, False)
    with pytest.raises(Stale):
        check_stamp(hidden, asks(hidden, own), known, False)


def test_where_the_phase_is_enough_an_older_press_counts_but_none_of_the_phase_before() -> None:
    game, own, _ = own_and_other()
    began = ev.Began(phase="combat", turn=1, player=own, owing=(own,))
    second = after(after(game, own, began), own, PUBLIC)
    who, known = asks(second, own), len(second.known_to(own))

    check_stamp(second, who, known - 1, True)
    for stale in (known - 2, known + 1, 0, -1):
        with pytest.raises(Stale):
            check_stamp(second, who, stale, True)


def test_the_end_of_a_phase_counts_for_the_phase_in_which_it_was_sent() -> None:
    game = at_ormes()
    own = game.state.player
    began = ev.Began(phase="combat", turn=1, player=own, owing=(own,))
    game = after(game, own, began, at=game.record.created + timedelta(seconds=10))

    for command in (Done(), Seal()):
        with pytest.raises(IllegalOrder) as refused:
            check_sent(game, asks(game, own, seconds=9.9), command)
        assert refused.value.reason == "sent_before_phase"
        check_sent(game, asks(game, own, seconds=10), command)
        check_sent(game, asks(game, own), command)
    check_sent(game, asks(game, own, seconds=0), Move(unit="line-1", path=("0705",)))


def test_people_speak_for_the_side_that_owes_a_decision() -> None:
    game, own, other = own_and_other()
    seats = tuple(replace(seat, user=1) for seat in game.record.seats)
    both = replace(game, record=replace(game.record, seats=seats))

    assert both.side_for(1) == own
    assert after(both, own, ev.Owed(sides=(other,))).side_for(1) == other
    assert both.side_for(5) == ""
    assert set(both.sides_of(1)) == {own, other}
