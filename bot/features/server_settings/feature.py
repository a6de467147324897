"""What this feature registers."""

from __future__ import annotations

from bot.feature import Feature
from bot.features.server_settings.commands import ServerCommands

FEATURE = Feature(commands=(ServerCommands,))
