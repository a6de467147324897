"""What this feature registers."""

from __future__ import annotations

from bot.feature import Feature
from bot.features.help.buttons import BUTTONS
from bot.features.help.commands import HelpCommands
from bot.features.help.outbox_pages import OUTBOX_PAGES

FEATURE = Feature(
    commands=(HelpCommands,),
    buttons=BUTTONS,
    outbox_pages=OUTBOX_PAGES,
)
