"""What this feature registers."""

from __future__ import annotations

from bot.feature import Feature
from bot.features.orders.buttons import BUTTONS
from bot.features.orders.commands import OrderCommands

FEATURE = Feature(commands=(OrderCommands,), play_buttons=BUTTONS)
