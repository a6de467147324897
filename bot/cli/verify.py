"""`grognard verify FILE`: recompute the dice of a finished game, without Discord or database."""

from __future__ import annotations

from pathlib import Path

import click

from bot.features.dice import proof as dice_proof
from bot.features.dice.proof import Fault
from bot.features.moderation.export import dice_in

WRONG = 1
UNREADABLE = 2
MOST_TOLD = 20


@click.command()
@click.argument("file", type=click.Path(path_type=Path, allow_dash=True))
@click.option("--commitment", metavar="SHA256", default="", help="The SHA-256 in the first post of the game.")
def verify(file: Path, commitment: str) -> None:
    """Check the dice of a game.

    FILE is the dice.txt under the last post of the game, or the file of /marshal export once the game is
    over ("-" for standard input). Every die is recomputed from the seed, the words (salts) and its key.

    Exit status: 0 every die is right, 1 something is wrong, 2 the file is not a record of dice.
    """
    try:
        with click.open_file(str(file), "rb") as source:
            written = source.read().decode()
            record = dice_proof.read(dice_in(written) if written.lstrip().startswith("{") else written)
    except (OSError, ValueError) as error:
        click.echo(f"{file}: {error}", err=True)
        raise SystemExit(UNREADABLE) from error
    faults = list(dice_proof.faults(record))
    if commitment and commitment.strip().lower() != record.commitment:
        faults.append(Fault(kind="commitment", fell=record.commitment, due=commitment))
    click.echo(f"{record.game}: {len(record.dice)} dice, SHA-256 of the seed {record.commitment}")
    for fault in faults[:MOST_TOLD]:
        click.echo(fault_line(fault))
    if len(faults) > MOST_TOLD:
        click.echo(f"and {len(faults) - MOST_TOLD} more")
    if faults:
        raise SystemExit(WRONG)
    click.echo("Every die matches the seed, the words and its key.")


def fault_line(fault: Fault) -> str:
    """One line about a fault."""
    if fault.kind == "face":
        return f"{fault.key}: {fault.fell} was rolled, should be {fault.due}"
    if fault.kind == "twice":
        return f"{fault.key}: this key was used twice"
    if fault.kind == "commitment":
        return f"the seed is not the one promised: its SHA-256 is {fault.fell}, should be {fault.due}"
    return "the file was changed or is incomplete: its checksum is wrong"
