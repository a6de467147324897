"""What this feature registers."""

from __future__ import annotations

from bot.feature import Feature
from bot.features.privacy.buttons import BUTTONS
from bot.features.privacy.commands import PrivacyCommands
from bot.features.privacy.outbox_pages import OUTBOX_PAGES

FEATURE = Feature(
    commands=(PrivacyCommands,),
    buttons=BUTTONS,
    outbox_pages=OUTBOX_PAGES,
)
