"""Translations of the slash commands, which Discord shows by each player's locale.

The English is in the commands; catalogues have it by where it is shown: "/map" for a command, "/map area"
for an option of it. Choices that never change are sentences like any other
(`autocomplete.localized_choices`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from discord import Locale, app_commands
from discord.app_commands import Command, Group, Parameter, TranslationContextLocation

from bot.i18n.catalogue import DEFAULT_LANGUAGE, Catalogue, catalogue_for, languages

KEY = "key"
"""The extra of a choice's name: the key of its sentence."""
_NAMED = re.compile(r"(?<![\w/])/([a-z]+(?: [a-z]+(?![\w:])){0,2})|(?<=\s)([a-z_]+)(?=:)")


class CommandTranslator(app_commands.Translator):
    """Names and descriptions of commands and options, by the catalogues."""

    async def load(self) -> None:
        """Read every language now, not when the first player speaks it."""
        for language in languages():
            catalogue_for(language)

    async def translate(
        self,
        string: app_commands.locale_str,
        locale: Locale,
        context: app_commands.TranslationContextTypes,
    ) -> str | None:
        """The text in that language; None where Discord is to show the English one."""
        words = catalogue_for(locale.value)
        if words.language == DEFAULT_LANGUAGE:
            return None
        if context.location is TranslationContextLocation.choice_name:
            key = string.extras.get(KEY)
            return words(key) if key else None
        return words.command_text(tree_path(context.data), string.message)


def tree_path(thing: Any) -> str:
    """Where in the tree something is said: "/game new", or "/game new side" for an option."""
    if isinstance(thing, Parameter):
        return f"/{thing.command.qualified_name} {thing.display_name}"
    return f"/{thing.qualified_name}"


def command_texts(tree: app_commands.CommandTree[Any]) -> Iterator[tuple[str, str]]:
    """All that the commands say in English, each with its place."""
    for command in tree.walk_commands():
        if isinstance(command, Command | Group):
            yield tree_path(command), command.name
            yield tree_path(command), command.description
        if isinstance(command, Command):
            for option in command.parameters:
                yield tree_path(option), option.display_name
                yield tree_path(option), str(option.description)


def localize_commands(words: Catalogue, text: str) -> str:
    """A text with the commands in it as they are called in that language: "/move unit:a path:NE".

    Words after a colon are what is typed and stay.
    """
    if words.language == DEFAULT_LANGUAGE:
        return text
    about = ""

    def called(match: re.Match[str]) -> str:
        nonlocal about
        name, option = match.groups()
        if option:
            return (words.command_text(f"{about} {option}", option) if about else None) or option
        about, parts = "", []
        for word in name.split(" "):
            place_ = f"{about} {word}" if about else f"/{word}"
            said_ = words.command_text(place_, word)
            if said_ is None and about:
                break
            about = place_
            parts.append(said_ or word)
        rest = name.split(" ")[len(parts) :]
        return "/" + " ".join((*parts, *rest))

    return _NAMED.sub(called, text)
