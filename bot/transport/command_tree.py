"""The tree of slash commands: checks the input of each command and answers every error."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from math import isfinite
from typing import Any

import discord
from discord import AppCommandOptionType as Kind
from discord import app_commands
from discord.app_commands.commands import Parameter
from discord.utils import MISSING

from bot.i18n.command_groups import GROUP, make_group
from bot.i18n.names import coded
from bot.transport.acknowledgement import requester

Interaction = discord.Interaction[Any]

AnyCommand = app_commands.Command[Any, ..., Any] | app_commands.ContextMenu | app_commands.Group

MISREAD = (app_commands.CommandSignatureMismatch, app_commands.TransformerError)
"""Library errors about a member or object that is not on this server."""


class CheckedCommandTree(app_commands.CommandTree[Any]):
    """The slash commands. Whatever goes wrong is answered."""

    def add_command(
        self, command: AnyCommand, /, *, guild: Any = None, guilds: Any = MISSING, override: bool = False
    ) -> None:
        """Add a command, in the group that it names, if it names one."""
        name = command.extras.get(GROUP)
        if name is None or isinstance(command, app_commands.ContextMenu):
            super().add_command(command, guild=guild, guilds=guilds, override=override)
            return
        group = self.get_command(name)
        if group is None:
            group = make_group(name)
            super().add_command(group)
        assert isinstance(group, app_commands.Group)
        group.add_command(command, override=override)

    async def _call(self, interaction: Interaction) -> None:
        """Answer an interaction: of completions of one person few at a time, and none that is outdated."""
        if interaction.type is not discord.InteractionType.autocomplete:
            await super()._call(interaction)
            return
        who = requester(interaction, curious=True)
        async with self.client.interactions.admission.typing(who, interaction.id) as wanted:
            if wanted:
                await super()._call(interaction)
            else:
                await self.client.interactions.offer_nothing(interaction)

    async def interaction_check(self, interaction: Interaction, /) -> bool:
        """Whether it is to be answered, and its options are such as the command takes: the library runs it
        with any."""
        typing = interaction.type is discord.InteractionType.autocomplete
        if typing and not self.client.interactions.is_fresh(interaction):
            return False
        fault = find_invalid_option(self, dict(interaction.data or {}), typing=typing)
        if fault is None:
            return True
        await self.client.interactions.refuse(interaction, fault.key, **fault.facts)
        return False

    async def on_error(self, interaction: Interaction, error: app_commands.AppCommandError, /) -> None:
        """Answer kindly, with a number by which the error is found in the log."""
        if isinstance(error, MISREAD):
            await self.client.interactions.refuse(interaction, "given.nobody")
        elif isinstance(error, app_commands.CommandNotFound):
            await self.client.interactions.refuse(interaction, "old_command")
        else:
            await self.client.interactions.failed(interaction, error)


LONGEST = 6000
"""Characters of a text, where the command names no other limit."""
LONGEST_NAME = 32
THINGS = {
    Kind.user: ("users",),
    Kind.channel: ("channels",),
    Kind.role: ("roles",),
    Kind.mentionable: ("users", "roles"),
    Kind.attachment: (),  # a lost file is spoken of where files are read
}
"""Kinds of what is named by its number, and where it comes along."""
NUMBERS = (Kind.integer, Kind.number)

Data = Mapping[str, Any]
Command = app_commands.Command[Any, ..., Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class InvalidOption:
    """Why nothing is done: the key of a sentence, and its facts."""

    key: str
    facts: Mapping[str, Any] = field(default_factory=dict)


def find_invalid_option(
    tree: app_commands.CommandTree[Any], data: Data, *, typing: bool = False
) -> InvalidOption | None:
    """What is wrong with the options of a command; None when all is well, or the command is not known.

    `typing`: they are still being typed, so some may be missing or cut short.
    """
    command, options = _resolve(tree, data)
    if command is None:
        return None
    if not isinstance(options, list) or not all(_shaped(option) for option in options):
        return InvalidOption(key="given.garbled")
    known = {parameter.display_name: parameter for parameter in command.parameters}
    for option in options:
        if option["name"] not in known:
            return InvalidOption(key="given.unknown", facts={"name": coded(option["name"], LONGEST_NAME)})
        if fault := _fault(known[option["name"]], option, typing):
            return fault
        if not typing and not _here(known[option["name"]].type, option["value"], data):
            return InvalidOption(key="given.nobody")
    present = {option["name"] for option in options}
    missing = [name for name, parameter in known.items() if parameter.required and name not in present]
    if missing and not typing:
        return InvalidOption(key="given.missing", facts={"name": coded(missing[0], LONGEST_NAME)})
    return None


def _resolve(tree: app_commands.CommandTree[Any], data: Data) -> tuple[Command | None, Any]:
    """The command that is meant, and what is handed in for it."""
    command: Any = tree.get_command(str(data.get("name")))
    options = data.get("options", [])
    while isinstance(command, app_commands.Group):
        if not (isinstance(options, list) and options and isinstance(options[0], dict)):
            return None, ()
        command, options = command.get_command(str(options[0].get("name"))), options[0].get("options", [])
    return (command, options) if isinstance(command, app_commands.Command) else (None, ())


def _shaped(option: Any) -> bool:
    return (
        isinstance(option, dict) and isinstance(option.get("name"), str) and {"type", "value"} <= set(option)
    )


def _fault(parameter: Parameter, option: Data, typing: bool) -> InvalidOption | None:
    """What is wrong with one option."""
    name, value, kind = coded(parameter.display_name, LONGEST_NAME), option["value"], parameter.type
    if typing and option.get("focused"):
        return None if isinstance(value, str) else InvalidOption(key="given.garbled")
    if option["type"] != kind.value or not _fits(kind, value):
        return InvalidOption(key="given.other", facts={"name": name})
    if typing:
        return None
    if parameter.choices and value not in [choice.value for choice in parameter.choices]:
        return InvalidOption(key="given.choice", facts={"name": name})
    if kind in NUMBERS:
        least, most = _limits(parameter)
        if not least <= value <= most:
            return InvalidOption(key="given.range", facts={"name": name, "least": least, "most": most})
    if kind is Kind.string:
        most = int(parameter.max_value or LONGEST)
        if len(value) > most:
            return InvalidOption(key="given.long", facts={"name": name, "most": most, "had": len(value)})
    return None


def _here(kind: Kind, value: Any, data: Data) -> bool:
    """Whether what a number names has come along with it."""
    resolved = data.get("resolved") or {}
    places = THINGS.get(kind, ())
    return not places or any(value in resolved.get(place, ()) for place in places)


def _limits(parameter: Parameter) -> tuple[int | float, int | float]:
    """From where to where a number goes: as far as a number of JSON is exact, where nothing is said."""
    least, most = parameter.min_value, parameter.max_value
    return (-(2**53) if least is None else least), (2**53 if most is None else most)


def _fits(kind: Kind, value: Any) -> bool:
    """Whether a value is of that kind."""
    if kind is Kind.string:
        return isinstance(value, str)
    if kind is Kind.boolean:
        return isinstance(value, bool)
    if kind in THINGS:
        return isinstance(value, str) and value.isascii() and value.isdecimal() and len(value) <= 20
    whole = isinstance(value, int) and not isinstance(value, bool)
    if kind is Kind.integer:
        return whole
    return whole or (isinstance(value, float) and isfinite(value))
