"""Which order a side may take back, and why it may not take back others: never more than it may know."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from bot.core.game import Game
from bot.core.order_rules.undo_rules import undoable_entry
from engine import events as ev
from engine.commands import Answer, Command, Done, Expired, Move, Seal, Unseal, Write
from engine.events import Event
from engine.state import Question
from storage import Entry
from tests.bot.core.test_game import at_ormes
from tests.bot.sample_games import game_with_log

MOVE = Move(unit="line-1", path=("0705",))
ROLLED = ev.Rolled(purpose="combat", key="2/1", sides=6, dice=(3,))
PUBLIC = ev.Noted(kind="fire")
PLACED = ev.Placed(unit="line-1", origin="0604", place="0705", manner="corrected")


def after(game: Game, side: str, *events: Event, command: Command | None = MOVE, **about: Any) -> Game:
    """The game with one more entry."""
    fields: dict[str, Any] = {"kind": "order", "who": 1, "at": game.record.created} | about
    return game.added(Entry(seq=game.last + 1, side=side, command=command, events=events, **fields))


def own_and_other() -> tuple[Game, str, str]:
    """Ormes in the first side's movement, with one order of that side."""
    game = at_ormes()
    own = game.state.player
    return after(game, own, PUBLIC), own, game.scenario.enemy(own)


def why(game: Game, side: str, who: int | None = None) -> str:
    entry, reason = undoable_entry(game, side, who)
    assert (entry is None) is bool(reason)
    return reason


def test_the_last_order_of_a_side_is_taken_back_and_never_the_other_sides() -> None:
    game, own, other = own_and_other()

    assert undoable_entry(game, own) == (game.entries[-1], "")
    assert why(game, other) == "nothing_to_undo"
    assert why(at_ormes(), own) == "nothing_to_undo"
    assert why(replace(at_ormes(), entries=()), own) == "nothing_to_undo"


def test_what_the_other_side_does_unseen_neither_hides_the_own_order_nor_says_that_it_was_done() -> None:
    game, own, other = own_and_other()

    unseen = after(game, other, ev.Noted(kind="planned", only=other), command=Done())
    seen = after(game, other, PUBLIC, command=Done())

    assert undoable_entry(unseen, own) == undoable_entry(game, own)
    assert why(seen, own) == "nothing_to_undo"


@pytest.mark.parametrize(
    ("events", "reason"),
    [
        ((PUBLIC, ROLLED), "undo_after_dice"),
        ((ev.Answered(option="yes", only="blue"), PUBLIC), "undo_after_reveal"),
        ((ev.Answered(option="yes", only="blue"), ev.Noted(kind="x", only="blue")), ""),
        ((ev.Answered(option="yes"), PUBLIC), ""),
    ],
    ids=["dice", "a secret that shows", "a secret that does not show", "an open answer"],
)
def test_what_dice_or_a_secret_answer_have_told_stays(events: tuple[Event, ...], reason: str) -> None:
    game = at_ormes()
    own = game.state.player
    replaced = tuple(replace(e, only=own) if e.only else e for e in events)
    answered = after(game, own, *replaced, command=Answer(option="yes"))

    assert why(answered, own) == reason


def test_what_has_passed_to_another_turn_or_ended_the_game_stays() -> None:
    game, own, other = own_and_other()
    now = game.state

    next_phase = after(game, own, ev.Began(phase="combat", turn=now.turn, player=own, owing=(own,)))
    next_player = after(game, own, ev.Began(phase="movement", turn=now.turn, player=other, owing=(own,)))
    next_turn = after(game, own, ev.Began(phase="movement", turn=now.turn + 1, player=own, owing=(own,)))
    over = after(game, own, ev.Ended(winner=own, level="win", reason="x"))

    assert why(next_phase, own) == ""
    assert [why(g, own) for g in (next_player, next_turn, over)] == ["undo_after_turn"] * 3


def test_what_the_clock_played_and_what_a_moderator_ruled_stays() -> None:
    game, own, _ = own_and_other()

    expired = after(game, own, PUBLIC, command=Expired())
    corrected = after(game, "", ev.Noted(kind="ruling"), PLACED, command=None, kind="ruling")
    only_told = after(game, "", ev.Noted(kind="ruling"), command=None, kind="ruling")

    assert why(expired, own) == "nothing_to_undo"
    assert why(corrected, own) == "undo_after_ruling"
    assert undoable_entry(only_told, own)[0] == game.entries[-1]


def test_a_page_that_was_passed_is_taken_back_by_its_own_side_alone() -> None:
    game, own, other = own_and_other()

    passed = after(game, own, command=None, kind="pass")

    assert undoable_entry(passed, own) == (passed.entries[-1], "")
    assert why(passed, other) == "nothing_to_undo"


def planning() -> Game:
    """Nonaka, where both sides write orders at the same time; Red, of users 1 and 3, has written one each."""
    game = game_with_log("nonaka", 0)
    for who, unit in ((1, "yari-1"), (3, "yari-2")):
        command = Write(unit=unit, order={"order": "rest"})
        note = ev.Written(side="red", unit=unit, order={"order": "rest"}, only="red")
        game = after(game, "red", note, command=command, who=who)
    return game


def test_each_takes_back_what_they_wrote_themselves_and_the_referee_the_last() -> None:
    game = planning()

    units = [undoable_entry(game, "red", who)[0].command.unit for who in (1, 3, None)]  # type: ignore[union-attr]

    assert units == ["yari-1", "yari-2", "yari-2"]
    assert why(game, "red", 4) == "nothing_to_undo"
    assert why(game, "blue", 2) == "nothing_to_undo"


def test_an_earlier_table_is_seen_with_the_same_eyes() -> None:
    game = planning()

    for viewer, written in (("red", ["yari-1"]), ("blue", []), ("", [])):
        earlier = game.seen(viewer).at(game.last - 1)
        assert list(earlier.state.envelopes.get("red", {})) == written
        within = game.seen(viewer).until(0)
        assert list(within.state.envelopes.get("red", {})) == written
    assert list(game.at(game.last - 1).state.envelopes["red"]) == ["yari-1"], "the referee's own"


def test_locked_orders_are_unlocked_not_undone_and_then_the_orders_can_be() -> None:
    game = planning()
    alone = ("blue",)
    sealed = after(game, "red", ev.Sealed(side="red"), ev.Owed(sides=alone), command=Seal())
    unsealed = after(sealed, "red", ev.Unsealed(side="red"), ev.Owed(sides=("red", "blue")), command=Unseal())
    theirs = after(game, "blue", ev.Sealed(side="blue"), ev.Owed(sides=("red",)), command=Seal())

    assert why(sealed, "red", 3) == "undo_sealed"
    assert undoable_entry(unsealed, "red", 3)[0] == game.entries[-1]
    assert undoable_entry(theirs, "red", 3)[0] == game.entries[-1]


def test_orders_that_were_carried_out_are_on_the_table() -> None:
    game = planning()
    began = ev.Began(phase="movement", turn=1, player="", owing=("red",))

    revealed = after(game, "red", ev.Sealed(side="red"), began, command=Seal(), who=3)

    assert why(revealed, "red", 3) == "undo_revealed"


def test_dice_that_were_taken_back_are_numbered_by_the_newest_undo() -> None:
    game, own, _ = own_and_other()
    rolled = after(game, own, ROLLED)
    undo = Entry(seq=rolled.last + 1, kind="undo", side=own, at=game.record.created)

    plain = game.struck([game.last], replace(undo, seq=game.last + 1))
    once = rolled.struck([rolled.last], undo)
    twice = after(once, own, ROLLED)
    twice = twice.struck([twice.last], replace(undo, seq=twice.last + 1))

    assert (game.dice_undone, rolled.dice_undone, plain.dice_undone) == (0, 0, 0)
    assert (once.dice_undone, twice.dice_undone) == (undo.seq, twice.last)
    assert undoable_entry(once, own)[0] == game.entries[-1]


def test_the_table_after_an_undo_is_the_one_before_the_order() -> None:
    game = at_ormes()
    own = game.state.player
    moved = after(game, own, PLACED)
    undo = Entry(seq=moved.last + 1, kind="undo", side=own, at=game.record.created)

    back = moved.struck([moved.last], undo)

    assert back.state == game.state != moved.state
    assert [e.struck for e in back.entries] == [None, undo.seq, None]
    assert back.at(moved.last).state == moved.state, "before the undo was written, the order counted"
    assert back.at(moved.last).entries == moved.entries


def test_a_question_is_owed_by_the_side_that_is_asked() -> None:
    game, own, other = own_and_other()
    question = Question(kind="advance", side=other, about="line-1", options=("yes", "no"), default="no")

    asked = after(game, own, ev.Asked(question=question))

    assert (game.owing, asked.owing) == ((own,), (other,))


def test_what_was_played_elsewhere_is_not_taken_back_here() -> None:
    game, own, _ = own_and_other()
    imported = replace(game, record=replace(game.record, imported_after=game.last))

    assert why(imported, own) == "undo_before_import"
    assert why(after(imported, own, PUBLIC), own) == ""
