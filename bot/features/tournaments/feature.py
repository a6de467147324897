"""What this feature registers."""

from __future__ import annotations

from bot.feature import Feature
from bot.features.tournaments.buttons import BUTTONS
from bot.features.tournaments.commands import TournamentCommands
from bot.features.tournaments.outbox_pages import OUTBOX_PAGES

FEATURE = Feature(commands=(TournamentCommands,), buttons=BUTTONS, outbox_pages=OUTBOX_PAGES)
