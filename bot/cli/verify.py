"""`grognard verify FILE`: the dice of a finished game thrown again, without Discord or database."""

from __future__ import annotations

from pathlib import Path

import click

from bot import proof
from bot.proof import Fault
from bot.record import dice_in

WRONG = 1
UNREADABLE = 2
MOST_TOLD = 20


@click.command()
@click.argument("file", type=click.Path(path_type=Path, allow_dash=True))
@click.option("--commitment", metavar="SHA256", default="", help="What was posted when the game was opened.")
def verify(file: Path, commitment: str) -> None:
    """Check the dice of a game.

    FILE is the dice.txt under the last post of the game, or the file of /marshal export once it is over ("-"
    for standard input). Every die is thrown again from the seed, the salts and its key.

    Exit status: 0 every die is right, 1 something is wrong, 2 the file is no record of dice.
    """
    try:
        with click.open_file(str(file), "rb") as source:
            written = source.read().decode()
            record = proof.read(dice_in(written) if written.lstrip().startswith("{") else written)
    except (OSError, ValueError) as error:
        click.echo(f"{file}: {error}", err=True)
        raise SystemExit(UNREADABLE) from error
    found = list(proof.faults(record))
    if commitment and commitment.strip().lower() != record.commitment:
        found.append(Fault(kind="commitment", fell=record.commitment, due=commitment))
    click.echo(f"{record.game}: {len(record.dice)} dice, seed committed to as {record.commitment}")
    for fault in found[:MOST_TOLD]:
        click.echo(told(fault))
    if len(found) > MOST_TOLD:
        click.echo(f"and {len(found) - MOST_TOLD} more")
    if found:
        raise SystemExit(WRONG)
    click.echo("Every die is what the seed, the salts and its key make it.")


def told(fault: Fault) -> str:
    """A fault in a line."""
    if fault.kind == "face":
        return f"{fault.key}: {fault.fell} fell, {fault.due} should have"
    if fault.kind == "twice":
        return f"{fault.key}: this key occurs twice"
    if fault.kind == "commitment":
        return f"the seed is not the one promised: {fault.fell} stands there, {fault.due} should"
    return "the file was changed, or is not whole: its sum is another one"
