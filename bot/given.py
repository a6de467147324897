"""What is handed in with a command, held against what the command takes: whoever sends it may be no client of
Discord's, or one that knows the commands of yesterday."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from math import isfinite
from typing import Any

from discord import AppCommandOptionType as Kind
from discord import app_commands
from discord.app_commands.commands import Parameter

from bot.say.names import coded

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
class Fault:
    """Why nothing is done: the key of a sentence, and its facts."""

    key: str
    facts: Mapping[str, Any] = field(default_factory=dict)


def fault(tree: app_commands.CommandTree[Any], data: Data, *, typing: bool = False) -> Fault | None:
    """What is wrong with the options of a command; None when all is well, or the command is not known.

    `typing`: they are still being typed, so some may be missing or cut short.
    """
    command, options = _meant(tree, data)
    if command is None:
        return None
    if not isinstance(options, list) or not all(_shaped(option) for option in options):
        return Fault(key="given.garbled")
    known = {parameter.display_name: parameter for parameter in command.parameters}
    for option in options:
        if option["name"] not in known:
            return Fault(key="given.unknown", facts={"name": coded(option["name"], LONGEST_NAME)})
        if found := _fault(known[option["name"]], option, typing):
            return found
        if not typing and not _here(known[option["name"]].type, option["value"], data):
            return Fault(key="given.nobody")
    given = {option["name"] for option in options}
    missing = [name for name, parameter in known.items() if parameter.required and name not in given]
    if missing and not typing:
        return Fault(key="given.missing", facts={"name": coded(missing[0], LONGEST_NAME)})
    return None


def _meant(tree: app_commands.CommandTree[Any], data: Data) -> tuple[Command | None, Any]:
    """The command that is meant, and what is handed in for it."""
    found: Any = tree.get_command(str(data.get("name")))
    options = data.get("options", [])
    while isinstance(found, app_commands.Group):
        if not (isinstance(options, list) and options and isinstance(options[0], dict)):
            return None, ()
        found, options = found.get_command(str(options[0].get("name"))), options[0].get("options", [])
    return (found, options) if isinstance(found, app_commands.Command) else (None, ())


def _shaped(option: Any) -> bool:
    return (
        isinstance(option, dict) and isinstance(option.get("name"), str) and {"type", "value"} <= set(option)
    )


def _fault(parameter: Parameter, option: Data, typing: bool) -> Fault | None:
    """What is wrong with one option."""
    name, value, kind = coded(parameter.display_name, LONGEST_NAME), option["value"], parameter.type
    if typing and option.get("focused"):
        return None if isinstance(value, str) else Fault(key="given.garbled")
    if option["type"] != kind.value or not _fits(kind, value):
        return Fault(key="given.other", facts={"name": name})
    if typing:
        return None
    if parameter.choices and value not in [choice.value for choice in parameter.choices]:
        return Fault(key="given.choice", facts={"name": name})
    if kind in NUMBERS:
        least, most = _limits(parameter)
        if not least <= value <= most:
            return Fault(key="given.range", facts={"name": name, "least": least, "most": most})
    if kind is Kind.string:
        most = int(parameter.max_value or LONGEST)
        if len(value) > most:
            return Fault(key="given.long", facts={"name": name, "most": most, "had": len(value)})
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
