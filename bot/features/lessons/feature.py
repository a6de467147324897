"""What this feature registers."""

from __future__ import annotations

from bot.feature import Feature
from bot.features.lessons.buttons import BUTTONS
from bot.features.lessons.commands import LessonCommands

FEATURE = Feature(commands=(LessonCommands,), buttons=BUTTONS)
