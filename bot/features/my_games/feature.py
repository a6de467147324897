"""What this feature registers."""

from __future__ import annotations

from bot.feature import Feature
from bot.features.my_games.buttons import BUTTONS
from bot.features.my_games.commands import MyGamesCommands

FEATURE = Feature(commands=(MyGamesCommands,), buttons=BUTTONS)
