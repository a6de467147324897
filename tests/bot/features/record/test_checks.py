"""A record that was changed is caught: by its checksum, its log, its dice, its result, or the referee."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.features.dice.proof import Fault
from bot.features.record import checks
from bot.features.record.recorded_game import game_of, log_of, record_of
from engine.events import Noted, Rolled
from notation.record import RecordedGame, read, write
from storage import Entry
from tests.bot.recorded_games import played, recorded, sources, stored

RECORD = read(stored("ormes"))


def dice_faults(record: RecordedGame) -> tuple[Fault, ...]:
    return checks.dice_faults(record, log_of(record))


def log_is_whole(record: RecordedGame) -> bool:
    return checks.log_is_whole(record, log_of(record))


def result_fits(record: RecordedGame) -> bool:
    return checks.result_fits(record, log_of(record))


def with_events(record: RecordedGame, number: int, *events: object) -> RecordedGame:
    """The record with other events in one entry."""
    entries = [replace(e, events=events) if e.number == number else e for e in record.entries]
    return replace(record, entries=tuple(entries))


def first_roll() -> tuple[int, int, Rolled]:
    """Entry, place in it and event of the first die of the record."""
    return next(
        (entry.number, place, event)
        for entry in RECORD.entries
        for place, event in enumerate(entry.events)
        if isinstance(event, Rolled)
    )


def with_other_die() -> RecordedGame:
    number, place, roll = first_roll()
    other = replace(roll, dice=(roll.dice[0] % roll.sides + 1, *roll.dice[1:]))
    events = list(RECORD.entries[number - 1].events)
    events[place] = other
    return with_events(RECORD, number, *events)


def test_another_die_is_not_what_seed_and_key_make_it() -> None:
    faults = dice_faults(with_other_die())

    assert [fault.kind for fault in faults] == ["face"]
    assert faults[0].key.startswith(first_roll()[2].key)


def test_another_die_changes_the_fingerprint_of_the_log() -> None:
    assert not log_is_whole(with_other_die())


def test_another_die_leads_to_other_events_and_the_first_of_them_is_named() -> None:
    number, _, _ = first_roll()

    difference = checks.decide(with_other_die()).difference

    assert difference is not None
    assert difference.entry.number == number
    assert difference.recorded != difference.decided
    assert difference.recorded.split()[0] == difference.decided.split()[0] == "noted"


def test_a_die_that_no_order_asks_for_is_named() -> None:
    number, _, roll = first_roll()
    events = [e for e in RECORD.entries[number - 1].events if e != roll]

    difference = checks.decide(with_events(RECORD, number, *events)).difference

    assert difference is not None
    assert "another die is wanted" in difference.decided


def test_an_order_that_the_rules_forbid_is_named_with_its_rule() -> None:
    entry = next(e for e in RECORD.entries if e.order.startswith("move "))
    unit = entry.order.split()[1]
    far = replace(entry, order=f"move {unit} 0101 1411", events=())
    record = replace(RECORD, entries=(*RECORD.entries[: entry.number - 1], far))

    difference = checks.decide(record).difference

    assert difference is not None
    assert "the order is refused" in difference.decided


def test_an_event_left_out_is_named() -> None:
    entry = next(e for e in RECORD.entries if e.order.startswith("move "))

    difference = checks.decide(with_events(RECORD, entry.number, *entry.events[:-1])).difference

    assert difference is not None
    assert (difference.entry.number, difference.recorded) == (entry.number, "")
    assert difference.decided


def test_another_result_in_the_head_is_noticed() -> None:
    assert result_fits(RECORD)
    assert not result_fits(replace(RECORD, result={**RECORD.result, "winner": "no one"}))


def test_another_seed_is_not_the_one_that_was_promised() -> None:
    other = replace(RECORD, dice=replace(RECORD.dice, seed="ab" * 32))

    assert "commitment" in {fault.kind for fault in dice_faults(other)}


def test_a_battle_is_compared_with_the_one_that_comes_with_the_program() -> None:
    other = replace(RECORD, printed=RECORD.printed | {"turns": "3"})

    assert checks.shipped(RECORD) is True
    assert checks.shipped(other) is False
    assert checks.shipped(replace(RECORD, printed=RECORD.printed | {"about": {"level": "hard"}})) is True
    assert checks.shipped(replace(RECORD, battle="own-battle-1")) is None


@pytest.mark.long
def test_orders_undone_and_rolled_again_are_decided_again() -> None:
    first = played("ormes", 24)
    rolled = next(e.seq for e in first.entries if any(isinstance(x, Rolled) for x in e.events))
    game = played("ormes", 40, undo=lambda n: 2 if n in (rolled + 1, rolled + 9) else 0)

    record = read(write(recorded(game)).encode())

    assert sum(entry.kind == "undo" for entry in record.entries) == 2
    assert game.dice_undone
    assert game_of(record).entries == game.entries
    assert game_of(record).state == game.state
    assert checks.decide(record).difference is None
    assert dice_faults(record) == ()
    assert log_is_whole(record)


def test_a_moderators_correction_is_recorded_and_applied_as_it_was_decided() -> None:
    game = played("ormes", 20)
    noted = Noted(kind="ruling", facts={"act": "paused", "why": "a storm: 'no light'"})
    ruling = Entry(seq=21, kind="ruling", who=77, events=(noted,), at=game.entries[-1].at)
    game = game.added(ruling)

    record = read(write(record_of(game, sources(game))).encode())

    assert record.entries[-1].events == (noted,)
    assert record.entries[-1].by == 0
    assert checks.decide(record).difference is None
    assert log_is_whole(record)
