"""What this feature registers."""

from __future__ import annotations

from bot.feature import Feature
from bot.features.predictions.buttons import BUTTONS
from bot.features.predictions.commands import PredictionCommands

FEATURE = Feature(
    commands=(PredictionCommands,),
    buttons=BUTTONS,
)
