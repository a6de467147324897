"""The tables, for SQLite (STRICT) and PostgreSQL alike. Some have another name in the database than here.

A change here is a migration too: a test compares these with what the migrations make. JSON and times are
text, times ISO 8601 in UTC with microseconds, so that they sort.
"""

from storage.tables.base import TEXT, WHOLE, AnyText, metadata
from storage.tables.battles import custom_battles
from storage.tables.clocks import clocks, heartbeats, pauses, side_clocks, vacancies, vacations
from storage.tables.dice import announced_orders, beacon_rounds, dice_words
from storage.tables.following import tournament_codes, tournament_servers
from storage.tables.games import (
    checked,
    drafts,
    entries,
    games,
    imported_records,
    join_rules,
    predictions,
    seats,
    snapshots,
    what_ifs,
)
from storage.tables.players import players, preferences, seekers
from storage.tables.results import game_results, ratings, result_players
from storage.tables.seasons import season_players, season_tournaments, seasons
from storage.tables.servers import (
    channel_languages,
    guilds,
    outbox,
    receipts,
    settings,
    status_messages,
    turn_pings,
)
from storage.tables.shards import PASSING, UNTOLD, pending_answers, shard_identifies, shard_processes, shards
from storage.tables.teams import tournament_line_ups, tournament_members
from storage.tables.tournaments import (
    tournament_bids,
    tournament_byes,
    tournament_entrants,
    tournament_games,
    tournament_log,
    tournament_organisers,
    tournament_pairings,
    tournament_rounds,
    tournaments,
)

__all__ = [
    "PASSING",
    "TEXT",
    "UNTOLD",
    "WHOLE",
    "AnyText",
    "announced_orders",
    "beacon_rounds",
    "channel_languages",
    "checked",
    "clocks",
    "custom_battles",
    "dice_words",
    "drafts",
    "entries",
    "game_results",
    "games",
    "guilds",
    "heartbeats",
    "imported_records",
    "join_rules",
    "metadata",
    "outbox",
    "pauses",
    "pending_answers",
    "players",
    "predictions",
    "preferences",
    "ratings",
    "receipts",
    "result_players",
    "season_players",
    "season_tournaments",
    "seasons",
    "seats",
    "seekers",
    "settings",
    "shard_identifies",
    "shard_processes",
    "shards",
    "side_clocks",
    "snapshots",
    "status_messages",
    "tournament_bids",
    "tournament_byes",
    "tournament_codes",
    "tournament_entrants",
    "tournament_games",
    "tournament_line_ups",
    "tournament_log",
    "tournament_members",
    "tournament_organisers",
    "tournament_pairings",
    "tournament_rounds",
    "tournament_servers",
    "tournaments",
    "turn_pings",
    "vacancies",
    "vacations",
    "what_ifs",
]
