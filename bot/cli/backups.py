"""`grognard backup`, `grognard check`, `grognard restore`: copies of the games."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import click

from bot.cli import settings
from bot.cli.advice import advice
from storage import DatabaseTrouble, backups, places

FAULTY = 1
MOST_TOLD = 20

DATA = click.option("--data", type=click.Path(path_type=Path), help="Folder for games (or GROGNARD_DATA).")


@click.command()
@DATA
@click.option(
    "--to", type=click.Path(path_type=Path), help="The file to write (else a dated one in `backups`)."
)
def backup(data: Path | None, to: Path | None) -> None:
    """Copy all games into a file, and prove it by playing every game again from its log.

    The bot may run meanwhile. Exit status: 0 done, 1 there is trouble.
    """
    asked = settings.read(data)
    target = to or asked.backups / backups.name(datetime.now(UTC))
    if target.exists():
        raise click.ClickException(f"{target} is there already; it is left as it is.")
    try:
        backups.copy(asked.database, target)
        found = backups.check(target)
    except (DatabaseTrouble, OSError) as trouble:
        raise click.ClickException(advice(trouble)) from trouble
    click.echo(f"{target}: {_told(found)}")
    _tell(found)


@click.command()
@click.argument("file", type=click.Path(path_type=Path), required=False)
@DATA
def check(file: Path | None, data: Path | None) -> None:
    """Check the database, or a copy of it, and play every game in it again from its log.

    FILE is a copy; without it, the database. The bot may run meanwhile. Exit status: 0 all is well, 1 not.
    """
    where = file or settings.read(data).database
    try:
        found = backups.check(where)
        name = places.place(where).where
    except (DatabaseTrouble, OSError) as trouble:
        raise click.ClickException(advice(trouble)) from trouble
    click.echo(f"{name}: {_told(found)}")
    _tell(found)


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@DATA
def restore(file: Path, data: Path | None) -> None:
    """Put a copy in the place of the database, once it is proven.

    The bot must be stopped. What was there before is kept beside, not deleted. Exit status: 0 done, 1 nothing
    was changed.
    """
    asked = settings.read(data)
    try:
        before = backups.restore(file, asked.database, datetime.now(UTC), asked.data)
        name = places.place(asked.database).where
    except (DatabaseTrouble, OSError) as trouble:
        raise click.ClickException(advice(trouble)) from trouble
    click.echo(f"{name} is the copy {file} now." + (f" Before: {before}" if before else ""))


def _told(found: backups.Found) -> str:
    return f"{found.games} games, {found.entries} entries, {len(found.faults)} faults"


def _tell(found: backups.Found) -> None:
    for fault in found.faults[:MOST_TOLD]:
        click.echo(fault, err=True)
    if found.faults:
        raise SystemExit(FAULTY)
