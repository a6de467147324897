"""Games on disk: an append-only log for each, an inbox, an outbox."""

from storage.clocks import Clock, Dial, Player, Vacation, Wanted
from storage.codec import from_json, to_json
from storage.errors import ChannelTaken, DatabaseTrouble, StaleTable, Unreadable
from storage.reading import Reading
from storage.records import Draft, Entry, EntryKind, Game, Json, Kept, Letter, Receipt, Seat, Status
from storage.snapshots import Snapshot
from storage.store import Store
from storage.whatifs import WhatIf
from storage.writing import Writing

__all__ = [
    "ChannelTaken",
    "Clock",
    "DatabaseTrouble",
    "Dial",
    "Draft",
    "Entry",
    "EntryKind",
    "Game",
    "Json",
    "Kept",
    "Letter",
    "Player",
    "Reading",
    "Receipt",
    "Seat",
    "Snapshot",
    "StaleTable",
    "Status",
    "Store",
    "Unreadable",
    "Vacation",
    "Wanted",
    "WhatIf",
    "Writing",
    "from_json",
    "to_json",
]
