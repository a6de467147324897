"""Turn pings: who is pinged, and until when a ping stays; from the log alone."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import opponent
from bot.core.game import Game, lay
from bot.core.who_acts import last_to_lock, next_side, sides_to_notify, still_pending, users_to_notify
from bot.workers.ping_cleanup import CALL, REMINDER, spent
from engine import referee
from engine.commands import Command, Done, Expired, Seal, Unseal, Write
from engine.events import Began, Noted
from engine.ledger import SeededDice
from storage import Entry, Seat, TurnPing
from tests.bot.sample_games import new_game

ANNA, BRUNO, CLARA = 1, 2, 3
NOON = datetime(2026, 5, 1, 12, tzinfo=UTC)


def started_game(name: str, **seated: int | None) -> Game:
    """A battle that Anna has begun; who sits where, None for the computer player."""
    game = new_game(name)
    seats = tuple(Seat(side=s.rstrip("_"), user=u, name=str(u), bot=u is None) for s, u in seated.items())
    events = referee.start(game.system, game.scenario, SeededDice(b"a"))
    start = Entry(seq=1, kind="start", who=ANNA, events=events, at=NOON)
    printed = dict(game.scenario.printed)
    return lay(replace(game.record, seats=seats, printed=printed), (start,))


def after_order(game: Game, command: Command, *, side: str = "", after: timedelta = timedelta()) -> Game:
    """The game after one more order of the side to decide."""
    side = side or game.owing[0]
    events = referee.play(game.system, game.scenario, game.state, side, command, SeededDice(b"a"))
    entry = Entry(
        seq=game.last + 1,
        kind="order",
        side=side,
        who=game.seat(side).user,
        command=command,
        events=events,
        at=game.entries[-1].at + after,
    )
    return game.added(entry)


def turn_boundary(game: Game, **time: timedelta) -> tuple[Game, Game]:
    """The game just before and just after the player-turn ends."""
    before, now = game, game
    while now.owing == game.owing:
        before, now = now, after_order(now, Done(), **time)
    return before, now


def test_a_call_to_the_player_before_goes_when_another_has_the_seat() -> None:
    _, after = turn_boundary(started_game("ormes", blue=ANNA, orange=BRUNO))
    before, since = (
        TurnPing(message=message, game=1, channel=1, kind=CALL, side="orange", after=after.last)
        for message in (5, 9)
    )

    assert spent(after, [before], seated=7) == [before]
    assert spent(after, [since], seated=7) == []


def test_a_player_who_was_erased_is_not_called() -> None:
    erased = -1
    _, after = turn_boundary(started_game("ormes", blue=ANNA, orange=erased, orange_=BRUNO))

    assert users_to_notify(after, "orange", after.last) == (BRUNO,)


def test_whoever_begins_the_game_is_there_and_the_other_is_called_when_his_turn_comes() -> None:
    game = started_game("ormes", blue=ANNA, orange=BRUNO)
    before, after = turn_boundary(game)

    assert sides_to_notify(None, game) == ()
    assert sides_to_notify(before, after) == ("orange",)
    assert users_to_notify(after, "orange", after.last) == (BRUNO,)


def test_who_plays_both_sides_is_never_called() -> None:
    before, after = turn_boundary(started_game("ormes", blue=ANNA, orange=ANNA))

    assert sides_to_notify(before, after) == ()


def test_all_players_of_a_side_are_pinged_except_the_last_to_act() -> None:
    before, after = turn_boundary(started_game("ormes", blue=ANNA, orange=BRUNO, orange_=CLARA))
    back = turn_boundary(after)
    shared = started_game("ormes", blue=ANNA, orange=ANNA, orange_=CLARA)
    own = turn_boundary(shared)[1]

    assert users_to_notify(after, "orange", after.last) == (BRUNO, CLARA)
    assert sides_to_notify(before, after) == ("orange",)
    assert sides_to_notify(*back) == ("blue",)
    assert users_to_notify(own, "orange", own.last) == (CLARA,)


def test_the_sparring_partner_is_not_called_and_calls_only_who_may_have_gone_away() -> None:
    ends, his = turn_boundary(started_game("ormes", blue=ANNA, orange=None))
    quick = turn_boundary(his)
    slow = turn_boundary(his, after=timedelta(minutes=1))

    assert sides_to_notify(ends, his) == ()
    assert sides_to_notify(*quick) == ()
    assert sides_to_notify(*slow) == ("blue",)


def test_a_turn_ping_stays_until_the_first_public_order() -> None:
    _, after = turn_boundary(started_game("ormes", blue=ANNA, orange=BRUNO))
    moved = after_order(after, opponent.choose(after.system, after.scenario, after.state, "orange"))

    assert still_pending(after, "orange", after.last)
    assert not still_pending(after, "blue", after.last)
    assert not still_pending(moved, "orange", after.last)


def test_a_secret_order_leaves_the_call_where_it_is_and_locking_takes_it_away() -> None:
    game = started_game("nonaka", red=ANNA, blue=BRUNO)
    command = opponent.choose(game.system, game.scenario, game.state, "blue")
    written = after_order(game, command, side="blue")
    locked = after_order(written, Seal(), side="blue")

    assert isinstance(command, Write)
    assert sides_to_notify(None, game) == ("blue",)
    assert still_pending(written, "blue", game.last)
    assert not still_pending(locked, "blue", game.last)
    assert sides_to_notify(written, locked) == (), "the other side was called before"


def test_a_new_round_of_secret_orders_pings_all_but_the_last_to_lock() -> None:
    game = started_game("nonaka", red=ANNA, blue=BRUNO)
    locked = after_order(game, Seal(), side="blue")
    reopened = after_order(locked, Seal(), side="red")

    assert set(reopened.owing) == {"red", "blue"}
    assert sides_to_notify(locked, reopened) == ("blue",)


def test_a_newer_call_stands_for_the_older_and_a_reminder_for_the_one_it_reminds() -> None:
    _, alone = turn_boundary(started_game("ormes", blue=ANNA, orange=BRUNO))
    _, mates = turn_boundary(started_game("ormes", blue=ANNA, orange=BRUNO, orange_=CLARA))
    old, new, reminder = (
        TurnPing(message=n, game=1, channel=1, kind=kind, side="orange", after=alone.last)
        for n, kind in enumerate((CALL, CALL, REMINDER), 1)
    )

    assert spent(alone, [old, new]) == [old]
    assert spent(alone, [old, new, reminder]) == [old, new]
    assert spent(mates, [new, reminder]) == []
    assert spent(alone, [new], paused=True) == [new]
    assert spent(None, [new]) == [new]


def test_a_call_to_one_side_does_not_stand_for_that_to_the_other() -> None:
    game = started_game("nonaka", red=ANNA, blue=BRUNO)
    red, blue = (
        TurnPing(message=n, game=1, channel=1, kind=CALL, side=side, after=game.last)
        for n, side in enumerate(("red", "blue"), 1)
    )

    assert spent(game, [red, blue]) == []


def test_a_question_stands_until_it_is_answered_or_more_is_known_of_the_game() -> None:
    _, game = turn_boundary(started_game("ormes", blue=ANNA, orange=BRUNO))
    moved = after_order(game, opponent.choose(game.system, game.scenario, game.state, "orange"))
    ping = TurnPing(
        message=1, game=1, channel=1, kind="undo_asked", side="blue", after=len(game.known_to(""))
    )

    assert spent(game, [ping]) == []
    assert spent(game, [ping], paused=True) == []
    assert spent(game, [ping], settled=[1]) == [ping]
    assert spent(moved, [ping]) == [ping]


def test_a_search_for_a_player_stays_posted_until_a_player_joins() -> None:
    game = started_game("ormes", blue=ANNA, orange=BRUNO)
    _, after = turn_boundary(game)
    post = TurnPing(message=1, game=1, channel=1, kind="wanted", side="blue", after=game.last)

    assert spent(after, [post]) == []
    assert spent(after, [post], settled=[1]) == [post]


def ruled(game: Game, **facts: str) -> Game:
    """The game after a moderator's ruling."""
    ruling = Noted(kind="ruling", facts=facts)
    return game.added(Entry(seq=game.last + 1, kind="ruling", who=CLARA, events=(ruling,), at=NOON))


def test_a_ruling_calls_those_whose_game_goes_on_and_who_have_a_seat_of_another() -> None:
    game = started_game("ormes", blue=ANNA, orange=BRUNO)

    assert sides_to_notify(game, ruled(game, act="resumed")) == ("blue",)
    assert sides_to_notify(game, ruled(game, act="replaced", side="blue")) == ("blue",)
    assert sides_to_notify(game, ruled(game, act="replaced", side="orange")) == ()
    assert sides_to_notify(game, ruled(game, act="paused")) == ()


def test_a_new_phase_of_secret_orders_calls_sides_that_had_not_locked_before_it() -> None:
    game = started_game("nonaka", red=ANNA, blue=BRUNO)
    began = Began(phase=game.state.phase, turn=2, player="", owing=("red", "blue"))
    entry = Entry(seq=game.last + 1, kind="order", side="red", command=Expired(), events=(began,), at=NOON)

    assert set(sides_to_notify(game, game.added(entry))) == {"red", "blue"}


def test_the_last_to_lock_is_told_so_once_in_each_phase() -> None:
    game = started_game("nonaka", red=ANNA, blue=BRUNO)
    locked = after_order(game, Seal(), side="blue")
    opened = after_order(locked, Unseal(), side="blue")
    next_phase = after_order(locked, Seal(), side="red")

    assert last_to_lock(game, locked) == "red"
    assert last_to_lock(opened, after_order(opened, Seal(), side="blue")) == "", "it knows already"
    assert next_phase.simultaneous
    assert last_to_lock(next_phase, after_order(next_phase, Seal(), side="blue")) == "red"
    assert last_to_lock(locked, next_phase) == ""
    assert last_to_lock(None, locked) == ""


def test_the_side_after_the_one_that_has_begun_its_turn_is_next() -> None:
    _, game = turn_boundary(started_game("ormes", blue=ANNA, orange=BRUNO))
    begun = after_order(game, opponent.choose(game.system, game.scenario, game.state, "orange"))
    again = opponent.choose(begun.system, begun.scenario, begun.state, "orange")

    assert next_side(game) == ""
    assert next_side(begun) == "blue"
    assert next_side(after_order(begun, again)) == ""
    secret = Entry(
        seq=game.last + 1,
        kind="order",
        side="orange",
        who=BRUNO,
        events=(Noted(kind="planned", only="orange"),),
        at=NOON,
    )
    assert next_side(game.added(secret)) == "", "no one else may know that it has begun"
