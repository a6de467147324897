"""What this feature registers."""

from __future__ import annotations

from bot.feature import Feature
from bot.features.history.buttons import BUTTONS
from bot.features.history.commands import HistoryCommands

FEATURE = Feature(commands=(HistoryCommands,), play_buttons=BUTTONS)
