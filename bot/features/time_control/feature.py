"""What this feature registers."""

from __future__ import annotations

from bot.feature import Feature
from bot.features.time_control.buttons import BUTTONS
from bot.features.time_control.commands import TimeCommands
from bot.features.time_control.outbox_pages import OUTBOX_PAGES

FEATURE = Feature(
    commands=(TimeCommands,),
    buttons=BUTTONS,
    outbox_pages=OUTBOX_PAGES,
)
