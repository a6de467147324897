"""What this feature registers."""

from __future__ import annotations

from bot.feature import Feature
from bot.features.game_view.buttons import BUTTONS
from bot.features.game_view.commands import ViewCommands

FEATURE = Feature(commands=(ViewCommands,), play_buttons=BUTTONS)
