"""Games on disk: an append-only log for each, an inbox, an outbox."""

from storage.codec import from_json, to_json
from storage.errors import ChannelTaken, DatabaseTrouble, StaleTable, Unreadable
from storage.reading import Reading
from storage.records import Draft, Entry, EntryKind, Game, Json, Kept, Letter, Receipt, Seat, Status
from storage.snapshots import Snapshot
from storage.store import Store
from storage.writing import Writing

__all__ = [
    "ChannelTaken",
    "DatabaseTrouble",
    "Draft",
    "Entry",
    "EntryKind",
    "Game",
    "Json",
    "Kept",
    "Letter",
    "Reading",
    "Receipt",
    "Seat",
    "Snapshot",
    "StaleTable",
    "Status",
    "Store",
    "Unreadable",
    "Writing",
    "from_json",
    "to_json",
]
