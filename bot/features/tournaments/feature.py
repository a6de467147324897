"""What this feature registers."""

from __future__ import annotations

from bot.feature import Feature
from bot.features.tournaments.buttons import BUTTONS
from bot.features.tournaments.commands import TournamentCommands
from bot.features.tournaments.outbox_pages import OUTBOX_PAGES
from bot.features.tournaments.seasons.buttons import BUTTONS as SEASON_BUTTONS
from bot.features.tournaments.seasons.commands import SeasonCommands
from bot.features.tournaments.seasons.outbox_pages import OUTBOX_PAGES as SEASON_PAGES
from bot.features.tournaments.servers.buttons import BUTTONS as SERVER_BUTTONS
from bot.features.tournaments.servers.commands import TournamentServerCommands
from bot.features.tournaments.servers.outbox_pages import OUTBOX_PAGES as SERVER_PAGES
from bot.features.tournaments.teams.buttons import BUTTONS as TEAM_BUTTONS
from bot.features.tournaments.teams.commands import SquadCommands
from bot.features.tournaments.teams.outbox_pages import OUTBOX_PAGES as TEAM_PAGES

FEATURE = Feature(
    commands=(TournamentCommands, SeasonCommands, SquadCommands, TournamentServerCommands),  # the group first
    buttons=BUTTONS.joined(SEASON_BUTTONS, TEAM_BUTTONS, SERVER_BUTTONS),
    outbox_pages=OUTBOX_PAGES.joined(SEASON_PAGES, TEAM_PAGES, SERVER_PAGES),
)
