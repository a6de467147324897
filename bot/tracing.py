"""What is under way, for the log: the interaction that is being answered, the game that is being changed."""

from __future__ import annotations

from contextvars import ContextVar

interaction: ContextVar[int] = ContextVar("interaction", default=0)
"""The interaction that is being answered in this task; 0 without any."""
game: ContextVar[int] = ContextVar("game", default=0)
"""The game that is being changed in this task; 0 without any."""
