"""The console command: grognard run, doctor and others. Each is loaded when it is called: a referee script
needs neither Discord nor the database."""

from __future__ import annotations

from importlib import import_module

import click

MODULES = {
    "run": "run",
    "doctor": "doctor",
    "scenario": "scenario",
    "referee": "run_script",
    "verify": "verify",
    "record": "record",
    "backup": "backups",
    "check": "backups",
    "restore": "backups",
    "copy": "copying",
    "accept-loss": "backups",
    "health": "health",
    "worker": "worker",
}
"""The module in this folder that holds each command, under the command's name."""


class Commands(click.Group):
    """Commands that are imported when they are wanted."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names of all commands."""
        return sorted(MODULES)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of that name."""
        if cmd_name not in MODULES:
            return None
        command: click.Command = getattr(
            import_module(f"bot.cli.{MODULES[cmd_name]}"), cmd_name.replace("-", "_")
        )
        return command


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(package_name="grognard", prog_name="grognard")
def main() -> None:
    """Grognard referees hex-and-counter wargames on Discord."""
