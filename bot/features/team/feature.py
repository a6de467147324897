"""What this feature registers."""

from __future__ import annotations

from bot.feature import Feature
from bot.features.team.commands import TeamCommands

FEATURE = Feature(commands=(TeamCommands,))
