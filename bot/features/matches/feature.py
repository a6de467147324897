"""What this feature registers."""

from __future__ import annotations

from bot.feature import Feature
from bot.features.matches.buttons import BUTTONS
from bot.features.matches.outbox_pages import OUTBOX_PAGES

FEATURE = Feature(buttons=BUTTONS, outbox_pages=OUTBOX_PAGES)
