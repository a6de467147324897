"""What this feature registers."""

from __future__ import annotations

from bot.feature import Feature
from bot.features.what_if.buttons import BUTTONS
from bot.features.what_if.commands import WhatIfCommands

FEATURE = Feature(commands=(WhatIfCommands,), play_buttons=BUTTONS)
