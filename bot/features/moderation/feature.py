"""What this feature registers."""

from __future__ import annotations

from bot.feature import Feature
from bot.features.moderation.buttons import BUTTONS
from bot.features.moderation.commands import ModerationCommands
from bot.features.moderation.outbox_pages import OUTBOX_PAGES

FEATURE = Feature(
    commands=(ModerationCommands,),
    buttons=BUTTONS,
    outbox_pages=OUTBOX_PAGES,
)
