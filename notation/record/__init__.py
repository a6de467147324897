"""The record of a game: a portable text that programs read and people can, too (docs/record.md).

`reader` and `writer` know its form only; `replay` says what its orders mean and which positions they met.
"""

from notation.record.model import (
    BadRecord,
    DiceProof,
    EarlierPart,
    Player,
    PublicRound,
    RecordedEntry,
    RecordedGame,
)
from notation.record.reader import read
from notation.record.writer import write

__all__ = [
    "BadRecord",
    "DiceProof",
    "EarlierPart",
    "Player",
    "PublicRound",
    "RecordedEntry",
    "RecordedGame",
    "read",
    "write",
]
