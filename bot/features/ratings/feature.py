"""What this feature registers."""

from __future__ import annotations

from bot.feature import Feature
from bot.features.ratings.buttons import BUTTONS
from bot.features.ratings.commands import RatingCommands

FEATURE = Feature(commands=(RatingCommands,), buttons=BUTTONS)
