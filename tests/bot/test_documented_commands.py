"""The README and the guides name commands and options that exist."""

from __future__ import annotations

import asyncio
import re
from functools import cache
from pathlib import Path

import pytest
from discord import app_commands

from bot.without_discord import bot_without_discord

ROOT = Path(__file__).parents[2]
GUIDES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]
NO_COMMANDS = {"healthz", "metrics", "data", "carte", "u12"}
"""Addresses, a folder, a command in French, the end of a key of a die."""
PLACE_IN_TREE = {"map area"}
"""How catalogues name an option: CONTRIBUTING shows one."""


@cache
def commands() -> dict[str, set[str]]:
    """Every command with its options; groups with none."""

    async def listed() -> dict[str, set[str]]:
        async with bot_without_discord() as bot:
            return {
                command.qualified_name: {option.display_name for option in command.parameters}
                if isinstance(command, app_commands.Command)
                else set[str]()
                for command in bot.tree.walk_commands()
            }

    return asyncio.run(listed())


def fault(written: str) -> str:
    """What is wrong with a command as a guide writes it, "" for nothing."""
    name, *options = re.split(r" ?\b([a-z_]+):", written)
    name = " ".join(name.split())
    if name.split()[0] in NO_COMMANDS or name in PLACE_IN_TREE:
        return ""
    if name not in commands():
        return f"no command /{name}"
    unknown = set(options[::2]) - commands()[name]
    return f"/{name} has no option {', '.join(sorted(unknown))}" if unknown else ""


@pytest.mark.parametrize("guide", GUIDES, ids=lambda path: path.name)
def test_every_command_that_a_guide_names_exists(guide: Path) -> None:
    written = re.findall(r"`/([a-z][^`/]*)`", guide.read_text(encoding="utf-8"))

    assert [why for command in written if (why := fault(command))] == []
