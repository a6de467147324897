"""What this feature registers."""

from __future__ import annotations

from bot.feature import Feature
from bot.features.battles.buttons import BUTTONS
from bot.features.battles.commands import BattleCommands

FEATURE = Feature(commands=(BattleCommands,), buttons=BUTTONS)
