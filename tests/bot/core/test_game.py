"""The log of a game: which order can be taken back, and what each side can count."""

from __future__ import annotations

import copy
from dataclasses import replace

import pytest

import scenarios
from bot.core.game import BASES_KEPT, EVENTS_APART, IMPORTED, OF_A_BASE, OF_AN_ENTRY, Game, lay
from bot.core.order_rules.undo_rules import undoable_entry
from engine.commands import Command, Done, Instruct, Step
from engine.events import Began, Ended, Event, Marked, Noted
from engine.ledger import SeededDice
from engine.referee import play, start
from engine.state import State
from storage import Entry, EntryKind, Snapshot
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

    newest, why = undoable_entry(after, side)

    assert why == ""
    assert newest == moved.entries[-1]


def test_no_one_counts_the_standing_orders_of_others() -> None:
    at = at_ormes()
    own, other = at.state.player, at.scenario.enemy(at.state.player)
    after = entered(at, other, Instruct(kind="advance", answer="yes"))

    assert after.seen(own).stamp == at.seen(own).stamp
    assert after.seen("").stamp == at.seen("").stamp
    assert after.seen(other).stamp == at.seen(other).stamp + 1


def told(
    at: Game, side: str, *events: Event, kind: EntryKind = "order", command: Command | None = None
) -> Game:
    """The game with one more entry of these events."""
    entry = Entry(
        kind=kind, side=side, who=1, at=at.record.created, seq=at.last + 1, command=command, events=events
    )
    return at.added(entry)


def test_the_table_within_the_newest_entry_is_that_after_so_many_events() -> None:
    at = at_ormes()
    side = at.state.player
    marks = [Marked(name=f"mark-{n}", on="line-1") for n in range(3)]
    after = told(at, side, *marks)

    tables = [after.until(n) for n in range(5)]

    assert [len(t.state.marks) - len(at.state.marks) for t in tables] == [0, 1, 2, 3, 3]
    assert [len(t.entries[-1].events) for t in tables] == [0, 1, 2, 3, 3]
    assert tables[3] is after
    seen = after.seen("").until(1)
    assert (seen.viewer, len(seen.state.marks)) == ("", len(at.state.marks) + 1)


def test_a_base_is_due_when_enough_has_happened_since_the_last_one() -> None:
    at = replace(at_ormes(), entries=())
    few = told(at, "blue", *[Noted(kind="x")] * (EVENTS_APART - 1))
    enough = told(few, "blue", Noted(kind="x"))

    assert (at.base_due, few.base_due, enough.base_due) == (False, False, True)
    based = enough.based()
    assert based.bases[-1] == Snapshot(seq=2, state=enough.state)
    assert not based.base_due
    assert not told(based, "blue", *[Noted(kind="x")] * (EVENTS_APART - 1)).base_due
    assert told(based, "blue", *[Noted(kind="x")] * EVENTS_APART).base_due


def test_the_newest_bases_stay_and_what_lies_before_them_is_worked_out_from_the_beginning() -> None:
    at = at_ormes()
    for _ in range(BASES_KEPT + 3):
        at = told(at, "blue", Noted(kind="x")).based()

    assert [base.seq for base in at.bases] == list(range(at.last - BASES_KEPT + 1, at.last + 1))
    assert at.at(2).state == told(at_ormes(), "blue", Noted(kind="x")).state
    assert at.memory - at_ormes().memory == BASES_KEPT * OF_A_BASE + (BASES_KEPT + 3) * OF_AN_ENTRY


def test_what_is_worked_out_again_begins_at_the_newest_base_within_reach() -> None:
    at = at_ormes()
    side = at.state.player
    based = told(at, side, Marked(name="before", on="line-1")).based()
    false = replace(based, bases=(replace(based.bases[0], state=replace(based.state, turn=77)),))
    after = told(false, side, Marked(name="after", on="line-1"))

    assert after.at(2).state.turn == 77, "the base itself"
    assert after.at(1).state.turn == at.state.turn, "before the base"
    assert after.until(0).state.turn == 77
    undo = Entry(kind="undo", side=side, at=at.record.created, seq=4)
    assert after.struck([3], undo).state.turn == 77
    assert after.struck([2, 3], undo).state.turn == at.state.turn, "what the base was made of has gone"
    assert after.struck([2, 3], undo).bases == ()


def test_what_a_side_did_in_this_phase_is_told_however_often_the_phase_came() -> None:
    at = at_ormes()
    side, other = at.state.player, at.scenario.enemy(at.state.player)
    turn, phase = at.state.turn, at.state.phase
    own = told(at, side, Noted(kind="a"), command=Step(unit="line-1", hex="0705"))
    theirs = told(own, other, Noted(kind="b"), command=Step(unit="line-1", hex="0705"))
    silent = told(theirs, side, Noted(kind="c"))
    passed = told(silent, side, kind="pass")
    elsewhere = told(
        passed, side, Began(phase="combat", turn=turn, player=side, owing=(side,)), command=Done()
    )
    again = told(elsewhere, side, Began(phase=phase, turn=turn, player=side, owing=(side,)), command=Done())

    assert [e.seq for e in passed.actions_this_phase(side)] == [2, 5]
    assert [e.seq for e in passed.actions_this_phase(other)] == [3]
    assert [e.seq for e in elsewhere.actions_this_phase(side)] == []
    assert [e.seq for e in again.actions_this_phase(side)] == [2, 5, 6]
    later = told(again, side, Began(phase=phase, turn=turn + 1, player=side, owing=(side,)), command=Done())
    assert later.actions_this_phase(side) == ()
    assert (at.phase_began, elsewhere.phase_began, later.phase_began) == (1, 6, 8)


def test_the_computer_player_decides_only_where_it_sits_and_while_the_game_is_on() -> None:
    at = at_ormes()
    side, other = at.state.player, at.scenario.enemy(at.state.player)

    def seated(by_computer: str, status: str = "playing") -> Game:
        seats = tuple(replace(s, bot=s.side == by_computer) for s in at.record.seats)
        return replace(at, record=replace(at.record, seats=seats, status=status))  # type: ignore[arg-type]

    assert (at.computer_side, seated(side).computer_side, seated(other).computer_side) == ("", side, "")
    assert seated(side, "over").computer_side == seated(side, "lobby").computer_side == ""
    assert told(seated(side), side, Ended(winner=side, level="win", reason="x")).computer_side == ""


def test_both_decide_at_once_where_the_phase_says_so() -> None:
    at = at_ormes()
    sides = at.scenario.side_ids
    both = told(at, "", Began(phase="combat", turn=1, player="", owing=sides))

    assert (at.simultaneous, both.simultaneous) == (False, True)
    assert both.owing == sides
    assert not told(both, "", Began(phase="combat", turn=1, player="", owing=sides[:1])).simultaneous


def test_one_scenario_is_built_once_for_all_games_of_a_battle() -> None:
    printed = scenarios.load("ormes").printed
    record = replace(at_ormes().record, printed=printed)

    assert lay(record).scenario is lay(replace(record, printed=copy.deepcopy(printed))).scenario
    assert (lay(record).last, lay(record).state, lay(record).bases) == (0, State(), ())


def test_a_game_is_imported_where_its_log_ends_by_saying_so() -> None:
    game = at_ormes()
    said = Noted(kind="ruling", facts={"act": IMPORTED}, rule="")
    brought_in = Entry(kind="ruling", at=game.record.created, seq=2, events=(said,))

    assert game.added(brought_in).imported
    assert not game.imported
    assert not replace(game, entries=()).imported
    corrected = replace(brought_in, events=(replace(said, facts={"act": "corrected"}),))
    assert not game.added(corrected).imported
    assert not game.added(replace(brought_in, kind="order", side="blue")).imported
    assert not game.added(brought_in).added(replace(brought_in, seq=3, events=())).imported


def test_the_holder_of_a_side_is_its_first_player() -> None:
    at = at_ormes()
    seats = tuple(replace(seat, user=user) for seat in at.record.seats for user in (seat.user, 70, 71))
    shared = replace(at, record=replace(at.record, seats=seats))

    assert [shared.seat(side) for side in at.scenario.side_ids] == list(at.record.seats)


def test_the_table_just_after_an_undo_is_without_what_it_struck() -> None:
    at = at_ormes()
    side = at.state.player
    moved = entered(at, side, first_move(at, side))
    undone = moved.struck([moved.last], Entry(kind="undo", side=side, seq=3, at=at.record.created))
    later = entered(undone, side, first_move(undone, side))

    assert later.at(3).entries == undone.entries
    assert later.at(3).state == undone.state
    assert later.at(2).entries == moved.entries
    assert later.at(2).state == moved.state


def test_the_table_within_an_entry_begins_at_no_base_after_it() -> None:
    at = at_ormes()
    side = at.state.player
    moved = entered(at, side, first_move(at, side))

    within = moved.based().until(1)

    assert len(moved.entries[-1].events) > 1
    assert within.state == moved.until(1).state != moved.state


def test_the_entries_that_were_played_here_begin_after_the_imported_ones() -> None:
    at = at_ormes()
    side = at.state.player
    moved = entered(at, side, first_move(at, side))
    imported = replace(moved, record=replace(moved.record, imported_after=1))

    assert imported.own_entries == moved.entries[1:]
    assert moved.own_entries == moved.entries
