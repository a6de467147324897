"""Helps on: what to do here and now, and the commands by topic, out of the command tree. No Discord asked."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from discord.app_commands import Command, CommandTree, Group

from bot.desk import By, Desk
from bot.page import Page, Paper
from bot.say import help as saying
from bot.say.help import TOPICS, Told
from bot.say.names import Names
from bot.tongue import place
from bot.words import Words, speak
from engine.errors import NotOnTable

GUIDE = Path(__file__).resolve().parent.parent / "docs" / "players-guide.md"


class Helping:
    """Answers /help and its menu. `at` is the desk where somebody's orders count."""

    def __init__(self, tree: CommandTree[Any], at: Callable[[By], Desk]) -> None:
        self.tree = tree
        self.at = at

    async def page(self, by: By, topic: str = "") -> Page:
        """A topic, or what to do now."""
        words = speak(by.language)
        commands = told(self.tree, words)
        if topic in TOPICS:
            return saying.topic(words, commands, topic, GUIDE.exists())
        return saying.now(await self._names(by), words, commands, by.user, GUIDE.exists())

    async def guide(self, by: By) -> Page:
        """The whole player's guide, to be read in Discord or kept."""
        text = GUIDE.read_text(encoding="utf-8")
        return Page(text=speak(by.language)("help.guide"), papers=(Paper(name=GUIDE.name, text=text),))

    async def _names(self, by: By) -> Names | None:
        try:
            table = await self.at(by).table_in(by.channel)
        except NotOnTable:
            return None
        return Names.to(by.language, by.user, table)


def told(tree: CommandTree[Any], words: Words) -> Mapping[str, Told]:
    """Every command of the tree as players of a language see it, by its English name."""
    found = {}
    for command in tree.walk_commands():
        if isinstance(command, Command | Group):
            subs = command.commands if isinstance(command, Group) else ()
            found[command.qualified_name] = Told(
                id=command.qualified_name,
                name=_called(words, command),
                about=_said(words, command, command.description),
                subs=tuple(_said(words, sub, sub.name) for sub in subs),
            )
    return found


def _called(words: Words, command: Command[Any, ..., Any] | Group) -> str:
    own = _said(words, command, command.name)
    return f"{_called(words, command.parent)} {own}" if command.parent is not None else own


def _said(words: Words, command: Command[Any, ..., Any] | Group, english: str) -> str:
    return words.command(place(command), english) or english
