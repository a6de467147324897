"""What the computer player adds to the bot."""

from __future__ import annotations

from bot.feature import Feature
from bot.features.computer_player.buttons import BUTTONS
from bot.features.computer_player.commands import ComputerPlayerCommands
from bot.features.computer_player.outbox_pages import OUTBOX_PAGES

FEATURE = Feature(commands=(ComputerPlayerCommands,), buttons=BUTTONS, outbox_pages=OUTBOX_PAGES)
