"""The ledger's keys of dice, by order and by stream; dice that a public round decides."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine import events as ev
from engine.ledger import Ledger, PublicDice, RoundNeeded, SeededDice, rolled_by_stream
from engine.state import State
from tests.engine.referee.test_referee_core import DICE, units

POSITION = State(units=units())
BLUE, ORANGE = (next(u.id for u in POSITION.units.values() if u.side == side) for side in ("blue", "orange"))


def keys(ledger: Ledger) -> list[str]:
    return [event.key for event in ledger.events if isinstance(event, ev.Rolled)]


def test_without_numbers_keys_are_those_of_the_start_of_a_game_and_of_no_undo() -> None:
    ledger = Ledger(State(), DICE)

    ledger.roll("rally", sides=6, rule="")
    ledger.roll("rally", sides=6, rule="", key="own")

    assert keys(ledger) == ["0/1", "own"]


def test_by_stream_a_key_is_the_side_of_the_unit_the_purpose_and_how_many_there_were() -> None:
    ledger = Ledger(POSITION, DICE, 7, 5, rolled={"blue/rally": 2})

    for by in (BLUE, ORANGE, BLUE, "orange", "weather"):
        ledger.roll("rally", sides=6, rule="", by=by, key="own")
    ledger.roll("fire", sides=6, rule="", by=BLUE)

    assert keys(ledger) == [
        "blue/rally/3",
        "orange/rally/1",
        "blue/rally/4",
        "orange/rally/2",
        "weather/rally/1",
        "blue/fire/1",
    ]
    assert rolled_by_stream(ledger.events) == {
        "blue/rally": 2, "orange/rally": 2, "weather/rally": 1, "blue/fire": 1,
    }  # fmt: skip


def test_a_ledger_that_was_given_counts_leaves_them_as_they_are() -> None:
    rolled = {"blue/rally": 2}

    Ledger(POSITION, DICE, rolled=rolled).roll("rally", sides=6, rule="", by=BLUE)

    assert rolled == {"blue/rally": 2}


def test_public_dice_wait_for_their_round_and_then_depend_on_seed_words_and_round() -> None:
    def faces(seed: bytes, words: tuple[str, ...], randomness: bytes | None) -> list[int]:
        return [PublicDice(seed, words, randomness).draw(f"{n}", 1000) for n in range(10)]

    with pytest.raises(RoundNeeded):
        faces(b"seed", ("word",), None)
    plain = faces(b"seed", ("word",), b"\x0a\xbc")
    assert plain == [SeededDice(b"seed", ("word", "0abc")).draw(f"{n}", 1000) for n in range(10)]
    others = (
        faces(b"deed", ("word",), b"\x0a\xbc"),
        faces(b"seed", ("sword",), b"\x0a\xbc"),
        faces(b"seed", ("word",), b"\x0a\xbd"),
    )
    assert plain not in others


def test_a_round_of_no_bytes_is_a_round() -> None:
    assert PublicDice(b"seed", (), b"").draw("1", 6) == SeededDice(b"seed", ("",)).draw("1", 6)


def test_who_is_no_unit_rolls_for_itself_though_units_are_gone() -> None:
    ledger = Ledger(replace(POSITION, units={}), DICE, rolled={})

    ledger.roll("rally", sides=6, rule="", by=BLUE)

    assert keys(ledger) == [f"{BLUE}/rally/1"]
