"""Which pictures the reports of a game have: as the game is set, else its server."""

from __future__ import annotations

from bot.core.lesson_games import is_lesson
from storage import GameRecord
from storage.queries.servers.guilds import SettingQueries

PHASE, TURN, FILM = "phase", "turn", "film"
"""A map of each phase; one map after each player-turn; a film after each player-turn."""
CHOICES = (PHASE, TURN, FILM)
SETTING = "pictures"
"""The setting of a server: 1 for the first choice, and so on."""
FILM_POST = "film"
"""Messages of the outbox that put the film of a player-turn into its report."""


async def pictures_of(settings: SettingQueries, record: GameRecord) -> str:
    """One of CHOICES. Lessons show each phase: their player looks at the report while they learn."""
    if is_lesson(record):
        return PHASE
    if record.pictures in CHOICES:
        return record.pictures
    return named((await settings.of_guild(record.guild)).get(SETTING))


def named(number: int | None) -> str:
    """The choice that a server's setting stands for."""
    return next((choice for place, choice in enumerate(CHOICES, start=1) if place == number), PHASE)
