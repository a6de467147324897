"""What this feature registers."""

from __future__ import annotations

from bot.feature import Feature
from bot.features.dice.buttons import BUTTONS
from bot.features.dice.commands import DiceCommands
from bot.features.dice.outbox_pages import OUTBOX_PAGES

FEATURE = Feature(commands=(DiceCommands,), buttons=BUTTONS, outbox_pages=OUTBOX_PAGES)
