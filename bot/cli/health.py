"""`grognard health`: ask a running bot whether all is well."""

from __future__ import annotations

import json
import sys
import urllib.error
import urllib.request
from pathlib import Path

import click

from bot.cli import settings
from bot.runtime.health_server import address

PATIENCE = 4.0


@click.command()
@click.option("--data", type=click.Path(path_type=Path), help="Folder for games (or GROGNARD_DATA).")
@click.option(
    "--watch", default="", metavar="[HOST:]PORT", help="The bot's health address (or GROGNARD_WATCH)."
)
def health(data: Path | None, watch: str) -> None:
    """Ask a running bot whether all is well.

    Exit status: 0 all is well, 1 something is not, or the bot does not answer, 2 no address was given.
    """
    where = watch or settings.read(data).watch
    try:
        host, port = address(where)
    except ValueError:
        click.echo("Give the bot's health address: --watch 127.0.0.1:9815, or GROGNARD_WATCH.", err=True)
        sys.exit(2)
    try:
        with urllib.request.urlopen(f"http://{host}:{port}/healthz", timeout=PATIENCE) as answer:
            checks = json.load(answer)
    except urllib.error.HTTPError as error:
        checks = json.load(error)
    except (OSError, ValueError) as error:
        click.echo(f"no answer from {host}:{port} ({error})", err=True)
        sys.exit(1)
    click.echo("  ".join(f"{name}: {'ok' if well else 'NOT OK'}" for name, well in checks.items()))
    sys.exit(0 if all(checks.values()) else 1)
