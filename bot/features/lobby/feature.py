"""What this feature registers."""

from __future__ import annotations

from bot.feature import Feature
from bot.features.lobby.buttons import BUTTONS
from bot.features.lobby.commands import FinderCommands, GameCommands
from bot.features.lobby.outbox_pages import OUTBOX_PAGES

FEATURE = Feature(
    commands=(
        GameCommands,
        FinderCommands,
    ),
    buttons=BUTTONS,
    outbox_pages=OUTBOX_PAGES,
)
