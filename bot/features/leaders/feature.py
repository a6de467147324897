"""What this feature registers."""

from __future__ import annotations

from bot.feature import Feature
from bot.features.leaders.buttons import BUTTONS
from bot.features.leaders.commands import LeaderCommands

FEATURE = Feature(commands=(LeaderCommands,), play_buttons=BUTTONS)
