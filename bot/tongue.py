"""The slash commands in every language: what Discord shows a player by his own locale.

English stands in the cogs; catalogues have it by where it is said: "/map" for a command, "/map area" for an
option of it. Choices that never change are sentences like any other (`cogs.choices.named`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from discord import Locale, app_commands
from discord.app_commands import Command, Group, Parameter, TranslationContextLocation

from bot.words import FIRST, Words, languages, speak

KEY = "key"
"""What a choice's name says besides its English: the key of its sentence."""
_NAMED = re.compile(r"(?<![\w/])/([a-z]+(?: [a-z]+(?![\w:]))?)|(?<=\s)([a-z_]+)(?=:)")


class Tongue(app_commands.Translator):
    """Names and descriptions of commands and options, by the catalogues."""

    async def load(self) -> None:
        """Read every language now, not when the first player speaks it."""
        for language in languages():
            speak(language)

    async def translate(
        self,
        string: app_commands.locale_str,
        locale: Locale,
        context: app_commands.TranslationContextTypes,
    ) -> str | None:
        """The text in that language; None where Discord is to show the English one."""
        words = speak(locale.value)
        if words.language == FIRST:
            return None
        if context.location is TranslationContextLocation.choice_name:
            key = string.extras.get(KEY)
            return words(key) if key else None
        return words.command(place(context.data), string.message)


def place(thing: Any) -> str:
    """Where in the tree something is said: "/game new", or "/game new side" for an option."""
    if isinstance(thing, Parameter):
        return f"/{thing.command.qualified_name} {thing.display_name}"
    return f"/{thing.qualified_name}"


def said(tree: app_commands.CommandTree[Any]) -> Iterator[tuple[str, str]]:
    """All that the commands say in English, each with its place."""
    for command in tree.walk_commands():
        if isinstance(command, Command | Group):
            yield place(command), command.name
            yield place(command), command.description
        if isinstance(command, Command):
            for option in command.parameters:
                yield place(option), option.display_name
                yield place(option), str(option.description)


def slash(words: Words, text: str) -> str:
    """A text with the commands in it as they are called in that language: "/move unit:a path:NE".

    Words after a colon are what is typed and stay.
    """
    if words.language == FIRST:
        return text
    about = ""

    def called(found: re.Match[str]) -> str:
        nonlocal about
        name, option = found.groups()
        if option:
            return (words.command(f"{about} {option}", option) if about else None) or option
        about, told = "", []
        for word in name.split(" "):
            place_ = f"{about} {word}" if about else f"/{word}"
            said_ = words.command(place_, word)
            if said_ is None and about:
                break
            about = place_
            told.append(said_ or word)
        rest = name.split(" ")[len(told) :]
        return "/" + " ".join((*told, *rest))

    return _NAMED.sub(called, text)
