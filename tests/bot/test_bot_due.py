"""Who is called, and until when a call stands: from the log alone."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import opponent
from bot.calls import CALL, REMINDER, spent
from bot.due import called, due, stands
from bot.table import Table, lay
from engine import referee
from engine.commands import Command, Done, Seal, Write
from engine.ledger import SeededDice
from storage import Call, Entry, Seat
from tests.bot.tables import laid

ANNA, BRUNO, CLARA = 1, 2, 3
NOON = datetime(2026, 5, 1, 12, tzinfo=UTC)


def begun(name: str, **seated: int | None) -> Table:
    """A battle that Anna has begun; who sits where, None for the sparring partner."""
    table = laid(name)
    seats = tuple(Seat(side=s.rstrip("_"), user=u, name=str(u), bot=u is None) for s, u in seated.items())
    events = referee.start(table.system, table.scenario, SeededDice(b"a"))
    start = Entry(seq=1, kind="start", who=ANNA, events=events, at=NOON)
    printed = dict(table.scenario.printed)
    return lay(replace(table.game, seats=seats, printed=printed), (start,))


def given(table: Table, command: Command, *, side: str = "", after: timedelta = timedelta()) -> Table:
    """The table after one more order of whoever is to decide."""
    side = side or table.owing[0]
    events = referee.play(table.system, table.scenario, table.state, side, command, SeededDice(b"a"))
    entry = Entry(
        seq=table.last + 1,
        kind="order",
        side=side,
        who=table.seat(side).user,
        command=command,
        events=events,
        at=table.entries[-1].at + after,
    )
    return table.added(entry)


def turned(table: Table, **time: timedelta) -> tuple[Table, Table]:
    """The tables just before and just after the player-turn is handed over."""
    before, now = table, table
    while now.owing == table.owing:
        before, now = now, given(now, Done(), **time)
    return before, now


def test_whoever_begins_the_game_is_there_and_the_other_is_called_when_his_turn_comes() -> None:
    table = begun("ormes", blue=ANNA, orange=BRUNO)
    before, after = turned(table)

    assert due(None, table) == ()
    assert due(before, after) == ("orange",)
    assert called(after, "orange", after.last) == (BRUNO,)


def test_who_plays_both_sides_is_never_called() -> None:
    before, after = turned(begun("ormes", blue=ANNA, orange=ANNA))

    assert due(before, after) == ()


def test_everybody_on_a_side_is_called_but_nobody_who_has_just_acted() -> None:
    before, after = turned(begun("ormes", blue=ANNA, orange=BRUNO, orange_=CLARA))
    back = turned(after)
    shared = begun("ormes", blue=ANNA, orange=ANNA, orange_=CLARA)
    own = turned(shared)[1]

    assert called(after, "orange", after.last) == (BRUNO, CLARA)
    assert due(before, after) == ("orange",)
    assert due(*back) == ("blue",)
    assert called(own, "orange", own.last) == (CLARA,)


def test_the_sparring_partner_is_not_called_and_calls_only_who_may_have_gone_away() -> None:
    ends, his = turned(begun("ormes", blue=ANNA, orange=None))
    quick = turned(his)
    slow = turned(his, after=timedelta(minutes=2))

    assert due(ends, his) == ()
    assert due(*quick) == ()
    assert due(*slow) == ("blue",)


def test_a_call_stands_until_the_first_order_of_which_everybody_is_told() -> None:
    _, after = turned(begun("ormes", blue=ANNA, orange=BRUNO))
    moved = given(after, opponent.choose(after.system, after.scenario, after.state, "orange"))

    assert stands(after, "orange", after.last)
    assert not stands(after, "blue", after.last)
    assert not stands(moved, "orange", after.last)


def test_a_secret_order_leaves_the_call_where_it_is_and_locking_takes_it_away() -> None:
    table = begun("nonaka", red=ANNA, blue=BRUNO)
    command = opponent.choose(table.system, table.scenario, table.state, "blue")
    written = given(table, command, side="blue")
    locked = given(written, Seal(), side="blue")

    assert isinstance(command, Write)
    assert due(None, table) == ("blue",)
    assert stands(written, "blue", table.last)
    assert not stands(locked, "blue", table.last)
    assert due(written, locked) == (), "the other side was called before"


def test_a_new_round_of_secret_orders_calls_everybody_but_the_one_who_has_just_locked() -> None:
    table = begun("nonaka", red=ANNA, blue=BRUNO)
    locked = given(table, Seal(), side="blue")
    anew = given(locked, Seal(), side="red")

    assert set(anew.owing) == {"red", "blue"}
    assert due(locked, anew) == ("blue",)


def test_a_newer_call_stands_for_the_older_and_a_reminder_for_the_one_it_reminds() -> None:
    _, alone = turned(begun("ormes", blue=ANNA, orange=BRUNO))
    _, mates = turned(begun("ormes", blue=ANNA, orange=BRUNO, orange_=CLARA))
    old, new, reminder = (
        Call(message=n, game=1, channel=1, kind=kind, side="orange", after=alone.last)
        for n, kind in enumerate((CALL, CALL, REMINDER), 1)
    )

    assert spent(alone, [old, new]) == [old]
    assert spent(alone, [old, new, reminder]) == [old, new]
    assert spent(mates, [new, reminder]) == []
    assert spent(alone, [new], paused=True) == [new]
    assert spent(None, [new]) == [new]


def test_a_question_stands_until_it_is_answered_or_more_is_known_of_the_game() -> None:
    _, table = turned(begun("ormes", blue=ANNA, orange=BRUNO))
    moved = given(table, opponent.choose(table.system, table.scenario, table.state, "orange"))
    asked = Call(message=1, game=1, channel=1, kind="undo_asked", side="blue", after=len(table.known_to("")))

    assert spent(table, [asked]) == []
    assert spent(table, [asked], paused=True) == []
    assert spent(table, [asked], settled=[1]) == [asked]
    assert spent(moved, [asked]) == [asked]


def test_a_post_that_somebody_is_wanted_stands_whatever_happens_until_somebody_is_found() -> None:
    table = begun("ormes", blue=ANNA, orange=BRUNO)
    _, after = turned(table)
    post = Call(message=1, game=1, channel=1, kind="wanted", side="blue", after=table.last)

    assert spent(after, [post]) == []
    assert spent(after, [post], settled=[1]) == [post]
