"""Games on disk: an append-only log for each, an outbox of messages, receipts of answered interactions."""

from engine.codec import Unreadable, from_json, to_json
from storage.errors import AlreadyAnswered, ChannelTaken, DatabaseTrouble, StaleTable
from storage.log_chain import ChainReport
from storage.personal_columns import departed
from storage.processes.changes import Change
from storage.processes.lease_line import LeaseLine
from storage.processes.leases import MARGIN, WHOLE, Lease, LeaseInDoubt, Share
from storage.queries.clocks import ClockRecord, Pause, SideClock
from storage.queries.games import UnfinishedGame
from storage.queries.league.following import FollowingServer
from storage.queries.league.ratings import StoredRating
from storage.queries.league.records import (
    BoardRecord,
    EntrantRecord,
    MemberRecord,
    PairingRecord,
    RoundRecord,
    StoredBid,
    StoredTournament,
    TournamentDecision,
    TournamentGame,
    TournamentRecord,
    TournamentStatus,
)
from storage.queries.league.results import ENDINGS, Ending, GameResult, ListedResult, ResultPlayer
from storage.queries.league.seasons import SeasonPlayer, SeasonRecord, StoredSeason
from storage.queries.matchmaking import JoinRules, Seeker, Vacancy
from storage.queries.players import Player, Vacation, counted_deadlines
from storage.queries.predictions import Prediction
from storage.queries.servers.custom_battles import CustomBattle
from storage.queries.servers.pending_answers import EPOCH, PendingAnswer, first_interaction
from storage.queries.servers.shards import ShardSession, StoredShard, free_shards
from storage.queries.status_messages import StatusMessage, TurnPing
from storage.queries.what_ifs import WhatIf
from storage.records import (
    BY_ORDER,
    BY_STREAM,
    AnnouncedOrder,
    BeaconRound,
    DiceKeys,
    DiceWord,
    Draft,
    Entry,
    EntryKind,
    GameRecord,
    ImportedRecord,
    Json,
    OutboxMessage,
    Receipt,
    Seat,
    Status,
    StoredGame,
)
from storage.snapshots import Snapshot
from storage.store import Store
from storage.transactions import Queries, ReadTransaction, WriteTransaction

__all__ = [
    "BY_ORDER",
    "BY_STREAM",
    "ENDINGS",
    "EPOCH",
    "MARGIN",
    "WHOLE",
    "AlreadyAnswered",
    "AnnouncedOrder",
    "BeaconRound",
    "BoardRecord",
    "ChainReport",
    "Change",
    "ChannelTaken",
    "ClockRecord",
    "CustomBattle",
    "DatabaseTrouble",
    "DiceKeys",
    "DiceWord",
    "Draft",
    "Ending",
    "EntrantRecord",
    "Entry",
    "EntryKind",
    "FollowingServer",
    "GameRecord",
    "GameResult",
    "ImportedRecord",
    "JoinRules",
    "Json",
    "Lease",
    "LeaseInDoubt",
    "LeaseLine",
    "ListedResult",
    "MemberRecord",
    "OutboxMessage",
    "PairingRecord",
    "Pause",
    "PendingAnswer",
    "Player",
    "Prediction",
    "Queries",
    "ReadTransaction",
    "Receipt",
    "ResultPlayer",
    "RoundRecord",
    "SeasonPlayer",
    "SeasonRecord",
    "Seat",
    "Seeker",
    "ShardSession",
    "Share",
    "SideClock",
    "Snapshot",
    "StaleTable",
    "Status",
    "StatusMessage",
    "Store",
    "StoredBid",
    "StoredGame",
    "StoredRating",
    "StoredSeason",
    "StoredShard",
    "StoredTournament",
    "TournamentDecision",
    "TournamentGame",
    "TournamentRecord",
    "TournamentStatus",
    "TurnPing",
    "UnfinishedGame",
    "Unreadable",
    "Vacancy",
    "Vacation",
    "WhatIf",
    "WriteTransaction",
    "counted_deadlines",
    "departed",
    "first_interaction",
    "free_shards",
    "from_json",
    "to_json",
]
