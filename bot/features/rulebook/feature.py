"""What this feature registers."""

from __future__ import annotations

from bot.feature import Feature
from bot.features.rulebook.buttons import BUTTONS

FEATURE = Feature(play_buttons=BUTTONS)
