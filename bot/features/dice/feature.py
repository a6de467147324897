"""What this feature registers."""

from __future__ import annotations

from bot.feature import Feature
from bot.features.dice.commands import DiceCommands

FEATURE = Feature(commands=(DiceCommands,))
