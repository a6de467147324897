"""What the computer player adds to the bot."""

from __future__ import annotations

from bot.feature import Feature
from bot.features.computer_player.buttons import BUTTONS

FEATURE = Feature(buttons=BUTTONS)
