"""What this feature registers."""

from __future__ import annotations

from bot.feature import Feature
from bot.features.sharing.commands import ShareCommands
from bot.features.sharing.outbox_pages import OUTBOX_PAGES

FEATURE = Feature(
    commands=(ShareCommands,),
    outbox_pages=OUTBOX_PAGES,
)
