"""The start of a phase, as a moderator chooses it to roll back to."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Moment:
    """The beginning of a phase to which a game can be rolled back: after that many entries of which everybody
    knows (`number`), after entry `seq`; `lost` are the orders since, as far as everybody knows."""

    number: int
    seq: int
    turn: int
    phase: str
    player: str
    lost: int
