"""A record holds everything: game, record, game, record again is the same text, byte for byte."""

from __future__ import annotations

import pytest

import scenarios
from bot.features.record import checks
from bot.features.record.recorded_game import game_of, log_of, record_of, sources_of
from notation.record import read, write
from tests.bot.recorded_games import WHOLE, played, recorded, stored
from tests.long_forms import FIRST_BATTLES, long_but


@pytest.mark.parametrize("battle", long_but(FIRST_BATTLES, scenarios.all()))
def test_a_game_of_every_battle_comes_back_as_it_was(battle: str) -> None:
    game = played(battle, 20)

    text = write(recorded(game))

    record = read(text.encode())
    again = game_of(record)
    assert again.entries == game.entries
    assert again.state == game.state
    assert again.record.printed == game.record.printed
    assert write(record_of(again, sources_of(record, again.entries))) == text


@pytest.mark.parametrize("battle", long_but(FIRST_BATTLES, scenarios.all()))
def test_orders_are_written_as_players_type_them(battle: str) -> None:
    orders = [entry.order for entry in read(stored(battle)).entries if entry.order]

    assert orders
    assert not [order for order in orders if order.startswith("{")]


@pytest.mark.parametrize("battle", long_but(FIRST_BATTLES, scenarios.all()))
def test_a_whole_game_that_was_recorded_is_still_decided_as_it_was(battle: str) -> None:
    record = read(stored(battle))

    decided = checks.decide(record)

    assert decided.difference is None
    assert decided.orders == sum(entry.kind in ("start", "order") for entry in record.entries)
    assert record.result


@pytest.mark.parametrize("battle", long_but(FIRST_BATTLES, scenarios.all()))
def test_a_whole_game_that_was_recorded_has_its_dice_and_its_log(battle: str) -> None:
    record = read(stored(battle))

    log = log_of(record)
    assert record.intact
    assert checks.dice_faults(record, log) == ()
    assert checks.log_is_whole(record, log)
    assert checks.result_fits(record, log)
    assert write(record).encode() == stored(battle)


@pytest.mark.long
def test_whole_games_that_were_recorded_are_long_enough_to_say_something() -> None:
    records = [read(stored(battle)) for battle in ("ormes", "plateau", "nonaka")]

    assert min(len(record.entries) for record in records) > 30
    assert max(len(record.entries) for record in records) < WHOLE
