"""The console command: grognard run, doctor and others."""

from __future__ import annotations

import click

from bot.cli.backups import backup, check, restore
from bot.cli.doctor import doctor
from bot.cli.health import health
from bot.cli.referee import referee
from bot.cli.run import run
from bot.cli.verify import verify


@click.group(context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(package_name="grognard", prog_name="grognard")
def main() -> None:
    """Grognard referees hex-and-counter wargames on Discord."""


main.add_command(run)
main.add_command(doctor)
main.add_command(referee)
main.add_command(verify)
main.add_command(backup)
main.add_command(check)
main.add_command(health)
main.add_command(restore)
