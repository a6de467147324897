"""What a feature registers with the bot, and how features are found."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from discord.ext import commands

from bot.game_services import GameServices
from bot.play_services import PlayServices
from bot.runtime.feature_modules import feature_modules
from bot.services import Services
from bot.ui.button_set import ButtonSet
from bot.ui.outbox_page_set import OutboxPageSet


@dataclass(frozen=True, slots=True, kw_only=True)
class Feature:
    """Slash commands, as groups made with the services; handlers of buttons, menus and forms, those in
    `play_buttons` for what-ifs, too; pages of its messages in the outbox. What it adds to the order panel and
    to reports is in its `panel_section.py` and `report_section.py`."""

    commands: tuple[Callable[[Services], commands.Cog], ...] = ()
    buttons: ButtonSet[GameServices] | None = None
    play_buttons: ButtonSet[PlayServices] | None = None
    outbox_pages: OutboxPageSet | None = None


def load_features() -> tuple[Feature, ...]:
    """The features there are, by name: each folder of bot/features/ with a `feature.py`."""
    return tuple(module.FEATURE for module in feature_modules("feature"))
