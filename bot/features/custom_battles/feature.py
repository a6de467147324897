"""What this feature registers: nothing of its own, for a player's battle is an option of /game new."""

from __future__ import annotations

from bot.feature import Feature

FEATURE = Feature()
