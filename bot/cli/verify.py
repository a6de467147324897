"""`grognard verify FILE`: recompute the dice of a finished game, without Discord or database."""

from __future__ import annotations

import json
from pathlib import Path

import click

from bot.beacon.rounds import QUICKNET
from bot.features.dice import proof as dice_proof
from bot.features.dice.proof import Fault
from bot.features.record.checks import dice_of
from bot.features.record.recorded_game import log_of
from notation.record import BadRecord, read
from notation.record.model import FORMAT

WRONG = 1
UNREADABLE = 2
MOST_TOLD = 20


@click.command()
@click.argument("file", type=click.Path(path_type=Path, allow_dash=True))
@click.option("--commitment", metavar="SHA256", default="", help="The SHA-256 in the first post of the game.")
@click.option(
    "--chain", metavar="HASH", default=QUICKNET.hash, help="The beacon's chain (drand quicknet by default)."
)
def verify(file: Path, commitment: str, chain: str) -> None:
    """Check the dice of a game.

    FILE is the dice.txt under the last post of the game, or its record, the file of /game export, once the
    game is over ("-" for standard input). Every die is recomputed from the seed, the words (salts), with
    public dice its round of the beacon, and its key; each round's number and signature are checked.

    Exit status: 0 every die is right, 1 something is wrong, 2 the file is not a record of dice.
    """
    try:
        with click.open_file(str(file), "rb") as source:
            records = _dice(source.read())
    except (OSError, ValueError) as error:
        click.echo(f"{file}: {error}", err=True)
        raise SystemExit(UNREADABLE) from error
    faults = [fault for record in records for fault in dice_proof.faults(record, chain)]
    if commitment and commitment.strip().lower() not in {record.commitment for record in records}:
        faults.append(Fault(kind="commitment", fell=records[-1].commitment, due=commitment))
    for record in records:
        _show(record)
    for fault in faults[:MOST_TOLD]:
        click.echo(fault_line(fault))
    if len(faults) > MOST_TOLD:
        click.echo(f"and {len(faults) - MOST_TOLD} more")
    if faults:
        raise SystemExit(WRONG)
    click.echo("Every die matches the seed, the words, its round and its key.")
    click.echo("Compare the SHA-256s with the posts in Discord, none of which may say that it was edited.")


def _show(record: dice_proof.Record) -> None:
    """What is to be compared with the posts in Discord."""
    click.echo(f"{record.game}: {len(record.dice)} dice, SHA-256 of the seed {record.commitment}")
    for seal in record.seals:
        click.echo(f"sealed word: {seal}")
    for drawn in record.rounds:
        click.echo(f"roll {drawn.number}, Discord message {drawn.message}: its hash must be {drawn.seal}")


def _dice(written: bytes) -> tuple[dice_proof.Record, ...]:
    """The dice in a file: those of imported parts of the game, then its own. Raises ValueError when there are
    none."""
    if written.lstrip().startswith(b"{"):
        return (dice_proof.read(_dice_of_json(written)),)
    if not written.startswith(FORMAT.encode()):
        return (dice_proof.read(written.decode()),)
    record = read(written)
    if not record.whole:
        raise BadRecord(0, "the game was not over when this was written: its seed is not in it")
    return dice_of(record, log_of(record))


def _dice_of_json(written: bytes) -> str:
    """The dice in the file that earlier releases gave of a game. Raises ValueError when there are none."""
    document = json.loads(written)
    if not isinstance(document, dict) or not isinstance(document.get("dice"), str):
        raise dice_proof.NoRecord("there is no record of dice in this file")
    return str(document["dice"])


def fault_line(fault: Fault) -> str:
    """One line about a fault."""
    if fault.kind == "face":
        return f"{fault.key}: {fault.fell} was rolled, should be {fault.due}"
    if fault.kind == "twice":
        return f"{fault.key}: this key was used twice"
    if fault.kind == "seal":
        return "a word is not the one that was sealed"
    if fault.kind == "chain":
        return f"the dice draw on another chain than quicknet: {fault.fell}"
    if fault.kind == "round":
        return f"{fault.key}: round {fault.fell} was drawn on, the first after its message is {fault.due}"
    if fault.kind == "signature":
        return f"{fault.key}: the beacon has not signed that round"
    if fault.kind == "order":
        return f"{fault.key}: another order was carried out than was announced"
    if fault.kind == "gap":
        return f"{fault.key}: this is not the next roll of its side for its purpose, which is {fault.due}"
    if fault.kind == "commitment":
        return f"the seed is not the one promised: its SHA-256 is {fault.fell}, should be {fault.due}"
    return "the file was changed or is incomplete: its checksum is wrong"
