"""What this feature registers."""

from __future__ import annotations

from bot.feature import Feature
from bot.features.game_settings.commands import GameSettingsCommands
from bot.features.game_settings.outbox_pages import OUTBOX_PAGES

FEATURE = Feature(commands=(GameSettingsCommands,), outbox_pages=OUTBOX_PAGES)
