"""Dice records: written, read, checked by the program and by the Python page published with them."""

from __future__ import annotations

import importlib.util
import random
import subprocess
import sys
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st
from py_arkworks_bls12381 import G1Point

from bot.beacon import announcement
from bot.beacon.rounds import DISCORD_EPOCH, DOMAIN, QUICKNET
from bot.cli import main
from bot.features.dice import proof as dice_proof
from bot.features.dice import words
from engine import codec
from engine.commands import Command, Done, Resign
from engine.events import Began, Rolled
from engine.ledger import PublicDice, SeededDice
from storage import BeaconRound, Entry
from tests.bot.local_beacon import chain_of, signed

SCRIPT = Path(__file__).resolve().parents[4] / "docs" / "verify_dice.py"
SEED, SALTS = bytes(range(32)), ("0a1b", "marshal_Ney")
NOON = datetime(2026, 1, 1, tzinfo=UTC)


def rolled(key: str, count: int, sides: int, only: str = "") -> Rolled:
    dice = SeededDice(SEED, SALTS)
    faces = tuple(dice.draw(f"{key}/{n}", sides) for n in range(1, count + 1))
    return Rolled(purpose="combat", key=key, sides=sides, dice=faces, by="line-1", only=only)


def entry(seq: int, *events: object, struck: int | None = None) -> Entry:
    return Entry(seq=seq, kind="order", side="blue", events=events, at=NOON, struck=struck)  # type: ignore[arg-type]


LOG = (
    entry(1, Began(phase="combat", turn=3, player="blue")),
    entry(2, rolled("2/1", 3, 6), rolled("2/2", 1, 10)),
    entry(3, rolled("3/1", 2, 8, only="blue"), struck=4),
    entry(5, rolled("5/1", 2, 6)),
)
RECORD = dice_proof.Record(
    game="The bridge at Ormes",
    commitment=dice_proof.commitment(SEED),
    seed=SEED,
    salts=SALTS,
    dice=dice_proof.dice(LOG),
)
WRITTEN = dice_proof.text(RECORD)
OLD = "\n".join(  # as games of before were told
    line.replace(" r0 ", " ").replace(dice_proof.FORMAT, dice_proof.FORMAT_1)
    for line in WRITTEN.split("\n")
    if line.partition(":")[0] not in ("seals", "message", "beacon", "rounds")
)
SECRET = b"a beacon of our own"
CHAIN = chain_of(SECRET)
POSTED = CHAIN.genesis + 50_000.25
MESSAGE = (int(POSTED * 1000) - DISCORD_EPOCH) << 22


def public(secret: bytes = SECRET, number: int = 0, **changed: object) -> dice_proof.Record:
    """The record of a game with public dice: one roll, on the first round after its message."""
    number = number or CHAIN.round_after(POSTED)
    round_ = signed(secret, number)
    dice = PublicDice(SEED, SALTS, round_.randomness)
    faces = tuple(dice.draw(f"2/1/{n}", 6) for n in (1, 2, 3))
    fixed = announcement.fixed(1, 1, "blue", codec.to_json(Done()), bytes(16))
    fallen = Rolled(purpose="combat", key="2/1", sides=6, dice=faces, by="line-1")
    log = (replace(entry(2, fallen), command=Done()),)
    rounds = (
        BeaconRound(
            game=1,
            number=1,
            seq=2,
            message=MESSAGE,
            round=number,
            signature=round_.signature.hex(),
            fixed=fixed,
        ),
    )
    record = replace(
        RECORD,
        seals=tuple(map(words.seal, SALTS)),
        message=MESSAGE - 1,
        chain=CHAIN,
        rounds=dice_proof.drawn(log, rounds),
        dice=dice_proof.dice(log, rounds),
    )
    return replace(record, **changed)  # type: ignore[arg-type]


PUBLIC = public()


def resealed(text: str) -> str:
    """The file with a sum that fits again, as a forger would leave it."""
    above = text.rpartition("sum: ")[0]
    return f"{above}sum: {dice_proof._sum(above)}\n"


def script(file: Path, *more: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-I", str(SCRIPT), str(file), *more]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_a_record_is_read_as_it_was_written() -> None:
    assert dice_proof.read(WRITTEN) == replace(RECORD, dice=tuple(replace(d, only="") for d in RECORD.dice))


def test_the_dice_of_orders_taken_back_are_in_it() -> None:
    undone = [d.key for d in RECORD.dice if "undone" in d.what]

    assert undone == ["3/1/1", "3/1/2"]
    assert len(RECORD.dice) == 8


def test_right_dice_have_no_fault() -> None:
    assert dice_proof.faults(RECORD) == ()
    assert dice_proof.faults(dice_proof.read(WRITTEN)) == ()


def test_a_file_from_windows_is_as_good() -> None:
    assert dice_proof.faults(dice_proof.read("\ufeff" + WRITTEN.replace("\n", "\r\n"))) == ()


def test_a_die_that_fell_otherwise_is_named_with_what_should_have_fallen() -> None:
    right = RECORD.dice[0].face
    forged = replace(RECORD.dice[0], face=right % 6 + 1)

    faults = dice_proof.faults(replace(RECORD, dice=(forged, *RECORD.dice[1:])))

    assert faults == (dice_proof.Fault(kind="face", key="2/1/1", fell=str(right % 6 + 1), due=str(right)),)


def test_one_roll_used_twice_is_found() -> None:
    twice = dice_proof.faults(replace(RECORD, dice=(*RECORD.dice, RECORD.dice[0])))

    assert [(f.kind, f.key) for f in twice] == [("twice", "2/1/1")]


def test_another_seed_than_the_one_promised_is_found() -> None:
    other = replace(RECORD, seed=b"another")

    assert dice_proof.faults(other)[0] == dice_proof.Fault(
        kind="commitment", fell=RECORD.commitment, due=dice_proof.commitment(b"another")
    )


def wrong(text: str) -> bool:
    """Whether the program finds something wrong with a file, or cannot read it."""
    try:
        return bool(dice_proof.faults(dice_proof.read(text)))
    except dice_proof.NoRecord:
        return True


@given(at=st.integers(0, len(WRITTEN) - 1), letter=st.characters(codec="ascii", exclude_categories=()))
def test_every_byte_matters(at: int, letter: str) -> None:
    changed = WRITTEN[:at] + letter + WRITTEN[at + 1 :]

    assert wrong(changed) == (changed.replace("\r\n", "\n") != WRITTEN)


@given(at=st.integers(0, len(WRITTEN)), length=st.integers(1, 200))
def test_nothing_can_be_cut_out(at: int, length: int) -> None:
    cut = WRITTEN[:at] + WRITTEN[at + length :]

    assert wrong(cut) == (cut != WRITTEN)


@given(number=st.integers(0, len(RECORD.dice) - 1), by=st.integers(1, 5))
def test_a_forged_face_is_found_though_the_sum_is_made_to_fit(number: int, by: int) -> None:
    die = RECORD.dice[number]
    forged = replace(die, face=(die.face - 1 + by) % die.sides + 1)
    dice = (*RECORD.dice[:number], forged, *RECORD.dice[number + 1 :])

    faults = dice_proof.faults(dice_proof.read(dice_proof.text(replace(RECORD, dice=dice))))

    assert [f.key for f in faults] == [die.key]


@given(at=st.integers(0, 63), digit=st.sampled_from("0123456789abcdef"))
def test_a_forged_seed_is_found_though_the_sum_is_made_to_fit(at: int, digit: str) -> None:
    seed = SEED.hex()
    forged = seed[:at] + digit + seed[at + 1 :]

    faults = wrong(resealed(WRITTEN.replace(f"seed: {seed}", f"seed: {forged}")))

    assert faults == (forged != seed)


@pytest.mark.parametrize("text", ["", "hello", dice_proof.FORMAT, WRITTEN[:120], "\x00" * 50])
def test_what_is_no_record_is_refused(text: str) -> None:
    with pytest.raises(dice_proof.NoRecord):
        dice_proof.read(text)


# --- as processes -----------------------------------------------------------------------------------------


def test_the_script_needs_nothing_and_is_no_longer_than_it_must_be() -> None:
    lines = SCRIPT.read_text().splitlines()
    imported = {line.split()[1] for line in lines if line.startswith(("import ", "from "))}

    assert len(lines) < 360
    assert imported <= sys.stdlib_module_names


def test_the_page_of_python_finds_right_dice_right(tmp_path: Path) -> None:
    file = tmp_path / "dice.txt"
    file.write_text(WRITTEN, encoding="utf-8")

    done = script(file)

    assert done.returncode == 0, done.stderr
    assert "Every die matches the seed" in done.stdout
    assert RECORD.commitment in done.stdout


@pytest.mark.parametrize("written", [OLD, WRITTEN, dice_proof.text(PUBLIC)], ids=["1", "2", "2 public"])
def test_both_verifiers_read_every_format(written: str, tmp_path: Path) -> None:
    file = tmp_path / "dice.txt"
    file.write_text(written, encoding="utf-8")
    if written == OLD:
        file.write_text(resealed(written), encoding="utf-8")

    done = script(file, CHAIN.hash)
    ours = CliRunner().invoke(main, ["verify", str(file), "--chain", CHAIN.hash])

    assert done.returncode == 0, done.stdout + done.stderr
    assert ours.exit_code == 0, ours.output
    for drawn in PUBLIC.rounds if "round 1 " in written else ():
        assert f"Discord message {MESSAGE}: its hash must be {drawn.seal}" in done.stdout
        assert f"Discord message {MESSAGE}: its hash must be {drawn.seal}" in ours.output


FORGED = {  # each as a host would leave it, with dice and sum that fit
    "signature": public(b"the host's own key"),
    "round": public(number=CHAIN.round_after(POSTED) + 1),
    "earlier round": public(number=CHAIN.round_after(POSTED) - 1),
    "seal": public(seals=(words.seal("0a1b"), words.seal("another"))),
    "words in another order": public(seals=PUBLIC.seals[::-1]),
    "face": public(dice=(replace(PUBLIC.dice[0], face=PUBLIC.dice[0].face % 6 + 1), *PUBLIC.dice[1:])),
    "no round": public(dice=(replace(PUBLIC.dice[0], round=0), *PUBLIC.dice[1:])),
    "chain": public(chain=chain_of(b"the host's own chain", "quicknet")),
}


@pytest.mark.parametrize("what", FORGED)
def test_a_forged_record_of_public_dice_is_found_by_both_verifiers(what: str, tmp_path: Path) -> None:
    file = tmp_path / "dice.txt"
    file.write_text(dice_proof.text(FORGED[what]), encoding="utf-8")

    kinds = {fault.kind for fault in dice_proof.faults(FORGED[what], CHAIN.hash)}
    done = script(file, CHAIN.hash)

    kind = {"earlier round": "round", "no round": "round", "words in another order": "seal"}.get(what, what)
    assert kind in kinds
    assert done.returncode == 1, done.stdout + done.stderr
    assert "Traceback" not in done.stderr


def test_another_chain_than_quicknet_is_named_unless_it_is_asked_for(tmp_path: Path) -> None:
    file = tmp_path / "dice.txt"
    file.write_text(dice_proof.text(PUBLIC), encoding="utf-8")

    done, ours = script(file), CliRunner().invoke(main, ["verify", str(file)])

    assert (done.returncode, ours.exit_code) == (1, 1)
    assert f"another chain than quicknet: {CHAIN.hash}" in done.stdout
    assert f"another chain than quicknet: {CHAIN.hash}" in ours.output


def test_an_order_that_is_not_the_one_announced_is_found() -> None:
    other = replace(PUBLIC.rounds[0], other=True)

    faults = dice_proof.faults(replace(PUBLIC, rounds=(other,)), CHAIN.hash)

    assert [fault.kind for fault in faults] == ["order"]
    assert not PUBLIC.rounds[0].other


@pytest.mark.parametrize(
    ("game", "number", "side", "command", "same"),
    [
        (1, 1, "blue", Done(), True),
        (2, 1, "blue", Done(), False),
        (1, 2, "blue", Done(), False),
        (1, 1, "red", Done(), False),
        (1, 1, "blue", Resign(), False),
    ],
)
def test_an_announcement_is_of_one_game_one_number_one_side_and_one_order(
    game: int, number: int, side: str, command: Command, same: bool
) -> None:
    fixed = announcement.fixed(game, number, side, codec.to_json(command), bytes(16))
    round_ = BeaconRound(game=1, number=1, seq=2, message=MESSAGE, round=1, signature="00", fixed=fixed)

    drawn = dice_proof.drawn((replace(entry(2), command=Done()),), (round_,))

    assert [each.other for each in drawn] == [not same]


@pytest.mark.long
def test_the_script_knows_a_round_of_quicknet_by_its_signature() -> None:
    spec = importlib.util.spec_from_file_location("verify_dice", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    signature = (
        "b44679b9a59af2ec876b1a6b1ad52ea9b1615fc3982b19576350f93447cb1125e342b73a8dd2bacbe47e4b6b63ed5e39"
    )

    assert QUICKNET.hash == module.QUICKNET
    assert module.signed(QUICKNET.public_key, [(1000, signature)])
    assert not module.signed(QUICKNET.public_key, [(1001, signature)])
    assert module.hashed(b"abc") == point_of(b"abc")


def point_of(message: bytes) -> tuple[int, int]:
    """The same point by the library that the bot uses."""
    both = bytes(G1Point.hash_to_curve(message, DOMAIN).to_xy_bytes_be())
    return int.from_bytes(both[:48], "big"), int.from_bytes(both[48:], "big")


def test_program_and_page_agree_about_tampering(tmp_path: Path) -> None:
    chance, file = random.Random(5), tmp_path / "dice.txt"
    for _ in range(12):
        at = chance.randrange(len(WRITTEN))
        changed = WRITTEN[:at] + chance.choice("0123456789abcdef/ d") + WRITTEN[at + 1 :]
        changed = resealed(changed) if chance.random() < 0.5 else changed
        file.write_text(changed, encoding="utf-8")

        assert (script(file).returncode != 0) == wrong(changed), changed[max(0, at - 20) : at + 20]


def test_the_command_names_a_die_that_is_wrong(tmp_path: Path) -> None:
    face = RECORD.dice[0].face
    file = tmp_path / "dice.txt"
    forged = replace(RECORD.dice[0], face=face % 6 + 1)
    file.write_text(dice_proof.text(replace(RECORD, dice=(forged, *RECORD.dice[1:]))), encoding="utf-8")

    done = CliRunner().invoke(main, ["verify", str(file)])

    assert done.exit_code == 1
    assert f"2/1/1: {face % 6 + 1} was rolled, should be {face}" in done.output


def test_the_command_compares_with_what_was_posted(tmp_path: Path) -> None:
    file = tmp_path / "dice.txt"
    file.write_text(WRITTEN, encoding="utf-8")

    right = CliRunner().invoke(main, ["verify", str(file), "--commitment", RECORD.commitment])
    other = CliRunner().invoke(main, ["verify", str(file), "--commitment", "00"])
    none = CliRunner().invoke(main, ["verify", str(tmp_path / "nothing.txt")])

    assert (right.exit_code, other.exit_code, none.exit_code) == (0, 1, 2)
    assert "not the one promised" in other.output
