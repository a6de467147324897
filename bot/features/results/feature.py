"""What this feature registers."""

from __future__ import annotations

from bot.feature import Feature
from bot.features.results.buttons import BUTTONS
from bot.features.results.commands import ResultCommands

FEATURE = Feature(commands=(ResultCommands,), buttons=BUTTONS)
