"""What this feature registers."""

from __future__ import annotations

from bot.feature import Feature
from bot.features.secret_orders.buttons import BUTTONS
from bot.features.secret_orders.commands import SecretOrderCommands

FEATURE = Feature(commands=(SecretOrderCommands,), play_buttons=BUTTONS)
