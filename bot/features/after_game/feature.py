"""What this feature registers."""

from __future__ import annotations

from bot.feature import Feature
from bot.features.after_game.buttons import BUTTONS

FEATURE = Feature(buttons=BUTTONS)
