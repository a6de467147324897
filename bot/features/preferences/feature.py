"""What this feature registers."""

from __future__ import annotations

from bot.feature import Feature
from bot.features.preferences.buttons import BUTTONS
from bot.features.preferences.commands import PreferenceCommands

FEATURE = Feature(commands=(PreferenceCommands,), buttons=BUTTONS)
