"""What this feature registers."""

from __future__ import annotations

from bot.feature import Feature
from bot.features.lessons.buttons import BUTTONS, PLAY_BUTTONS
from bot.features.lessons.commands import LessonCommands

FEATURE = Feature(commands=(LessonCommands,), buttons=BUTTONS, play_buttons=PLAY_BUTTONS)
