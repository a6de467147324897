"""`grognard copy`: move all games from one database to another."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import click

from bot.cli import settings
from bot.cli.backups import DATA
from bot.cli.database_advice import advice
from storage import DatabaseTrouble
from storage.address import Address, database_at
from storage.moving import NotEmpty, move
from storage.postgres.connection import is_url

FOLDER = "moving"
STEPS = {"copy": "copied", "prove": "games decided again", "write": "written", "compare": "entries compared"}


@click.command()
@click.argument("source", metavar="FROM")
@click.argument("target", metavar="TO")
@DATA
@click.option("--replace", is_flag=True, help="Even if TO holds games; they are kept in a file.")
def copy(source: str, target: str, data: Path | None, replace: bool) -> None:
    """Copy all games from one database to another, in either direction between SQLite and PostgreSQL.

    FROM and TO are files, or addresses like postgresql://user@host/name (passwords are better left to
    PGPASSWORD or ~/.pgpass). No bot may be running on either. Every game is decided again from its log
    before TO is touched, and every entry is compared afterwards. What was interrupted is gone on with when
    the command is given again. Exit status: 0 done, 1 nothing was changed.
    """
    try:
        place, folder = _place(target), settings.read(data).data / FOLDER
        moved = move(_place(source), place, folder, datetime.now(UTC), _tell, replace=replace)
        name = database_at(place).name
    except NotEmpty as full:
        raise click.ClickException(
            f"{full.games} games are there already; nothing was changed. --replace puts them in a file first."
        ) from full
    except (DatabaseTrouble, OSError) as trouble:
        raise click.ClickException(advice(trouble)) from trouble
    click.echo(f"{name} now holds {moved.games} games with {moved.entries} entries.")
    if moved.before is not None:
        click.echo(f"What it held before is in {moved.before}")


def _place(text: str) -> Address:
    return text if is_url(text) else Path(text).expanduser().resolve()


def _tell(step: str, done: int, of: int) -> None:
    if done or step == "prove":
        click.echo(f"{STEPS[step]}: {done} of {of}")
