"""Records of games with public dice: every round of the beacon is in them, and is checked."""

from __future__ import annotations

from dataclasses import replace

import pytest

import opponent
from bot.beacon.announcement import fixed
from bot.beacon.rounds import DISCORD_EPOCH
from bot.core.game import Game
from bot.features.dice.evidence import Evidence
from bot.features.record import checks
from bot.features.record.recorded_game import game_of, log_of, record_of, sources_of
from engine.codec import to_json
from engine.events import Rolled
from engine.ledger import PublicDice
from engine.referee import play
from notation.record import RecordedGame, read, write
from storage import BeaconRound, Entry
from tests.bot.local_beacon import chain_of, signed
from tests.bot.recorded_games import SEED, WORDS, played, sources

SECRET = b"record"
CHAIN = chain_of(SECRET)


def message_at(seconds: float) -> int:
    """The number of a Discord message that was posted then."""
    return int(seconds * 1000 - DISCORD_EPOCH) << 22


def public_game(orders: int) -> tuple[Game, tuple[BeaconRound, ...]]:
    """A game in which each order that rolls dice draws on a round of its own, and these rounds."""
    game = played("ormes", 1)
    rounds: list[BeaconRound] = []
    while game.last < orders:
        side, number = game.owing[0], game.last + 1
        order = opponent.choose(game.system, game.scenario, game.state, side)
        message = message_at(CHAIN.genesis + 100 * number)
        drawn = signed(SECRET, CHAIN.round_after(CHAIN.genesis + 100 * number))
        dice = PublicDice(SEED, WORDS, drawn.randomness)
        events = play(game.system, game.scenario, game.state, side, order, dice, number)
        if any(isinstance(event, Rolled) for event in events):
            place = len(rounds) + 1
            text = fixed(game.record.id, place, side, to_json(order), b"nonce")
            rounds.append(
                BeaconRound(
                    game=game.record.id,
                    number=place,
                    seq=number,
                    message=message,
                    round=drawn.number,
                    signature=drawn.signature.hex(),
                    fixed=text,
                )
            )
        at = game.record.created
        game = game.added(Entry(seq=number, kind="order", side=side, command=order, events=events, at=at))
    return replace(game, record=replace(game.record, beacon=CHAIN.hash)), tuple(rounds)


def public_record(orders: int = 45) -> RecordedGame:
    game, rounds = public_game(orders)
    evidence = Evidence(rounds=rounds, message=message_at(CHAIN.genesis + 1), chain=CHAIN)
    return record_of(game, replace(sources(game), evidence=evidence))


def faults(record: RecordedGame) -> set[str]:
    return {fault.kind for fault in checks.dice_faults(record, log_of(record), CHAIN.hash)}


@pytest.mark.long
def test_rounds_chain_and_message_come_back_and_every_die_is_checked_with_them() -> None:
    record = public_record()

    again = read(write(record).encode())

    assert again == record
    assert len(again.dice.rounds) > 1
    assert again.dice.message == record.dice.message > 0
    assert faults(again) == set()
    assert checks.decide(again).difference is None
    assert game_of(again).record.beacon == CHAIN.hash
    assert write(record_of(game_of(again), sources_of(again, log_of(again)))) == write(record)


@pytest.mark.long
def test_another_round_signature_order_or_chain_is_noticed() -> None:
    record = public_record()
    first, *others = record.dice.rounds

    def with_first(**changes: object) -> RecordedGame:
        rounds = (replace(first, **changes), *others)  # type: ignore[arg-type]
        return replace(record, dice=replace(record.dice, rounds=rounds))

    assert "round" in faults(with_first(round=first.round + 1))
    assert "signature" in faults(with_first(signature=others[0].signature))
    assert "order" in faults(with_first(fixed=others[0].fixed))
    assert "round" in faults(replace(record, dice=replace(record.dice, beacon={})))
    assert "chain" in {f.kind for f in checks.dice_faults(record, log_of(record))}, "it is not quicknet"


def test_before_the_end_no_round_is_in_a_record() -> None:
    game, rounds = public_game(45)
    running = replace(game, record=replace(game.record, status="playing"))
    evidence = Evidence(rounds=rounds, chain=CHAIN)

    text = write(record_of(running, replace(sources(game), evidence=evidence)))

    assert rounds[0].signature not in text
    assert "nonce" not in text
    assert CHAIN.public_key in text
