"""Games on disk: an append-only log for each, an inbox, an outbox."""

from storage.boards import Board, Call
from storage.clocks import Clock, Dial, Player, Vacation, Wanted
from storage.codec import from_json, to_json
from storage.errors import ChannelTaken, DatabaseTrouble, StaleTable, Unreadable
from storage.finding import Door, Seeker
from storage.pauses import Pause
from storage.predictions import Prediction
from storage.privacy import departed
from storage.reading import Reading
from storage.records import Draft, Entry, EntryKind, Game, Json, Kept, Letter, Receipt, Seat, Status
from storage.snapshots import Snapshot
from storage.store import Store
from storage.whatifs import WhatIf
from storage.writing import Writing

__all__ = [
    "Board",
    "Call",
    "ChannelTaken",
    "Clock",
    "DatabaseTrouble",
    "Dial",
    "Door",
    "Draft",
    "Entry",
    "EntryKind",
    "Game",
    "Json",
    "Kept",
    "Letter",
    "Pause",
    "Player",
    "Prediction",
    "Reading",
    "Receipt",
    "Seat",
    "Seeker",
    "Snapshot",
    "StaleTable",
    "Status",
    "Store",
    "Unreadable",
    "Vacation",
    "Wanted",
    "WhatIf",
    "Writing",
    "departed",
    "from_json",
    "to_json",
]
