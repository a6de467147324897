"""What this feature registers."""

from __future__ import annotations

from bot.feature import Feature
from bot.features.film.buttons import BUTTONS
from bot.features.film.commands import FilmCommands
from bot.features.film.outbox_pages import OUTBOX_PAGES

FEATURE = Feature(commands=(FilmCommands,), buttons=BUTTONS, outbox_pages=OUTBOX_PAGES)
