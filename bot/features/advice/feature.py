"""What advice adds to the bot."""

from __future__ import annotations

from bot.feature import Feature
from bot.features.advice.buttons import BUTTONS
from bot.features.advice.commands import AdviceCommands

FEATURE = Feature(commands=(AdviceCommands,), buttons=BUTTONS)
