"""Content of `/help`: suggested next steps and commands by topic. No Discord calls."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from discord.app_commands import Command, CommandTree, Group

from bot.core.game_access import GameAccess
from bot.core.requests.actor import Actor
from bot.features.help import page as help_page
from bot.features.help.page import CommandHelp
from bot.features.help.topics import TOPICS
from bot.i18n.catalogue import Catalogue, catalogue_for
from bot.i18n.command_translator import tree_path
from bot.i18n.names import Names
from bot.ui.page import Page, TextFile
from engine.errors import NotOnTable

GUIDE = Path(__file__).resolve().parents[3] / "docs" / "players-guide.md"


class HelpService:
    """Answer /help and its menu. `at` is the game service that a player's orders apply to."""

    def __init__(self, tree: CommandTree[Any], at: Callable[[Actor], GameAccess]) -> None:
        self.tree = tree
        self.at = at

    async def page(self, actor: Actor, topic: str = "") -> Page:
        """A topic, or what to do now."""
        words = catalogue_for(actor.language)
        commands = command_help(self.tree, words)
        if topic in TOPICS:
            return help_page.topic(words, commands, topic, GUIDE.exists())
        return help_page.now(await self._names(actor), words, commands, actor.user, GUIDE.exists())

    async def guide(self, actor: Actor) -> Page:
        """The whole player's guide, to be read in Discord or kept."""
        text = GUIDE.read_text(encoding="utf-8")
        return Page(
            text=catalogue_for(actor.language)("help.guide"), files=(TextFile(name=GUIDE.name, text=text),)
        )

    async def _names(self, actor: Actor) -> Names | None:
        try:
            game = await self.at(actor).game_in(actor.channel)
        except NotOnTable:
            return None
        return Names.to(actor.language, actor.user, game)


def command_help(tree: CommandTree[Any], words: Catalogue) -> Mapping[str, CommandHelp]:
    """Every command of the tree as players of a language see it, by its English name."""
    commands = {}
    for command in tree.walk_commands():
        if isinstance(command, Command | Group):
            subs = command.commands if isinstance(command, Group) else ()
            topic, place = command.extras.get("help", ("", 0))
            commands[command.qualified_name] = CommandHelp(
                id=command.qualified_name,
                name=_called(words, command),
                about=_localized(words, command, command.description),
                subs=tuple(_localized(words, sub, sub.name) for sub in subs),
                topic=topic,
                place=place,
            )
    return commands


def _called(words: Catalogue, command: Command[Any, ..., Any] | Group) -> str:
    own = _localized(words, command, command.name)
    return f"{_called(words, command.parent)} {own}" if command.parent is not None else own


def _localized(words: Catalogue, command: Command[Any, ..., Any] | Group, english: str) -> str:
    return words.command_text(tree_path(command), english) or english
