"""What this feature registers."""

from __future__ import annotations

from bot.feature import Feature
from bot.features.record.buttons import BUTTONS
from bot.features.record.commands import RecordCommands

FEATURE = Feature(commands=(RecordCommands,), buttons=BUTTONS)
