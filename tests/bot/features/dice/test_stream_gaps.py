"""The proof of dice that fall by stream: written and read, in the record, and every way to tamper with it."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest
from click.testing import CliRunner

from bot.beacon import announcement
from bot.beacon.rounds import DISCORD_EPOCH, QUICKNET
from bot.cli import main
from bot.features.dice import proof as dice_proof
from bot.features.record import checks
from bot.features.record.recorded_game import game_of, log_of, record_of
from engine.events import Rolled
from engine.ledger import SeededDice
from notation.record import RecordedGame, read, write
from storage import BY_STREAM, BeaconRound, Entry
from tests.bot.local_beacon import chain_of, signed
from tests.bot.recorded_games import played, recorded, sources

SCRIPT = Path(__file__).resolve().parents[4] / "docs" / "verify_dice.py"


@cache
def record() -> RecordedGame:
    """A game by stream in which an order with dice was taken back."""
    undone = False

    def undo(number: int) -> int:
        nonlocal undone
        back = 1 if number > 30 and not undone else 0
        undone = undone or bool(back)
        return back

    return recorded(played("ormes", 70, undo=undo, keys=BY_STREAM))


@cache
def proof() -> dice_proof.Record:
    return checks.dice_of(record(), log_of(record()))[-1]


def tampered(*dice: dice_proof.Die) -> dice_proof.Record:
    """A file with these dice, each as seed and key make it, so that only the keys can be wrong."""
    seed, salts = proof().seed, proof().salts
    rolled = tuple(replace(d, face=dice_proof.face(seed, salts, d.key, d.sides)) for d in dice)
    return replace(proof(), dice=rolled)


def script(path: Path, text: str, *more: str) -> subprocess.CompletedProcess[str]:
    path.write_text(text, encoding="utf-8")
    command = [sys.executable, "-I", str(SCRIPT), str(path), *more]
    return subprocess.run(command, capture_output=True, text=True, check=False)


@pytest.mark.long
def test_a_record_by_stream_is_read_as_it_was_written_and_decided_again() -> None:
    again = read(write(record()).encode())

    assert again == record()
    assert again.dice.keys == BY_STREAM
    assert "\nkeys: stream\n" in write(record())
    assert checks.dice_faults(again, log_of(again)) == ()
    decided = checks.decide(again)
    assert decided.difference is None
    assert decided.orders > 60
    game = game_of(again)
    assert write(record_of(game, sources(game), program=again.program)) == write(record())


def test_dice_that_were_taken_back_are_not_rolled_again() -> None:
    entries = record().entries
    back = next(e for e in entries if e.strikes)
    keys = [event.key for e in entries for event in e.events if isinstance(event, Rolled)]

    assert back.number > 30
    assert len(keys) == len({*keys})
    assert keys[0].count("/") == 2


def test_a_record_whose_rolls_have_another_ordinal_is_decided_otherwise() -> None:
    number, roll = next((e.number, x) for e in record().entries for x in e.events if isinstance(x, Rolled))
    stream = roll.key.rpartition("/")[0]
    dice = SeededDice(bytes.fromhex(record().dice.seed), record().dice.words)
    better = replace(roll, key=f"{stream}/2", dice=(dice.draw(f"{stream}/2/1", roll.sides),))
    entries = tuple(
        replace(e, events=tuple(better if x is roll else x for x in e.events)) if e.number == number else e
        for e in record().entries
    )
    forged = replace(record(), entries=entries)

    assert {f.kind for f in checks.dice_faults(forged, log_of(forged))} == {"gap", "twice"}
    difference = checks.decide(forged).difference
    assert difference is not None
    assert difference.entry.number == number


def test_without_streams_nothing_is_written_about_them() -> None:
    assert "keys:" not in write(recorded(played("tutorial", 5)))


@pytest.mark.parametrize("how", ["left out", "first", "twice", "zero", "padded", "foreign"])
def test_a_roll_that_does_not_follow_the_one_before_is_found(tmp_path: Path, how: str) -> None:
    dice = list(proof().dice)
    stream = dice[0].key.rsplit("/", 2)[0]
    if how in ("left out", "first"):
        of_stream = [n for n, d in enumerate(dice) if d.key.startswith(f"{stream}/")]
        del dice[of_stream[0 if how == "first" else 1]]
    elif how == "twice":
        dice.insert(1, dice[0])
    else:
        keys = {"zero": f"{stream}/0/1", "padded": f"{stream}/01/1", "foreign": "nothing"}
        dice[0] = replace(dice[0], key=keys[how])
    forged = tampered(*dice)

    assert "gap" in {fault.kind for fault in dice_proof.faults(forged)}
    done = script(tmp_path / "dice.txt", dice_proof.text(forged))
    assert done.returncode == 1, done.stderr
    assert "not the next roll" in done.stdout


def test_right_dice_are_found_right_by_every_checker(tmp_path: Path) -> None:
    text = dice_proof.text(proof())
    done = script(tmp_path / "dice.txt", text)
    (tmp_path / "game.record.txt").write_text(write(record()))
    results = [
        CliRunner().invoke(main, ["verify", str(tmp_path / name)]) for name in ("dice.txt", "game.record.txt")
    ]

    assert text.startswith(dice_proof.FORMAT_3)
    assert dice_proof.read(text) == replace(proof(), dice=tuple(replace(d, only="") for d in proof().dice))
    assert done.returncode == 0, done.stdout + done.stderr
    assert [result.exit_code for result in results] == [0, 0], results[0].output


def test_of_a_part_of_the_dice_only_the_order_is_asked_about() -> None:
    some = proof().dice[::3]

    assert dice_proof.faults(replace(proof(), dice=some, partial=True)) == ()
    assert dice_proof.faults(replace(proof(), dice=some[::-1], partial=True)) != ()


@pytest.mark.long
def test_all_dice_of_a_pair_draw_on_its_one_round(tmp_path: Path) -> None:
    chain = chain_of(b"pair")
    posted = chain.genesis + 50_000.25
    message = (int(posted * 1000) - DISCORD_EPOCH) << 22
    round_ = signed(b"pair", chain.round_after(posted))
    start = Entry(seq=1, kind="start", at=record().opened)
    fixed = announcement.fixed(7, 1, "", None, bytes(16), twin=8)
    seed, words = bytes(32), ("word",)
    dice = SeededDice(seed, (*words, round_.randomness.hex()))
    rolls = tuple(
        Rolled(purpose="fire", key=key, sides=6, dice=(dice.draw(f"{key}/1", 6),), by="guns")
        for key in ("blue/fire/1", "red/fire/1", "blue/fire/2")
    )
    log = (start, replace(start, seq=2, kind="order", events=rolls))
    results = []
    for game in (7, 8, 9):
        drawn = BeaconRound(
            game=game,
            number=1,
            seq=1,
            message=message,
            round=round_.number,
            signature=round_.signature.hex(),
            fixed=fixed,
        )
        pair = dice_proof.Record(
            game="A pair",
            commitment=dice_proof.commitment(seed),
            seed=seed,
            salts=words,
            chain=chain,
            keys=BY_STREAM,
            rounds=dice_proof.drawn(log, (drawn,)),
            dice=dice_proof.dice(log, (drawn,), BY_STREAM),
        )
        results.append([fault.kind for fault in dice_proof.faults(pair, chain.hash)])
    done = script(tmp_path / "dice.txt", dice_proof.text(pair), chain.hash)
    second = replace(pair.rounds[0], number=2)
    two = dice_proof.text(replace(pair, rounds=(pair.rounds[0], second)))

    assert results == [[], [], ["order"]], "the announcement names both games, and no other"
    assert done.returncode == 0, done.stdout + done.stderr
    assert "round" in {f.kind for f in dice_proof.faults(dice_proof.read(two), chain.hash)}
    assert script(tmp_path / "two.txt", two, chain.hash).returncode == 1
    assert chain.hash != QUICKNET.hash
