"""`grognard backup`, `check`, `restore`, `accept-loss`: backups of the games, and what to do after a loss."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import click

from bot.cli import settings
from bot.cli.database_advice import advice
from storage import DatabaseTrouble, backups
from storage.address import database_at
from storage.proofs.proving import CheckReport
from storage.sqlite import opening

FAULTY = 1
MOST_TOLD = 20

DATA = click.option("--data", type=click.Path(path_type=Path), help="Folder for games (or GROGNARD_DATA).")


@click.command()
@DATA
@click.option(
    "--to", type=click.Path(path_type=Path), help="The file to write (default: a dated one in `backups`)."
)
def backup(data: Path | None, to: Path | None) -> None:
    """Copy all games into a file, and verify it by replaying every game from its log.

    The bot may be running. Exit status: 0 done, 1 failed.
    """
    config = settings.read(data)
    target = to or config.backups / backups.file_name(datetime.now(UTC))
    if target.exists():
        raise click.ClickException(f"{target} already exists; nothing was changed.")
    try:
        backups.copy(config.database, target)
        report = backups.check(target)
    except (DatabaseTrouble, OSError) as trouble:
        raise click.ClickException(advice(trouble)) from trouble
    click.echo(f"{target}: {_summary(report)}")
    _tell(report)


@click.command()
@click.argument("file", type=click.Path(path_type=Path), required=False)
@DATA
def check(file: Path | None, data: Path | None) -> None:
    """Check the database, or a backup, and replay every game in it from its log.

    FILE is a backup; without it, the database is checked. The bot may be running. Exit status: 0 all is well,
    1 something is wrong.
    """
    where = file or settings.read(data).database
    try:
        report = backups.check(where)
        name = database_at(where).name
    except (DatabaseTrouble, OSError) as trouble:
        raise click.ClickException(advice(trouble)) from trouble
    click.echo(f"{name}: {_summary(report)}")
    _tell(report)


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@DATA
@click.option("--with-faulty-games", is_flag=True, help="Even if the logs of some games in it are faulty.")
def restore(file: Path, data: Path | None, with_faulty_games: bool) -> None:
    """Replace the database with a verified backup.

    The bot must be stopped. The old database is moved aside, not deleted. Exit status: 0 done, 1 nothing
    was changed.
    """
    config = settings.read(data)
    try:
        before = backups.restore(
            file, config.database, datetime.now(UTC), config.data, with_faulty_games=with_faulty_games
        )
        name = database_at(config.database).name
    except (DatabaseTrouble, OSError) as trouble:
        raise click.ClickException(advice(trouble)) from trouble
    click.echo(f"Restored {name} from {file}." + (f" The old database is now {before}" if before else ""))


@click.command("accept-loss")
@DATA
def accept_loss(data: Path | None) -> None:
    """Go on without confirmed entries that are lost.

    The bot, which must be stopped, refuses to start when the file ending in -wal was damaged or removed and
    took confirmed orders with it; it names them. This lets it start on what is left. Exit status: 0 done, 1
    nothing was changed.
    """
    config = settings.read(data)
    if not isinstance(config.database, Path):
        raise click.ClickException("This is for a database in a file; PostgreSQL checks its own log.")
    try:
        loss = opening.accept_loss(config.database)
    except (DatabaseTrouble, OSError) as trouble:
        raise click.ClickException(advice(trouble)) from trouble
    click.echo(f"{config.database}: the bot will go on without {loss}." if loss else "Nothing was lost.")


def _summary(report: CheckReport) -> str:
    return (
        f"{report.games} games, {report.entries} entries, {report.refereed} of them put to the referee again,"
        f" {len(report.faults)} faults"
    )


def _tell(report: CheckReport) -> None:
    for fault in report.faults[:MOST_TOLD]:
        click.echo(fault, err=True)
    if report.faults:
        raise SystemExit(FAULTY)
