"""A game as a file: while it goes on, what a spectator knows; at its end, all there is."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from bot.core.game import Game
from bot.features.dice import proof
from bot.features.moderation import export
from engine.events import Rolled
from tests.bot.sample_games import game_with_log

SEED = b"a seed that nobody may know yet"


def a_game(status: str, battle: str = "ormes", orders: int = 60) -> Game:
    """A game of so many orders, one a second."""
    game = game_with_log(battle, orders)
    start = game.record.created + timedelta(minutes=5, seconds=7)
    entries = tuple(replace(e, at=start + timedelta(seconds=e.seq)) for e in game.entries)
    return replace(game, record=replace(game.record, status=status, seed=SEED), entries=entries)


def rolled(document: dict[str, object]) -> list[dict[str, object]]:
    log = document["log"]
    assert isinstance(log, list)
    return [event for entry in log for event in entry["events"] if event["is"] == "rolled"]


def test_a_running_games_file_has_no_seed_no_keys_of_dice_and_no_seconds() -> None:
    game = a_game("playing")

    document = export.game_document(game)

    assert rolled(document)
    assert not [dice for dice in rolled(document) if "key" in dice]
    assert "dice" not in document
    assert SEED.hex() not in export.text(game)
    assert document["commitment"] == proof.commitment(SEED)
    assert {entry["at"][16:19] for entry in document["log"]} == {":00"}


def test_a_finished_games_file_has_every_key_and_the_seed() -> None:
    game = a_game("over")

    document = export.game_document(game)

    keys = [e.key for entry in game.entries for e in entry.events if isinstance(e, Rolled)]
    assert [dice["key"] for dice in rolled(document)] == keys
    record = proof.read(export.dice_in(export.text(game)))
    assert (record.seed, record.commitment) == (SEED, proof.commitment(SEED))
    assert {die.key.rpartition("/")[0] for die in record.dice} == set(keys)
    assert [entry["at"] for entry in document["log"]] == [e.at.isoformat() for e in game.entries]


@pytest.mark.parametrize("status", ["playing", "over"])
def test_orders_in_secret_are_in_the_file_only_at_the_end(status: str) -> None:
    game = a_game(status, "nonaka", 6)

    document = export.game_document(game)

    secret = [e.seq for e in game.entries if e.command is not None and "" not in e.audience]
    commands = [entry for entry in document["log"] if "command" in entry]
    assert secret
    assert (len(document["log"]) == len(game.entries)) is (status == "over")
    assert [entry["number"] for entry in document["log"]] == list(range(1, len(document["log"]) + 1))
    if status == "over":
        assert len(commands) == len(game.entries) - 1
    else:
        assert not [event for entry in document["log"] for event in entry["events"] if event.get("only")]
        assert len(commands) <= len(game.entries) - 1 - len(secret)


def test_a_file_without_dice_says_so() -> None:
    with pytest.raises(proof.NoRecord, match="not over"):
        export.dice_in(export.text(a_game("playing")))
    with pytest.raises(proof.NoRecord, match="neither"):
        export.dice_in("no json")
    with pytest.raises(proof.NoRecord, match="no game"):
        export.dice_in('{"format": "another"}')
