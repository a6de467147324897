"""`grognard battles [FOLDER ...]`: check battles, those of the house or an author's own."""

from __future__ import annotations

from pathlib import Path

import click

from scenarios.__main__ import main as checked


@click.command()
@click.argument("paths", nargs=-1, type=click.Path(exists=True, path_type=Path))
def battles(paths: tuple[Path, ...]) -> None:
    """Check battles: folders, or files as they are sent to the bot; without any, those that come along.

    Prints a line for each battle, or its mistakes with file, line and key. Exit status: 1 with a mistake.
    """
    raise SystemExit(checked([str(path) for path in paths]))
